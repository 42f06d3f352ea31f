import { memoizeObjects } from '../../../../kit/memoize.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { conceptsOf, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { type Intent, intentOf } from '../../words/intent.ts'
import { phrasesIn } from '../../words/phrases.ts'
import { maxChars } from './lengths.ts'
import { genericNames, ornaments, type Query, qualifiers, things } from './query.ts'

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
const commonWords = stemsOf(
  'current main primary average overall full short first last final original official number value name title date time text list info detail data field item user customer product general other additional local unit format level status',
)

/**
 * The words of a field's name that say which of all dates, numbers or names is meant: "check" of
 * `check_in_date`, "hospital" of `hospital_name`. A page that says none of them does not answer the
 * field, and a text that is labelled as something else is not its value.
 */
export const ownWords = memoizeObjects(({ field, name }: Query): Word[] => {
  // `asked_by` is who wrote it, whether or not the page says "asked"; `number_of` says nothing yet.
  const isPhrase = phrasesIn(field.name).some(meaning => meaning !== 'count')
  // Where the name says nothing, the words are those of a description.
  const said = isPhrase ? [] : wordsOf(field.name).map(({ stem }) => stem)
  return name.filter(
    ({ stem }) =>
      said.includes(stem) && stem.length > 2 && !/\d/.test(stem) && !isPlain(field, stem),
  )
})

/** Says what sort of value it is, or to which thing of the page it belongs. */
const isPlain = (field: Field, stem: string): boolean =>
  [genericNames, things, qualifiers, ornaments, plainWords].some(words => words.has(stem)) ||
  !particular.has(intentOf({ ...field, name: stem, title: '', description: '', format: undefined }))

/** Values of the other sorts show by their form or their place what they are. */
const particular = new Set<Intent>(['other', 'measure', 'count', 'code'])

/** What pages have without saying it. */
const plainWords = stemsOf(
  'first last next previous average overall short final original number text list info detail data field item user customer general other additional local unit format level status currency language category section tag keyword breadcrumb question answer topic thread forum board canonical old new max min lowest highest',
)
