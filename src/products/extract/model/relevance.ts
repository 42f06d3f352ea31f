import { wordsOf } from '../../../page/words/words.ts'
import { type Field, leaves } from '../schema/fields.ts'

/** The words of a question with their weights, and which texts use them. */
export type Query = {
  terms: ReadonlyMap<string, number>
  /** Whether a text uses a word of a field's name. */
  isNamedIn: (text: string) => boolean
}

export const queryOf = (fields: readonly Field[], prompt: string | undefined): Query => {
  const terms = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text)) terms.set(term, Math.max(terms.get(term) ?? 0, weight))
  }
  for (const root of fields)
    for (const field of leaves(root)) {
      for (const part of field.pointer.split('/')) add(part, 1)
      add(`${field.title} ${field.description}`, 0.4)
    }
  add(prompt ?? '', 0.4)
  return { terms, isNamedIn: text => termsOf(text).some(term => terms.get(term) === 1) }
}

/** BM25 of each text for the query. */
export const scoreTexts = (texts: readonly string[], { terms }: Query): number[] => {
  const bags = texts.map(text => countTerms(text))
  const lengths = bags.map(bag => [...bag.values()].reduce((sum, count) => sum + count, 0))
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length) || 1
  const frequency = new Map<string, number>()
  for (const bag of bags)
    for (const term of bag.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return bags.map((bag, index) => {
    let score = 0
    for (const [term, weight] of terms) {
      const count = bag.get(term) ?? 0
      if (count === 0) continue
      const df = frequency.get(term) ?? 0
      const idf = Math.log(1 + (texts.length - df + 0.5) / (df + 0.5))
      const length = (lengths[index] ?? 0) / average
      score += (weight * idf * (count * 2.2)) / (count + 1.2 * (0.25 + 0.75 * length))
    }
    return score
  })
}

/** A word, and whatever it may stand for. */
const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap(({ stem, concepts }) => [stem, ...concepts.map(String)])

const countTerms = (text: string): Map<string, number> => {
  const bag = new Map<string, number>()
  for (let at = 0; at < Math.min(text.length, maxTextChars); at += wordsChars)
    for (const term of termsOf(text.slice(at, at + wordsChars)))
      bag.set(term, (bag.get(term) ?? 0) + 1)
  return bag
}

const maxTextChars = 2_000
/** As much as is read of a text for its words. */
const wordsChars = 300
