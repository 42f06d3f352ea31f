import type { Annotation } from './annotations.ts'
import { wordsOf } from './text.ts'

export type Statements = (name: string) => string | undefined

/** The first statement of each name, lower case; an item (an author) is known by its name. */
export const statementsOf = (annotations: Annotation[]): Statements => {
  const named = new Map<unknown, string>()
  for (const { names, about, value } of annotations)
    if (names.includes('name') && !named.has(about)) named.set(about, value)
  const first = new Map<string, string>()
  for (const { names, opens, value, element } of annotations) {
    const text = opens ? named.get(opens) || wordsOf(element, { maxNodes: 200 }) : value
    for (const name of names.map(name => name.toLowerCase()))
      if (text && !first.has(name)) first.set(name, text)
  }
  return name => first.get(name)?.slice(0, maxStatement)
}

const maxStatement = 1_000
