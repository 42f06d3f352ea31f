import { conceptsOf, stemOf, type Word } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import { maxChars } from './lengths.ts'
import { type Query, qualifiers, things } from './query.ts'

/** Every word the page uses, markup included, and every thing that those may stand for. */
export type Vocabulary = { stems: Set<string>; concepts: Set<number> }

export const readVocabulary = (page: Page): Vocabulary => {
  const stems = new Set<string>()
  const seen = new Set<string>()
  const add = (text: string) => {
    for (const [word] of text.slice(0, maxChars.text).matchAll(/[\p{L}\p{M}]+/gu))
      if (!seen.has(word)) {
        seen.add(word)
        stems.add(stemOf(word))
      }
  }
  add(page.title)
  for (const node of page.nodes) add(node.text)
  for (const element of new Set(page.nodes.map(node => node.element)))
    add(`${element.attributes.class ?? ''} ${element.attributes.id ?? ''}`)
  const concepts = new Set<number>()
  for (const stem of stems) for (const concept of conceptsOf(stem)) concepts.add(concept)
  return { stems, concepts }
}

/**
 * Of `wine_region` a page may well have the region; if it never says "wine" in any words, it is
 * rather not the one that was meant. The share of the field's words that the page uses, in the way
 * of saying it that it uses most of.
 */
export const wordsSpoken = (vocabulary: Vocabulary, { names, intent }: Query): number => {
  let most = 0
  for (const { words, weight } of names)
    most = Math.max(most, weight * shareSpoken(vocabulary, words, intent === 'title'))
  return most
}

/** The thing that a name belongs to is what the page is about, and seldom said. */
const shareSpoken = (
  { stems, concepts }: Vocabulary,
  words: readonly Word[],
  isSubject: boolean,
): number => {
  const isThing = (stem: string) =>
    qualifiers.has(stem) || (things.has(stem) && (isSubject || words.length > 1))
  const said = words.filter(
    word =>
      word.stem.length < 3 ||
      /\d/.test(word.stem) ||
      commonWords.has(word.stem) ||
      isThing(word.stem) ||
      stems.has(word.stem) ||
      word.concepts.some(concept => concepts.has(concept)),
  )
  return words.length > 0 ? said.length / words.length : 1
}

/** Words that callers add to a name without expecting the page to say them. */
const commonWords = new Set(
  'current main primary average overall full short first last final original official number value name title date time text list info detail data field item user customer product general other additional local unit format level status'
    .split(' ')
    .map(stemOf),
)
