/**
 * Which blocks to keep, given how likely each is content. Not a fixed threshold: the best cut for
 * one page is the one with the highest expected F1, 2·Σp·n over the kept words divided by the
 * kept words plus all the words expected to be content (p probability, n words).
 */
export const bestCut = (
  likely: ArrayLike<number>,
  words: ArrayLike<number>,
  candidates: number[],
): { kept: number[]; threshold: number; expected: number } => {
  const order = candidates
    .filter(at => (words[at] ?? 0) > 0)
    .sort((a, b) => (likely[b] ?? 0) - (likely[a] ?? 0) || a - b)
  let all = 0
  for (const at of order) all += (likely[at] ?? 0) * (words[at] ?? 0)
  let best = 0
  let end = 0
  let right = 0
  let taken = 0
  order.forEach((at, place) => {
    right += (likely[at] ?? 0) * (words[at] ?? 0)
    taken += words[at] ?? 0
    const expected = (2 * right) / (taken + all)
    if (expected <= best) return
    best = expected
    end = place + 1
  })
  const last = order[end - 1]
  return {
    kept: order.slice(0, end),
    threshold: last === undefined ? 1 : (likely[last] ?? 1),
    expected: best,
  }
}
