import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode, Piece } from '../../../../page/text/nodes.ts'
import { overlap, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Page } from '../../source/page.ts'
import { type Shape, shapeOf } from '../../values/kinds.ts'
import { withoutEvent } from '../rank/eligible.ts'
import { splitLabel } from '../rank/labels.ts'
import { maxChars } from '../rank/lengths.ts'
import { toQuery } from '../rank/query.ts'
import { relative } from '../regions/paths.ts'
import type { PageRecord, PageRegion } from '../regions/regions.ts'

/** A place inside the records: what stands there in each of them. */
export type Slot = {
  label: string
  texts: Map<PageRecord, { text: string; piece: Piece }>
  shape: Shape
  /** Of a table; -1 where there is none. */
  column: number
  /** Heading, link or bold, and how early: what a record's title looks like. */
  prominence: number
}

/** More than this of one list is more than anybody reads; the answer says so. */
export const maxRecords = 5000

const maxSlots = 60

export const readSlots = (page: Page, region: PageRegion): Slot[] => {
  const slots = new Map<string, Slot>()
  const records = region.records.slice(0, maxRecords)
  const isShared = sharedLabels(records)
  for (const record of records) {
    const seen = new Map<string, number>()
    const pieces = record.nodes.flatMap(node => piecesOf(node).map(piece => ({ piece, node })))
    pieces.slice(0, 200).forEach(({ piece, node }, order) => {
      const { label, value: text } = splitPiece(piece, node)
      const path = relative(piece.element, record.element)
      const column = node.cell?.parent
        ? node.cell.parent.children.filter(c => c.type === 'element').indexOf(node.cell)
        : -1
      const base = label ? `label ${label}` : `${path}|${column}`
      const times = seen.get(base) ?? 0
      seen.set(base, times + 1)
      const key = `${base}|${times}`
      const slot = slots.get(key)
      if (slot) slot.texts.set(record, { text, piece })
      else if (slots.size < maxSlots * 4)
        slots.set(key, {
          label: labelOf(page, piece, label, node.cell, labelBefore(pieces, order, isShared)),
          texts: new Map([[record, { text, piece }]]),
          ...{ shape: shapeOf(text), column, prominence: prominence(piece, node.level, order) },
        })
    })
  }
  return [...slots.values()]
    .sort((a, b) => b.texts.size - a.texts.size)
    .slice(0, maxSlots)
    .map(withShape)
}

/** What is before the colon of a link or a heading belongs to it: "Show HN: Lamps". */
export const splitPiece = (piece: Piece, { level }: PageNode) =>
  piece.link || level ? { label: '', value: piece.text } : splitLabel(piece.text)

/** A heading that is one link is one text, whatever is colored in it, and so is "$" with its "479". */
export const piecesOf = ({ level, pieces, text, element }: PageNode): Piece[] => {
  const [first] = pieces
  if (!first || pieces.length < 2) return pieces
  const isOne = level && first.link && pieces.every(({ link }) => link === first.link)
  return isOne || amount.test(text) ? [{ ...first, text, element }] : pieces
}

const amount = /^(?:\p{Sc}|USD|EUR|GBP)\s?\d{1,3}(?:[.,]?\d{3}){0,3}(?:[.,]\d{2})?$/u

/** The shape of a place is what most of its texts look like. */
const withShape = (slot: Slot): Slot => {
  const sample = [...slot.texts.values()].slice(0, 12).map(one => shapeOf(withoutEvent(one.text)))
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
  before: string,
): string => {
  const headers = cell ? page.tables.get(cell) : undefined
  const column = headers?.column ? textOfCell(page, headers.column) : ''
  const attributes = [piece.element, piece.element.parent]
    .map(one => `${one?.attributes.class ?? ''} ${one?.attributes.itemprop ?? ''}`)
    .join(' ')
  // "12 points by Ann": what is counted, and who.
  const [, counted = ''] = counts.exec(piece.text) ?? []
  return [inline, column, before, counted, attributes].filter(Boolean).join(' | ')
}

/** What stands in front of a text and names it. */
const labelBefore = (
  pieces: { piece: Piece }[],
  order: number,
  isShared: (label: string) => boolean,
): string => {
  const before = order > 0 ? (pieces[order - 1]?.piece.text ?? '') : ''
  return before.length < maxLabel && isShared(before) ? before : ''
}

const maxLabel = 30
const isLabel = /[:：]$|(?:^|\s)by$/i

/** What names a place stands in more records than one. */
const sharedLabels = (records: PageRecord[]): ((label: string) => boolean) => {
  const counts = new Map<string, number>()
  for (const { nodes } of records)
    for (const label of new Set(nodes.flatMap(node => node.pieces.map(({ text }) => text))))
      if (label.length < maxLabel) counts.set(label, (counts.get(label) ?? 0) + 1)
  const isFew = records.length < 3
  return label => {
    const count = counts.get(label) ?? 0
    // "Location" needs no colon where it stands in nearly all of them.
    return isLabel.test(label)
      ? isFew || count > 1
      : !isFew && count >= records.length * 0.8 && /^\p{L}[\p{L} ]+$/u.test(label)
  }
}

const counts = /^\W{0,2}\d[\d.,]{0,8}[KkMm]?\+?\s(\p{L}{3,20}(?:\s\p{L}{1,20}){0,2})$/u

const textOfCell = (page: Page, cell: HtmlElement) =>
  page.nodes.find(node => node.cell === cell)?.text ?? ''

export const prominence = (piece: Piece, level: number | undefined, order: number) =>
  (level ? 0.5 : 0) +
  (piece.link ? 0.25 : 0) +
  (/^(b|strong)$/.test(piece.element.name) ? 0.1 : 0) +
  0.3 / (1 + order)

/** How many of its texts ask something. */
export const shareOfQuestions = ({ texts }: Slot): number =>
  [...texts.values()].filter(({ text }) => /[?？؟]\s*$/.test(text)).length / Math.max(1, texts.size)

/**
 * The first of the records may name what stands in the others: "Software, Starting price, Best for".
 * Its texts become the labels of their places; the record itself is returned, as it is none.
 */
export const takeHead = (
  { records: [first, second] }: PageRegion,
  slots: Slot[],
  fields: Field[],
): PageRecord | undefined => {
  if (!first || !second) return undefined
  const said = slots.flatMap(slot => slot.texts.get(first)?.text ?? [])
  if (said.length < 2 || said.some(text => text.length > maxChars.label || /\d/.test(text)))
    return undefined
  const named = fields.filter(field => said.some(text => isNameOf(field, text)))
  // One name may be chance, unless another word stands above a column of figures.
  const isAboveFigures = ({ texts, column }: Slot) =>
    column >= 0 &&
    texts.has(first) &&
    texts.size > 3 &&
    [...texts].every(([record, { text }]) => record === first || /^\W{0,3}\d/.test(text))
  if (named.length < 2 && !(named.length === 1 && slots.some(isAboveFigures))) return undefined
  for (const head of slots) {
    const text = head.texts.get(first)?.text
    if (text === undefined) continue
    head.texts.delete(first)
    // A head is often bold, and what stands below it is not.
    for (const slot of slots)
      if (slot === head || (head.column >= 0 && slot.column === head.column))
        slot.label = slot.label ? `${text} | ${slot.label}` : text
  }
  return first
}

const isNameOf = (field: Field, text: string): boolean =>
  toQuery(field).names.some(({ words }) => {
    const { recall, precision } = overlap(words, wordsOf(text))
    return recall > 0.8 && precision > 0.5
  })
