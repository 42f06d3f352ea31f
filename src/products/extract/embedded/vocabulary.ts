import type { Page } from '../source/page.ts'
import { stemOf } from '../words/words.ts'
import type { Query } from './features.ts'

/** Every word the page uses, markup included. */
export const readVocabulary = (page: Page): Set<string> => {
  const stems = new Set<string>()
  const add = (text: string) => {
    for (const [word] of text.slice(0, 2000).matchAll(/[\p{L}\p{M}]+/gu)) stems.add(stemOf(word))
  }
  add(page.title)
  for (const node of page.nodes) add(node.text)
  for (const element of new Set(page.nodes.map(node => node.element)))
    add(`${element.attributes.class ?? ''} ${element.attributes.id ?? ''}`)
  return stems
}

/**
 * Of `wine_region` a page may well have the region; if it never says "wine", it is not the one
 * that was meant. Words with known synonyms are not held to their letters.
 */
export const isSpokenOf = (vocabulary: Set<string>, query: Query): boolean => {
  if (query.name.length < 2 || query.intent === 'title') return true
  return query.name.every(
    word =>
      word.concepts.length > 0 ||
      word.stem.length < 4 ||
      /\d/.test(word.stem) ||
      commonWords.has(word.stem) ||
      vocabulary.has(word.stem),
  )
}

/** Words that callers add to a name without expecting the page to say them. */
const commonWords = new Set(
  'current main primary average overall full short first last final original official number value name title date time text list info detail data field item user customer product general other additional local unit format level status'
    .split(' ')
    .map(stemOf),
)
