import { atLeast, atMost, defineBench, figure, share } from './harness/bench.ts'
import { recipeHtml, recipeRows, recipeUrl } from './support/extract-data.ts'
import { recipeSchema } from './support/extract-schemas.ts'
import { extractEmbedded, planned, type Question } from './support/extract-tasks.ts'
import { figuresInside, type Known, knownPages, standsIn } from './support/grounding-values.ts'

export const bench = defineBench({
  name: 'grounding',
  part: 'Extract',
  title:
    'A model’s values held against the page: 500 pages of SWDE and 233 recipes in many languages',
  minutes: 6,
  needs: { data: ['recipes/truth.jsonl', 'swde/labels.jsonl'] },
  rows: {
    kept: {
      what: 'true values that stand in the page’s source, and are kept',
      unit: '%',
      limit: atLeast(99.5),
      note: 'Labelled by people, one field at a time, without a citation.',
    },
    marked: { what: 'of these, marked as doubtful or named in the warning', unit: '%' },
    unseen: {
      what: 'of these marks, that only the page’s markup says it, which no reader sees',
      unit: '%',
    },
    foreign: {
      what: 'true values of another page, of the same field, that come through unmarked',
      unit: '%',
      limit: atMost(0.5),
      note: 'They come through where this page has the same words or number for something else.',
    },
    foreignMarked: { what: 'the same, that come through with a mark', unit: '%' },
    figures: {
      what: 'figures out of dates, times and codes given as price, count or rating, that are confirmed',
      limit: atMost(0),
    },
    confirmed: {
      what: 'values of the embedded extractor for recipes that are confirmed',
      unit: '%',
    },
    invented: { what: 'made-up values that are confirmed', limit: atMost(0) },
    text: { what: 'characters of HTML for one that a model is sent' },
  },
  measure: async ({ data, sample, verbose, say }) => {
    const sums = empty()
    const groups = Map.groupBy(knownPages(data('')), ({ group }) => group)
    const tell = verbose ? say : () => undefined
    for (const pages of groups.values())
      pages.forEach((page, at) => {
        if (at % sample === 0) measureTruth(sums, page, others(pages, at), tell)
      })
    for (const row of recipeRows(data('')).filter((_, at) => at % sample === 0))
      measureEmbedded(
        sums,
        { html: recipeHtml(data(''), row), url: recipeUrl(row), schema: recipeSchema },
        tell,
      )
    return {
      kept: share(sums.kept, sums.truths),
      marked: share(sums.marked, sums.kept),
      unseen: share(sums.unseen, sums.marked),
      foreign: share(sums.foreign, sums.tried),
      foreignMarked: share(sums.foreignMarked, sums.tried),
      figures: share(sums.figuresKept, sums.figures),
      confirmed: share(sums.confirmed, sums.values),
      invented: figure(sums.invented),
      text: figure(sums.html / sums.text),
    }
  },
})

const empty = () => ({
  ...{ truths: 0, kept: 0, marked: 0, unseen: 0 },
  ...{ tried: 0, foreign: 0, foreignMarked: 0, figures: 0, figuresKept: 0 },
  ...{ values: 0, confirmed: 0, invented: 0, html: 0, text: 0 },
})

/** A few pages of the same sort, of which the values are taken. */
const others = (pages: Known[], at: number): Known[] =>
  [7, 13, 29, 41].map(step => pages[(at + step * 3) % pages.length] as Known)

type Say = (line: string) => void

const measureTruth = (
  sums: ReturnType<typeof empty>,
  page: Known,
  strangers: Known[],
  say: Say,
) => {
  const question = page.question()
  const { hold, lines } = planned(question)
  const isThere = standsIn(question.html)
  /** What becomes of each of these values, all given at once. */
  const ask = (values: Record<string, unknown>, from = hold) => {
    const { data, warnings } = from(values)
    return Object.entries(values).map(([name, value]) => ({
      ...{ name, value, warnings },
      isKept: Object(data)[name] !== null && Object(data)[name] !== undefined,
      isMarked: warnings.some(one => new RegExp(`/${name}\\b`).test(one)),
      isUnseen: warnings.some(one =>
        new RegExp(`not in what a reader sees.*/${name}\\b`).test(one),
      ),
    }))
  }
  const truth = Object.entries(page.truth).filter(([name, value]) => isThere(value, name))
  for (const { name, value, isKept, isMarked, isUnseen, warnings } of ask(
    Object.fromEntries(truth),
  )) {
    sums.truths++
    if (isKept) sums.kept++
    if (isKept && isMarked) sums.marked++
    if (isKept && isUnseen) sums.unseen++
    if (!isKept || isMarked)
      say(`${isKept ? 'marked' : 'LOST'} ${question.url} ${name}: ${value} ${warnings.join(' ')}`)
  }
  for (const stranger of strangers) {
    const values = Object.entries(stranger.truth).filter(
      ([name, value]) => !isAlike(value, page.truth[name]),
    )
    for (const { name, value, isKept, isMarked } of ask(Object.fromEntries(values))) {
      sums.tried++
      if (isKept && isMarked) sums.foreignMarked++
      if (!isKept || isMarked) continue
      sums.foreign++
      say(`FOREIGN ${question.url} ${name}: ${value} for ${page.truth[name]}`)
    }
  }
  const texts = lines.lines.map(({ text }) => text)
  const shop = planned({ ...question, schema: figureSchema })
  for (const value of figuresInside(texts).slice(0, 3))
    for (const { name, isKept } of ask(
      { price: value, rating: value, review_count: value },
      shop.hold,
    )) {
      sums.figures++
      if (!isKept) continue
      sums.figuresKept++
      say(`FIGURE ${question.url} ${name}: ${value}`)
    }
}

const figureSchema = {
  type: 'object',
  properties: {
    price: { type: 'number' },
    rating: { type: 'number' },
    review_count: { type: 'integer' },
  },
}

/** Part of one another: a longer name of the same thing is not foreign. */
const isAlike = (a: unknown, b: unknown): boolean => {
  const [one, two] = [a, b].map(value =>
    String(value ?? '')
      .toLowerCase()
      .trim(),
  )
  return one === undefined || two === undefined || one.includes(two) || two.includes(one)
}

const measureEmbedded = (sums: ReturnType<typeof empty>, question: Question, say: Say) => {
  const embedded = extractEmbedded(question)
  if (!embedded) return
  const { hold, parts } = planned(question)
  sums.values += Object.keys(embedded.evidence).length
  const { evidence } = hold(embedded.data)
  sums.confirmed += Object.keys(evidence).length
  for (const [pointer, { quote }] of Object.entries(embedded.evidence))
    if (!evidence[pointer]) say(`UNCONFIRMED ${question.url} ${pointer}: ${quote}`)
  sums.invented += Object.keys(hold(invented).evidence).length
  sums.html += question.html.length
  for (const { text, facts } of parts) sums.text += text.length + facts.length
}

const invented = { title: 'Zorbal Quintessence Deluxe 9000', author: 'Ignatius Q. Nonesuch' }
