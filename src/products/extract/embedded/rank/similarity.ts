import { overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import { ornaments, type Query } from './query.ts'

/**
 * With the field's name, with its description, how much of the name is in it, and whether both end
 * in the same word: "fuel capacity" is no fuel economy.
 */
export type Similarity = { name: number; context: number; recall: number; head: number }

/** Of most texts of a page, for most fields. */
export const nothing: Similarity = { name: 0, context: 0, recall: 0, head: 0 }

/** How like a field's name the words of a label are. */
export const createSimilarity = (query: Query) => {
  const touches = createTouch(query)
  return (text: string, given = wordsOf(text)): Similarity => {
    if (!given.some(touches)) return nothing
    const found = { name: 0, context: overlap(query.context, given).precision, recall: 0, head: 0 }
    const plain = withoutOrnaments(text, given)
    for (const { words, weight } of query.names) {
      const { recall, precision } = overlap(words, given)
      found.name = Math.max(found.name, weight * harmonic(recall, precision))
      found.recall = Math.max(found.recall, weight * recall)
      found.head = Math.max(found.head, weight * headsAlike(words, given))
      if (plain === given) continue
      const bare = overlap(words, plain)
      found.name = Math.max(
        found.name,
        plainWeight * weight * harmonic(bare.recall, bare.precision),
      )
    }
    return found
  }
}

/** A label without what pages put in front of it, and what stands in brackets: "PE ratio (TTM)". */
const withoutOrnaments = (text: string, given: Word[]): Word[] => {
  const bare = text.includes('(') ? wordsOf(text.replace(/\([^()]{1,30}\)/g, ' ')) : given
  const plain = bare.filter(({ stem }) => !ornaments.has(stem))
  return plain.length === 0 || plain.length === given.length ? given : plain
}

const plainWeight = 0.97

const headsAlike = (words: Word[], given: Word[]): number => {
  const [one, other] = [headOf(words), headOf(given)]
  return one && other ? overlap([one], [other]).recall : 0
}

/** The last word that is no number: of "ISBN-13" and "weight (2)" the first. */
const headOf = (words: Word[]) => words.findLast(({ stem }) => !/^\d+$/.test(stem))

/** Whether a word has anything to do with what the caller says: most words of a page have not. */
const createTouch = ({ names, context }: Query) => {
  const words = [...names.flatMap(way => way.words), ...context]
  const stems = new Set(words.map(({ stem }) => stem))
  const concepts = new Set(words.flatMap(word => word.concepts))
  // "Life span" is `lifespan`.
  for (const { words } of names) {
    const [{ stem = '' } = {}, ...more] = words
    if (more.length === 0) for (let at = 3; at < stem.length; at++) stems.add(stem.slice(0, at))
  }
  return ({ stem, concepts: own }: Word) => {
    return stems.has(stem) || own.some(concept => concepts.has(concept))
  }
}

const harmonic = (a: number, b: number) => (a + b === 0 ? 0 : (2 * a * b) / (a + b))
