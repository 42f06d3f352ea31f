import { isAriaHidden } from '../css/hidden.ts'
import { isIcon, silentLabel } from '../css/silent-label.ts'
import { safeUrl } from '../html/addresses.ts'
import { cleanText } from '../html/clean-text.ts'
import { descendants, type HtmlDocument, type HtmlElement, textContent } from '../html/html.ts'
import { findImageSource } from '../html/image-source.ts'
import { noscriptHasContent } from '../html/noscript.ts'
import { addLines, addText, flush } from './lines.ts'
import type { PageLink, PageNodes } from './page-nodes.ts'
import { regionOf } from './regions.ts'
import { readTable } from './tables.ts'
import { maxTextChars, startWalk, type Walk } from './walk.ts'

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

const maxLinks = 20_000

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
