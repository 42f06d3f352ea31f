import { placeOf } from '../../src/page/learned/columns.ts'
import {
  type Forest,
  type ForestsFile,
  readForests,
  scoreRow,
} from '../../src/page/learned/forest.ts'
import { chooseRegions } from '../../src/products/extract/embedded/regions/records.ts'
import { regionColumns } from '../../src/products/extract/embedded/regions/region-features.ts'
import {
  findRegions,
  type PageRegion,
} from '../../src/products/extract/embedded/regions/regions.ts'
import { recordRows } from '../support/extract-data.ts'
import { loadRecords, regionKeys } from '../support/record-pages.ts'
import { binRows, findEdges } from './bins.ts'
import { type Examples, trainForest } from './boosting.ts'
import { encodeForest, meanForest } from './forest-file.ts'
import { createRandom } from './random.ts'
import type { Trainer } from './trainer.ts'

const partitions = 5
const folds = 10

/** Which repeated structures of a page are records. */
export const regions: Trainer<Data, Outcome> = {
  tasks: () => [
    'all',
    ...Array.from(
      { length: partitions * folds },
      (_, at) => `partition ${Math.floor(at / folds)} fold ${at % folds}`,
    ),
  ],
  prepare: folder => prepare(folder),
  run: (data, task) => {
    if (task === 'all') return { weights: learn(data, () => true), f1: [], partition: -1 }
    const [, partition = 0, , left = 0] = task.split(' ').map(Number)
    const foldOf = partitionPages(data.truths.length, 100 + partition)
    const [forest] = readForests(
      learn(data, page => foldOf[page] !== left),
      regionColumns.names,
    ) as [Forest]
    const pages = [...data.truths.keys()].filter(page => foldOf[page] === left)
    return { partition, f1: pages.map(page => recordF1(data, forest, page)) }
  },
  finish: outcomes => {
    const means = Array.from({ length: partitions }, (_, at) =>
      mean(outcomes.flatMap(({ partition, f1 }) => (partition === at ? f1 : []))),
    )
    return {
      weights: outcomes.find(({ weights }) => weights)?.weights,
      scores: [
        `- record F1: ${mean(means).toFixed(3)} (${partitions} partitions into ${folds} folds: ${means.map(one => one.toFixed(3)).join(', ')})`,
      ],
    }
  },
  card: {
    title: 'Which repeated structures of a page are records',
    data: 'NEXT-EVAL, MIT: 80 list pages with the XPaths of every record.',
    split:
      'Random partitions of the pages into ten folds, several of them, because with so few pages two partitions differ by points; each page is judged by a model that never saw it. The content model, whose scores are among the inputs, learned from another set of pages. The rules of what one record is were written after looking at errors on these pages.',
    seeds: '7, 20, 33 and 46 (the mean of four forests ships), 100 to 104 for the partitions.',
    failures: [
      'Menus, filters and footers that some pages of the data have labelled as records and most have not.',
      'Two boxes that look alike: mostly no list, and weighed so.',
    ],
  },
}

type Candidate = PageRegion & { page: number; keys: string[]; share: number }
type Data = { candidates: Candidate[]; truths: Set<string>[]; examples: Examples }
type Outcome = { weights?: ForestsFile; partition: number; f1: number[] }

const options = {
  trees: 120,
  leaves: 12,
  rate: 0.08,
  featureShare: 0.5,
  rowShare: 0.7,
  minLeafWeight: 0.75,
  l2: 10,
}
/** The mean of several models says less of their chance. */
const seeds = [7, 20, 33, 46]
/** The weights below make the trees less sure than they may be; anything near does as well. */
const factor = 1.4
const shift = -0.15

const prepare = (folder: string): Data => {
  const pages = recordRows(folder)
    .map(row => loadRecords(folder, row))
    .filter(page => page.truth.size > 0)
  const candidates = pages.flatMap(({ page, truth }, at) =>
    findRegions(page).map(region => {
      const keys = regionKeys(region)
      const share = keys.filter(key => truth.has(key)).length / keys.length
      return { ...region, page: at, keys, share }
    }),
  )
  const rows = candidates.map(({ features }) => features)
  return {
    candidates,
    truths: pages.map(({ truth }) => truth),
    examples: {
      data: binRows(rows, findEdges(rows, { seed: 1 })),
      labels: Float32Array.from(candidates, ({ share }) => share),
      weights: Float32Array.from(candidates, weigh),
    },
  }
}

const single = placeOf(regionColumns, 'single')
const links = placeOf(regionColumns, 'links')

const weigh = ({ share, keys, features }: Candidate): number => {
  // On some pages every menu was labelled as records, on most none: those teach little.
  const isMenu = (features[single] ?? 0) > 0.8 && (features[links] ?? 0) > 0.8
  // Two boxes that look alike are mostly no list.
  const pair = keys.length < 3 ? 0.4 : 1
  if (share < 0.5) return pair * (1 + Math.log(keys.length))
  return pair * Math.sqrt(keys.length) * (isMenu ? 0.2 : 1)
}

const learn = ({ candidates, examples }: Data, isIn: (page: number) => boolean): ForestsFile => {
  const use = Uint8Array.from(candidates, ({ page }) => Number(isIn(page)))
  const forests = seeds.map(seed => trainForest(examples, { ...options, seed }, use))
  return {
    columns: regionColumns.names,
    forests: [encodeForest(meanForest(forests, factor, shift))],
  }
}

const recordF1 = ({ candidates, truths }: Data, forest: Forest, page: number): number => {
  const ranked = candidates
    .filter(candidate => candidate.page === page)
    .map(candidate => ({ ...candidate, score: scoreRow(forest, candidate.features) }))
    .sort((a, b) => b.score - a.score)
  const truth = truths[page] ?? new Set()
  const found = new Set(chooseRegions(ranked).flatMap(({ keys }) => keys))
  const right = [...found].filter(key => truth.has(key)).length
  return (2 * right) / Math.max(1, found.size + truth.size)
}

/** For each page the fold that leaves it out. */
const partitionPages = (count: number, seed: number): Int32Array => {
  const random = createRandom(seed)
  const order = Array.from({ length: count }, (_, page) => ({ page, key: random() }))
  order.sort((a, b) => a.key - b.key)
  const fold = new Int32Array(count)
  order.forEach(({ page }, at) => {
    fold[page] = at % folds
  })
  return fold
}

const mean = (values: number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
