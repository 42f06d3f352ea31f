import { type Forest, scoreRow } from '../learned/forest.ts'
import { otherParts, type PagePart } from './parts.ts'

/** The part that its row speaks for most. */
export const likeliestPart = (forests: readonly Forest[], row: Float32Array): PagePart => {
  let best: PagePart = 'boilerplate'
  let most = -Infinity
  otherParts.forEach((part, at) => {
    const forest = forests[at]
    const score = forest ? scoreRow(forest, row) : -Infinity
    if (score <= most) return
    most = score
    best = part
  })
  return best
}
