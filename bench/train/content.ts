import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, contextOf } from '../../src/page/content/context.ts'
import { blockColumns, describeBlocks } from '../../src/page/content/features.ts'
import { judge } from '../../src/page/content/judge.ts'
import { likeliestPart } from '../../src/page/content/likeliest-part.ts'
import { loadModel } from '../../src/page/content/load.ts'
import {
  firstOdds,
  type Model,
  type ModelFile,
  readModel,
  typeShares,
} from '../../src/page/content/model.ts'
import { type PageType, pageTypes } from '../../src/page/content/page.ts'
import { describePage, pageColumns } from '../../src/page/content/page-features.ts'
import { otherParts, saidParts } from '../../src/page/content/parts.ts'
import { describeAgain, secondColumns } from '../../src/page/content/second-look.ts'
import { selectContent } from '../../src/page/content/select.ts'
import { contentText } from '../../src/page/content/text.ts'
import type { PageView } from '../../src/page/content/view.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { type ForestsFile, readForests } from '../../src/page/learned/forest.ts'
import { bucketOf, domainOf, readHtml, scoreWords, wordsOf } from '../support/wcxb.ts'
import { binRows, findEdges } from './bins.ts'
import { type Forest, type TrainOptions, trainForest } from './boosting.ts'
import { type HintPage, prepareHints, prepareMarked } from './content-hints.ts'
import { bucketCount, type PreparedPage, preparePages, type Use } from './content-pages.ts'
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
    const pages = preparePages(folder)
    const marked = prepareMarked(folder)
    return {
      pages,
      hints: [...prepareHints(folder), ...marked],
      votes: voteBuckets([...pages.filter(isLearned), ...marked]),
    }
  },
  run: (data, task, keep) => {
    if (task === 'all') {
      const weights = trainModel(data, new Set())
      const aside = data.pages.filter(({ use }) => use === 'set aside')
      return { weights, ...measure(aside, readModel(weights)) }
    }
    const fold = Number(task.split(' ')[1])
    const file = trainModel(data, bucketsOfFold(fold))
    if (keep) writeFileSync(join(keep, `${fold}.json`), `${JSON.stringify(file)}\n`)
    const left = data.pages.filter(
      ({ bucket, use }) => bucket % foldCount === fold && use !== 'set aside',
    )
    return measure(left, readModel(file))
  },
  finish: outcomes => {
    const pages = outcomes.flatMap(outcome => outcome.pages)
    const of = (isOf: (page: Measured) => boolean) => pages.filter(isOf)
    const others = [...new Set(pages.map(({ source }) => source))].filter(name => name !== 'wcxb')
    return {
      weights: outcomes.find(({ weights }) => weights)?.weights,
      scores: [
        scoreLine(
          'WCXB, word F1, all types',
          of(({ source }) => source === 'wcxb'),
        ),
        ...pageTypes.map(type =>
          scoreLine(
            type,
            of(page => page.type === type),
          ),
        ),
        ...pageTypes.map(type =>
          marksLine(
            type,
            of(page => page.type === type),
          ),
        ),
        marksLine('all types', pages),
        ...others.map(name =>
          scoreLine(
            `articles of ${name}, out of fold`,
            of(({ source, use }) => source === name && use !== 'set aside'),
          ),
        ),
        scoreLine(
          'articles of sites that were set aside, by the weights that ship',
          of(({ use }) => use === 'set aside'),
        ),
        ...(['not on the page', 'cut short'] as const).map(
          rule =>
            `- pages left out of the learning as ${rule}: ${of(({ use }) => use === rule).length}`,
        ),
        partsLine(outcomes),
      ],
    }
  },
  check: data => {
    const learned = measure(data.pages.filter(isLearned), loadModel()).pages
    return [scoreLine('the weights that ship, on the pages they learned from', learned)]
  },
  card: {
    title: 'Which blocks of a page are its content',
    data: 'WCXB (Murrough Foley, 2026), CC-BY-4.0: 1,393 of its pages, of seven types. And 226 articles, the fixtures of mozilla/readability (Apache-2.0), newspaper (MIT), newspaper4k (MIT), defuddle (MIT) and goose3 (Apache-2.0): two thirds of their sites are learned from, a third is set aside. Of 1,159 of these pages readers who did not know the code marked every block (`bench/kinds/marked-real.jsonl.gz`), and that is learned; of the others the text that the set expects. The pages of WCXB whose text is empty teach nothing and are left out. A page weighs the same in every source. Left out by rule: truths of which less than half is on the page, and truths behind which running text goes on in the same element for longer than all of them. Types, blocks and word tables are also learned from 321 pages of 210 sites, as some 175 programs write them, of which such readers marked every part (`bench/kinds/marked.jsonl.gz`), and from 236 real pages of recipe-scrapers (MIT), NEXT-EVAL (MIT) and SWDE (Apache-2.0); 111 more of other sites are set aside. Blocks alone from hints: 395 pages of many kinds (`bench/kinds`), of which such readers said what must be there and what must not, and the ingredients and steps of two thirds of the recipes',
    split:
      'Domains fall into five folds by a hash of their name, the same for every source. The score of a page comes from a model that saw no page of its fold, word tables and inner models included. The options of the training were chosen on these same folds, but for the articles that were set aside, which nobody looked at. Pages that were left out of the learning by rule are measured all the same. The parts other than main text are learned from the names that some pages’ markup has for them.',
    seeds: '1 for the trees, 7 for the cuts, 11 for the choice of rows.',
    failures: [
      'Shops and lists have the fewest pages to learn from, and the lowest scores.',
      'Where two readers would disagree (related products, boxes beside an article) nothing was learned; comments are decided by a rule of their own.',
      'Nearly all pages it learned from are English: for other scripts it leans on structure alone.',
    ],
  },
}

type Data = { pages: PreparedPage[]; hints: HintPage[]; votes: LexiconVotes[] }
/** Blocks by their marks, how many of them a scrape judges otherwise, and the F1 of words. */
type MarksSeen = { keep: number; lost: number; drop: number; left: number; f1: number }
type Measured = {
  seen: MarksSeen | undefined
  source: string
  type: string | undefined
  use: Use
  f1: number
  precision: number
  recall: number
}
/** Blocks whose part the markup names, and those of them for which the model alone says the same. */
type PartsSeen = { named: number; same: number }
type Outcome = { weights?: ModelFile; pages: Measured[]; parts: PartsSeen }

const isLearned = ({ use }: PreparedPage) => use === 'learn'

/** Each page, read by the code that ships. */
const measure = (pages: PreparedPage[], model: Model): Omit<Outcome, 'weights'> => {
  const parts: PartsSeen = { named: 0, same: 0 }
  const measured = pages.map(page => {
    const { source, type, use, folder, id, url, truth, view, labels } = page
    const { tree } = selectContent(parseHtml(readHtml(folder, id)), { url, model })
    const found = wordsOf(contentText(tree))
    seeParts(view, labels, model, parts)
    const seen = page.isMarked ? seeMarks(page, model) : undefined
    return { source, type, use, ...scoreWords(found, wordsOf(truth)), seen }
  })
  return { pages: measured, parts }
}

/** What a scrape keeps of a page, beside what its reader would. */
const seeMarks = ({ folder, id, url, view, labels }: PreparedPage, model: Model): MarksSeen => {
  const html = readHtml(folder, id)
  const options = { url, model, trace: true, essentials: true }
  const { trace = [] } = selectContent(parseHtml(html), options)
  const seen = { keep: 0, lost: 0, drop: 0, left: 0 }
  const words = { wanted: 0, given: 0, right: 0 }
  for (const { index, facts } of view.blocks) {
    const label = labels[index] ?? Number.NaN
    if (facts.words === 0 || Number.isNaN(label)) continue
    const isKept = trace[index]?.kept === true
    if (label === 1) words.wanted += facts.words
    if (isKept) words.given += facts.words
    if (isKept && label === 1) words.right += facts.words
    seen[label === 1 ? 'keep' : 'drop']++
    if (isKept !== (label === 1)) seen[label === 1 ? 'lost' : 'left']++
  }
  const all = words.wanted + words.given
  return { ...seen, f1: all === 0 ? 1 : (2 * words.right) / all }
}

const seeParts = (view: PageView, labels: Float32Array, model: Model, seen: PartsSeen) => {
  const said = saidParts(view)
  const { rows } = judge(view, model)
  for (const { index } of view.blocks) {
    const part = said[index]
    if (!part || (labels[index] ?? 0) > 0.3) continue
    seen.named++
    if (likeliestPart(model.parts, rows[index] as Float32Array) === part) seen.same++
  }
}

const scoreLine = (name: string, of: Measured[]) =>
  `- ${name}: ${mean(of.map(({ f1 }) => f1)).toFixed(4)} (precision ${mean(of.map(({ precision }) => precision)).toFixed(3)}, recall ${mean(of.map(({ recall }) => recall)).toFixed(3)}, ${of.length} pages)`

const marksLine = (name: string, of: Measured[]) => {
  const seen = of.flatMap(page => page.seen ?? [])
  const sum = (of: (page: MarksSeen) => number) => seen.reduce((all, page) => all + of(page), 0)
  const lost = percent(
    sum(page => page.lost),
    sum(page => page.keep),
  )
  const left = percent(
    sum(page => page.left),
    sum(page => page.drop),
  )
  return `- as readers marked it, ${name}: ${mean(seen.map(({ f1 }) => f1)).toFixed(4)} (${lost} % of the blocks of content lost, ${left} % of the others kept, ${seen.length} pages)`
}

const percent = (part: number, all: number) => ((100 * part) / Math.max(1, all)).toFixed(1)

const partsLine = (outcomes: Outcome[]) => {
  const named = outcomes.reduce((sum, { parts }) => sum + parts.named, 0)
  const same = outcomes.reduce((sum, { parts }) => sum + parts.same, 0)
  return `- parts: of ${named} blocks that were not content and that the markup names, the model alone says the same of ${((100 * same) / Math.max(1, named)).toFixed(1)} %`
}

const mean = (values: number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

export const foldCount = 5
const bucketFold = (site: string): number => bucketOf(site, bucketCount) % foldCount
export const foldOf = (url: string): number => bucketFold(domainOf(url))

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
const partOptions: TrainOptions = {
  trees: 24,
  leaves: 12,
  rate: 0.2,
  featureShare: 0.15,
  rowShare: 0.5,
  minLeafWeight: 5,
  l2: 5,
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

/** What blocks are learned from: a page with its whole text, or one with marks or hints. */
type LearnedPage = Pick<PreparedPage, 'view' | 'labels' | 'weights' | 'bucket'> & {
  type?: PageType | undefined
}

/**
 * A model that knows nothing of the held-out buckets. Parts are learned from pages whose whole text
 * is known, types and word tables also from marked pages, and blocks from all hints.
 */
export const trainModel = (
  { pages: all, hints, votes }: Data,
  held: ReadonlySet<number>,
): ModelFile => {
  const whole = all.filter(page => isLearned(page) && !held.has(page.bucket))
  const pages: LearnedPage[] = [...whole, ...hints.filter(({ bucket }) => !held.has(bucket))]
  // A page must not look its own labels up in the word tables: its bucket is left out.
  const lexicons = votes.map((_, bucket) => lexiconOf(votes, new Set([...held, bucket])))
  const lexiconFor = ({ bucket }: LearnedPage) => lexicons[bucket] as Tables
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
    parts: forestsFile(blockColumns, trainParts(whole, rows.flat(), sample)),
    oddsScale,
    lexicon: encodeTables(lexiconOf(votes, held)),
  }
}

const forestsFile = ({ names }: { names: readonly string[] }, forests: Forest[]): ForestsFile => ({
  columns: names,
  forests: forests.map(encodeForest),
})

/** The first model, and for each page what one without its fold says of its blocks. */
const trainFirst = (pages: LearnedPage[], rows: Float32Array[][], sample: Sample) => {
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

/**
 * What else blocks are, by the names that some pages' markup has for it: on pages without such
 * names the shapes and words are the same.
 */
const trainParts = (pages: PreparedPage[], rows: Float32Array[], { chosen }: Sample): Forest[] => {
  const said = pages.flatMap(({ view, labels }) =>
    saidParts(view).map((part, at) => ((labels[at] ?? 0) > 0.5 ? 'main' : part)),
  )
  // Blocks of hints come behind those of the pages.
  const named = chosen.filter(at => said[at] !== undefined)
  const own = named.map(at => rows[at] as Float32Array)
  const data = binRows(own, findEdges(own, { seed: 7 }))
  const weights = new Float32Array(named.length).fill(1)
  return otherParts.map(part => {
    const labels = Float32Array.from(named, at => (said[at] === part ? 1 : 0))
    return trainForest({ data, labels, weights }, partOptions)
  })
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
const thin = (pages: LearnedPage[]): Sample => {
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

type Voter = Pick<PreparedPage, 'site' | 'type' | 'view' | 'labels' | 'bucket'>

export const voteBuckets = (pages: readonly Voter[]): LexiconVotes[] => {
  const buckets = Array.from({ length: bucketCount }, () => new Map<string, SiteTally>())
  for (const { site, type, view, labels, bucket } of pages) {
    const sites = buckets[bucket]
    const tally = sites?.get(site) ?? emptyTally()
    sites?.set(site, tally)
    tallyPage(view, labels, type, tally)
  }
  const votes = buckets.map(sites => voteSites([...sites.values()]))
  dropRare(votes)
  return votes
}

/** The page-type model, and for each page what a model without its fold says of it. */
const trainTypes = (pages: LearnedPage[], rows: Float32Array[]) => {
  const typed = [...pages.keys()].filter(at => pages[at]?.type !== undefined)
  const own = typed.map(at => rows[at] as Float32Array)
  const data = binRows(own, findEdges(own, { seed: 1 }))
  const weights = new Float32Array(typed.length).fill(1)
  const train = (without: number) => {
    const use = Uint8Array.from(typed, at =>
      (pages[at]?.bucket ?? 0) % foldCount === without ? 0 : 1,
    )
    return pageTypes.map((type, at) => {
      const labels = Float32Array.from(typed, page => (pages[page]?.type === type ? 1 : 0))
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
