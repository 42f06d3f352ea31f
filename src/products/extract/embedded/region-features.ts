import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/nodes.ts'
import { alignedShare, likeness, slotsOf } from './likeness.ts'
import type { PageRecord } from './regions.ts'
import type { Survey } from './survey.ts'

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

/** A list as numbers, each of them under the name that the model knows it by. */
type RegionFeatures = ReturnType<typeof describeRegion>
export type RelatedFeatures = ReturnType<typeof relateRegions>[number]

export const describeRegion = (records: PageRecord[], family: Family, survey: Survey) => {
  const list: List = {
    records,
    // What many records have in common shows in fifty.
    sample: records.slice(0, 50),
    all: records.flatMap(record => record.nodes),
    first: records[0] as PageRecord,
    family,
    survey,
  }
  return {
    ...sizesOf(list),
    ...placesOf(list),
    ...looksOf(list),
    ...textsOf(list),
    ...worthOf(list),
  }
}

type List = {
  records: PageRecord[]
  sample: PageRecord[]
  all: PageNode[]
  first: PageRecord
  family: Family
  survey: Survey
}

const sizesOf = ({ records, all, survey }: List) => {
  const lines = records.map(record => record.nodes.length)
  const chars = records.map(record => sum(record.nodes.map(node => node.text.length)))
  const start = records[0]?.nodes[0]?.id ?? 0
  const end = records.at(-1)?.nodes.at(-1)?.id ?? 0
  const pageLines = Math.max(1, survey.nodes.length)
  return {
    count: Math.min(records.length, 300),
    lines: mean(lines),
    linesSpread: spread(lines),
    chars: Math.min(2000, mean(chars)),
    charsSpread: spread(chars),
    coverage: sum(chars) / survey.chars,
    single: lines.filter(length => length === 1).length / records.length,
    position: start / pageLines,
    span: (end - start) / pageLines,
    density: all.length / Math.max(1, end - start + 1),
    heading: Number((survey.nodes[start - 2]?.level ?? 0) > 0),
    pageLines: Math.log(pageLines),
  }
}

const placesOf = ({ records, first, family, survey: { countChildren } }: List) => {
  const count = records.length
  const parents = new Set(records.map(record => record.element.parent))
  const { element } = first
  const around = [family.innermost, element, element.parent, element.parent?.parent]
  const words = around.map(wordsOf).join(' ')
  return {
    parents: Math.min(100, parents.size),
    perParent: count / parents.size,
    depth: element.depth,
    region: regions.indexOf(first.nodes[0]?.region ?? 'main'),
    tag: tags.indexOf(element.name),
    innerTag: tags.indexOf(family.innermost?.name ?? ''),
    parentTag: tags.indexOf(element.parent?.name ?? ''),
    navWords: Number(navWords.test(words)),
    itemWords: Number(itemWords.test(words)),
    away: stepsTo(element, navWords),
    awayItem: stepsTo(family.innermost, itemWords),
    siblingsShare: count / Math.max(1, sum([...parents].map(countChildren))),
    alone: Number(countChildren(element.parent) === 1),
    fanOut: count / Math.max(1, family.outer),
    fanIn: family.inner / count,
    wrapper: Number(family.outer === count),
    extra: family.extra,
    leads: Number(family.leads),
    regular: Number(family.regular),
  }
}

const looksOf = ({ records, sample, first, survey }: List) => {
  const { links, images, inputs, countChildren } = survey
  const slots = sample.map(slotsOf)
  const repeats = slots.map(one => Math.max(...one.values()))
  return {
    likeness: likeness(slots),
    aligned: alignedShare(slots),
    repeat: mean(repeats),
    repeatSpread: spread(repeats),
    childCount: mean(sample.map(record => countChildren(record.element))),
    images: mean(records.map(record => images.get(record.element) ?? 0)),
    imageShare: share(records, record => images.has(record.element)),
    inputs: share(records, record => inputs.has(record.element)),
    onlyLink: Number(links.has(first.element)),
    headings: mean(records.map(record => record.nodes.filter(node => node.level).length)),
    headingShare: share(sample, record => record.nodes.some(node => node.level)),
  }
}

const textsOf = ({ sample, all }: List) => {
  const texts = sample.map(record => record.nodes.map(node => node.text).join(' '))
  const times = new Map<string, number>()
  for (const record of sample)
    for (const line of new Set(record.nodes.map(node => node.text)))
      times.set(line, (times.get(line) ?? 0) + 1)
  const sampled = sample.flatMap(record => record.nodes)
  return {
    links: share(all, node => node.pieces.some(piece => piece.link)),
    boxLinks: mean(sample.map(record => linksOf(record).size)),
    distinct: new Set(texts).size / texts.length,
    titles: new Set(sample.map(record => record.nodes[0]?.text)).size / sample.length,
    constant: share(sampled, node => (times.get(node.text) ?? 0) >= sample.length / 2),
    digits: mean(texts.map(one => (one.match(/\d/g)?.length ?? 0) / Math.max(1, one.length))),
    money: share(texts, one => /[$€£¥₩]\s?\d|\d\s?(€|usd|eur|kr|zł|руб)/i.test(one)),
    lineWords: mean(sampled.map(node => node.text.split(' ').length)),
    longest: mean(sample.map(record => Math.max(...record.nodes.map(node => node.text.length)))),
    long: share(texts, one => one.length > 60),
  }
}

/** How much of the page's content the list holds: menus look like lists and are none of it. */
const worthOf = ({ records, all, survey }: List) => {
  const oddsOf = (node: PageNode) => survey.odds.get(node.id) ?? 0
  const tops = records.map(record => Math.max(...record.nodes.slice(0, 200).map(oddsOf)))
  const mass = sum(all.map(node => node.text.length / (1 + Math.exp(-oddsOf(node)))))
  return {
    odds: mean(all.map(oddsOf)),
    oddsTop: mean(tops),
    oddsLow: [...tops].sort((a, b) => a - b)[Math.floor(tops.length / 5)] ?? 0,
    mass: mass / survey.mass,
  }
}

/** A list is also judged by the other lists of its page. */
export const relateRegions = (regions: RegionFeatures[]) => {
  const pointsOf = ({ mass, count, likeness }: RegionFeatures) =>
    mass * Math.log(1 + count) * likeness
  const best = (values: number[]) => Math.max(0.001, ...values)
  const masses = regions.map(({ mass }) => mass).sort((a, b) => b - a)
  const topMass = best(masses)
  const ranks = new Map([...masses.entries()].reverse().map(([rank, mass]) => [mass, rank]))
  const topOdds = Math.max(...regions.map(({ odds }) => odds))
  const topCoverage = best(regions.map(({ coverage }) => coverage))
  const topPoints = best(regions.map(pointsOf))
  return regions.map(region => ({
    ...region,
    massRank: (ranks.get(region.mass) ?? 0) / regions.length,
    massBest: region.mass / topMass,
    oddsBest: region.odds - topOdds,
    coverageBest: region.coverage / topCoverage,
    pointsBest: pointsOf(region) / topPoints,
  }))
}

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
