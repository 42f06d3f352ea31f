/** A document for each link: the words of its address, its title and what links to it say. */
export type RankTask = { search: string; documents: string[] }

/** How much a word that is said often counts, and how much a long document loses. */
const k1 = 1.2
const b = 0.75

/**
 * Runs in a thread: in which order links answer a search (BM25). Those with none of its words come
 * last, in the order they were.
 */
export const rankLinks = ({ search, documents }: RankTask): number[] => {
  const wanted = [...new Set(wordsOf(search))].slice(0, maxWords)
  const counted = documents.map(document => countWords(document, wanted))
  const meanLength = counted.reduce((sum, { length }) => sum + length, 0) / (counted.length || 1)
  const weights = wanted.map((_, word) => {
    const having = counted.filter(({ counts }) => (counts[word] ?? 0) > 0).length
    return Math.log(1 + (counted.length - having + 0.5) / (having + 0.5))
  })
  const scores = counted.map(({ counts, length }) =>
    counts.reduce((score, count, word) => {
      const norm = k1 * (1 - b + (b * length) / (meanLength || 1))
      return score + ((weights[word] ?? 0) * count * (k1 + 1)) / (count + norm)
    }, 0),
  )
  return scores
    .map((_, index) => index)
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
}

const maxWords = 50

const countWords = (document: string, wanted: readonly string[]) => {
  const words = wordsOf(document)
  return {
    counts: wanted.map(word => words.reduce((count, other) => count + (other === word ? 1 : 0), 0)),
    length: words.length,
  }
}

/** Letters and digits in a row, without the plural's ending; where nothing parts words, each sign. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).map(found =>
    found.length > 3 ? found.replace(/(?<!s)s$/, '') : found,
  )

const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu
