import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Context, contextOf } from '../src/page/content/context.ts'
import { describeBlocks, featureNames } from '../src/page/content/features.ts'
import { decodeForest, type ModelFile } from '../src/page/content/model.ts'
import { pageTypes } from '../src/page/content/page.ts'
import { describePage } from '../src/page/content/page-features.ts'
import { describeAgain, secondNames } from '../src/page/content/second-look.ts'
import { firstOdds } from '../src/page/content/select.ts'
import { type PageView, viewPage } from '../src/page/content/view.ts'
import { parseHtml } from '../src/page/html/html.ts'
import { labelBlocks } from './content-labels.ts'
import { encodeForest, encodeModel } from './content-model.ts'
import {
  dropRare,
  emptyTally,
  type LexiconVotes,
  lexiconOf,
  type SiteTally,
  type Tables,
  tallyPage,
  voteSites,
} from './content-tables.ts'
import {
  type Binned,
  binRows,
  createRandom,
  type Forest,
  findEdges,
  scoreBinned,
  type TrainOptions,
  trainForest,
} from './gbdt.ts'
import { bucketOf, domainOf, readHtml, readTruth, type TruthPage } from './support/wcxb.ts'

/**
 * Learns the content model from the WCXB pages:
 *
 *     node --max-semi-space-size=128 --max-old-space-size=8000 \
 *       bench/content-train.ts <wcxb folder> [--out file] [--folds folder]
 *
 * With `--folds` it writes, besides the model of all pages, one model for each fold of domains
 * that has never seen that fold; `bench/content.ts` measures with those. `--only all --only 0`
 * makes a part of them, for two processes side by side. Nothing is random but the seeds below, so
 * the same data gives the same files.
 */
const main = () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      folds: { type: 'string' },
      only: { type: 'string', multiple: true },
    },
  })
  const folder = positionals[0]
  if (!folder) throw new Error('Usage: node bench/content-train.ts <wcxb folder> [--out file]')
  const pages = preparePages(folder)
  const votes = voteBuckets(pages)
  console.log(`${pages.length} pages read`)
  const out = values.out ?? 'src/page/learned/content.generated.json'
  const isWanted = (name: string) => !values.only || values.only.includes(name)
  if (isWanted('all')) writeModel(out, trainModel(pages, votes, new Set()))
  if (!values.folds) return
  mkdirSync(values.folds, { recursive: true })
  for (let fold = 0; fold < foldCount; fold++)
    if (isWanted(String(fold)))
      writeModel(join(values.folds, `${fold}.json`), trainModel(pages, votes, bucketsOfFold(fold)))
}

const writeModel = (file: string, model: ModelFile) => {
  const json = `${JSON.stringify(model)}\n`
  writeFileSync(file, json)
  console.log(`${file}: ${Math.round(json.length / 1000)} kB`)
}

/** Domains fall into ten buckets; two of them are one fold. */
const bucketCount = 10
export const foldCount = 5
export const foldOf = (url: string): number => bucketOf(domainOf(url), bucketCount) % foldCount

const bucketsOfFold = (fold: number): ReadonlySet<number> =>
  new Set(Array.from({ length: bucketCount }, (_, at) => at).filter(at => at % foldCount === fold))

/** Few features a tree and small steps: the blocks of a page are alike, and pages are few. */
const firstOptions: TrainOptions = {
  trees: 90,
  leaves: 31,
  rate: 0.11,
  featureShare: 0.1,
  rowShare: 0.5,
  minLeafWeight: 20,
  l2: 50,
  seed: 1,
}
const secondOptions: TrainOptions = {
  trees: 70,
  leaves: 15,
  rate: 0.11,
  featureShare: 0.3,
  rowShare: 0.6,
  minLeafWeight: 30,
  l2: 10,
  seed: 1,
}
const typeOptions: TrainOptions = {
  trees: 50,
  leaves: 8,
  rate: 0.1,
  featureShare: 0.4,
  rowShare: 0.7,
  minLeafWeight: 1,
  l2: 3,
  seed: 1,
}

export type PreparedPage = {
  page: TruthPage
  view: PageView
  labels: Float32Array
  weights: Float32Array
  bucket: number
}

/** An empty truth (a page that failed to load for its readers) teaches nothing. */
export const preparePages = (folder: string): PreparedPage[] =>
  readTruth(folder)
    .filter(page => page.main_content.trim() !== '')
    .map(page => {
      const view = viewPage(parseHtml(readHtml(folder, page.id)), page.url)
      const labels = labelBlocks(view.blocks, page.main_content)
      return {
        page,
        view,
        labels,
        weights: weighBlocks(view),
        bucket: bucketOf(domainOf(page.url), bucketCount),
      }
    })

/** The score is a mean over pages of shares of words, so a block weighs as its share of words. */
const weighBlocks = (view: PageView): Float32Array => {
  const total = view.blocks.reduce((sum, block) => sum + block.facts.words, 0)
  return Float32Array.from(view.blocks, ({ facts }) =>
    facts.words === 0 ? 0 : (300 * facts.words) / Math.max(100, total) + 0.1,
  )
}

/** A model that knows nothing of the held-out buckets. */
const trainModel = (
  all: PreparedPage[],
  votes: LexiconVotes[],
  held: ReadonlySet<number>,
): ModelFile => {
  const pages = all.filter(({ bucket }) => !held.has(bucket))
  // A page must not look its own labels up in the word tables: its bucket is left out.
  const lexicons = votes.map((_, bucket) => lexiconOf(votes, new Set([...held, bucket])))
  const lexiconFor = ({ bucket }: PreparedPage) => lexicons[bucket] as Tables
  const pageRows = pages.map(page => describePage(page.view, lexiconFor(page)))
  const { forests: types, shares } = trainTypes(pages, pageRows)
  const contexts = pages.map(page => contextOf(page.view, lexiconFor(page)))
  const rows = pages.map(({ view }, at) =>
    describeBlocks(view, contexts[at] as Context, shares[at] ?? []),
  )
  const sample = thin(pages)
  const { forest: first, odds } = trainFirst(pages, rows, sample)
  const again = pages.flatMap(({ view }, at) =>
    describeAgain(view, contexts[at] as Context, rows[at] ?? [], odds[at] ?? new Float64Array()),
  )
  const chosen = sample.chosen.map(at => again[at] as Float32Array)
  const data = binRows(chosen, findEdges(chosen, secondNames.length, 7))
  return encodeModel({
    blocks: [first],
    second: trainForest(data, sample.labels, sample.weights, secondOptions),
    types,
    lexicon: lexiconOf(votes, held),
    blockFeatures: featureNames.length,
    secondFeatures: secondNames.length,
    pageFeatures: pageRows[0]?.length ?? 0,
  })
}

/** The first model, and for each page what one without its fold says of its blocks. */
const trainFirst = (pages: PreparedPage[], rows: Float32Array[][], sample: Sample) => {
  const all = rows.flat()
  const chosen = sample.chosen.map(at => all[at] as Float32Array)
  const data = binRows(chosen, findEdges(chosen, featureNames.length, 7))
  const train = (without: number) =>
    trainForest(
      data,
      sample.labels,
      sample.weights,
      firstOptions,
      sample.folds.map(fold => (fold === without ? 0 : 1)),
    )
  // As the run time has them, rounding and early leaving included.
  const byFold = Array.from({ length: foldCount }, (_, fold) =>
    pages.some(({ bucket }) => bucket % foldCount === fold)
      ? [decodeForest(encodeForest(train(fold)))]
      : [],
  )
  const odds = pages.map(({ bucket }, at) =>
    Float64Array.from(rows[at] ?? [], row => firstOdds(byFold[bucket % foldCount] ?? [], row)),
  )
  return { forest: train(-1), odds }
}

const fullWeight = 0.6

type Sample = {
  /** Which of all blocks, page after page. */
  chosen: number[]
  labels: Float32Array
  weights: Float32Array
  folds: Uint8Array
}

/** Most rows are menu entries of a word or two: a part of them, weighing more, says the same. */
const thin = (pages: PreparedPage[]): Sample => {
  const labels = join32(pages.map(page => page.labels))
  const weights = join32(pages.map(page => page.weights))
  const folds = pages.flatMap(({ view, bucket }) => view.blocks.map(() => bucket % foldCount))
  const random = createRandom(11)
  const chances = weights.map(weight => Math.min(1, Math.max(weight, 0.2) / fullWeight))
  const chosen: number[] = []
  weights.forEach((weight, at) => {
    if (weight > 0 && random() < (chances[at] ?? 0)) chosen.push(at)
  })
  return {
    chosen,
    labels: Float32Array.from(chosen, at => labels[at] ?? 0),
    weights: Float32Array.from(chosen, at => (weights[at] ?? 0) / (chances[at] ?? 1)),
    folds: Uint8Array.from(chosen, at => folds[at] ?? 0),
  }
}

const voteBuckets = (pages: PreparedPage[]): LexiconVotes[] => {
  const buckets = Array.from({ length: bucketCount }, () => new Map<string, SiteTally>())
  for (const { page, view, labels, bucket } of pages) {
    const sites = buckets[bucket]
    const domain = domainOf(page.url)
    const tally = sites?.get(domain) ?? emptyTally()
    sites?.set(domain, tally)
    tallyPage(view, labels, page.type, tally)
  }
  const votes = buckets.map(sites => voteSites([...sites.values()]))
  dropRare(votes)
  return votes
}

/** The page-type model, and for each page what a model without its fold says of it. */
const trainTypes = (pages: PreparedPage[], rows: Float32Array[]) => {
  const data = binRows(rows, findEdges(rows, rows[0]?.length ?? 0, 1))
  const train = (without: number) => {
    const use = Uint8Array.from(pages, page => (page.bucket % foldCount === without ? 0 : 1))
    return pageTypes.map((type, at) =>
      trainForest(
        data,
        Float32Array.from(pages, ({ page }) => (page.type === type ? 1 : 0)),
        new Float32Array(pages.length).fill(1),
        { ...typeOptions, seed: at + 1 },
        use,
      ),
    )
  }
  const byFold = Array.from({ length: foldCount }, (_, fold) => train(fold))
  const shares = pages.map((page, at) => sharesOf(byFold[page.bucket % foldCount] ?? [], data, at))
  return { forests: train(-1), shares }
}

const sharesOf = (forests: Forest[], data: Binned, row: number): Float32Array => {
  const shares = Float32Array.from(forests, forest => {
    return 1 / (1 + Math.exp(-scoreBinned(forest, data, row)))
  })
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map(share => share / sum)
}

const join32 = (parts: Float32Array[]): Float32Array => {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

if (import.meta.main) main()
