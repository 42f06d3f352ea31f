import type { Annotation } from './annotations.ts'
import { wordsOf } from './text.ts'

export type Statements = (name: string) => string | undefined

/** The first statement of each name, lower case; an item (an author) is known by its name. */
export const statementsOf = (annotations: Annotation[]): Statements => {
  const named = new Map<unknown, string>()
  for (const { names, about, value } of annotations)
    if (names.includes('name') && !named.has(about)) named.set(about, value)
  const first = new Map<string, string>()
  for (const { names, about, opens, value, element } of annotations) {
    if (about?.types.some(type => saidByReaders.test(type))) continue
    const text = opens ? named.get(opens) || wordsOf(element, { maxNodes: 200 }) : value
    for (const name of names.map(name => name.toLowerCase()))
      if (text && !first.has(name)) first.set(name, text)
  }
  return name => first.get(name)?.slice(0, maxStatement)
}

/** Of what readers say, author and day are theirs. */
const saidByReaders = /^(?:Comment|UserComments|Review)$/

const maxStatement = 1_000
