import { float64s } from '../../kit/small-arrays.ts'
import type { Block } from './blocks.ts'
import { meansBy } from './means.ts'
import type { PageView } from './view.ts'

/* Real pages have a few thousand blocks. One of a hundred thousand is judged by examples. */

/** More rows than these are not worked out for any page. */
const maxJudged = 20_000
/** So many blocks with the same elements around them say what the others are. */
const maxOfShape = 100

/** All blocks, or the first of each shape where there are too many. */
export const blocksToJudge = ({ blocks, shapes }: PageView): Block[] => {
  if (blocks.length <= maxJudged) return blocks
  const counts = new Map<number, number>()
  const chosen = blocks.filter(({ index }) => {
    const shape = shapes[index] as number
    const count = counts.get(shape) ?? 0
    if (count < maxOfShape) counts.set(shape, count + 1)
    return count < maxOfShape
  })
  return chosen.slice(0, maxJudged)
}

/** A block that was not judged is as likely as those of its shape, or else as all of them. */
export const spreadOdds = (
  { blocks, shapes }: PageView,
  judged: readonly Block[],
  odds: Float64Array,
): void => {
  if (judged.length === blocks.length) return
  const isJudged = float64s(blocks.length)
  let sum = 0
  for (const { index } of judged) {
    isJudged[index] = 1
    sum += odds[index] as number
  }
  const means = meansBy(shapes, odds, isJudged)
  for (const { index } of blocks) {
    if (isJudged[index]) continue
    const mean = means[index] as number
    odds[index] = Number.isNaN(mean) ? sum / judged.length : mean
  }
}
