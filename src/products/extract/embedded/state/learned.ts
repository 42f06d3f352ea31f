import { type Forest, readForests } from '../../../../page/learned/forest.ts'
import ranker from '../../../../page/learned/ranker.generated.json' with { type: 'json' }
import regions from '../../../../page/learned/regions.generated.json' with { type: 'json' }
import { type Ranker, readRanker } from '../rank/rank.ts'
import { regionColumns } from '../regions/region-features.ts'

/** What was learned: which text answers a field, and which repeated boxes are records. */
export type Learned = { ranker: Ranker; regions: Forest }

export const shipped: Learned = {
  ranker: readRanker(ranker),
  regions: readForests(regions, regionColumns.names)[0] as Forest,
}
