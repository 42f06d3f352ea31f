import type { HtmlElement } from '../../../../page/html/html.ts'
import {
  columns,
  columnsFor,
  placeOf,
  rowOf,
  sideBySide,
  through,
} from '../../../../page/learned/columns.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import { relative } from './paths.ts'
import type { PageRecord } from './regions.ts'
import type { RegionSurvey } from './survey.ts'

/** What a list looks like from the tree around it. */
export type Family = {
  /** How many boxes hold the records, and how many equal boxes stand inside them. */
  outer: number
  inner: number
  /** Elements a record has besides its own one, on average. */
  extra: number
  /** Nothing stands before the first record. */
  leads: boolean
  /** Each record has as many elements as the others. */
  regular: boolean
  /** The element of the first record without the wrappers that hold nothing else. */
  innermost: HtmlElement | undefined
}

/** A list as the numbers that the model reads. */
export type RelatedFeatures = Float32Array

export const describeRegion = (
  records: PageRecord[],
  family: Family,
  survey: RegionSurvey,
): Float32Array =>
  rowOf(ownColumns, {
    records,
    // What many records have in common shows in fifty.
    sample: records.slice(0, 50),
    all: records.flatMap(record => record.nodes),
    first: records[0] as PageRecord,
    family,
    survey,
  })

type List = {
  records: PageRecord[]
  sample: PageRecord[]
  all: PageNode[]
  first: PageRecord
  family: Family
  survey: RegionSurvey
}

const sizesOf = ({ records, all, survey }: List) => ({
  records,
  all,
  survey,
  lines: records.map(record => record.nodes.length),
  chars: records.map(record => sum(record.nodes.map(node => node.text.length))),
  start: records[0]?.nodes[0]?.id ?? 0,
  end: records.at(-1)?.nodes.at(-1)?.id ?? 0,
  pageLines: Math.max(1, survey.nodes.length),
})

const sizeColumns = columns<ReturnType<typeof sizesOf>>({
  count: ({ records }) => Math.min(records.length, 300),
  lines: ({ lines }) => mean(lines),
  linesSpread: ({ lines }) => spread(lines),
  chars: ({ chars }) => Math.min(2000, mean(chars)),
  charsSpread: ({ chars }) => spread(chars),
  coverage: ({ chars, survey }) => sum(chars) / survey.chars,
  single: ({ lines }) => share(lines, length => length === 1),
  position: ({ start, pageLines }) => start / pageLines,
  span: ({ start, end, pageLines }) => (end - start) / pageLines,
  density: ({ all, start, end }) => all.length / Math.max(1, end - start + 1),
  heading: ({ survey, start }) => Number((survey.nodes[start - 2]?.level ?? 0) > 0),
  pageLines: ({ pageLines }) => Math.log(pageLines),
})

const placesOf = ({ records, first, family, survey }: List) => {
  const { element } = first
  const around = [family.innermost, element, element.parent, element.parent?.parent]
  return {
    first,
    element,
    family,
    count: records.length,
    parents: new Set(records.map(record => record.element.parent)),
    words: around.map(wordsOf).join(' '),
    countChildren: survey.countChildren,
  }
}

const placeColumns = columns<ReturnType<typeof placesOf>>({
  parents: ({ parents }) => Math.min(100, parents.size),
  perParent: ({ count, parents }) => count / parents.size,
  depth: ({ element }) => element.depth,
  region: ({ first }) => regions.indexOf(first.nodes[0]?.region ?? 'main'),
  tag: ({ element }) => tags.indexOf(element.name),
  innerTag: ({ family }) => tags.indexOf(family.innermost?.name ?? ''),
  parentTag: ({ element }) => tags.indexOf(element.parent?.name ?? ''),
  navWords: ({ words }) => Number(navWords.test(words)),
  itemWords: ({ words }) => Number(itemWords.test(words)),
  away: ({ element }) => stepsTo(element, navWords),
  awayItem: ({ family }) => stepsTo(family.innermost, itemWords),
  siblingsShare: ({ count, parents, countChildren }) =>
    count / Math.max(1, sum([...parents].map(countChildren))),
  alone: ({ element, countChildren }) => Number(countChildren(element.parent) === 1),
  fanOut: ({ count, family }) => count / Math.max(1, family.outer),
  fanIn: ({ count, family }) => family.inner / count,
  wrapper: ({ count, family }) => Number(family.outer === count),
  extra: ({ family }) => family.extra,
  leads: ({ family }) => Number(family.leads),
  regular: ({ family }) => Number(family.regular),
})

const looksOf = ({ records, sample, first, survey }: List) => {
  const slots = sample.map(slotsOf)
  const repeats = slots.map(one => Math.max(...one.values()))
  return { records, sample, first, survey, slots, repeats }
}

const lookColumns = columns<ReturnType<typeof looksOf>>({
  likeness: ({ slots }) => likeness(slots),
  aligned: ({ slots }) => alignedShare(slots),
  repeat: ({ repeats }) => mean(repeats),
  repeatSpread: ({ repeats }) => spread(repeats),
  childCount: ({ sample, survey }) =>
    mean(sample.map(record => survey.countChildren(record.element))),
  images: ({ records, survey }) =>
    mean(records.map(record => survey.images.get(record.element) ?? 0)),
  imageShare: ({ records, survey }) => share(records, record => survey.images.has(record.element)),
  inputs: ({ records, survey }) => share(records, record => survey.inputs.has(record.element)),
  onlyLink: ({ first, survey }) => Number(survey.links.has(first.element)),
  headings: ({ records }) =>
    mean(records.map(record => record.nodes.filter(node => node.level).length)),
  headingShare: ({ sample }) => share(sample, record => record.nodes.some(node => node.level)),
})

const textsOf = ({ sample, all }: List) => {
  const times = new Map<string, number>()
  for (const record of sample)
    for (const line of new Set(record.nodes.map(node => node.text)))
      times.set(line, (times.get(line) ?? 0) + 1)
  return {
    sample,
    all,
    times,
    texts: sample.map(record => record.nodes.map(node => node.text).join(' ')),
    sampled: sample.flatMap(record => record.nodes),
  }
}

const textColumns = columns<ReturnType<typeof textsOf>>({
  links: ({ all }) => share(all, node => node.pieces.some(piece => piece.link)),
  boxLinks: ({ sample }) => mean(sample.map(record => linksOf(record).size)),
  distinct: ({ texts }) => new Set(texts).size / texts.length,
  titles: ({ sample }) => new Set(sample.map(record => record.nodes[0]?.text)).size / sample.length,
  constant: ({ sampled, times, sample }) =>
    share(sampled, node => (times.get(node.text) ?? 0) >= sample.length / 2),
  digits: ({ texts }) =>
    mean(texts.map(one => (one.match(/\d/g)?.length ?? 0) / Math.max(1, one.length))),
  money: ({ texts }) => share(texts, one => /[$€£¥₩]\s?\d|\d\s?(€|usd|eur|kr|zł|руб)/i.test(one)),
  lineWords: ({ sampled }) => mean(sampled.map(node => node.text.split(' ').length)),
  longest: ({ sample }) =>
    mean(sample.map(record => Math.max(...record.nodes.map(node => node.text.length)))),
  long: ({ texts }) => share(texts, one => one.length > 60),
})

/** How much of the page's content the list holds: menus look like lists and are none of it. */
const worthOf = ({ records, all, survey }: List) => {
  const oddsOf = (node: PageNode) => survey.odds.get(node.id) ?? 0
  return {
    odds: all.map(oddsOf),
    tops: records.map(record => Math.max(...record.nodes.slice(0, 200).map(oddsOf))),
    mass: sum(all.map(node => node.text.length / (1 + Math.exp(-oddsOf(node))))),
    pageMass: survey.mass,
  }
}

const worthColumns = columns<ReturnType<typeof worthOf>>({
  odds: ({ odds }) => mean(odds),
  oddsTop: ({ tops }) => mean(tops),
  oddsLow: ({ tops }) => [...tops].sort((a, b) => a - b)[Math.floor(tops.length / 5)] ?? 0,
  mass: ({ mass, pageMass }) => mass / pageMass,
})

const ownColumns = sideBySide<List>(
  through('', sizesOf, sizeColumns),
  through('', placesOf, placeColumns),
  through('', looksOf, lookColumns),
  through('', textsOf, textColumns),
  through('', worthOf, worthColumns),
)

/** A list is also judged by the other lists of its page. */
export const relateRegions = (rows: Float32Array[]): Float32Array[] => {
  const masses = rows.map(massOf).sort((a, b) => b - a)
  const best = (values: number[]) => Math.max(0.001, ...values)
  const others: Others = {
    count: rows.length,
    ranks: new Map([...masses.entries()].reverse().map(([rank, mass]) => [mass, rank])),
    topMass: best(masses),
    topOdds: Math.max(...rows.map(oddsOf)),
    topCoverage: best(rows.map(coverageOf)),
    topPoints: best(rows.map(pointsOf)),
  }
  return rows.map(row => rowOf(regionColumns, { row, others }))
}

/** What is best on the page; `ranks` by mass. */
type Others = {
  count: number
  ranks: Map<number, number>
  topMass: number
  topOdds: number
  topCoverage: number
  topPoints: number
}
type Related = { row: Float32Array; others: Others }

const numberAt = (name: string) => {
  const place = placeOf(ownColumns, name)
  return (row: Float32Array) => row[place] as number
}
const massOf = numberAt('mass')
const oddsOf = numberAt('odds')
const coverageOf = numberAt('coverage')
const countOf = numberAt('count')
const likenessOf = numberAt('likeness')
const pointsOf = (row: Float32Array) => massOf(row) * Math.log(1 + countOf(row)) * likenessOf(row)

export const regionColumns = sideBySide<Related>(
  columnsFor(
    ownColumns.names,
    name => name,
    ({ row }, _, at) => row[at] as number,
  ),
  columns({
    massRank: ({ row, others }) => (others.ranks.get(massOf(row)) ?? 0) / others.count,
    massBest: ({ row, others }) => massOf(row) / others.topMass,
    oddsBest: ({ row, others }) => oddsOf(row) - others.topOdds,
    coverageBest: ({ row, others }) => coverageOf(row) / others.topCoverage,
    pointsBest: ({ row, others }) => pointsOf(row) / others.topPoints,
  }),
)

const regions = ['main', 'header', 'aside', 'nav', 'footer']
const tags = 'div li tr article a section td p span ul table tbody dl option h2 h3'.split(' ')

const navWords =
  /nav|menu|foot|breadcrumb|social|sidebar|widget|tab|pagination|pager|share|cookie|consent|onetrust|filter|facet|lang|modal|popup|dropdown|calendar|datepicker|advert|sponsor|taboola|trc_|outbrain/i
const itemWords =
  /item|product|card|result|post|entry|row|list|article|listing|record|job|story|tile|teaser/i

const maxUp = 16

/** How far up the first element is whose name says so. */
const stepsTo = (element: HtmlElement | undefined, words: RegExp): number => {
  let at = element
  for (let up = 0; at && up < maxUp; up++, at = at.parent) if (words.test(wordsOf(at))) return up
  return maxUp
}

const wordsOf = (element: HtmlElement | undefined) =>
  element ? `${element.name} ${element.attributes.class ?? ''} ${element.attributes.id ?? ''}` : ''

const linksOf = (record: PageRecord) =>
  new Set(record.nodes.flatMap(node => node.pieces.map(piece => piece.link)))

const share = <T>(values: T[], test: (value: T) => unknown) =>
  values.filter(test).length / Math.max(1, values.length)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: number[]) => sum(values) / Math.max(1, values.length)
const spread = (values: number[]) => {
  const middle = mean(values)
  return middle === 0 ? 0 : Math.sqrt(mean(values.map(value => (value - middle) ** 2))) / middle
}

/** The places inside a record that hold lines, and how many lines each holds. */
type Slots = Map<string, number>

const maxLines = 40

const slotsOf = (record: PageRecord): Slots => {
  const slots: Slots = new Map()
  for (const node of record.nodes.slice(0, maxLines)) {
    const key = relative(node.element, record.element)
    slots.set(key, (slots.get(key) ?? 0) + 1)
  }
  return slots
}

/** How alike records are: the share of inner places that most of them have. */
const likeness = (slots: Slots[]): number => {
  const common = commonOf(slots)
  if (common.size === 0) return 0
  let sum = 0
  for (const one of slots) {
    const shared = [...one.keys()].filter(key => common.has(key)).length
    sum += shared / (one.size + common.size - shared)
  }
  return sum / slots.length
}

const commonOf = (slots: Slots[]): Set<string> => {
  const counts = new Map<string, number>()
  for (const one of slots) for (const key of one.keys()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].filter(([, times]) => times >= slots.length / 2).map(([key]) => key))
}

/** The share of records that have the same places with as many lines as the usual record. */
const alignedShare = (slots: Slots[]): number => {
  const shapes = new Map<string, number>()
  for (const one of slots) {
    const shape = [...one].map(([key, times]) => `${key}×${times}`).join('|')
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
  }
  return Math.max(0, ...shapes.values()) / Math.max(1, slots.length)
}
