import { lineText, type PdfLine } from './lines.ts'

/** A column is left where the next line stands higher, or on another page. */
export const columnsOf = (lines: PdfLine[]): PdfLine[][] => {
  const columns: PdfLine[][] = []
  let previous: PdfLine | undefined
  for (const line of lines) {
    const isNew = previous?.page !== line.page || line.y > previous.y + line.size
    if (isNew) columns.push([line])
    else columns.at(-1)?.push(line)
    previous = line
  }
  return columns
}

/**
 * Lines that begin a point of a list whose bullets are drawn: set in like the line before, which had
 * room for the next word and did not take it.
 */
export const findPoints = (columns: PdfLine[][], bodySize: number): Set<PdfLine> => {
  const points = new Set<PdfLine>()
  const edges = edgesOf(columns, bodySize)
  const columnOf = new Map(
    edges.flatMap(column => column.lines.map(line => [line, column] as const)),
  )
  const isEnd = (line: PdfLine, next: PdfLine): boolean => {
    const column = columnOf.get(line)
    if (!column) return false
    const { right, isJustified } = column
    return isJustified ? right - endOf(line) > line.size * 0.4 : hadRoom(line, next, right)
  }
  for (const block of joinedBlocks(edges, bodySize)) {
    const starts = block.filter((line, at) => at > 0 && isEnd(block[at - 1] as PdfLine, line))
    for (const line of starts) points.add(line)
    // Where no line has the end of a sentence in it, each point is one sentence.
    if (starts.length === 0 || block.some(hasSentenceEnd)) continue
    for (const [at, line] of block.entries())
      if (at > 0 && sentenceEnd.test(lineText(block[at - 1] as PdfLine))) points.add(line)
  }
  return points
}

/** A list goes on where the next column or page begins set in as the one before it ended. */
const joinedBlocks = (columns: Column[], bodySize: number): PdfLine[][] => {
  const joined: PdfLine[][] = []
  let previous: Column | undefined
  for (const column of columns) {
    for (const block of setInBlocks(column.lines, column.left, bodySize)) {
      const last = joined.at(-1)
      const goesOn =
        previous !== undefined &&
        last?.at(-1) === previous.lines.at(-1) &&
        block[0] === column.lines[0] &&
        Math.abs(indentOf(last, previous) - indentOf(block, column)) <= 1
      if (goesOn) last?.push(...block)
      else joined.push(block)
    }
    previous = column
  }
  return joined
}

const indentOf = (block: PdfLine[] | undefined, { left }: Column): number => {
  const line = block?.at(-1)
  return line ? startOf(line) - left : 0
}

const hadRoom = (line: PdfLine, next: PdfLine, right: number): boolean => {
  const [word = ''] = lineText(next).split(' ')
  const letter = (endOf(next) - startOf(next)) / Math.max(1, lineText(next).length)
  return endOf(line) + (word.length + 2) * letter < right
}

const sentenceEnd = /[.!?;]["”’)]*$/
const hasSentenceEnd = (line: PdfLine): boolean => /[.!?;]["”’)]*\s+\p{Lu}/u.test(lineText(line))

/** Lines that follow each other and begin at the same place, a little to the right of the edge. */
const setInBlocks = (lines: PdfLine[], left: number, bodySize: number): PdfLine[][] => {
  const blocks: PdfLine[][] = []
  let previous: PdfLine | undefined
  for (const line of lines) {
    const indent = startOf(line) - left
    const isSetIn = indent >= bodySize && indent <= bodySize * maxIndent
    const isSame =
      previous !== undefined &&
      Math.abs(startOf(line) - startOf(previous)) <= 1 &&
      previous.y - line.y < line.size * 2
    if (isSetIn && isSame) blocks.at(-1)?.push(line)
    else if (isSetIn) blocks.push([line])
    previous = isSetIn ? line : undefined
  }
  return blocks
}

/** Of a point, in sizes. */
const maxIndent = 6

type Column = { lines: PdfLine[]; left: number; right: number; isJustified: boolean }

/** A column begins where two lines do; one that is set in as a whole has the edge of another. */
const edgesOf = (columns: PdfLine[][], bodySize: number): Column[] => {
  const lefts = columns.map(lines => {
    const starts = lines.map(startOf).sort((a, b) => a - b)
    const isShared = (start: number, at: number) => Number(starts[at + 1]) - start < 1
    return starts.find(isShared) ?? starts[0] ?? 0
  })
  const known = [...new Set(lefts.map(Math.round))].slice(0, maxEdges)
  const edges = columns.map((lines, at) => {
    const left = lefts[at] ?? 0
    const near = known.filter(other => other <= left && other > left - bodySize * maxIndent)
    const body = lines.filter(({ size }) => size <= bodySize)
    const ends = (body.length > 0 ? body : lines).map(endOf)
    const right = ends.reduce((most, end) => Math.max(most, end), 0)
    return { lines, left: Math.min(left, ...near), right }
  })
  const rights = [...new Set(edges.map(({ left, right }) => `${Math.round(left)} ${right}`))]
    .slice(0, maxEdges)
    .map(pair => pair.split(' ').map(Number) as [left: number, right: number])
  return edges.map(({ lines, left, right: own }) => {
    // A few lines need not reach as far as the column that they stand in, which others show.
    const far = own + (own - left) * 0.1
    const right = rights
      .filter(([otherLeft, other]) => Math.abs(otherLeft - left) <= 1 && other <= far)
      .reduce((most, [, other]) => Math.max(most, other), own)
    const isFull = (line: PdfLine) => right - endOf(line) < 1
    return { lines, left, right, isJustified: lines.filter(isFull).length > lines.length * 0.4 }
  })
}

/** Of columns; who has more made them to keep us busy. */
const maxEdges = 200

/** Small lines at the foot of a column, from one on that begins with a number or a star. */
export const findFootnotes = (columns: PdfLine[][], bodySize: number): Set<PdfLine> => {
  const found = new Set<PdfLine>()
  for (const lines of columns) {
    const last = lines.findLastIndex(({ size }) => size > bodySize * 0.93)
    const small = lines.slice(last + 1)
    const first = small.findIndex(line => noteMark.test(lineText(line)))
    // A list of sources may be all that stands on a page.
    if (first < 0 || last < 0 || small.length > lines.length / 2) continue
    for (const line of small.slice(first)) found.add(line)
  }
  return found
}

export const noteMark = /^(?:\[?\d{1,3}[\].)]?|[*†‡§]{1,3})\s*[\p{L}“"]/u

export const startOf = (line: PdfLine): number => line.segments[0]?.x ?? 0
const endOf = (line: PdfLine): number => line.segments.at(-1)?.end ?? 0
