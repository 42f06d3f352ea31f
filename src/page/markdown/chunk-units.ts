/**
 * Markdown as the pieces that it may be cut between: a line of text each, and tables and code blocks
 * whole. Offsets are those of the text; blank lines belong to no unit.
 */
export type Unit = {
  start: number
  end: number
  kind: 'heading' | 'text' | 'whole'
  /** Level of a heading. */
  level: number
  title: string
  /** How good a place for a cut is before it: a block, an item or a paragraph in one, a line. */
  cut: 2 | 1 | 0
}

type Line = { start: number; end: number; text: string; indent: number }

export const readUnits = (markdown: string): Unit[] => readBlocks(readLines(markdown), 0)

const readBlocks = (lines: readonly Line[], depth: number): Unit[] => {
  const units: Unit[] = []
  /** Where the content of the list items begins that are open. */
  const items: number[] = []
  let afterBlank = true
  let at = 0
  while (at < lines.length) {
    const line = lines[at] as Line
    if (isBlank(line)) {
      afterBlank = true
      at++
      continue
    }
    // What stands before an item's content has left the item; only a paragraph's next line may.
    if (afterBlank || isItem(line)) while (line.indent < (items.at(-1) ?? 0)) items.pop()
    const base = items.at(-1) ?? 0
    const isInner = base > 0 || line.indent > 3
    const item = line.indent < base + 4 ? itemIndent(line) : undefined
    const quote = depth < maxDepth ? quoteAt(lines, at, item ?? base) : undefined
    const block: Block = quote ?? blockAt(lines, at, base, afterBlank)
    const isStart = afterBlank || item !== undefined || block.kind !== 'text'
    const cut = !isStart ? 0 : isInner ? 1 : 2
    if (quote) units.push(...quotedUnits(quote.lines, depth, cut))
    else units.push({ ...block, start: line.start, end: (lines[block.next - 1] as Line).end, cut })
    if (block.kind === 'heading') items.length = 0
    if (item !== undefined && block.kind !== 'heading') items.push(item)
    afterBlank = block.kind !== 'text'
    at = block.next
  }
  return units
}

/** Deeper quotations are lines. */
const maxDepth = 8

/**
 * What a quotation holds, read as a text of its own; its headings are none of ours. Its empty lines
 * have a mark, and go with what stands before them.
 */
const quotedUnits = (lines: readonly Line[], depth: number, cut: Unit['cut']): Unit[] => {
  const [first, last] = [lines[0] as Line, lines.at(-1) as Line]
  const whole: Unit = { ...first, end: last.end, kind: 'text', level: 0, title: '', cut }
  const units = readBlocks(lines, depth + 1)
  if (units.length === 0) return [whole]
  return units.map((unit, at) => ({
    ...unit,
    start: at === 0 ? first.start : unit.start,
    end: (units[at + 1]?.start ?? last.end + 1) - 1,
    kind: unit.kind === 'whole' ? 'whole' : 'text',
    cut: at === 0 ? cut : unit.cut > 0 ? 1 : 0,
  }))
}

type Quote = Block & { lines: Line[] }

const quoteAt = (lines: readonly Line[], at: number, base: number): Quote | undefined => {
  const inner: Line[] = []
  let next = at
  for (; next < lines.length; next++) {
    const line = lines[next] as Line
    const before = next === at ? markersOf(line.text) : ''
    if (next > at && line.indent < base) break
    const mark = /^[ \t]*> ?/.exec(line.text.slice(before.length))?.[0]
    if (!mark || (next > at && line.indent > base + 3)) break
    const text = line.text.slice(before.length + mark.length)
    inner.push({ ...line, text, indent: indentOf(text) })
  }
  return inner.length === 0 ? undefined : { kind: 'text', level: 0, title: '', next, lines: inner }
}

type Block = Pick<Unit, 'kind' | 'level' | 'title'> & {
  /** The line after it. */
  next: number
}

const blockAt = (lines: readonly Line[], at: number, base: number, afterBlank: boolean): Block => {
  const line = lines[at] as Line
  const whole = (next: number): Block => ({ kind: 'whole', level: 0, title: '', next })
  if (afterBlank && line.indent >= base + 4) return whole(codeEnd(lines, at, base))
  const fence = fenceOf(line)
  if (fence) return whole(fenceEnd(lines, at, fence, Math.max(base, itemIndent(line) ?? 0)))
  if (isTable(lines, at)) return whole(tableEnd(lines, at))
  const heading = headingAt(lines, at, afterBlank)
  return heading ?? { kind: 'text', level: 0, title: '', next: at + 1 }
}

/** Indented code goes on over blank lines, as long as what follows is indented too. */
const codeEnd = (lines: readonly Line[], at: number, base: number): number => {
  let end = at + 1
  for (let next = end; next < lines.length; next++) {
    const line = lines[next] as Line
    if (isBlank(line)) continue
    if (line.indent < base + 4) break
    end = next + 1
  }
  return end
}

const fenceOf = ({ text }: Line): string | undefined => {
  const bare = text.slice(markersOf(text).length)
  const mark = /^(?:`{3,}|~{3,})/.exec(bare)?.[0]
  return mark?.startsWith('`') && bare.slice(mark.length).includes('`') ? undefined : mark
}

/** To its closing line, or to where the item ends that it stands in. */
const fenceEnd = (lines: readonly Line[], at: number, mark: string, base: number): number => {
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as Line
    if (isBlank(line)) continue
    if (line.indent < base) return next
    const bare = line.text.trim()
    const closes = bare.length >= mark.length && bare === mark[0]?.repeat(bare.length)
    if (closes && line.indent < base + 4) return next + 1
  }
  return lines.length
}

/** A row of heads over a row of dashes. */
const isTable = (lines: readonly Line[], at: number): boolean => {
  const [head, rule] = [lines[at], lines[at + 1]]
  return head !== undefined && rule !== undefined && head.text.includes('|') && isRule(rule.text)
}

const isRule = (text: string): boolean => {
  const bare = text.trim()
  return bare.includes('|') && bare.includes('-') && /^[-:| \t]+$/.test(bare)
}

const tableEnd = (lines: readonly Line[], at: number): number => {
  let next = at + 2
  for (; next < lines.length; next++) {
    const line = lines[next] as Line
    if (isBlank(line) || fenceOf(line) || isItem(line) || headingAt(lines, next, false)) break
    if (/^[ \t]*>/.test(line.text)) break
  }
  return next
}

const headingAt = (lines: readonly Line[], at: number, afterBlank: boolean): Block | undefined => {
  const { text, indent } = lines[at] as Line
  if (indent > 3) return undefined
  const bare = text.trim()
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(bare)?.[0]
  if (marks) {
    const title = bare.slice(marks.length).replace(/(?<![^ \t])#+$/, '')
    return { kind: 'heading', level: marks.length, title: plainTitle(title), next: at + 1 }
  }
  const under = lines[at + 1]?.text.trim() ?? ''
  const isUnderlined = /^(?:=+|-{2,})$/.test(under) && (lines[at + 1] as Line).indent < 4
  if (!afterBlank || !isUnderlined || markersOf(text).trim() !== '') return undefined
  const level = under.startsWith('=') ? 1 : 2
  return { kind: 'heading', level, title: plainTitle(bare), next: at + 2 }
}

const maxTitleChars = 200

/** What a heading says, without the marks around its words. */
const plainTitle = (text: string): string =>
  text
    .slice(0, 10 * maxTitleChars)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/(?<!\\)(?:\*+|`+|~~)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
    .slice(0, maxTitleChars)
    .toWellFormed()

/** The marks of list items that a line begins with. */
const markersOf = (text: string): string =>
  /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|$))*/.exec(text)?.[0] ?? ''

const isItem = ({ text }: Line): boolean => /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/.test(text)

/** Where the content of a list item begins; the innermost one, where a line begins several. */
const itemIndent = (line: Line): number | undefined => {
  if (!isItem(line)) return undefined
  const markers = markersOf(line.text)
  const bare = markers.trimEnd()
  const spaces = columnsOf(markers) - columnsOf(bare)
  // What is further away than four columns is code in the item.
  return columnsOf(bare) + (spaces > 4 || markers.length === line.text.length ? 1 : spaces)
}

const isBlank = ({ text }: Line): boolean => text.trim() === ''

const readLines = (markdown: string): Line[] => {
  const lines: Line[] = []
  for (let start = 0; start < markdown.length; ) {
    const found = markdown.indexOf('\n', start)
    const end = found < 0 ? markdown.length : found
    const text = markdown.slice(start, end)
    lines.push({ start, end, text, indent: indentOf(text) })
    start = end + 1
  }
  return lines
}

const indentOf = (text: string): number => columnsOf(/^[ \t]*/.exec(text)?.[0] ?? '')

/** A tab leads to the next fourth column. */
const columnsOf = (text: string): number => {
  let columns = 0
  for (const char of text) columns = char === '\t' ? columns - (columns % 4) + 4 : columns + 1
  return columns
}
