import type { Block, Region } from '../src/site/content/blocks.ts'
import { textTokens } from '../src/site/content/lexicon.ts'
import type { PageType } from '../src/site/content/page.ts'
import { markupTokens } from '../src/site/content/regions.ts'
import type { PageView } from '../src/site/content/view.ts'

/** How much of what stood under each token was content, on one site: share of words and a count. */
export type Tally = Map<number, [content: number, all: number]>
const kinds = ['markup', 'text', 'heading', 'goodsMarkup', 'goodsText'] as const
export type TableKind = (typeof kinds)[number]
export type SiteTally = Record<TableKind, Tally>

export const emptyTally = (): SiteTally => ({
  markup: new Map(),
  text: new Map(),
  heading: new Map(),
  goodsMarkup: new Map(),
  goodsText: new Map(),
})

export const tallyPage = (
  view: PageView,
  labels: Float32Array,
  type: PageType,
  tally: SiteTally,
) => {
  const goods = type !== 'article' && type !== 'documentation'
  const tokens = new Map<Region, Uint32Array>()
  for (const block of view.blocks) {
    const { index, facts } = block
    if (facts.words === 0) continue
    const label = labels[index] ?? 0
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
    if (facts.words <= maxTextWords)
      for (const token of textTokens(block)) {
        count(tally.text, token, label, 1)
        if (goods) count(tally.goodsText, token, label, 1)
      }
    for (const heading of [view.heading[index] ?? -1, view.upperHeading[index] ?? -1]) {
      const above: Block | undefined = view.blocks[heading]
      if (above)
        for (const token of textTokens(above)) count(tally.heading, token, label * weight, weight)
    }
  }
}

/** Longer blocks are judged by their shape; their words are about anything. */
const maxTextWords = 20

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
export type LexiconVotes = Record<TableKind, Votes>

export const voteSites = (sites: SiteTally[]): LexiconVotes => {
  const votes: LexiconVotes = emptyVotes()
  for (const site of sites)
    for (const kind of kinds)
      for (const [token, [content, all]] of site[kind]) {
        const entry = votes[kind].get(token)
        if (!entry) votes[kind].set(token, [content / all, 1])
        else {
          entry[0] += content / all
          entry[1]++
        }
      }
  return votes
}

const emptyVotes = (): LexiconVotes => ({
  markup: new Map(),
  text: new Map(),
  heading: new Map(),
  goodsMarkup: new Map(),
  goodsText: new Map(),
})

const minSites: Record<TableKind, number> = {
  markup: 3,
  text: 4,
  heading: 3,
  goodsMarkup: 3,
  goodsText: 4,
}
const smoothing = 1.5

/** Votes of all buckets but the left-out ones, as log-odds against the average. */
export const lexiconOf = (
  buckets: LexiconVotes[],
  without: ReadonlySet<number>,
): Record<TableKind, Map<number, number>> => {
  const table = (kind: TableKind): Map<number, number> => {
    const sum: Votes = new Map()
    buckets.forEach((bucket, at) => {
      if (without.has(at)) return
      for (const [token, [content, sites]] of bucket[kind]) {
        const entry = sum.get(token)
        if (!entry) sum.set(token, [content, sites])
        else {
          entry[0] += content
          entry[1] += sites
        }
      }
    })
    let content = 0
    let sites = 0
    for (const entry of sum.values()) {
      content += entry[0]
      sites += entry[1]
    }
    const mean = content / Math.max(1, sites)
    const odds = new Map<number, number>()
    for (const [token, [own, all]] of sum) {
      if (all < minSites[kind]) continue
      const share = (own + smoothing * mean) / (all + smoothing)
      const value = Math.log(share / (1 - share)) - Math.log(mean / (1 - mean))
      // One byte in the model file: sixteenths, and nothing near zero.
      const rounded = Math.max(-127, Math.min(127, Math.round(value * 24))) / 24
      if (Math.abs(rounded) >= 0.3) odds.set(token, rounded)
    }
    return odds
  }
  return {
    markup: table('markup'),
    text: table('text'),
    heading: table('heading'),
    goodsMarkup: table('goodsMarkup'),
    goodsText: table('goodsText'),
  }
}
