import type { HtmlElement } from '../../../page/html/html.ts'
import { sigmoid } from '../../../page/learned/forest.ts'
import type { Piece } from '../../../page/text/nodes.ts'
import type { Field } from '../schema/fields.ts'
import { escapePointer } from '../schema/limits.ts'
import type { Page } from '../source/page.ts'
import { isStruck } from '../source/struck.ts'
import { type Shape, shapeOf } from '../values/kinds.ts'
import { normalise } from '../values/normalise.ts'
import { overlap, stemOf, type Word, wordsOf } from '../words/words.ts'
import { expectedShape, wholeShape } from './features.ts'
import { splitLabel } from './labels.ts'
import { ownLinks, type Target } from './own-links.ts'
import { relative } from './paths.ts'
import { type Query, toQuery } from './query.ts'
import type { PageRecord, PageRegion } from './regions.ts'
import type { Found } from './state.ts'

/** Fields of records: which place inside each record holds which field. */
export type Alignment = {
  rows: () => AlignedRow[]
  /** Sum of how well the fields fit their places. */
  score: number
  found: number
}

export type AlignedRow = { value: Record<string, unknown>; sources: [string, Found][] }

/** A place inside the records: what stands there in each of them. */
type Slot = {
  label: string
  texts: Map<PageRecord, { text: string; piece: Piece }>
  shape: Shape
  /** Heading, link or bold, and how early: what a record's title looks like. */
  prominence: number
}

export const alignFields = (page: Page, region: PageRegion, fields: Field[]): Alignment => {
  const slots = readSlots(page, region)
  const chosen = choose(
    slots,
    fields.map(field => toQuery(field)),
    region.records.length,
  )
  const targets = new Map<Field, Map<PageRecord, Target>>()
  for (const field of fields) {
    if (!isTarget(field)) continue
    const query = toQuery(field)
    const found = query.intent === 'image' ? imagesOf(page, region) : ownLinks(page, region, query)
    if (found && found.size >= region.records.length / 2) targets.set(field, found)
  }
  let score = 0.3 * targets.size
  for (const one of chosen.values()) score += one.score
  return {
    score,
    found: chosen.size + targets.size,
    // Only the winner's rows are ever read.
    rows: () => region.records.map(record => rowOf(region, record, fields, chosen, targets)),
  }
}

const maxSlots = 60
const minScore = 0.55

const readSlots = (page: Page, region: PageRegion): Slot[] => {
  const slots = new Map<string, Slot>()
  for (const record of region.records.slice(0, maxRecords)) {
    const seen = new Map<string, number>()
    const pieces = record.nodes.flatMap(node => node.pieces.map(piece => ({ piece, node })))
    pieces.slice(0, 200).forEach(({ piece, node }, order) => {
      const { label, value } = splitLabel(piece.text)
      const path = relative(piece.element, record.element)
      const column = node.cell?.parent
        ? node.cell.parent.children.filter(c => c.type === 'element').indexOf(node.cell)
        : -1
      const base = label ? `label ${label}` : `${path}|${column}`
      const times = seen.get(base) ?? 0
      seen.set(base, times + 1)
      const key = `${base}|${times}`
      let slot = slots.get(key)
      if (!slot) {
        if (slots.size >= maxSlots * 4) return
        slot = {
          label: labelOf(page, piece, label, node.cell, order, pieces),
          texts: new Map(),
          shape: shapeOf(value),
          prominence: prominence(piece, node.level, order),
        }
        slots.set(key, slot)
      }
      slot.texts.set(record, { text: value, piece })
    })
  }
  return [...slots.values()]
    .sort((a, b) => b.texts.size - a.texts.size)
    .slice(0, maxSlots)
    .map(withShape)
}

/** The shape of a place is what most of its texts look like. */
const withShape = (slot: Slot): Slot => {
  const sample = [...slot.texts.values()].slice(0, 12).map(one => shapeOf(one.text))
  const shape = { ...slot.shape }
  for (const name of Object.keys(shape) as (keyof Shape)[])
    shape[name] = sample.reduce((sum, one) => sum + one[name], 0) / Math.max(1, sample.length)
  return { ...slot, shape }
}

const labelOf = (
  page: Page,
  piece: Piece,
  inline: string,
  cell: HtmlElement | undefined,
  order: number,
  pieces: { piece: Piece }[],
): string => {
  const headers = cell ? page.tables.get(cell) : undefined
  const column = headers?.column ? textOfCell(page, headers.column) : ''
  const before = order > 0 ? (pieces[order - 1]?.piece.text ?? '') : ''
  const attributes = [piece.element, piece.element.parent]
    .map(one => `${one?.attributes.class ?? ''} ${one?.attributes.itemprop ?? ''}`)
    .join(' ')
  return [inline, column, before.length < 30 && /[:：]$/.test(before) ? before : '', attributes]
    .filter(Boolean)
    .join(' | ')
}

const textOfCell = (page: Page, cell: HtmlElement) =>
  page.nodes.find(node => node.cell === cell)?.text ?? ''

const prominence = (piece: Piece, level: number | undefined, order: number) =>
  (level ? 0.5 : 0) +
  (piece.link ? 0.25 : 0) +
  (/^(b|strong)$/.test(piece.element.name) ? 0.1 : 0) +
  0.3 / (1 + order)

/** More than this of one list is more than anybody reads; the answer says so. */
export const maxRecords = 5000

type Choice = { slot: Slot; score: number }

/** The surest pairs first; a place serves one field. */
const choose = (slots: Slot[], queries: Query[], count: number): Map<Field, Choice> => {
  const pairs = queries.flatMap(query =>
    isTarget(query.field)
      ? []
      : slots.map(slot => ({ query, slot, score: fit(slot, query, count) })),
  )
  pairs.sort((a, b) => b.score - a.score)
  const chosen = new Map<Field, Choice>()
  const taken = new Set<Slot>()
  for (const { query, slot, score } of pairs) {
    if (score < minScore) break
    if (chosen.has(query.field) || taken.has(slot)) continue
    const sample = [...slot.texts.values()].slice(0, 8)
    if (!sample.some(one => normalise(query.field, one.text))) continue
    chosen.set(query.field, { slot, score })
    taken.add(slot)
  }
  for (const query of queries) {
    if (query.intent !== 'title' || chosen.has(query.field)) continue
    const slot = plainTitle(
      slots.filter(one => !taken.has(one)),
      count,
    )
    if (!slot) continue
    chosen.set(query.field, { slot, score: minScore })
    taken.add(slot)
  }
  return chosen
}

/** What nothing marks as a title is the first place with words of its own in most records. */
const plainTitle = (slots: Slot[], count: number): Slot | undefined => {
  let best: Slot | undefined
  for (const slot of slots) {
    const texts = [...slot.texts.values()].slice(0, 40).map(({ text }) => text)
    const wordy = texts.filter(text => /\p{L}{2}/u.test(text) && text.length <= maxTitle).length
    const { money, date, phone } = slot.shape
    if (
      !isOwn(slot, 0.6) ||
      wordy < texts.length * 0.6 ||
      slot.texts.size < count / 2 ||
      Math.max(money, date, phone) > 0.5
    )
      continue
    if (!best || slot.prominence > best.prominence) best = slot
  }
  return best
}

const maxTitle = 160

/** Titles tell their records apart: "Image" in each of them is none. */
const isOwn = ({ texts }: Slot, share: number): boolean => {
  const some = [...texts.values()].slice(0, 40).map(({ text }) => text)
  return some.length < 3 || new Set(some).size > Math.max(1, some.length * share)
}

const fit = (slot: Slot, query: Query, count: number): number => {
  let named = 0
  for (const label of slot.label.split(' | ')) {
    const given = wordsOf(label)
    if (query.intent === 'title' && isOfOther(given, query)) continue
    for (const { words, weight } of query.names) {
      const { recall, precision } = overlap(words, given)
      named = Math.max(named, weight * recall * (0.7 + 0.3 * precision))
    }
  }
  const wanted = expectedShape[query.intent]
  const shape = wanted ? slot.shape[wanted] : 0
  const numeric = query.field.kind === 'number' || query.field.kind === 'integer'
  if (numeric && slot.shape.count === 0) return 0
  // A column called `price` needs no sign of money.
  if (wanted && shape === 0 && typed.has(query.intent) && named < 0.9) return 0
  if (query.intent === 'title' && !isOwn(slot, 0.2)) return 0
  const title =
    query.intent === 'title' ? Math.min(1, slot.prominence) * (slot.shape.money > 0 ? 0 : 1) : 0
  const coverage = slot.texts.size / count
  const asks = query.name.some(({ stem }) => stem === 'question') ? shareOfQuestions(slot) : 0
  return (named * 0.8 + shape * 0.6 + title * 0.75 + asks) * Math.min(1, 0.4 + coverage * 0.6)
}

/** `author-name` and `brand title` name somebody else's name. */
const isOfOther = (given: readonly Word[], { name }: Query): boolean =>
  given.some(({ stem }) => others.has(stem) && name.every(word => word.stem !== stem))

const others = new Set(
  'author by byline user username reviewer seller vendor brand company publisher source site store category tag'
    .split(' ')
    .map(stemOf),
)

const shareOfQuestions = ({ texts }: Slot): number =>
  [...texts.values()].filter(({ text }) => /[?？؟]\s*$/.test(text)).length / Math.max(1, texts.size)

export const typed = new Set(['money', 'date', 'phone', 'email', 'rating', 'percent', 'duration'])

/** Addresses and images come from links and images, not from the text. */
const isTarget = (field: Field) =>
  field.format === 'uri' ||
  field.format === 'url' ||
  /^(url|link|href|image|img|thumbnail)$/i.test(field.name)

/** The first image inside each record. */
const imagesOf = (page: Page, region: PageRegion): Map<PageRecord, Target> => {
  const records = new Map(region.records.map(record => [record.element, record]))
  const found = new Map<PageRecord, Target>()
  for (const image of page.images) {
    if (!/^https?:/.test(image.url)) continue
    let at: HtmlElement | undefined = image.element
    for (let up = 0; at && up < 20 && !records.has(at); up++) at = at.parent
    const record = at && records.get(at)
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
    .flatMap(node => node.pieces.map(piece => ({ piece, level: node.level })))
    .slice(0, 200)
    .forEach(({ piece, level }, order) => {
      const { value: text } = splitLabel(piece.text)
      if (taken.has(piece) || isStruck(piece.element)) return
      const isOne = wanted
        ? shapeOf(text)[wanted] >= wholeShape
        : /\p{L}{2}/u.test(text) && text.length <= maxTitle
      const rank = wanted ? -order : prominence(piece, level, order)
      if (isOne && (!best || rank > best.rank)) best = { text, piece, rank }
    })
  return best
}

/** How likely a field of a record is right: by the list, and by its place in it. */
const trustIn = (region: PageRegion & { score?: number }, fits: number) =>
  0.35 + 0.35 * sigmoid(region.score ?? 0) + 0.25 * Math.min(1, fits)

const rowOf = (
  region: PageRegion,
  record: PageRecord,
  fields: Field[],
  chosen: Map<Field, Choice>,
  targets: Map<Field, Map<PageRecord, Target>>,
): AlignedRow => {
  const row: AlignedRow = { value: {}, sources: [] }
  const add = (field: Field, value: unknown, source: Found) => {
    Object.defineProperty(row.value, field.name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
    row.sources.push([`/${escapePointer(field.name)}`, source])
  }
  for (const field of fields) {
    const choice = chosen.get(field)
    const at = choice && (choice.slot.texts.get(record) ?? elsewhere(record, field, chosen))
    const target = targets.get(field)?.get(record)
    if (at && choice) {
      const found = /[\p{L}\p{N}✓✔★]/u.test(at.text) ? normalise(field, at.text) : undefined
      const confidence = trustIn(region, choice.score)
      if (found)
        add(field, found.value, {
          ...{ quote: found.quote, node: at.piece.node, fact: undefined, confidence },
        })
    } else if (target)
      add(field, target.url, {
        quote: target.url,
        node: record.nodes[0]?.id,
        fact: undefined,
        confidence: trustIn(region, 0.9),
      })
  }
  return row
}
