import { codeAt } from '../../kit/code-at.ts'
import type { HtmlElement, HtmlNode, HtmlText } from '../html/html.ts'
import { blockTags, separatesWords, silentTags } from './tags.ts'
import { readText, type TextFacts } from './words.ts'

/**
 * A page as text blocks: what stands between two edges of block elements or two line breaks. The
 * block is what is kept or dropped; a region is an element that holds at least one block.
 */
export type Block = {
  index: number
  /** The deepest element that holds all of the block. */
  region: Region
  /** The block element around it. */
  container: Region
  texts: HtmlText[]
  text: string
  facts: TextFacts
  linkChars: number
  links: number
}

export type Region = {
  /** Place in page order; a parent always comes before its children. */
  index: number
  element: HtmlElement
  parent: Region | undefined
  level: number
  /** Its blocks are those from `first` up to, not including, `end`. */
  first: number
  end: number
  /** Pictures, times and fields of forms in it. */
  images: number
  times: number
  fields: number
}

type PageBlocks = { blocks: Block[]; regions: Region[] }

type Frame = { element: HtmlElement; region: Region; next: number; block: boolean; link: boolean }

/** One text node of the block being collected. */
type Piece = { node: HtmlText; region: Region; link: boolean; glue: boolean }

export const splitBlocks = (root: HtmlElement): PageBlocks => {
  const blocks: Block[] = []
  const regions: Region[] = []
  const stack: Frame[] = []
  let pieces: Piece[] = []
  let links = 0
  let breaks = 0
  // What the last inline edge was, to tell `a</b><i>b` from two words.
  let edges = 0
  let preLevel = 0
  const seen = { images: 0, times: 0, fields: 0 }

  const flush = () => {
    breaks = 0
    edges = 0
    if (pieces.length === 0) return
    const block = blockOf(blocks.length, pieces, links)
    pieces = []
    links = 0
    if (block) blocks.push(block)
  }
  const enter = (element: HtmlElement, parent: Frame | undefined) => {
    const block = blockTags.has(element.name) && preLevel === 0
    if (block) flush()
    else if (separatesWords(element.name)) edges++
    const link = element.name === 'a' || parent?.link === true
    if (element.name === 'a') links++
    if (element.name === 'pre') preLevel++
    const region: Region = {
      index: regions.length,
      element,
      parent: parent?.region,
      level: (parent?.region.level ?? -1) + 1,
      first: blocks.length,
      end: 0,
      images: seen.images,
      times: seen.times,
      fields: seen.fields,
    }
    regions.push(region)
    stack.push({ element, region, next: 0, block, link })
  }
  const leave = (frame: Frame) => {
    if (frame.element.name === 'pre') preLevel--
    if (frame.block) flush()
    else if (separatesWords(frame.element.name)) edges++
    const { region } = frame
    region.end = blocks.length + (pieces.length > 0 ? 1 : 0)
    region.images = seen.images - region.images
    region.times = seen.times - region.times
    region.fields = seen.fields - region.fields
    stack.pop()
  }
  const read = (node: HtmlText, frame: Frame) => {
    const blank = isBlank(node.text)
    if (blank && pieces.length === 0) return
    if (!blank) breaks = 0
    pieces.push({ node, region: frame.region, link: frame.link, glue: edges < 2 })
    edges = 0
  }

  enter(root, undefined)
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const node: HtmlNode | undefined = frame.element.children[frame.next++]
    if (!node) leave(frame)
    else if (node.type === 'text') read(node, frame)
    else if (node.name === 'br') {
      if (++breaks > 1 && preLevel === 0) flush()
      else edges = 2
    } else if (node.name === 'hr') flush()
    else {
      const counted = countedTags.get(node.name)
      if (counted) seen[counted]++
      if (silentTags.has(node.name)) edges = 2
      else enter(node, frame)
    }
  }
  return { blocks, regions: keepFilled(regions, blocks.length) }
}

const countedTags = new Map<string, 'images' | 'times' | 'fields'>([
  ['img', 'images'],
  ['time', 'times'],
  ['input', 'fields'],
  ['textarea', 'fields'],
  ['select', 'fields'],
])

const blockOf = (index: number, pieces: Piece[], links: number): Block | undefined => {
  let raw = ''
  let linkChars = 0
  const first = pieces[0] as Piece
  let region = first.region
  let filled = false
  for (const piece of pieces) {
    raw += piece.glue ? piece.node.text : ` ${piece.node.text}`
    if (isBlank(piece.node.text)) continue
    region = filled ? commonRegion(region, piece.region) : piece.region
    filled = true
    if (piece.link) linkChars += visibleLength(piece.node.text)
  }
  if (!filled) return undefined
  const text = collapse(raw)
  let container = region
  while (container.parent && !blockTags.has(container.element.name)) container = container.parent
  return {
    index,
    region,
    container,
    texts: pieces.map(({ node }) => node),
    text,
    facts: readText(text),
    linkChars,
    links,
  }
}

const commonRegion = (one: Region, other: Region): Region => {
  let a = one
  let b = other
  while (a !== b) {
    if (a.level >= b.level && a.parent) a = a.parent
    else if (b.parent) b = b.parent
    else break
  }
  return a
}

const keepFilled = (regions: Region[], blockCount: number): Region[] => {
  const filled: Region[] = []
  for (const region of regions) {
    region.end = Math.min(region.end, blockCount)
    if (region.end <= region.first) continue
    region.index = filled.length
    filled.push(region)
  }
  return filled
}

export const isBlank = (text: string): boolean => {
  const { length } = text
  for (let i = 0; i < length; i++) if (!isSpace(codeAt(text, i))) return false
  return true
}

/** Most characters are letters of ASCII, and none after two comparisons. */
export const isSpace = (code: number) =>
  code <= 32
    ? code === 32 || (code >= 9 && code <= 13)
    : code >= 0xa0 && (code === 0xa0 || code === 0x200b || code === 0xfeff)

const visibleLength = (text: string): number => {
  const { length } = text
  let visible = 0
  for (let i = 0; i < length; i++) if (!isSpace(codeAt(text, i))) visible++
  return visible
}

/** White space as a browser shows it: one space for any run, none at the ends. */
export const collapse = (text: string): string => {
  const { length } = text
  let out = ''
  for (let at = 0; ; ) {
    while (at < length && isSpace(codeAt(text, at))) at++
    if (at === length) return out
    const start = at
    // Words with one plain space between them are taken together, as they are.
    while (at < length && (!isSpace(codeAt(text, at)) || isPlainSpace(text, at))) at++
    const run = text.slice(start, at)
    out = out === '' ? run : `${out} ${run}`
  }
}

/** One space, and not the last character. */
export const isPlainSpace = (text: string, at: number): boolean =>
  codeAt(text, at) === 32 && at + 1 < text.length && !isSpace(codeAt(text, at + 1))
