import { appendTo, build } from '../../html/builder.ts'
import type { HtmlElement, HtmlNode } from '../../html/html.ts'
import { placeAttributes } from '../places/places.ts'
import { joinLines, lineText, mostOf, type PdfLine, readLines, segmentText } from './lines.ts'
import { linkedText } from './linked-text.ts'
import type { PdfItem, PdfPage } from './page.ts'
import { columnsOf, findFootnotes, findPoints, noteMark, startOf } from './points-and-notes.ts'
import { inReadingOrder } from './reading-order.ts'
import { readTableAt } from './table.ts'

/**
 * Blocks of pages without tags, from where the text stands: large text is a heading, lines that
 * follow closely are a paragraph, aligned pieces are a table, what returns on every page is not
 * content.
 */
export const layoutPages = (pages: NumberedPage[], isByPage = false): HtmlNode[][] => {
  const lines = dropRunning(
    pages.flatMap((page, number) =>
      readLines({ ...page, items: inReadingOrder(page.items) }, number),
    ),
    pages,
  )
  const columns = columnsOf(lines)
  const measure = measureOf(lines, columns)
  /** By page; without `isByPage`, all of them on the first. */
  const byPage: HtmlElement[][] = [[]]
  let blocks = byPage[0] as HtmlElement[]
  const placeOf = ({ page }: PdfLine) => placeAttributes({ page: pages[page]?.number })
  let paragraph: PdfLine[] = []
  /** It began where a point of a list without written bullets ended. */
  let isPointNow = false
  const footnotes = findFootnotes(columns, measure.bodySize)
  /** Of the page before, while a paragraph goes on over them. */
  let notes: PdfLine[][] = []
  const flush = (isPointNext = false) => {
    const [first] = paragraph
    if (first) addParagraph(blocks, paragraph, isPointNow || isPointNext, placeOf(first))
    for (const note of notes) addParagraph(blocks, note, false, placeOf(note[0] as PdfLine))
    paragraph = []
    notes = []
    isPointNow = isPointNext
  }
  /** What stands in larger letters up to there is no heading. */
  let proseEnd = 0
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as PdfLine
    if (footnotes.has(line)) {
      const note = notes.at(-1)
      if (note && !noteMark.test(lineText(line))) note.push(line)
      else notes.push([line])
      at++
      continue
    }
    if (isByPage && !byPage[line.page]) {
      flush()
      blocks = []
      byPage[line.page] = blocks
    }
    const codeEnd = endOfCode(lines, at)
    if (codeEnd > at) {
      flush()
      blocks.push(build('pre', placeOf(line), [codeOf(lines.slice(at, codeEnd))]))
      at = codeEnd
      continue
    }
    const table = readTableAt(lines, at)
    if (table) {
      flush()
      Object.assign(table.element.attributes, placeOf(line))
      blocks.push(table.element)
      at = table.end
      continue
    }
    const level = at < proseEnd ? 0 : headingLevel(line, measure) || titleLevel(lines, at, measure)
    const run = level > 0 ? endOfRun(lines, at, line.size === measure.bodySize) : at
    if (at === proseEnd || level > 0) flush()
    if (isProse(lines.slice(at, run))) proseEnd = run
    else if (level > 0) {
      const end = Math.min(run, at + maxHeadingLines)
      blocks.push(build(`h${level}`, placeOf(line), content(lines.slice(at, end))))
      at = end
      continue
    }
    const previous = paragraph.at(-1)
    const starts = previous && startsBlock(previous, line, measure)
    if (starts) flush(starts === 'point')
    paragraph.push(line)
    at++
  }
  flush()
  return byPage
}

/** `number` is undefined where there is but one, as a picture is. */
export type NumberedPage = PdfPage & { number: number | undefined }

type Measure = {
  bodySize: number
  bodyFont: string
  /** Sizes larger than the body, the largest first: the levels of headings. */
  headingSizes: number[]
  /** The usual distance between lines of a paragraph, in sizes. */
  pitch: number
  /** Lines that begin a point of a list whose bullets are drawn, not written. */
  points: ReadonlySet<PdfLine>
}

const measureOf = (lines: PdfLine[], columns: PdfLine[][]): Measure => {
  const sizes = new Map<number, number>()
  const pitches = new Map<number, number>()
  const fonts = new Map<string, number>()
  for (const [index, line] of lines.entries()) {
    for (const { font, text } of itemsOf(line))
      fonts.set(font, (fonts.get(font) ?? 0) + text.length)
    sizes.set(line.size, (sizes.get(line.size) ?? 0) + lineText(line).length)
    const next = lines[index + 1]
    const pitch = next ? Math.round(((line.y - next.y) / line.size) * 10) / 10 : 0
    if (pitch > 0.9 && pitch < 2.5) pitches.set(pitch, (pitches.get(pitch) ?? 0) + 1)
  }
  const bodySize = mostOf(sizes) ?? 10
  const headingSizes = [...sizes.keys()]
    .filter(size => size >= bodySize * 1.15)
    .sort((a, b) => b - a)
    .slice(0, 6)
  return {
    bodySize,
    bodyFont: mostOf(fonts) ?? '',
    headingSizes,
    pitch: mostOf(pitches) ?? 1.2,
    points: findPoints(columns, bodySize),
  }
}

const itemsOf = (line: PdfLine): PdfItem[] => line.segments.flatMap(segment => segment.items)

/** Heads, feet and page numbers: the same words at the same height on several pages. */
const dropRunning = (lines: PdfLine[], pages: PdfPage[]): PdfLine[] => {
  const key = (line: PdfLine) => `${Math.round(line.y / 4)} ${lineText(line).replace(/\d+/g, '#')}`
  const seen = new Map<string, Set<number>>()
  const isAtEdge = (line: PdfLine) => {
    const height = pages[line.page]?.height ?? 0
    return line.y < height * 0.12 || line.y > height * 0.88
  }
  for (const line of lines) {
    if (!isAtEdge(line)) continue
    const numbers = seen.get(key(line)) ?? new Set<number>()
    seen.set(key(line), numbers.add(line.page))
  }
  return lines.filter(line => {
    if (!isAtEdge(line)) return true
    if (/^(?:(?:page\s+)?\d{1,4}(?:\s*(?:\/|of)\s*\d{1,4})?|[ivxlc]{1,6})$/i.test(lineText(line)))
      return false
    const count = seen.get(key(line))?.size ?? 0
    // Twice may be chance, unless it is on every page there is, or counts them.
    const isCounted = /^\d|\d$/.test(lineText(line)) || pages.length === 2
    return count < (isCounted ? 2 : 3)
  })
}

/** Lines in letters of one width are code, from two lines on. */
const endOfCode = (lines: PdfLine[], at: number): number => {
  let end = at
  while (end < lines.length && isCode(lines[end] as PdfLine)) {
    const previous = end > at ? (lines[end - 1] as PdfLine) : undefined
    if (previous && (previous.page !== lines[end]?.page || previous.y < (lines[end]?.y ?? 0))) break
    end++
  }
  return end - at >= 2 ? end : at
}

const isCode = (line: PdfLine): boolean =>
  line.segments.every(segment => segment.items.every(item => item.isMono || !item.text.trim()))

/** Columns of letters tell how far each line is set in. */
const codeOf = (lines: PdfLine[]): string => {
  const left = Math.min(...lines.map(line => line.segments[0]?.x ?? 0))
  const text = lines.map(line => {
    let out = ''
    for (const segment of line.segments) {
      const column = Math.round((segment.x - left) / (line.size * 0.6))
      out = out.padEnd(Math.min(column, 200)) + segmentText(segment)
    }
    return out.trimEnd()
  })
  return text.join('\n')
}

const headingLevel = (line: PdfLine, { headingSizes }: Measure): number => {
  const text = lineText(line)
  if (text.length > maxHeading || !/\p{L}/u.test(text)) return 0
  return headingSizes.indexOf(line.size) + 1
}

/**
 * A short line of its own in another font, with the text's own font below it, is a heading even
 * at the size of the text: most letters and contracts write theirs in bold.
 */
const titleLevel = (
  lines: PdfLine[],
  at: number,
  { bodyFont, headingSizes, pitch }: Measure,
): number => {
  const line = lines[at] as PdfLine
  const text = lineText(line)
  const font = onlyFont(line)
  const next = lines[at + 1]
  if (!next || font === undefined || font === bodyFont || onlyFont(next) === font) return 0
  if (text.length > maxTitle || !/^[\p{Lu}\p{Lo}\d]/u.test(text) || /[.,;:]$/.test(text)) return 0
  const previous = lines[at - 1]
  const isFirst = previous?.page !== line.page || previous.y < line.y
  const isApart = isFirst || previous.y - line.y > line.size * (pitch + 0.45)
  return isApart && next.page === line.page ? Math.min(Math.max(headingSizes.length + 1, 2), 6) : 0
}
const maxTitle = 80

const onlyFont = (line: PdfLine): string | undefined => {
  const fonts = new Set(
    itemsOf(line)
      .filter(({ text }) => text.trim())
      .map(({ font }) => font),
  )
  const [font] = fonts
  return fonts.size === 1 && !isCode(line) ? font : undefined
}

/** Headings may run over two or three lines of one size; titles among the text, of one font. */
const endOfRun = (lines: PdfLine[], at: number, isTitle: boolean): number => {
  const first = lines[at] as PdfLine
  let end = at + 1
  while (end < lines.length) {
    const line = lines[end] as PdfLine
    const distance = (lines[end - 1] as PdfLine).y - line.y
    if (line.size !== first.size || line.page !== first.page) break
    if (isTitle && onlyFont(line) !== onlyFont(first)) break
    if (distance <= 0 || distance > first.size * 1.6) break
    end++
  }
  return end
}

/** Answers in forms and whole pages of a letter may be larger than the text that is most. */
const isProse = (lines: readonly PdfLine[]): boolean =>
  lines.length > 1 && lines.reduce((sum, line) => sum + lineText(line).length, 0) > maxHeading
const maxHeading = 200
const maxHeadingLines = 4

const startsBlock = (previous: PdfLine, line: PdfLine, measure: Measure): boolean | 'point' => {
  const { pitch, bodySize, points } = measure
  const text = lineText(line)
  // The end of `pp. 737-9)` is not the number of a point.
  const isSpan = /\d[-–]$/.test(lineText(previous)) && /^\d/.test(text)
  if (bullet.test(text) || (numbered.test(text) && !isSpan) || lettered.test(text)) return true
  if (/…\s*[\divxlc]+$/.test(lineText(previous))) return true
  const distance = previous.y - line.y
  const continues =
    !/[.!?:;。！？]["”’)]*$/.test(lineText(previous)) && /^\p{Ll}/u.test(lineText(line))
  // The next column or page: only an unfinished sentence goes on there.
  if (line.page !== previous.page || distance < 0)
    return !continues && (points.has(line) ? 'point' : true)
  if (distance > line.size * (pitch + 0.45)) return true
  if (!continues && points.has(line)) return 'point'
  const indent = startOf(line) - startOf(previous)
  return indent > bodySize * 0.8 && indent < bodySize * 4 && !continues && !isHanging(previous)
}

/** Lines of a list item are set in behind its bullet. */
const isHanging = (line: PdfLine): boolean =>
  bullet.test(lineText(line)) || numbered.test(lineText(line))

const bullet = /^[•◦▪■●○‣·]\s*|^[–—*-]\s+(?=\S)/
const numbered = /^(\d{1,3})[.)]\s+(?=\S)/
const lettered = /^\(?(?:[a-z]|[ivx]{1,4})\)\s+(?=\S)/

const addParagraph = (
  blocks: HtmlElement[],
  lines: PdfLine[],
  isItem: boolean,
  place: Record<string, string>,
): void => {
  const first = lines[0] as PdfLine
  const text = lineText(first)
  const sign = bullet.exec(text)?.[0]
  const number = sign === undefined ? numbered.exec(text) : null
  const parts = content(lines)
  if (isItem && sign === undefined && !number) {
    const list = blocks.at(-1)
    const item = build('li', place, parts)
    if (list?.name === 'ul') appendTo(list, item)
    else blocks.push(build('ul', {}, [item]))
    return
  }
  if (sign === undefined && !number) {
    blocks.push(build('p', place, parts))
    return
  }
  const name = number ? 'ol' : 'ul'
  const last = blocks.at(-1)
  const start = Number(number?.[1] ?? 1)
  const next = Number(last?.attributes.start ?? 1) + (last?.children.length ?? 0)
  dropStart(parts, (sign ?? number?.[0] ?? '').trim().length)
  const item = build('li', place, parts)
  if (last?.name === name && (name === 'ul' || next === start)) appendTo(last, item)
  else blocks.push(build(name, number ? { start: String(start) } : {}, [item]))
}

const dropStart = (parts: (HtmlNode | string)[], length: number): void => {
  const first = parts[0]
  if (typeof first === 'string') parts[0] = first.trimStart().slice(length).trimStart()
}

/** The text of lines as one paragraph, links kept. */
const content = (lines: PdfLine[]): (HtmlNode | string)[] => {
  const runs: { link: string | undefined; parts: string[] }[] = []
  const add = (item: Pick<PdfItem, 'text' | 'link'>) => {
    const last = runs.at(-1)
    if (last && last.link === item.link) last.parts.push(item.text)
    else runs.push({ link: item.link, parts: [item.text] })
  }
  for (const [index, line] of lines.entries()) {
    if (index > 0) add({ text: '\n', link: runs.at(-1)?.link })
    for (const [at, segment] of line.segments.entries()) {
      if (at > 0) add({ text: ' ', link: undefined })
      for (const item of segment.items) add(item)
    }
  }
  return runs.flatMap(({ link, parts }) => linkedText(joinLines(parts), link))
}
