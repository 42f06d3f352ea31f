import { writeFileSync } from 'node:fs'
import { chooseRegions } from '../src/products/extract/embedded/records.ts'
import { findRegions, type PageRegion } from '../src/products/extract/embedded/regions.ts'
import { toTrees } from './forest-trees.ts'
import { binRows, createRandom, type Forest, findEdges, scoreBinned, trainForest } from './gbdt.ts'
import { recordRows } from './support/extract-data.ts'
import { loadRecords, regionKeys } from './support/record-pages.ts'

/**
 * `node bench/records-train.ts <folder> [--write] [--verbose]`: which repeated structures are
 * records. Cross-validates over several random partitions: with eighty pages two partitions of
 * the same data differ by several points.
 */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds records/.')
const partitions = 5
const folds = 10
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

type Candidate = PageRegion & { page: number; keys: string[]; share: number }

const pages = recordRows(folder)
  .map(row => loadRecords(folder, row))
  .filter(page => page.truth.size > 0)
const candidates: Candidate[] = pages.flatMap(({ page, truth }, at) =>
  findRegions(page).map(region => {
    const keys = regionKeys(region)
    const share = keys.filter(key => truth.has(key)).length / keys.length
    return { ...region, page: at, keys, share }
  }),
)
const names = Object.keys(candidates[0]?.features ?? {})
const rows = candidates.map(({ features }) => Float32Array.from(Object.values(features)))
const data = binRows(rows, findEdges(rows, names.length, 1))
const labels = Float32Array.from(candidates, ({ share }) => share)

const weigh = ({ share, keys, features }: Candidate): number => {
  // On some pages every menu was labelled as records, on most none: those teach little.
  const isMenu = features.single > 0.8 && features.links > 0.8
  // Two boxes that look alike are mostly no list.
  const pair = keys.length < 3 ? 0.4 : 1
  if (share < 0.5) return pair * (1 + Math.log(keys.length))
  return pair * Math.sqrt(keys.length) * (isMenu ? 0.2 : 1)
}
const weights = Float32Array.from(candidates, weigh)

const learn = (isIn: (page: number) => boolean): Forest[] => {
  const use = Uint8Array.from(candidates, ({ page }) => Number(isIn(page)))
  return seeds.map(seed => trainForest(data, labels, weights, { ...options, seed }, use))
}

const scoreOf = (forests: Forest[], row: number) =>
  (factor * forests.reduce((sum, forest) => sum + scoreBinned(forest, data, row), 0)) /
    forests.length +
  shift

const recordF1 = (forests: Forest[], page: number) => {
  const ranked = candidates
    .map((candidate, row) => ({ ...candidate, row }))
    .filter(candidate => candidate.page === page)
    .map(candidate => ({ ...candidate, score: scoreOf(forests, candidate.row) }))
    .sort((a, b) => b.score - a.score)
  const chosen = chooseRegions(ranked)
  const truth = pages[page]?.truth ?? new Set()
  const found = new Set(chosen.flatMap(({ keys }) => keys))
  const right = [...found].filter(key => truth.has(key)).length
  return { f1: (2 * right) / Math.max(1, found.size + truth.size), chosen }
}

/** For each page the fold that leaves it out. */
const partition = (seed: number): Int32Array => {
  const random = createRandom(seed)
  const order = pages.map((_, page) => ({ page, key: random() })).sort((a, b) => a.key - b.key)
  const fold = new Int32Array(pages.length)
  order.forEach(({ page }, at) => {
    fold[page] = at % folds
  })
  return fold
}

const validate = (seed: number): number => {
  const fold = partition(seed)
  let sum = 0
  for (let left = 0; left < folds; left++) {
    const forests = learn(page => fold[page] !== left)
    for (const page of pages.keys()) {
      if (fold[page] !== left) continue
      const { f1, chosen } = recordF1(forests, page)
      sum += f1
      if (process.argv.includes('--verbose'))
        console.log(
          `page ${page} F1 ${f1.toFixed(2)} of ${pages[page]?.truth.size} records; given ${chosen
            .map(
              ({ keys, score, share }) =>
                `${keys.length} (${score.toFixed(1)}, ${share.toFixed(2)})`,
            )
            .join(' ')}`,
        )
    }
  }
  return sum / pages.length
}

const means = Array.from({ length: partitions }, (_, at) => validate(100 + at))
const mean = means.reduce((sum, one) => sum + one, 0) / means.length
console.log(
  `record F1 on unseen pages ${mean.toFixed(3)} (${pages.length} pages, ${folds} folds; partitions ${means.map(one => one.toFixed(3)).join(', ')})`,
)
if (process.argv.includes('--write')) {
  const trees = toTrees(
    learn(() => true),
    factor,
    shift,
  )
  const path = new URL('../src/page/learned/regions.generated.json', import.meta.url)
  writeFileSync(path, JSON.stringify({ features: names, ...trees }))
}
