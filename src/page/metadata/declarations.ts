import { addTo } from '../../kit/add-to.ts'
import type { Annotation } from './annotations.ts'
import type { PageHead } from './head.ts'
import { decodeAgain, statementOf, wordsOf } from './text.ts'

/** The meta elements by name, as text. */
export type Declarations = {
  first: (name: string) => string | undefined
  every: (name: string) => string[]
  title: string | undefined
  language: string | undefined
  links: PageHead['links']
  openGraph: Record<string, string>
  twitter: Record<string, string>
}

export const declarationsOf = ({ title, language, links, metas }: PageHead): Declarations => {
  const byName = new Map<string, string[]>()
  const openGraph: Record<string, string> = {}
  const twitter: Record<string, string> = {}
  for (const { names, content } of metas) {
    const text = statementOf(decodeAgain(content))
    if (!text) continue
    for (const name of names) {
      addTo(byName, name, text)
      if (name.startsWith('og:')) openGraph[name.slice(3)] ??= text
      else if (name.startsWith('twitter:')) twitter[name.slice(8)] ??= text
    }
  }
  return {
    first: name => byName.get(name)?.[0],
    every: name => byName.get(name) ?? [],
    title: title && statementOf(decodeAgain(title)),
    language,
    links,
    openGraph,
    twitter,
  }
}

export type Statements = (name: string) => string | undefined

/** Of microdata, the first statement of each name, lower case; an item (an author) is known by its name. */
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
