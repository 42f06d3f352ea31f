import { selectContent } from '../../../page/content/select.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import { readNodes } from '../../../page/text/nodes.ts'
import type { PageNode } from '../../../page/text/page-nodes.ts'
import { fold } from '../../../page/words/words.ts'
import { factTexts } from '../grounding/facts.ts'
import { isOrderFact } from '../grounding/orders.ts'
import { cellTexts, type Page } from '../source/page.ts'
import { isLink, type ShownLine, shownLines } from '../source/shown-lines.ts'
import { type Query, scoreTexts } from './relevance.ts'
import type { Targets } from './targets.ts'

/** Neighbouring lines under one heading, as a model is shown them. */
export type Block = {
  text: string
  heading: string
  /** How many lines of the page it holds. */
  lines: number
  isMain: boolean
  /** Begins with what the page is about. */
  isTop: boolean
}

type RenderOptions = {
  query: Query
  targets: Targets
  /** Lines that are not shown, by number. */
  skip: ReadonlySet<number>
}

/**
 * A page as numbered lines, so that each value can name the line it came from: `[17] $39.99`. A
 * long passage that the page repeats is shown once, and menus only where they use a word of the fields.
 */
export const renderBlocks = (page: Page, { query, targets, skip }: RenderOptions): Block[] => {
  const isMain = mainTexts(page)
  const heads = headsIn(page)
  const blocks: Block[] = []
  let before: Pick<PageNode, 'region' | 'level'> = { region: 'main', level: undefined }
  const lines = withoutRepeats(shownLines(page.nodes.filter(({ id }) => !skip.has(id))))
  const isInNamedList = listsNamed(lines, query)
  for (const line of lines) {
    const [first] = line.nodes
    if (!first) continue
    const inMain = line.nodes.some(({ text }) => isMain(text))
    const words = wordsIn(line)
    const heading = textOf(page, first.headings.at(-1) ?? 0)
    const label = textOf(page, first.id - 1).slice(0, maxLabelChars)
    const isAsked = (around: string) =>
      hasFigure.test(words) || query.isNamedIn(`${words} ${around}`)
    const isText = first.region === 'main' || isAsked(`${heading} ${label}`)
    const isContent = inMain || (line.is !== 'menu' && isText)
    const addresses = new Set(line.nodes.flatMap(node => targets(node, isContent)))
    const isMenu = !inMain && addresses.size === 0 && line.nodes.every(isLink)
    if (isMenu && !isAsked('') && !isInNamedList(line)) continue
    const mark = first.level ? `${'#'.repeat(first.level)} ` : ''
    const shown = line.again ?? [shortened(words), ...addresses].join(' ')
    const text = `${mark}[${line.number}] ${shown}`
    const last = blocks.at(-1)
    const isFull = (last?.text.length ?? 0) + text.length > maxBlockChars
    const isApart = before.region !== first.region || last?.isMain !== inMain
    // A heading right below another goes on with it: a label, and the value in large letters.
    const begins = first.level !== undefined && before.level === undefined
    before = first
    if (last && !isApart && !begins && !isFull) {
      last.text += `\n${text}`
      last.lines += line.nodes.length
      continue
    }
    blocks.push({
      text: isApart || begins ? text : heads(line) + text,
      heading,
      lines: line.nodes.length,
      isMain: inMain,
      isTop: first.level === 1,
    })
  }
  return blocks
}

export const joinBlocks = (blocks: readonly Block[]): string =>
  blocks.map(({ text }) => text).join('\n\n')

/** The blocks that speak most of the fields, in page order, and how many lines were left out. */
export const mostRelevant = (
  blocks: readonly Block[],
  query: Query,
  maxChars: number,
): { text: string; leftOut: number } => {
  const scores = scoreTexts(
    blocks.map(({ heading, text }) => `${heading} ${text}`),
    query,
  ).map((score, at) => score + (blocks[at]?.isTop ? 6 : 0) + (blocks[at]?.isMain ? 1 : 0))
  const order = [...blocks.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  const chosen = new Set<Block>()
  let left = maxChars
  for (const at of order) {
    const block = blocks[at] as Block
    if (block.text.length + 2 > left) continue
    chosen.add(block)
    left -= block.text.length + 2
  }
  const parts: string[] = []
  let gap = 0
  const sayGap = () => {
    if (gap > 0) parts.push(`[${gap} lines left out]`)
    gap = 0
  }
  for (const block of blocks) {
    if (!chosen.has(block)) gap += block.lines
    else {
      sayGap()
      parts.push(block.text)
    }
  }
  sayGap()
  const leftOut = blocks.reduce((sum, one) => sum + (chosen.has(one) ? 0 : one.lines), 0)
  return { text: parts.join('\n\n'), leftOut }
}

/** The page in pieces of bounded length, for lists that may go on to its end. */
export const chunksOf = (
  blocks: readonly Block[],
  { maxChars, overlapChars = 0 }: { maxChars: number; overlapChars?: number },
): Block[][] => {
  const chunks: Block[][] = []
  let chars = 0
  for (const block of blocks) {
    const chunk = chunks.at(-1)
    const last = chunk?.at(-1)
    if (chunk && chars + block.text.length <= maxChars) chunk.push(block)
    else {
      // What stands on the border is shown twice, so that no entry of a list is cut in two.
      chunks.push(last && last.text.length <= overlapChars ? [last, block] : [block])
      chars = chunks.length > 1 ? (last?.text.length ?? 0) : 0
    }
    chars += block.text.length + 2
  }
  return chunks
}

/**
 * What the page says for machines alone, as far as it uses the words of the fields: what a reader
 * sees as well is shown already.
 */
export const renderFacts = (page: Page, { isNamedIn }: Query, maxChars: number): string => {
  const seen = fold(page.nodes.map(({ text }) => text).join('\n'))
  const lines = new Map<string, string>()
  let left = maxChars
  for (const { text, path } of factTexts(page)) {
    const [source = '', type = '', ...names] = path.split(' ')
    const name = (source === 'meta' ? names : [type, ...names]).join(' ')
    const value = text.replaceAll(/\s+/g, ' ').slice(0, maxFactChars)
    const key = fold(value)
    const isAsked = isNamedIn(names.slice(-2).join(' '))
    if (!value || lines.has(key) || seen.includes(key) || !isAsked) continue
    if (isOrderFact(text, path) || value.length + name.length > left) continue
    lines.set(key, `${name}: ${value}`)
    left -= value.length + name.length + 3
  }
  return [...lines.values()].join('\n')
}

const textOf = ({ nodes }: Page, id: number): string => nodes[id - 1]?.text ?? ''

/** Whether a line stands in a list of the page of which another line uses a word of the fields. */
const listsNamed = (lines: readonly ShownLine[], query: Query): ((line: ShownLine) => boolean) => {
  const named = new Map<HtmlElement, boolean>()
  for (const line of lines) {
    const list = listOf(line)
    if (list) named.set(list, named.get(list) === true || query.isNamedIn(wordsIn(line)))
  }
  return line => named.get(listOf(line) as HtmlElement) === true
}

const listOf = ({ nodes: [first] }: ShownLine): HtmlElement | undefined => {
  for (let element = first?.element; element; element = element.parent ?? undefined)
    if (element.name === 'ul' || element.name === 'ol') return element
  return undefined
}

/** A price, a count, a telephone number: what menus do not have. */
const hasFigure = /[\p{Sc}\p{N}@]/u
const maxLabelChars = 40
const maxFactChars = 400
const maxBlockChars = 1_500
/** A line that alone would fill a model's memory is no line for people either. */
export const maxLineChars = 20_000

const shortened = (text: string) =>
  text.length > maxLineChars ? `${text.slice(0, maxLineChars)} […]` : text

/** Whether a line is in the main content, as a scrape has it; what is hidden is out already. */
const mainTexts = ({ document, url }: Page): ((text: string) => boolean) => {
  const { tree, hasContent } = selectContent(document, { url, essentials: true, hidden: 'include' })
  if (!hasContent) return () => true
  const texts = new Set(
    readNodes({ root: tree, truncated: false }, { url }).nodes.map(({ text }) => text),
  )
  return text => texts.has(text)
}

const wordsIn = ({ is, nodes }: ShownLine): string => {
  if (is !== 'row') return nodes.map(({ text }) => text).join(is === 'code' ? '\n' : ' · ')
  const cells = nodes[0]?.cell?.parent?.children.filter(isCell) ?? []
  const texts = cells.map(cell =>
    nodes.flatMap(node => (node.cell === cell ? node.text : [])).join(' / '),
  )
  return texts.join(' | ').replace(/(?<![ |])[ |]+$/, '')
}

const isCell = (node: { type: string; name?: string }) => node.name === 'td' || node.name === 'th'

/** The heads of a row's columns, for a part of a table that begins without its head row. */
const headsIn = (page: Page): ((line: ShownLine) => string) => {
  const texts = cellTexts(page)
  return ({ is, nodes }) => {
    const cells = new Set(is === 'row' ? nodes.map(({ cell }) => cell) : [])
    const heads = [...cells].map(cell => {
      const head: HtmlElement | undefined = cell && page.tables.get(cell)?.column
      return (head && texts.get(head)) ?? ''
    })
    return heads.some(Boolean) ? `(${heads.join(' | ')})\n` : ''
  }
}

/**
 * Without runs of lines that stand on the page before. A second menu goes silently; what repeats in
 * the content says so with the lines that it repeats, and a short run stays: two posts of one author
 * have the same lines below his name, two plans the same features.
 */
const withoutRepeats = (lines: readonly ShownLine[]): (ShownLine & { again?: string })[] => {
  const keys = lines.map(line => `${line.is} ${wordsIn(line)}`)
  const first = new Map<string, number[]>()
  const kept: (ShownLine & { again?: string })[] = []
  for (let at = 0; at < lines.length; ) {
    const { from, run } = longestRun(keys, first.get(keys[at] ?? '') ?? [], at)
    const own = lines.slice(at, at + run)
    const least = own.every(isMenuLike) ? leastMenuRun : leastContentRun
    const chars = keys.slice(at, at + run).reduce((sum, key) => sum + key.length, 0)
    const isRepeat = run > 0 && (run >= least.lines || chars >= least.chars)
    const count = isRepeat ? run : 1
    const line = lines[at] as ShownLine
    if (!isRepeat) kept.push(line)
    else if (least === leastContentRun) {
      const [begin, end] = [lines[from], lines[from + run - 1]].map(one => one?.number)
      kept.push({ ...line, again: `(lines ${begin} to ${end} again)` })
    }
    for (let next = at; next < at + count; next++) {
      const places = first.get(keys[next] ?? '') ?? []
      if (places.length < maxPlaces) first.set(keys[next] ?? '', [...places, next])
    }
    at += count
  }
  return kept
}

const isMenuLike = ({ is, nodes }: ShownLine): boolean =>
  is === 'menu' || nodes.every(node => node.region !== 'main' || isLink(node))

const leastMenuRun = { lines: 4, chars: 120 }
const leastContentRun = { lines: 16, chars: 600 }
const maxPlaces = 8

const longestRun = (
  keys: readonly string[],
  starts: readonly number[],
  at: number,
): { from: number; run: number } =>
  starts.reduce(
    (best, from) => {
      const run = runFrom(keys, from, at)
      return run > best.run ? { from, run } : best
    },
    { from: 0, run: 0 },
  )

/** How many lines from `at` on are those from `from` on. */
const runFrom = (keys: readonly string[], from: number, at: number): number => {
  let count = 0
  while (from + count < at && at + count < keys.length && keys[from + count] === keys[at + count])
    count++
  return count
}
