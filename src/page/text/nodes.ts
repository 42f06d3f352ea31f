import { isAriaHidden } from '../css/hidden.ts'
import { isIcon, silentLabel } from '../css/silent-label.ts'
import { documentBase, safeUrl } from '../html/addresses.ts'
import { cleanText, dropInvisible } from '../html/clean-text.ts'
import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../html/html.ts'
import { findImageSource } from '../html/image-source.ts'
import { noscriptHasContent } from '../html/noscript.ts'
import { readHead } from '../metadata/head.ts'
import { headingLevel, type Region, regionOf } from './regions.ts'
import { readTable, type TableHeaders } from './tables.ts'

/**
 * A page as numbered text: one node for each line a reader sees (an inline run inside a block),
 * with the context that gives it meaning. About forty times shorter than the HTML, and every
 * value that is taken from it can name where it stood.
 */
export type PageNode = {
  /** 1, 2, 3 … in page order. */
  id: number
  text: string
  pieces: Piece[]
  /** The block that holds the line. */
  element: HtmlElement
  /** 1 to 6 for a heading, undefined otherwise. */
  level: number | undefined
  /** Ids of the headings above, outermost first. */
  headings: number[]
  region: Region
  /** Id of the `<dt>` that a `<dd>` explains. */
  term: number | undefined
  /** The cell, when the line stands in a table. */
  cell: HtmlElement | undefined
  /** The innermost list item. */
  item: HtmlElement | undefined
}

/** One text node of the document inside a line. */
export type Piece = {
  text: string
  /** Where the piece begins in its line. */
  start: number
  element: HtmlElement
  /** Absolute address, when the piece stands in a link. */
  link: string | undefined
  node: number
}

export type PageImage = {
  url: string
  /** The address as the page writes it. */
  written: string
  /** What the page says of the image; no part of the page's text. */
  alt: string
  element: HtmlElement
  /** Id of the text line that came before. */
  after: number
}

type PageLink = { url: string; text: string; element: HtmlElement; after: number }

export type PageNodes = {
  url: string
  title: string
  language: string | undefined
  nodes: PageNode[]
  images: PageImage[]
  links: PageLink[]
  /** Row and column headers of table cells. */
  tables: TableHeaders
  /** The page was larger than what is read. */
  truncated: boolean
}

/** Of a page as `shownPage` gives it: what a reader could open by a click is read. */
export const readNodes = (document: HtmlDocument, page: { url: string }): PageNodes => {
  const { read, chars, unread } = readOnce(document, page, false)
  return unread > chars ? readOnce(document, page, true).read : read
}

/**
 * No script of the page has run. Where the text for such readers is longer than all the rest, the
 * page is that text (forums whose pages are programs write theirs there); elsewhere it is a plea to
 * switch JavaScript on, or a copy.
 */
const readOnce = (
  document: HtmlDocument,
  page: { url: string },
  isNoscriptRead: boolean,
): { read: PageNodes; chars: number; unread: number } => {
  const walk = startWalk(document, page.url, isNoscriptRead)
  const { stack } = walk
  for (let step = stack.pop(); step; step = stack.pop()) {
    if ('leave' in step) leave(walk, step.leave)
    else if (step.enter.type === 'text') addLines(walk, step.enter.text, step.enter.parent)
    else if (enter(walk, step.enter)) {
      stack.push({ leave: step.enter })
      const { children } = step.enter
      for (let i = children.length - 1; i >= 0; i--)
        stack.push({ enter: children[i] as HtmlElement })
    }
  }
  flush(walk)
  const { title, language, nodes, images, links, tables, unread } = walk
  const truncated = document.truncated || walk.textBudget <= 0
  return {
    read: { url: page.url, title, language, nodes, images, links, tables, truncated },
    chars: maxTextChars - walk.textBudget,
    unread,
  }
}

type Step =
  | { enter: HtmlElement | { type: 'text'; text: string; parent: HtmlElement | undefined } }
  | { leave: HtmlElement }

type Walk = {
  stack: Step[]
  base: string
  title: string
  language: string | undefined
  nodes: PageNode[]
  images: PageImage[]
  links: PageLink[]
  tables: TableHeaders
  textBudget: number
  isNoscriptRead: boolean
  /** Characters of `<noscript>` that were passed over. */
  unread: number
  line: Piece[]
  lineText: string
  space: boolean
  boundary: boolean
  /** An icon stands after the last word. */
  icon: boolean
  blocks: HtmlElement[]
  anchors: { url: string; link: PageLink }[]
  regions: Region[]
  cells: HtmlElement[]
  items: HtmlElement[]
  headings: { level: number; id: number }[]
  term: number | undefined
}

const maxTextChars = 3_000_000
const maxLinks = 20_000

const startWalk = (document: HtmlDocument, url: string, isNoscriptRead: boolean): Walk => {
  const { title = '', language } = readHead(document.root)
  return {
    stack: [{ enter: document.root }],
    base: documentBase(document.root, url),
    title: cleanText(title).slice(0, 2000),
    language: language?.trim() || undefined,
    nodes: [],
    images: [],
    links: [],
    tables: new Map(),
    textBudget: maxTextChars,
    isNoscriptRead,
    unread: 0,
    line: [],
    lineText: '',
    space: false,
    boundary: false,
    icon: false,
    blocks: [],
    anchors: [],
    regions: [],
    cells: [],
    items: [],
    headings: [],
    term: undefined,
  }
}

/** Whether the children are to be read. */
const enter = (walk: Walk, element: HtmlElement): boolean => {
  const { name } = element
  if (name === 'br' || name === 'hr') {
    flush(walk)
    return false
  }
  if (name === 'select') {
    addOptions(walk, element)
    return false
  }
  if (name === 'noscript' && !walk.isNoscriptRead && noscriptHasContent(element, walk.base))
    walk.unread += cleanText(textContent(element)).length
  if (isIcon(element)) walk.icon = true
  const isRead = name === 'noscript' && walk.isNoscriptRead
  if (!isRead && (silent.has(name) || isAriaHidden(element))) return false
  if (name === 'img' || (name === 'input' && element.attributes.type === 'image')) {
    addImage(walk, element)
    return false
  }
  if (isBlock(name)) {
    flush(walk)
    walk.blocks.push(element)
  } else walk.boundary = true
  if (name === 'a') enterAnchor(walk, element)
  const region = regionOf(element)
  if (region) walk.regions.push(region)
  if (name === 'td' || name === 'th') {
    walk.cells.push(element)
    addText(walk, silentLabel(element), element)
  }
  if (name === 'li') walk.items.push(element)
  if (name === 'table') readTable(element, walk.tables)
  if (name === 'dl') walk.term = undefined
  return true
}

const leave = (walk: Walk, element: HtmlElement) => {
  const { name } = element
  if (isBlock(name)) {
    flush(walk)
    walk.blocks.pop()
  } else walk.boundary = true
  if (name === 'a' && element.attributes.href !== undefined) walk.anchors.pop()
  if (regionOf(element)) walk.regions.pop()
  if (name === 'td' || name === 'th') walk.cells.pop()
  if (name === 'li') walk.items.pop()
  if (name === 'dl') walk.term = undefined
}

const enterAnchor = (walk: Walk, element: HtmlElement) => {
  if (element.attributes.href === undefined) return
  const url = safeUrl(element.attributes.href, walk.base) ?? ''
  const link: PageLink = { url, text: '', element, after: walk.nodes.length }
  if (url && walk.links.length < maxLinks) walk.links.push(link)
  walk.anchors.push({ url, link })
}

const addImage = (walk: Walk, element: HtmlElement) => {
  walk.boundary = true
  const source = findImageSource(element, walk.base)
  if (!source || walk.images.length >= maxLinks) return
  const alt = cleanText(element.attributes.alt ?? '').slice(0, 500)
  walk.images.push({ ...source, alt, element, after: walk.nodes.length })
}

/** What a reader can choose, in one line: sizes, colors, languages; not all countries of the world. */
const addOptions = (walk: Walk, select: HtmlElement) => {
  const texts: string[] = []
  for (const option of descendants(select))
    if (option.name === 'option' && texts.length <= maxOptions)
      texts.push(cleanText(textContent(option)))
  const line = texts.filter(Boolean).join(' | ')
  if (texts.length < 2 || texts.length > maxOptions || line.length > maxOptionChars) return
  flush(walk)
  addText(walk, line, select)
  flush(walk)
}

const maxOptions = 30
const maxOptionChars = 400

/** In `<pre>` a line of the source is a line of the page. */
const addLines = (walk: Walk, raw: string, parent: HtmlElement | undefined) => {
  if (walk.blocks.at(-1)?.name !== 'pre') return addText(walk, raw, parent)
  raw.split('\n').forEach((line, index) => {
    if (index > 0) flush(walk)
    addText(walk, line, parent)
  })
}

const addText = (walk: Walk, raw: string, parent: HtmlElement | undefined) => {
  if (!parent || walk.textBudget <= 0) return
  const source = dropInvisible(raw)
  const text = cleanText(source)
  if (!text) {
    if (source) walk.space = true
    return
  }
  walk.textBudget -= text.length
  const glue =
    walk.lineText && (walk.space || /^\s/.test(source) || needsSpace(walk, text)) ? ' ' : ''
  const anchor = walk.anchors.at(-1)
  walk.line.push({
    text,
    start: walk.lineText.length + glue.length,
    element: parent,
    link: anchor?.url || undefined,
    node: walk.nodes.length + 1,
  })
  if (anchor) anchor.link.text = `${anchor.link.text} ${text}`.trim().slice(0, 500)
  walk.lineText += glue + text
  walk.space = /\s$/.test(source)
  walk.boundary = false
  walk.icon = false
}

/** `<span>Price</span><span>$39</span>` reads as two words although nothing stands between. */
const needsSpace = (walk: Walk, text: string) =>
  (walk.boundary && /[\p{L}:)]$/u.test(walk.lineText) && /^[\p{Lu}\p{N}\p{Sc}]/u.test(text)) ||
  (walk.icon && /[\p{L}\p{N}]$/u.test(walk.lineText) && /^[\p{L}\p{N}]/u.test(text))

const flush = (walk: Walk) => {
  walk.space = false
  walk.boundary = false
  walk.icon = false
  if (walk.line.length === 0) return
  const element = walk.blocks.at(-1) ?? (walk.line[0] as Piece).element
  const level = headingLevel(walk.blocks)
  const id = walk.nodes.length + 1
  if (level) while ((walk.headings.at(-1)?.level ?? 0) >= level) walk.headings.pop()
  const inTerm = element.name === 'dt'
  walk.nodes.push({
    id,
    text: walk.lineText,
    pieces: walk.line,
    element,
    level,
    headings: walk.headings.map(heading => heading.id),
    region: walk.regions.at(-1) ?? 'main',
    term: inTerm ? undefined : walk.term,
    cell: walk.cells.at(-1),
    item: walk.items.at(-1),
  })
  if (level) walk.headings.push({ level, id })
  if (inTerm) walk.term = id
  walk.line = []
  walk.lineText = ''
}

const silent = new Set(
  `script style template noscript head iframe object embed canvas audio video textarea select
  datalist svg math noframes noembed link meta title base param rp meter progress`.split(/\s+/),
)

/** Elements of a page's own making (`product-card`) are mostly boxes. */
const isBlock = (name: string) => blocks.has(name) || name.includes('-')

const blocks = new Set(
  `#document html body address article aside blockquote center dd details dialog dir div dl dt fieldset
  figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup legend li main menu nav noscript ol
  option p pre search section summary table caption tbody thead tfoot tr td th ul button`.split(
    /\s+/,
  ),
)
