import type { HtmlElement } from '../../../page/html/html.ts'
import type { Piece } from '../../../page/text/nodes.ts'
import type { Quotation } from '../ground/quotation.ts'
import type { Field } from '../schema/fields.ts'
import { escapePointer } from '../schema/limits.ts'
import type { Page } from '../source/page.ts'
import { type Shape, shapeOf } from '../values/kinds.ts'
import { normalise } from '../values/normalise.ts'
import { overlap, wordsOf } from '../words/words.ts'
import { splitLabel } from './candidates.ts'
import { expectedShape, type Query, toQuery } from './features.ts'
import { relative } from './paths.ts'
import type { PageRecord, PageRegion } from './regions.ts'

/** Fields of records: which place inside each record holds which field. */
export type Alignment = {
  rows: () => AlignedRow[]
  /** Sum of how well the fields fit their places. */
  score: number
  found: number
}

export type AlignedRow = { value: Record<string, unknown>; sources: [string, Quotation][] }

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
  const targets = new Map<Field, Map<HtmlElement, Target>>()
  for (const field of fields) {
    if (!isTarget(field)) continue
    const found = targetsOf(page, region, field)
    if (found.size >= region.records.length / 2) targets.set(field, found)
  }
  let score = 0.3 * targets.size
  for (const one of chosen.values()) score += one.score
  return {
    score,
    found: chosen.size + targets.size,
    // Only the winner's rows are ever read.
    rows: () => region.records.map(record => rowOf(record, fields, chosen, targets)),
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
  return chosen
}

const fit = (slot: Slot, query: Query, count: number): number => {
  let named = 0
  for (const label of slot.label.split(' | ')) {
    const { recall, precision } = overlap(query.name, wordsOf(label))
    named = Math.max(named, recall * (0.7 + 0.3 * precision))
  }
  const wanted = expectedShape[query.intent]
  const shape = wanted ? slot.shape[wanted] : 0
  const numeric = query.field.kind === 'number' || query.field.kind === 'integer'
  if (numeric && slot.shape.count === 0) return 0
  // A column called `price` needs no sign of money.
  if (wanted && shape === 0 && typed.has(query.intent) && named < 0.9) return 0
  const title =
    query.intent === 'title' ? Math.min(1, slot.prominence) * (slot.shape.money > 0 ? 0 : 1) : 0
  const coverage = slot.texts.size / count
  return (named * 0.8 + shape * 0.6 + title * 0.75) * Math.min(1, 0.4 + coverage * 0.6)
}

const typed = new Set(['money', 'date', 'phone', 'email', 'rating', 'percent', 'duration'])

/** Addresses and images come from links and images, not from the text. */
const isTarget = (field: Field) =>
  field.format === 'uri' ||
  field.format === 'url' ||
  /^(url|link|href|image|img|thumbnail)$/i.test(field.name)

type Target = { url: string; element: HtmlElement }

/** The first link or image inside each record; the record itself may be the link. */
const targetsOf = (page: Page, region: PageRegion, field: Field): Map<HtmlElement, Target> => {
  const records = new Set(region.records.map(record => record.element))
  const found = new Map<HtmlElement, Target>()
  const targets: Target[] = toQuery(field).intent === 'image' ? page.images : page.links
  for (const target of targets) {
    if (!/^https?:/.test(target.url)) continue
    let at: HtmlElement | undefined = target.element
    for (let up = 0; at && up < 20 && !records.has(at); up++) at = at.parent
    if (at && records.has(at) && !found.has(at)) found.set(at, target)
  }
  return found
}

const rowOf = (
  record: PageRecord,
  fields: Field[],
  chosen: Map<Field, Choice>,
  targets: Map<Field, Map<HtmlElement, Target>>,
): AlignedRow => {
  const row: AlignedRow = { value: {}, sources: [] }
  const add = (field: Field, value: unknown, source: Quotation) => {
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
    const at = choice?.slot.texts.get(record)
    const target = targets.get(field)?.get(record.element)
    if (at && choice) {
      const found = normalise(field, at.text)
      if (found)
        add(field, found.value, { quote: found.quote, node: at.piece.node, fact: undefined })
    } else if (target)
      add(field, target.url, {
        quote: target.url,
        node: record.nodes[0]?.id,
        fact: undefined,
      })
  }
  return row
}
