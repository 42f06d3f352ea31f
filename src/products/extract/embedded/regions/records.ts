import { type Forest, scoreRow } from '../../../../page/learned/forest.ts'
import type { Page } from '../../source/page.ts'
import { findRegions, type PageRegion } from './regions.ts'

/** With the log-odds that its boxes are records. */
export type RankedRegion = PageRegion & { score: number }

/** Every repeated structure with its score, also the ones that were not chosen. */
export const rankRegions = (page: Page, forest: Forest): RankedRegion[] =>
  findRegions(page)
    .map(region => ({ ...region, score: scoreRow(forest, region.features) }))
    .sort((a, b) => b.score - a.score)

/**
 * The lists that together promise the best F1; no line belongs to two of them. One more list is
 * worth it when it is right more often than half of what the others promise, so an unsure page
 * gives more lists than a clear one.
 */
export const chooseRegions = <T extends { records: PageRegion['records']; score: number }>(
  ranked: T[],
): T[] => {
  const apart = withoutOverlap(ranked)
  const rightOf = ({ records, score }: T) => records.length / (1 + Math.exp(-score))
  const due = apart.reduce((sum, region) => sum + rightOf(region), 0)
  const chosen: T[] = []
  let right = 0
  let given = 0
  for (const region of apart) {
    const more = rightOf(region)
    const count = region.records.length
    if (chosen.length > 0 && (right + more) / (given + count + due) <= right / (given + due))
      continue
    chosen.push(region)
    right += more
    given += count
  }
  return chosen
}

const withoutOverlap = <T extends { records: PageRegion['records'] }>(ranked: T[]): T[] => {
  const taken = new Set<number>()
  return ranked.filter(({ records }) => {
    const lines = records.flatMap(record => record.nodes.map(node => node.id))
    if (lines.some(line => taken.has(line))) return false
    for (const line of lines) taken.add(line)
    return true
  })
}
