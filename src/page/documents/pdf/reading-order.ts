import { type Band, bandsAt, bandsOf, rowsOfText } from './bands.ts'
import { asDrawn, fromTop, isDrawnInOrder } from './drawing-order.ts'
import { findGutters, type Gutter } from './gutters.ts'
import { allRightToLeft, countOf } from './lines.ts'
import type { PdfItem } from './page.ts'
import { bodySizeOf, linesFromTop, middleOf, type Placed, placeText } from './placed-text.ts'
import { areColumnsOfText } from './running-text.ts'
import { columnOf, type TextColumn } from './text-columns.ts'

/**
 * The text of a page column by column, where the file draws it otherwise: line by line over all
 * columns, as converters and recognisers of text do, or the last column first. What the file draws
 * in a sensible order stays as it is, to the last sign.
 */
export const inReadingOrder = (items: PdfItem[]): PdfItem[] => {
  const { words, head } = placeText(items)
  const ordered = orderRegion(words, bodySizeOf(words), 0)
  return ordered ? [...head, ...ordered.flatMap(({ item, blanks }) => [item, ...blanks])] : items
}

const maxDepth = 6
/** Words that may be looked at until columns are found: a page of prose has them at the first strip. */
const maxTried = 20_000

/** Undefined where the order of drawing is right. */
const orderRegion = (words: Placed[], size: number, depth: number): Placed[] | undefined => {
  if (words.length < 6 || depth > maxDepth) return undefined
  const gutters = findGutters(words, size)
  for (const gutter of gutters.slice(0, Math.ceil(maxTried / words.length))) {
    const parts = partsAt(words, gutter, gutters, size)
    if (parts)
      return joined(
        parts.map(columns =>
          columns.length > 1
            ? { words: columns.flat(), ordered: orderColumns(columns, size, depth) }
            : { words: columns.flat(), ordered: orderRegion(columns.flat(), size, depth + 1) },
        ),
      )
  }
  return undefined
}

const joined = (
  parts: { words: Placed[]; ordered: Placed[] | undefined }[],
): Placed[] | undefined =>
  parts.some(({ ordered }) => ordered)
    ? parts.flatMap(({ words, ordered }) => ordered ?? asDrawn(words))
    : undefined

/** What stands above the columns, they themselves, what interrupts them, what stands below. */
const partsAt = (
  words: readonly Placed[],
  gutter: Gutter,
  gutters: readonly Gutter[],
  size: number,
): Placed[][][] | undefined => {
  const above = words.filter(word => middleOf(word) >= gutter.top)
  const below = words.filter(word => middleOf(word) <= gutter.bottom)
  const beside = words.filter(word => middleOf(word) < gutter.top && middleOf(word) > gutter.bottom)
  const isAsTall = ({ top, bottom }: Gutter) =>
    top >= gutter.top - size && bottom <= gutter.bottom + size
  const edges = gutters.filter(isAsTall).map(({ x }) => x)
  const parts = partsOf(beside, edges, size)
  return parts && [[above], ...parts, [below]].filter(part => part.flat().length > 0)
}

/** Of a column; who has more made them to keep us busy. */
const maxLines = 300

const splitAt = (words: readonly Placed[], edges: readonly number[]): Placed[][] => {
  const columns: Placed[][] = [[], ...edges.map(() => [])]
  for (const word of words) {
    const at = edges.filter(edge => (word.left + word.right) / 2 > edge).length
    columns[at]?.push(word)
  }
  return columns.filter(column => column.length > 0)
}

/** Undefined where none of it are columns. */
const partsOf = (
  words: readonly Placed[],
  edges: readonly number[],
  size: number,
): Placed[][][] | undefined => {
  const columns = splitAt(words, edges).map(column => columnOf(linesFromTop(column, size)))
  if (columns.length < 2 || columns.some(({ lines }) => lines.length > maxLines)) return undefined
  const parts: { isText: boolean; bands: Band[] }[] = []
  const bands = bandsOf(columns)
  for (const [at, band] of bands.entries()) {
    const isText = !band.isTable && !isOutside(bands, at)
    const last = parts.at(-1)
    if (last?.isText === isText) last.bands.push(band)
    else parts.push({ isText, bands: [band] })
  }
  let isFound = false
  const found = parts.flatMap(({ isText, bands }) => {
    const whole = columns.map((_, at) =>
      columnOf(bands.flatMap(band => band.columns[at]?.lines ?? [])),
    )
    const filled = whole.filter(({ lines }) => lines.length > 0)
    if (!isText || filled.length < 2 || !areColumnsOfText(filled))
      return [[filled.flatMap(wordsOf)]]
    isFound = true
    return bandsAt(filled, rowsOfText(filled)).map(row => row.map(wordsOf))
  })
  return isFound ? found : undefined
}

const wordsOf = ({ lines }: TextColumn): Placed[] => lines.flatMap(({ words }) => words)

/** A head, a page number, a short title: it belongs to none of the columns. */
const isOutside = (bands: readonly Band[], at: number): boolean => {
  const filled = bands[at]?.columns.filter(({ lines }) => lines.length > 0) ?? []
  if (filled.some(({ lines }) => lines.length > 2)) return false
  const lines = filled.flatMap(column => column.lines)
  const others = bands.filter((_, index) => index !== at).flatMap(({ columns }) => columns)
  const pitch = Math.max(...others.map(column => column.pitch))
  const isLarge = lines.some(({ size }) => size > pitch * 0.95)
  const edge = at === 0 ? 1 : at === bands.length - 1 ? at : undefined
  if (edge === undefined) return filled.length === 1 && isLarge
  const gap = heightBetween(bands[edge - 1]?.columns ?? [], bands[edge]?.columns ?? [])
  return gap > pitch * 2.2 && (filled.length === 1 || !isLarge)
}

const heightBetween = (above: readonly TextColumn[], below: readonly TextColumn[]): number =>
  Math.min(...above.flatMap(({ lines }) => lines.map(({ y }) => y))) -
  Math.max(...below.flatMap(({ lines }) => lines.map(({ y }) => y)))

/** Undefined where they are drawn in this order, or part by part with each part below the last. */
const orderColumns = (columns: Placed[][], size: number, depth: number): Placed[] | undefined => {
  const ofRight = isFromRight(columns.flat()) ? [...columns].reverse() : columns
  const inner = ofRight.map(words => ({ words, ordered: orderRegion(words, size, depth + 1) }))
  if (isDrawnInOrder(ofRight, size)) return joined(inner)
  return inner.flatMap(({ words, ordered }) => ordered ?? fromTop(words, size))
}

const isFromRight = (words: readonly Placed[]): boolean => {
  const text = words.map(({ item }) => item.text).join('')
  return countOf(text, allRightToLeft) * 2 > countOf(text, /\p{L}/gu)
}
