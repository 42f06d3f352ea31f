import { around } from '../../../../page/html/around.ts'
import { sigmoid } from '../../../../page/learned/forest.ts'
import { isNobody, withoutBy } from '../../../../page/metadata/names.ts'
import type { Piece } from '../../../../page/text/page-nodes.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { isStruck } from '../../source/struck.ts'
import { shapeOf } from '../../values/kinds.ts'
import { confidence, sureOfMatch } from '../rank/confidence.ts'
import { withoutEvent } from '../rank/eligible.ts'
import { expectedShape, wholeShape } from '../rank/features.ts'
import { type Query, toQuery } from '../rank/query.ts'
import type { PageRecord, PageRegion } from '../regions/regions.ts'
import { type AlignedRow, addText, addValue, emptyRow } from '../state/row.ts'
import { ownLinks, type Target } from './own-links.ts'
import { piecesOf, prominence, readSlots, type Slot, splitPiece } from './record-slots.ts'
import { holds, isNoTitle, isOwn, maxTitle, plainOf, shareOfQuestions } from './slot-texts.ts'

/** Fields of records: which place inside each record holds which field. */
export type Alignment = {
  rows: () => AlignedRow[]
  /** Sum of how well the fields fit their places. */
  score: number
  /** Fields that found a place by their name or their form. */
  found: number
}

export const alignFields = (page: Page, region: PageRegion, fields: Field[]): Alignment => {
  const slots = readSlots(page, region)
  const queries = fields.filter(field => !isTarget(field)).map(field => toQuery(field))
  const chosen = choose(slots, queries, region.records.length)
  const targets = new Map<Field, Map<PageRecord, Target>>()
  for (const field of fields) {
    if (!isTarget(field)) continue
    const query = toQuery(field)
    const found = query.intent === 'image' ? imagesOf(page, region) : ownLinks(page, region, query)
    if (found && found.size >= region.records.length / 2) targets.set(field, found)
  }
  const score = [...chosen.values()].reduce((sum, one) => sum + one.score, 0.3 * targets.size)
  return {
    score,
    found: chosen.size + targets.size,
    // Only the winner's rows are ever read.
    rows: () => region.records.map(record => rowOf(region, record, fields, chosen, targets)),
  }
}

const minScore = 0.55

type Choice = { slot: Slot; score: number }

/** The surest pairs first; a place serves one field. */
const choose = (slots: Slot[], queries: Query[], count: number): Map<Field, Choice> => {
  const pairs = queries.flatMap(query =>
    slots.map(slot => ({ query, slot, score: fit(slot, query, count) })),
  )
  pairs.sort((a, b) => b.score - a.score)
  const chosen = new Map<Field, Choice>()
  const taken = new Set<Slot>()
  for (const { query, slot, score } of pairs) {
    if (score < minScore) break
    if (chosen.has(query.field) || taken.has(slot)) continue
    if (!holds(slot, query.field)) continue
    chosen.set(query.field, { slot, score })
    taken.add(slot)
  }
  for (const query of queries) {
    if (chosen.has(query.field)) continue
    const free = slots.filter(one => !taken.has(one))
    const slot = plainOf[query.intent]?.(free, count)
    if (!slot) continue
    chosen.set(query.field, { slot, score: minScore })
    taken.add(slot)
  }
  return chosen
}

const fit = (slot: Slot, query: Query, count: number): number => {
  const wanted = expectedShape[query.intent]
  const shape = wanted ? slot.shape[wanted] : 0
  const named = Math.max(...slot.label.split(' | ').map(label => likenessOf(label, query)))
  // A bare number does not say what it counts: `replies` of "12".
  if (isNumeric(query) && !typed.has(query.intent) && named < 0.3) return 0
  // Titles tell their records apart, and are words.
  if (query.intent === 'title' && (!isOwn(slot, 0.2) || isNoTitle(slot))) return 0
  const title =
    query.intent === 'title' && slot.shape.money === 0 ? Math.min(1, slot.prominence) : 0
  const coverage = slot.texts.size / count
  const asks = query.name.some(({ stem }) => stem === 'question') ? shareOfQuestions(slot) : 0
  const score = named * 0.8 + shape * 0.6 + title * 0.75 + asks
  return score * Math.min(1, 0.4 + coverage * 0.6)
}

const likenessOf = (label: string, query: Query): number => {
  const given = wordsOf(label)
  const ways = query.names.map(({ words, weight }) => {
    const { recall, precision } = overlap(words, given)
    return weight * recall * (0.7 + 0.3 * precision)
  })
  return Math.max(0, ...ways)
}

const isNumeric = ({ field: { kind } }: Query) => kind === 'number' || kind === 'integer'

export const typed = new Set(['money', 'date', 'phone', 'email', 'rating', 'percent', 'duration'])

/** Addresses and images come from links and images, not from the text. */
const isTarget = (field: Field) =>
  field.format === 'uri' ||
  field.format === 'url' ||
  /^(url|link|href|image|img|thumbnail)$/i.test(field.name)

const maxUp = 20

/** The first image inside each record. */
const imagesOf = (page: Page, region: PageRegion): Map<PageRecord, Target> => {
  const records = new Map(region.records.map(record => [record.element, record]))
  const found = new Map<PageRecord, Target>()
  for (const image of page.images) {
    if (!/^https?:/.test(image.url)) continue
    const element = around(image.element, maxUp).find(one => records.has(one))
    const record = element && records.get(element)
    if (record && !found.has(record)) found.set(record, image)
  }
  return found
}

/**
 * A record that is built otherwise than most (a badge, a second picture) has its title and its typed
 * values in other places: the most prominent of its texts that serves no field, the first text of
 * the form.
 */
const elsewhere = (
  { nodes }: PageRecord,
  field: Field,
  chosen: Map<Field, Choice>,
): { text: string; piece: Piece } | undefined => {
  const { intent } = toQuery(field)
  const wanted = expectedShape[intent]
  if (intent !== 'title' && !(wanted && typed.has(intent))) return undefined
  const taken = new Set(
    [...chosen.values()].flatMap(({ slot }) => [...slot.texts.values()].map(one => one.piece)),
  )
  let best: { text: string; piece: Piece; rank: number } | undefined
  nodes
    .flatMap(node => piecesOf(node).map(piece => ({ piece, node })))
    .slice(0, 200)
    .forEach(({ piece, node }, order) => {
      const { value: text } = splitPiece(piece, node)
      if (taken.has(piece) || isStruck(piece.element)) return
      const isOne = wanted
        ? shapeOf(text)[wanted] >= wholeShape
        : /\p{L}{2}/u.test(text) && text.length <= maxTitle
      const rank = wanted ? -order : prominence(piece, node.level, order)
      if (isOne && (!best || rank > best.rank)) best = { text, piece, rank }
    })
  return best
}

/** Without what stands around it in its line: "Posted by", "Published on". */
const plainText = (field: Field, text: string): string => {
  const { intent } = toQuery(field)
  if (intent === 'person') return isNobody(text) ? '' : withoutBy(text)
  return intent === 'date' ? withoutEvent(text) : text
}

const rowOf = (
  { score = 0 }: PageRegion & { score?: number },
  record: PageRecord,
  fields: Field[],
  chosen: Map<Field, Choice>,
  targets: Map<Field, Map<PageRecord, Target>>,
): AlignedRow => {
  const row = emptyRow()
  /** How likely a field is right: by the list, and by its place in it. */
  const trust = (fits: number) => sureOfMatch.record(sigmoid(score), fits)
  for (const field of fields) {
    const choice = chosen.get(field)
    const at = choice && (choice.slot.texts.get(record) ?? elsewhere(record, field, chosen))
    const target = targets.get(field)?.get(record)
    if (at && choice) {
      const text = plainText(field, at.text)
      if (/[\p{L}\p{N}✓✔★]/u.test(text))
        addText(row, field, text, { node: at.piece.node, confidence: trust(choice.score) })
    } else if (target)
      addValue(
        row,
        field,
        { value: target.url, quote: target.url },
        { node: record.nodes[0]?.id, confidence: trust(confidence.stated) },
      )
  }
  return row
}
