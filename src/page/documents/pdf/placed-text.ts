import { mostOf } from './lines.ts'
import type { PdfItem } from './page.ts'

/** A drawn run of text with its box; the blanks drawn behind it travel with it. */
export type Placed = {
  item: PdfItem
  blanks: PdfItem[]
  /** Its number in the order of drawing. */
  at: number
  left: number
  right: number
  top: number
  bottom: number
}

export const placeText = (items: readonly PdfItem[]): { words: Placed[]; head: PdfItem[] } => {
  const words: Placed[] = []
  const head: PdfItem[] = []
  for (const item of items) {
    if (item.text.trim() === '') {
      const blanks = words.at(-1)?.blanks ?? head
      blanks.push(item)
      continue
    }
    const { x, y, width, size } = item
    const box = { left: x, right: x + width, top: y + size * 0.75, bottom: y - size * 0.2 }
    words.push({ item, blanks: [], at: words.length, ...box })
  }
  return { words, head }
}

export const middleOf = ({ top, bottom }: Placed): number => (top + bottom) / 2

/** The size most letters have. */
export const bodySizeOf = (words: readonly Placed[]): number => {
  const sizes = new Map<number, number>()
  for (const { item } of words) {
    const size = Math.round(item.size * 2) / 2
    sizes.set(size, (sizes.get(size) ?? 0) + item.text.length)
  }
  return Math.max(1, mostOf(sizes) ?? 10)
}

/** What stands at one height within a column, from the left. */
export type TextLine = {
  y: number
  left: number
  right: number
  /** How much of its width is drawn in. */
  ink: number
  size: number
  words: Placed[]
  text: string
}

/** Lines from the top, whatever the order of drawing. */
export const linesFromTop = (words: readonly Placed[], bodySize: number): TextLine[] => {
  const lines: Placed[][] = []
  let y = 0
  for (const word of [...words].sort((a, b) => b.item.y - a.item.y)) {
    const isSame = y - word.item.y < Math.min(bodySize, word.item.size) * 0.5
    if (isSame && lines.length > 0) lines.at(-1)?.push(word)
    else {
      lines.push([word])
      y = word.item.y
    }
  }
  return lines.map(lineOf)
}

const lineOf = (words: Placed[]): TextLine => {
  words.sort((a, b) => a.left - b.left)
  const largest = words.reduce((best, word) => (word.item.size > best.item.size ? word : best))
  return {
    y: largest.item.y,
    left: words[0]?.left ?? 0,
    right: words.reduce((most, { right }) => Math.max(most, right), -Infinity),
    ink: words.reduce((sum, { left, right }) => sum + right - left, 0),
    size: largest.item.size,
    words,
    text: words.map(spaced).join(''),
  }
}

const spaced = ({ item, left }: Placed, at: number, words: readonly Placed[]): string => {
  const gap = at > 0 ? left - (words[at - 1] as Placed).right : 0
  return gap > item.size * 0.15 ? ` ${item.text}` : item.text
}
