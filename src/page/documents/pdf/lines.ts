import type { PdfItem, PdfPage } from './page.ts'

/** Text on one line with nothing wide between it: a word, a sentence, a cell. */
export type Segment = { x: number; end: number; items: PdfItem[] }

export type PdfLine = {
  y: number
  size: number
  segments: Segment[]
  page: number
  /** Once somebody asked for it: everybody does. */
  text: string | undefined
}

/** The lines of a page in the order the file draws them, which is nearly always reading order. */
export const readLines = (page: PdfPage, number: number): PdfLine[] => {
  const lines: PdfLine[] = []
  let line: PdfLine | undefined
  for (const item of page.items) {
    const blank = item.text.trim() === ''
    if (item.text === '' || (blank && item.width === 0)) continue
    if (!line || !isOnLine(line, item)) {
      if (blank) continue
      line = { y: item.y, size: item.size, segments: [], page: number, text: undefined }
      lines.push(line)
    }
    addItem(line, item, blank)
  }
  return finished(joinRows(lines))
}

/** Programs draw the cells of a row from the right, too, or in any order. */
const joinRows = (lines: PdfLine[]): PdfLine[] => {
  const rows: PdfLine[] = []
  for (const line of lines) {
    const last = rows.at(-1)
    if (last && isLeftOf(line, last)) last.segments.unshift(...line.segments)
    else rows.push(line)
  }
  return rows
}

const isLeftOf = (line: PdfLine, other: PdfLine): boolean =>
  Math.abs(line.y - other.y) < line.size * 0.1 &&
  Math.abs(line.size - other.size) < 0.5 &&
  (line.segments.at(-1)?.end ?? 0) + line.size * 1.2 < (other.segments[0]?.x ?? 0) &&
  !rightToLeft.test(lineText(line) + lineText(other))

const finished = (lines: PdfLine[]): PdfLine[] => {
  for (const each of lines) {
    each.size = mainSize(each)
    each.text = undefined
    if (!isRightToLeft(each)) continue
    for (const segment of each.segments) readFromRight(segment)
    each.text = undefined
  }
  return lines
}

const isOnLine = (line: PdfLine, item: PdfItem): boolean => {
  const size = Math.max(line.size, item.size, 1)
  const last = line.segments.at(-1)
  // Raised and lowered signs stay; something further left starts another line.
  return Math.abs(line.y - item.y) < size * 0.5 && (!last || item.x > last.end - size)
}

const addItem = (line: PdfLine, item: PdfItem, blank: boolean): void => {
  const last = line.segments.at(-1)
  const gap = last ? item.x - last.end : 0
  const size = Math.max(item.size, line.size, 1)
  const isWideBlank = blank && item.width > size * 1.5
  if (last && gap <= size * 1.2 && !isWideBlank) {
    if (!blank && gap > size * 0.15 && isSpaced(segmentEnd(last), item.text))
      last.items.push({ ...item, text: ' ', width: 0 })
    last.items.push(item)
    if (!blank) last.end = item.x + item.width
  } else if (!blank) line.segments.push({ x: item.x, end: item.x + item.width, items: [item] })
}

const segmentEnd = (segment: Segment): string => segment.items.at(-1)?.text ?? ''

/** Whether a gap between two texts is a space: Chinese and Japanese have none, nor has a full stop. */
export const isSpaced = (before: string, after: string): boolean =>
  !before.endsWith(' ') &&
  !after.startsWith(' ') &&
  !(unspacedEnd.test(before) && unspacedStart.test(after)) &&
  !/^[।॥]/.test(after)

const unspacedEnd = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff65]$/
const unspacedStart = /^[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff65]/

export const isRightToLeft = (line: PdfLine): boolean => {
  const text = lineText(line)
  return rightToLeft.test(text) && countOf(text, /\p{L}/gu) < 2 * countOf(text, allRightToLeft)
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
export const allRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g

export const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Files draw such a line from the left; what reads from the left in it (a name) stays together. */
const readFromRight = (segment: Segment): void => {
  const runs: PdfItem[][] = []
  let left: PdfItem[] | undefined
  let blanks: PdfItem[] = []
  for (const item of segment.items) {
    if (left && item.text.trim() === '') {
      blanks.push(item)
      continue
    }
    const isLeft = /[\p{L}\p{N}]/u.test(item.text) && !rightToLeft.test(item.text)
    if (left && isLeft) left.push(...blanks, item)
    else {
      runs.push(...blanks.map(blank => [blank]))
      const own = isLeft ? [item] : [{ ...item, text: mirrored(item.text) }]
      runs.push(own)
      left = isLeft ? own : undefined
    }
    blanks = []
  }
  runs.push(...blanks.map(blank => [blank]))
  segment.items = runs.reverse().flat()
}

/** A bracket that stands alone is drawn as it looks there: one that opens looks as if it closed. */
const mirrored = (text: string): string =>
  /^\s*[()[\]]\s*$/.test(text)
    ? text.replace(/[()[\]]/, sign => '()[]'['()[]'.indexOf(sign) ^ 1] as string)
    : text

/** The size most of its letters have. */
const mainSize = (line: PdfLine): number => {
  const counts = new Map<number, number>()
  for (const segment of line.segments)
    for (const { size, text } of segment.items) {
      const rounded = Math.round(size * 2) / 2
      counts.set(rounded, (counts.get(rounded) ?? 0) + text.trim().length)
    }
  return mostOf(counts) ?? line.size
}

export const mostOf = <Key>(counts: ReadonlyMap<Key, number>): Key | undefined => {
  let best: [Key, number] | undefined
  for (const entry of counts) if (!best || entry[1] > best[1]) best = entry
  return best?.[0]
}

export const lineText = (line: PdfLine): string => {
  line.text ??= line.segments.map(segmentText).join(' ').replace(/\s+/g, ' ').trim()
  return line.text
}

export const segmentText = (segment: Segment): string =>
  segment.items.map(item => item.text).join('')

/** Lines of one paragraph as one: words that were divided at the end of a line are whole again. */
export const joinLines = (parts: string[]): string =>
  parts
    .join('')
    // A hyphen was meant before a capital, behind another in the same word, and in an address.
    .replace(/(\p{L}[-\u2010])\n\s*(?=\p{Lu})/gu, '$1')
    .replace(/(\p{L})([-\u00ad\u2010])\n\s*(?=\p{Ll})/gu, (_, letter, sign, at: number, all) => {
      const word = wordBefore(all.slice(Math.max(0, at - maxAddress), at))
      const isMeant = isAddress(word) || /\p{L}[-\u2010]/u.test(word)
      return isMeant && sign !== '\u00ad' ? letter + sign : letter
    })
    // A span of pages or years is one word.
    .replace(/(\d[-–])\n\s*(?=\d)/g, '$1')
    .split('\n')
    .reduce((text, line) => {
      const [before, after] = [text.trimEnd(), line.trimStart()]
      if (isCutAddress(text, line)) return text + after
      return isSpaced(before, after) ? `${before} ${after}` : before + after
    })

const isCutAddress = (before: string, after: string): boolean => {
  const word = wordBefore(before.slice(-maxAddress))
  const isOpen = (isAddress(word) && /[/?&=._-]$/.test(word)) || /\w@$/.test(word)
  return isOpen && /^\s*\w/.test(after)
}

const wordBefore = (text: string): string => text.split(/\s/).at(-1) ?? ''

const isAddress = (word: string): boolean => /^(?:https?:\/\/|www\.)/.test(word)

const maxAddress = 300
