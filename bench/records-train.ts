import { writeFileSync } from 'node:fs'
import { chooseRegions } from '../src/extraction/extract/embedded/records.ts'
import {
  findRegions,
  type PageRegion,
  regionFeatureNames,
} from '../src/extraction/extract/embedded/regions.ts'
import type { Trees } from '../src/extraction/extract/embedded/trees.ts'
import { recordRows } from './extract-data.ts'
import { defaultOptions, train } from './extract-gbdt.ts'
import { loadRecords, type RecordPage, regionKeys } from './records.ts'

/** `node bench/records-train.ts <folder> [--write]`: which repeated structures are records. */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder that holds records/.')
const options = { ...defaultOptions, trees: 120, leaves: 12, rate: 0.08, l2: 10 }
/** Eighty pages are few: the mean of several models says less of their chance. */
const seeds = [7, 20, 33]
const pages = recordRows(folder)
  .map(row => loadRecords(folder, row))
  .filter(page => page.truth.size > 0)

const learn = (from: RecordPage[]): Trees => {
  const rows: Float32Array[] = []
  const labels: number[] = []
  const weights: number[] = []
  for (const { page, truth } of from)
    for (const region of findRegions(page)) {
      const keys = regionKeys(region)
      const share = keys.filter(key => truth.has(key)).length / keys.length
      rows.push(region.features)
      labels.push(Number(share >= 0.5))
      weights.push(
        share >= 0.5
          ? Math.sqrt(keys.length) * (isMenu(region) ? menuWeight : 1)
          : 1 + Math.log(keys.length),
      )
    }
  const set = { rows, labels: Uint8Array.from(labels), weights: Float32Array.from(weights) }
  return mean(seeds.map(seed => train(set, { ...options, seed })))
}

/** On some pages every menu was labelled as records, on most none: those teach little. */
const menuWeight = 0.2
const isMenu = ({ features }: PageRegion) =>
  featureOf(features, 'single') > 0.8 && featureOf(features, 'links') > 0.8
const featureOf = (features: Float32Array, name: string) =>
  features[regionFeatureNames.indexOf(name)] ?? 0

const mean = (models: Trees[]): Trees => {
  const all: Trees = { roots: [], feature: [], value: [], right: [] }
  for (const { roots, feature, value, right } of models) {
    const start = all.feature.length
    all.roots.push(...roots.map(root => root + start))
    all.right.push(...right.map((at, node) => ((feature[node] ?? -1) < 0 ? at : at + start)))
    all.value.push(
      ...value.map((one, node) => ((feature[node] ?? -1) < 0 ? round(one / models.length) : one)),
    )
    all.feature.push(...feature)
  }
  return all
}

const round = (value: number) => Math.round(value * 1e5) / 1e5

export const recordF1 = (trees: Trees, { page, truth }: RecordPage): number => {
  const found = new Set(chooseRegions(page, trees).flatMap(regionKeys))
  const right = [...found].filter(key => truth.has(key)).length
  return (2 * right) / Math.max(1, found.size + truth.size)
}

const folds = 8
let sum = 0
for (let fold = 0; fold < folds; fold++) {
  const trees = learn(pages.filter((_, i) => i % folds !== fold))
  pages.forEach((page, i) => {
    if (i % folds !== fold) return
    const f1 = recordF1(trees, page)
    sum += f1
    if (process.argv.includes('--verbose')) {
      const found = chooseRegions(page.page, trees).map(
        region =>
          `${region.records.length}×${region.records[0]?.element.name} ${region.score.toFixed(1)}`,
      )
      console.log(
        `page ${i} F1 ${f1.toFixed(2)} truth ${page.truth.size} found ${found.join(', ').slice(0, 150)}`,
      )
    }
  })
}
console.log(
  `record F1 on unseen pages ${(sum / pages.length).toFixed(3)} (mean over ${pages.length} pages)`,
)
if (process.argv.includes('--write')) {
  const trees = learn(pages)
  const path = new URL('../src/extraction/extract/embedded/regions.generated.json', import.meta.url)
  writeFileSync(path, JSON.stringify({ features: regionFeatureNames, ...trees }))
}
