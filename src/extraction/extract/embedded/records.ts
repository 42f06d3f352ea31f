import type { Page } from '../page.ts'
import regionRanker from './regions.generated.json' with { type: 'json' }
import { findRegions, type PageRegion } from './regions.ts'
import { scoreTrees, type Trees } from './trees.ts'

export type RankedRegion = PageRegion & { score: number }

/** Repeated records of the page, the surest first; no line belongs to two of them. */
export const findRecords = (page: Page): RankedRegion[] => chooseRegions(page, regionTrees)

export const regionTrees: Trees = regionRanker

/** Every repeated structure with its score, also the ones that were not chosen. */
export const rankRegions = (page: Page, trees: Trees): RankedRegion[] =>
  findRegions(page)
    .map(region => ({ ...region, score: scoreTrees(trees, region.features) }))
    .sort((a, b) => b.score - a.score)

export const chooseRegions = (page: Page, trees: Trees): RankedRegion[] => {
  const chosen: RankedRegion[] = []
  const taken = new Set<number>()
  for (const region of rankRegions(page, trees)) {
    if (chosen.length > 0 && region.score < minLogOdds) break
    const lines = region.records.flatMap(record => record.nodes.map(node => node.id))
    if (lines.some(line => taken.has(line))) continue
    for (const line of lines) taken.add(line)
    chosen.push(region)
  }
  return chosen
}

/** Where cross-validation gives the best F1 over all records of a page. */
const minLogOdds = -0.25
