import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode, Piece } from '../../../../page/text/page-nodes.ts'
import type { Page } from '../../source/page.ts'
import { type Shape, shapeOf } from '../../values/kinds.ts'
import { withoutEvent } from '../rank/eligible.ts'
import { splitLabel } from '../rank/labels.ts'
import { relative } from '../regions/paths.ts'
import type { PageRecord, PageRegion } from '../regions/regions.ts'

/** A place inside the records: what stands there in each of them. */
export type Slot = {
  label: string
  texts: Map<PageRecord, { text: string; piece: Piece }>
  shape: Shape
  /** Heading, link or bold, and how early: what a record's title looks like. */
  prominence: number
}

/** More than this of one list is more than anybody reads; the answer says so. */
export const maxRecords = 5000

const maxSlots = 60

export const readSlots = (page: Page, region: PageRegion): Slot[] => {
  const slots = new Map<string, Slot>()
  const records = region.records.slice(0, maxRecords)
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
          label: labelOf(page, piece, label, node.cell, pieces[order - 1]?.piece.text),
          texts: new Map([[record, { text, piece }]]),
          ...{ shape: shapeOf(text), prominence: prominence(piece, node.level, order) },
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
    shape[name] = sample.reduce((sum, one) => sum + one[name], 0) / sample.length
  return { ...slot, shape }
}

const labelOf = (
  page: Page,
  piece: Piece,
  inline: string,
  cell: HtmlElement | undefined,
  before = '',
): string => {
  const headers = cell ? page.tables.get(cell) : undefined
  const column = headers?.column ? textOfCell(page, headers.column) : ''
  const attributes = [piece.element, piece.element.parent]
    .map(one => `${one?.attributes.class ?? ''} ${one?.attributes.itemprop ?? ''}`)
    .join(' ')
  // "12 points by Ann": what is counted, and who.
  const [, counted = ''] = counts.exec(piece.text) ?? []
  return [inline, column, isLabel.test(before) ? before : '', counted, attributes]
    .filter(Boolean)
    .join(' | ')
}

/** What stands in front of a text and names it. */
const isLabel = /^.{0,28}[:：]$|^(?:.{0,26}\s)?by$/i

const counts = /^\W{0,2}\d[\d.,]{0,8}[KkMm]?\+?\s(\p{L}{3,20}(?:\s\p{L}{1,20}){0,2})$/u

const textOfCell = (page: Page, cell: HtmlElement) =>
  page.nodes.find(node => node.cell === cell)?.text ?? ''

export const prominence = (piece: Piece, level: number | undefined, order: number) =>
  (level ? 0.5 : 0) +
  (piece.link ? 0.25 : 0) +
  (/^(b|strong)$/.test(piece.element.name) ? 0.1 : 0) +
  0.3 / (1 + order)
