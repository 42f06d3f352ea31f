import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, contextOf } from '../../src/page/content/context.ts'
import { blockColumns, describeBlocks } from '../../src/page/content/features.ts'
import { loadModel } from '../../src/page/content/load.ts'
import {
  firstOdds,
  type Model,
  type ModelFile,
  readModel,
  typeShares,
} from '../../src/page/content/model.ts'
import { pageTypes } from '../../src/page/content/page.ts'
import { describePage, pageColumns } from '../../src/page/content/page-features.ts'
import { describeAgain, secondColumns } from '../../src/page/content/second-look.ts'
import { selectContent } from '../../src/page/content/select.ts'
import { contentText } from '../../src/page/content/text.ts'
import { type PageView, viewPage } from '../../src/page/content/view.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { type ForestsFile, readForests } from '../../src/page/learned/forest.ts'
import {
  bucketOf,
  domainOf,
  readHtml,
  readTruth,
  scoreWords,
  type TruthPage,
  wordsOf,
} from '../support/wcxb.ts'
import { binRows, findEdges } from './bins.ts'
import { type Forest, type TrainOptions, trainForest } from './boosting.ts'
import { labelBlocks } from './content-labels.ts'
import {
  dropRare,
  emptyTally,
  encodeTables,
  type LexiconVotes,
  lexiconOf,
  oddsScale,
  type SiteTally,
  type Tables,
  tallyPage,
  voteSites,
} from './content-tables.ts'
import { encodeForest } from './forest-file.ts'
import { createRandom } from './random.ts'
import type { Trainer } from './trainer.ts'

/** Which blocks of a page are its content: learned from the pages and texts of WCXB. */
export const content: Trainer<Data, Outcome> = {
  tasks: () => ['all', ...Array.from({ length: foldCount }, (_, fold) => `fold ${fold}`)],
  prepare: folder => {
    const pages = preparePages(join(folder, 'wcxb'))
    return { folder: join(folder, 'wcxb'), pages, votes: voteBuckets(pages) }
  },
  run: (data, task, keep) => {
    if (task === 'all') return { weights: trainModel(data, new Set()), pages: [] }
    const fold = Number(task.split(' ')[1])
    const file = trainModel(data, bucketsOfFold(fold))
    if (keep) writeFileSync(join(keep, `${fold}.json`), `${JSON.stringify(file)}\n`)
    return { pages: measureFold(data, fold, file) }
  },
  finish: outcomes => {
    const pages = outcomes.flatMap(outcome => outcome.pages)
    const line = (name: string, of: Measured[]) =>
      `- ${name}: ${mean(of.map(({ f1 }) => f1)).toFixed(4)} (precision ${mean(of.map(({ precision }) => precision)).toFixed(3)}, recall ${mean(of.map(({ recall }) => recall)).toFixed(3)}, ${of.length} pages)`
    return {
      weights: outcomes.find(({ weights }) => weights)?.weights,
      scores: [
        line('word F1, all types', pages),
        ...pageTypes.map(type =>
          line(
            type,
            pages.filter(page => page.type === type),
          ),
        ),
      ],
    }
  },
  check: data => [
    `- the weights that ship, on the pages they learned from: ${mean(measure(data, data.pages, loadModel()).map(({ f1 }) => f1)).toFixed(4)}`,
  ],
  card: {
    title: 'Which blocks of a page are its content',
    data: 'WCXB (Murrough Foley, 2026), CC-BY-4.0: 1,393 of its pages, of seven types, with the text a reader would keep. The 16 pages whose text is empty teach nothing and are left out.',
    split:
      'Domains fall into five folds by a hash of their name. The score of a page comes from a model that saw no page of its fold, word tables and inner models included. The options of the training were chosen on these same folds.',
    seeds: '1 for the trees, 7 for the cuts, 11 for the choice of rows.',
    failures: [
      'Shops and lists have the fewest pages to learn from, and the lowest scores.',
      'Headlines, prices and authors of posts are mostly missing from the texts it learned from; `essentials` keeps them.',
      'Where two readers would disagree (comments under an article, related products) it follows the data set.',
    ],
  },
}

type Data = { folder: string; pages: PreparedPage[]; votes: LexiconVotes[] }
type Measured = { type: string; f1: number; precision: number; recall: number }
type Outcome = { weights?: ModelFile; pages: Measured[] }

/** Each page of the fold, read by the code that ships with the model that never saw it. */
const measureFold = (data: Data, fold: number, file: ModelFile): Measured[] =>
  measure(
    data,
    data.pages.filter(({ bucket }) => bucket % foldCount === fold),
    readModel(file),
  )

const measure = ({ folder }: Data, pages: PreparedPage[], model: Model): Measured[] =>
  pages.map(({ page }) => {
    const { tree } = selectContent(parseHtml(readHtml(folder, page.id)), { url: page.url, model })
    const found = wordsOf(contentText(tree))
    return { type: page.type, ...scoreWords(found, wordsOf(page.main_content)) }
  })

const mean = (values: number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

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

type PreparedPage = {
  page: TruthPage
  view: PageView
  labels: Float32Array
  weights: Float32Array
  bucket: number
}

/** An empty truth (a page that failed to load for its readers) teaches nothing. */
const preparePages = (folder: string): PreparedPage[] =>
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
const trainModel = ({ pages: all, votes }: Data, held: ReadonlySet<number>): ModelFile => {
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
  const examples = { ...sample, data: binRows(chosen, findEdges(chosen, { seed: 7 })) }
  return {
    types: forestsFile(pageColumns, types),
    blocks: forestsFile(blockColumns, [first]),
    second: forestsFile(secondColumns, [trainForest(examples, secondOptions)]),
    oddsScale,
    lexicon: encodeTables(lexiconOf(votes, held)),
  }
}

const forestsFile = ({ names }: { names: readonly string[] }, forests: Forest[]): ForestsFile => ({
  columns: names,
  forests: forests.map(encodeForest),
})

/** The first model, and for each page what one without its fold says of its blocks. */
const trainFirst = (pages: PreparedPage[], rows: Float32Array[][], sample: Sample) => {
  const all = rows.flat()
  const chosen = sample.chosen.map(at => all[at] as Float32Array)
  const examples = { ...sample, data: binRows(chosen, findEdges(chosen, { seed: 7 })) }
  const train = (without: number) =>
    trainForest(
      examples,
      firstOptions,
      sample.folds.map(fold => (fold === without ? 0 : 1)),
    )
  // As the run time has them, rounding and early leaving included.
  const byFold = Array.from({ length: foldCount }, (_, fold) =>
    pages.some(({ bucket }) => bucket % foldCount === fold)
      ? readForests(forestsFile(blockColumns, [train(fold)]), blockColumns.names)
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
  const data = binRows(rows, findEdges(rows, { seed: 1 }))
  const weights = new Float32Array(pages.length).fill(1)
  const train = (without: number) => {
    const use = Uint8Array.from(pages, page => (page.bucket % foldCount === without ? 0 : 1))
    return pageTypes.map((type, at) => {
      const labels = Float32Array.from(pages, ({ page }) => (page.type === type ? 1 : 0))
      return trainForest({ data, labels, weights }, { ...typeOptions, seed: at + 1 }, use)
    })
  }
  const byFold = Array.from({ length: foldCount }, (_, fold) =>
    readForests(forestsFile(pageColumns, train(fold)), pageColumns.names),
  )
  const shares = pages.map(({ bucket }, at) =>
    typeShares(byFold[bucket % foldCount] ?? [], rows[at] as Float32Array),
  )
  return { forests: train(-1), shares }
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
