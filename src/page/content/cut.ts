import { float64s } from '../../kit/small-arrays.ts'

/**
 * Which blocks to keep, given how likely each is content. No fixed threshold: the doubtful blocks
 * of a page tend to be right or wrong together (all comments, the whole product grid), so the
 * truth is taken to be one of twenty nested answers, "everything likelier than u" for u from 0 to
 * 1, and the cut is the one with the best mean F1 against them. Measured against independent
 * blocks (2·Σp·n over kept plus expected words) it is worth 0.002 of word F1.
 */
export const bestCut = (
  likely: ArrayLike<number>,
  words: ArrayLike<number>,
  candidates: readonly number[],
): { kept: number[]; expected: number } => {
  const order = candidates
    .filter(at => (words[at] ?? 0) > 0)
    .sort((a, b) => (likely[b] ?? 0) - (likely[a] ?? 0) || a - b)
  const answers = nestedAnswers(likely, words, order)
  let best = 0
  let end = 0
  let taken = 0
  order.forEach((at, place) => {
    taken += words[at] ?? 0
    let sum = 0
    for (const answer of answers) sum += (2 * Math.min(taken, answer)) / (taken + answer)
    const expected = sum / answers.length
    if (expected <= best) return
    best = expected
    end = place + 1
  })
  return { kept: order.slice(0, end), expected: best }
}

const answerCount = 20

/** Words in each of the nested answers. */
const nestedAnswers = (
  likely: ArrayLike<number>,
  words: ArrayLike<number>,
  order: readonly number[],
): Float64Array => {
  const answers = float64s(answerCount)
  let sum = 0
  let place = 0
  for (let answer = answerCount - 1; answer >= 0; answer--) {
    const least = (answer + 0.5) / answerCount
    for (; place < order.length; place++) {
      const at = order[place] as number
      if ((likely[at] ?? 0) <= least) break
      sum += words[at] ?? 0
    }
    answers[answer] = sum
  }
  return answers
}
