import type { PageView } from '../../src/page/content/view.ts'
import type { Mark } from '../support/marked-pages.ts'

const labelOf: Record<Mark, number> = { keep: 1, drop: 0, any: Number.NaN }

export const labelMarks = (marks: readonly Mark[]): Float32Array =>
  Float32Array.from(marks, mark => labelOf[mark])

/** Of a whole page: half of it by words and half by blocks, for a price is as much worth as a paragraph. */
export const weighMarks = (
  { blocks }: PageView,
  marks: readonly Mark[],
  weight: number,
): Float32Array => {
  const words = blocks.reduce((sum, { facts }) => sum + facts.words, 0)
  return Float32Array.from(blocks, ({ index, facts }) =>
    marks[index] === 'any' || facts.words === 0
      ? 0
      : weight / Math.max(minBlocks, 2 * blocks.length) +
        (weight * facts.words) / Math.max(minWords, 2 * words),
  )
}

/** As much as a page has whose text is known. */
export const realWeight = 300
const minBlocks = 40
const minWords = 200
