import { bestBy } from '../../../../kit/best-by.ts'
import { around } from '../../../../page/html/around.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import type { Query } from '../rank/query.ts'
import { relative } from '../regions/paths.ts'
import type { PageRecord, PageRegion } from '../regions/regions.ts'

export type Target = { url: string; element: HtmlElement }

/** One place inside records that holds a link in many of them. */
type Slot = { targets: Map<PageRecord, Target & { text: string }>; named: number; order: number }

/**
 * The link that leads to each entry: not its first one, which may be its section, its author or a
 * button, but the one that differs from entry to entry and that most of them have. A caller who
 * asks for another link names it.
 */
export const ownLinks = (
  page: Page,
  region: PageRegion,
  query: Query,
): Map<PageRecord, Target> | undefined => {
  const slots = readSlots(page, region, wantedWords(query)).values()
  return bestBy(slots, slot => slotScore(slot, region.records.length), 0)?.targets
}

const linkWords = stemsOf('url link href uri permalink address page detail')
const wantedWords = ({ name }: Query): Word[] => name.filter(({ stem }) => !linkWords.has(stem))

const slotScore = ({ targets, named, order }: Slot, count: number): number => {
  const all = [...targets.values()]
  const distinct = new Set(all.map(({ url }) => url)).size / all.length
  const coverage = Math.min(1, all.length / count)
  const words = all.reduce((sum, { text }) => sum + Math.min(60, text.length), 0) / all.length
  const aside = all.filter(({ url }) => asideLink.test(url)).length / all.length
  return coverage * distinct + (0.4 * words) / 60 + named - 0.5 * aside - 0.01 * order
}

/** What stands beside an entry rather than leads to it. */
const asideLink =
  /[#?&/](?:comments?|reply|login|sign-?in|share|vote|hide|cart|wishlist|compare|author|user|profile|tag|category)\b/i

const readSlots = (page: Page, region: PageRegion, wanted: Word[]): Map<string, Slot> => {
  const slots = new Map<string, Slot>()
  const owners = ownersOf(region)
  const seen = new Map<PageRecord, Map<string, number>>()
  for (const { url, text, element } of page.links) {
    if (!/^https?:/.test(url)) continue
    const record = ownerOf(element, owners)
    if (!record) continue
    const path = relative(element, record.element)
    const times = seen.get(record) ?? new Map<string, number>()
    seen.set(record, times)
    const turn = times.get(path) ?? 0
    times.set(path, turn + 1)
    const key = `${path}|${turn}`
    const slot = slots.get(key) ?? { targets: new Map(), named: 0, order: slots.size }
    if (slot.targets.size === 0) {
      slots.set(key, slot)
      const words = wordsOf(
        `${text.slice(0, 60)} ${element.attributes.class ?? ''} ${element.attributes.rel ?? ''}`,
      )
      slot.named = wanted.length > 0 ? 2 * overlap(wanted, words).recall : 0
    }
    slot.targets.set(record, { url, text, element })
  }
  return slots
}

/** Records may be spread over several elements: every element of theirs leads to them. */
const ownersOf = ({ records }: PageRegion): Map<HtmlElement, PageRecord> => {
  const owners = new Map<HtmlElement, PageRecord>()
  for (const record of records) {
    owners.set(record.element, record)
    for (const { element, pieces } of record.nodes) {
      owners.set(element, record)
      for (const piece of pieces) owners.set(piece.element, record)
    }
  }
  return owners
}

const maxUp = 20

const ownerOf = (
  element: HtmlElement,
  owners: Map<HtmlElement, PageRecord>,
): PageRecord | undefined =>
  // The whole entry may be inside its link.
  [...around(element, maxUp), ...element.children]
    .map(one => (one.type === 'element' ? owners.get(one) : undefined))
    .find(record => record !== undefined)
