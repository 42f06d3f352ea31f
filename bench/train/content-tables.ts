import type { Block, Region } from '../../src/page/content/blocks.ts'
import { isShort, pageTokens, proseTokens, textTokens } from '../../src/page/content/lexicon.ts'
import type { ModelFile } from '../../src/page/content/model.ts'
import { type PageType, pageTypes } from '../../src/page/content/page.ts'
import { markupTokens } from '../../src/page/content/regions.ts'
import type { PageView } from '../../src/page/content/view.ts'
import type { WordTableFile } from '../../src/page/learned/word-table.ts'

/** How much of what stood under each token was content, on one site: share of words and a count. */
export type Tally = Map<number, [content: number, all: number]>
const kinds = ['markup', 'text', 'prose', 'heading', 'goodsMarkup', 'goodsText'] as const
export type TableKind = (typeof kinds)[number]
/** `types` holds one tally for each page type. */
export type SiteTally = Record<TableKind, Tally> & { types: Tally[] }
export type Tables = Record<TableKind, Map<number, number>> & { types: Map<number, number>[] }

export const emptyTally = (): SiteTally => ({
  markup: new Map(),
  text: new Map(),
  prose: new Map(),
  heading: new Map(),
  goodsMarkup: new Map(),
  goodsText: new Map(),
  types: pageTypes.map(() => new Map()),
})

/** A label that is no number is nobody's: that block says nothing. */
export const tallyPage = (
  view: PageView,
  labels: Float32Array,
  type: PageType | undefined,
  tally: SiteTally,
) => {
  const goods = type !== undefined && type !== 'article' && type !== 'documentation'
  const whole = type === undefined ? [] : pageTokens(view)
  tally.types.forEach((votes, at) => {
    for (const token of whole) count(votes, token, pageTypes[at] === type ? 1 : 0, 1)
  })
  const tokens = new Map<Region, Int32Array>()
  for (const block of view.blocks) {
    const { index, facts } = block
    const label = labels[index] ?? 0
    if (facts.words === 0 || Number.isNaN(label)) continue
    const weight = Math.min(facts.words, 30)
    const seen = new Set<number>()
    for (let region: Region | undefined = block.region; region; region = region.parent) {
      let own = tokens.get(region)
      if (!own) {
        own = markupTokens(region)
        tokens.set(region, own)
      }
      for (const token of own) seen.add(token)
    }
    for (const token of seen) {
      count(tally.markup, token, label * weight, weight)
      if (goods) count(tally.goodsMarkup, token, label * weight, weight)
    }
    if (isShort(block))
      for (const token of textTokens(block)) {
        count(tally.text, token, label, 1)
        if (goods) count(tally.goodsText, token, label, 1)
      }
    else for (const token of new Set(proseTokens(block))) count(tally.prose, token, label, 1)
    for (const heading of [view.heading[index] ?? -1, view.upperHeading[index] ?? -1]) {
      const above: Block | undefined = view.blocks[heading]
      if (above)
        for (const token of textTokens(above)) count(tally.heading, token, label * weight, weight)
    }
  }
}

const count = (tally: Tally, token: number, content: number, all: number) => {
  const entry = tally.get(token)
  if (!entry) tally.set(token, [content, all])
  else {
    entry[0] += content
    entry[1] += all
  }
}

/** Sums over sites: each site is one vote, however many pages and blocks it has. */
export type Votes = Map<number, [content: number, sites: number]>
export type LexiconVotes = Record<TableKind, Votes> & { types: Votes[] }

export const voteSites = (sites: SiteTally[]): LexiconVotes => {
  const votes: LexiconVotes = emptyVotes()
  for (const site of sites) {
    for (const kind of kinds) castVotes(site[kind], votes[kind])
    site.types.forEach((tally, at) => {
      castVotes(tally, votes.types[at] ?? new Map())
    })
  }
  return votes
}

/** Forgets words that too few sites use to ever be in a table: nearly all of them. */
export const dropRare = (buckets: LexiconVotes[]) => {
  const drop = (votes: Votes[], least: number) => {
    const sites = new Map<number, number>()
    for (const bucket of votes)
      for (const [token, [, all]] of bucket) sites.set(token, (sites.get(token) ?? 0) + all)
    for (const bucket of votes)
      for (const token of bucket.keys()) if ((sites.get(token) ?? 0) < least) bucket.delete(token)
  }
  for (const kind of kinds)
    drop(
      buckets.map(bucket => bucket[kind]),
      minSites[kind],
    )
}

const castVotes = (tally: Tally, votes: Votes) => {
  for (const [token, [content, all]] of tally) {
    const entry = votes.get(token)
    if (!entry) votes.set(token, [content / all, 1])
    else {
      entry[0] += content / all
      entry[1]++
    }
  }
}

const emptyVotes = (): LexiconVotes => ({
  markup: new Map(),
  text: new Map(),
  prose: new Map(),
  heading: new Map(),
  goodsMarkup: new Map(),
  goodsText: new Map(),
  types: pageTypes.map(() => new Map()),
})

/** Log-odds are stored as signed bytes of this part of one. */
export const oddsScale = 24

const minSites: Record<TableKind, number> = {
  markup: 3,
  text: 6,
  prose: 8,
  heading: 3,
  goodsMarkup: 3,
  goodsText: 5,
}
const smoothing = 1.5

/** In running text only words that speak against it tell something. */
const isTelling = (kind: TableKind, odds: number): boolean =>
  kind === 'prose' ? odds <= -0.6 : Math.abs(odds) >= 0.35

/** Votes of all buckets but the left-out ones, as log-odds against the average. */
export const lexiconOf = (buckets: LexiconVotes[], without: ReadonlySet<number>): Tables => {
  const used = buckets.filter((_, at) => !without.has(at))
  const table = (kind: TableKind) =>
    oddsTable(
      used.map(bucket => bucket[kind]),
      minSites[kind],
      odds => isTelling(kind, odds),
    )
  const typeTable = (at: number) =>
    oddsTable(
      used.map(bucket => bucket.types[at] ?? new Map()),
      4,
      odds => Math.abs(odds) >= 0.6,
    )
  return {
    markup: table('markup'),
    text: table('text'),
    prose: table('prose'),
    heading: table('heading'),
    goodsMarkup: table('goodsMarkup'),
    goodsText: table('goodsText'),
    types: pageTypes.map((_, at) => typeTable(at)),
  }
}

const oddsTable = (
  buckets: Votes[],
  least: number,
  isTelling: (odds: number) => boolean,
): Map<number, number> => {
  const sum: Votes = new Map()
  let content = 0
  let sites = 0
  for (const bucket of buckets)
    for (const [token, [own, all]] of bucket) {
      content += own
      sites += all
      const entry = sum.get(token)
      if (!entry) sum.set(token, [own, all])
      else {
        entry[0] += own
        entry[1] += all
      }
    }
  const mean = content / Math.max(1, sites)
  const odds = new Map<number, number>()
  for (const [token, [own, all]] of sum) {
    if (all < least) continue
    const share = (own + smoothing * mean) / (all + smoothing)
    const value = Math.log(share / (1 - share)) - Math.log(mean / (1 - mean))
    // As the model file will hold it, in one byte.
    const rounded = Math.max(-127, Math.min(127, Math.round(value * oddsScale))) / oddsScale
    if (isTelling(rounded)) odds.set(token, rounded)
  }
  return odds
}

export const encodeTables = (tables: Tables): ModelFile['lexicon'] => ({
  markup: encodeTable(tables.markup),
  text: encodeTable(tables.text),
  prose: encodeTable(tables.prose),
  heading: encodeTable(tables.heading),
  goodsMarkup: encodeTable(tables.goodsMarkup),
  goodsText: encodeTable(tables.goodsText),
  types: tables.types.map(encodeTable),
})

/**
 * Three bytes of each hash are enough: one unknown word in a thousand is taken for a known. In
 * order they are close together, so each is stored as its distance from the one before, seven
 * bits a byte.
 */
const encodeTable = (table: Map<number, number>): WordTableFile => {
  const short = new Map<number, number>()
  for (const [hash, odds] of table) short.set(hash & 0xffffff, odds)
  const entries = [...short].sort((a, b) => a[0] - b[0])
  const steps: number[] = []
  let last = 0
  for (const [hash] of entries) {
    let step = hash - last
    last = hash
    for (; step > 127; step >>>= 7) steps.push((step & 127) | 128)
    steps.push(step)
  }
  return {
    hashes: Buffer.from(steps).toString('base64'),
    odds: Buffer.from(Int8Array.from(entries, ([, odds]) => Math.round(odds * oddsScale))).toString(
      'base64',
    ),
  }
}
