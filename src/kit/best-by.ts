/** The first of those with the highest score, where that is over a bound. */
export const bestBy = <T>(
  all: Iterable<T>,
  scoreOf: (one: T) => number,
  over = -Infinity,
): T | undefined => {
  let best: T | undefined
  let top = over
  for (const one of all) {
    const score = scoreOf(one)
    if (score <= top) continue
    top = score
    best = one
  }
  return best
}
