import { decodeSafely } from '../../kit/decode-safely.ts'
import { around, isWithin } from './around.ts'
import { type HtmlElement, type HtmlNode, textContent } from './html.ts'
import { withoutFragment } from './links.ts'

export type Footnotes = {
  /** Links that refer to a note, with the note's label. */
  references: ReadonlyMap<HtmlElement, string>
  /** The notes themselves. */
  definitions: ReadonlyMap<HtmlElement, string>
}

/**
 * Footnotes as writers, wikis and site generators mark them up: a short superscript link to an
 * element of the same page that looks like a note. Both ends must be found, else nothing is one.
 */
export const findFootnotes = (
  links: HtmlElement[],
  byId: ReadonlyMap<string, HtmlElement>,
  baseUrl: string,
): Footnotes => {
  const references = new Map<HtmlElement, string>()
  const definitions = new Map<HtmlElement, string>()
  const labels = new Set<string>()
  for (const link of links) {
    const id = fragmentOf(link.attributes.href ?? '', baseUrl)
    const target = id && looksLikeReference(link) ? byId.get(id) : undefined
    const note = target && noteOf(target)
    if (!note || isWithin(link, note)) continue
    const label = definitions.get(note) ?? newLabel(labels, textContent(link))
    labels.add(label)
    definitions.set(note, label)
    references.set(link, label)
  }
  return { references, definitions }
}

/** The id a link of this page points to, or undefined where it leads elsewhere. */
export const fragmentOf = (href: string, baseUrl: string): string | undefined => {
  const hash = href.indexOf('#')
  if (hash < 0 || hash === href.length - 1) return undefined
  const page = href.slice(0, hash).trim()
  if (page !== '' && !isPage(page, withoutFragment(baseUrl))) return undefined
  return decodeSafely(href.slice(hash + 1))
}

/** Its whole address, or the name of its file. */
const isPage = (page: string, base: string): boolean =>
  page === base || (base.endsWith(page) && URL.parse(page, base)?.href === base)

/** The way back from a note to the text, which Markdown renderers make themselves. */
export const isBackLink = (link: HtmlElement, baseUrl: string): boolean => {
  const { class: classes = '', role, href = '' } = link.attributes
  if (role === 'doc-backlink' || /back-?(?:ref|link)/.test(classes)) return true
  return (
    fragmentOf(href, baseUrl) !== undefined &&
    /^(?:[\s[\](.)↩↑⤴^\d\p{L}]|\ufe0e|\ufe0f){0,5}$/u.test(textContent(link))
  )
}

/** Ways back with only brackets, arrows and the like around them. */
export const isNoteLabel = (element: HtmlElement, baseUrl: string): boolean => {
  let hasLink = false
  const nodes: HtmlNode[] = [element]
  for (let seen = 0; nodes.length > 0; seen++) {
    const node = nodes.pop() as HtmlNode
    if (seen > maxLabelNodes) return false
    if (node.type === 'text') {
      if (/[\p{L}\p{N}]/u.test(node.text)) return false
    } else if (node.name !== 'a') nodes.push(...node.children.slice(0, maxLabelNodes))
    else if (isBackLink(node, baseUrl)) hasLink = true
    else return false
  }
  return hasLink
}

/** "1." alone. */
export const saysLabel = (element: HtmlElement, label: string): boolean =>
  inline.has(element.name) && bare(textContent(element)).replace(/[.:]$/, '') === label

/** Keeps nested wrappers linear; a wiki's note that is referred to fifty times is still a label. */
const maxLabelNodes = 400

export const looksLikeReference = (link: HtmlElement): boolean => {
  const { class: classes = '', role, href = '' } = link.attributes
  const text = bare(textContent(link))
  if (text === '' || text.length > 5 || !/^[\p{L}\p{N}*†‡§-]+$/u.test(text)) return false
  if (
    /#(?:fnref|fnr\.|cite_ref|footnote-anchor|_(?:ft|ed)nref|sd(?:foot|end)note\d+anc)/.test(href)
  )
    return false
  // Word processors name their notes and raise them by style only.
  if (/#(?:_(?:ft|ed)n|sd(?:foot|end)note)\d+/.test(href)) return true
  if (role === 'doc-noteref' || link.attributes['data-footnote-ref'] !== undefined) return true
  return /footnote|noteref|fn-?ref/i.test(classes) || isRaised(link)
}

const isRaised = (link: HtmlElement): boolean =>
  link.parent?.name === 'sup' ||
  link.parent?.parent?.name === 'sup' ||
  link.children.some(child => child.type === 'element' && child.name === 'sup')

/** The block that holds the note: the target itself, or the one around an inline anchor. */
const noteOf = (target: HtmlElement): HtmlElement | undefined => {
  let block: HtmlElement | undefined = target
  for (let level = 0; block && inline.has(block.name) && level < 3; level++) block = block.parent
  if (block && labels.has(block.name)) block = nextElement(block)
  if (!block || !noteElements.has(block.name)) return undefined
  const isNamed = /(?:^|\s)footnote(?:\s|$)/.test(block.attributes.class ?? '')
  return isNamed || looksLikeNote(target) || looksLikeNote(block) || isAmongNotes(block)
    ? block
    : undefined
}

export const nextElement = (element: HtmlElement): HtmlElement | undefined => {
  const siblings = element.parent?.children ?? []
  for (let at = siblings.indexOf(element) + 1; at < siblings.length; at++) {
    const sibling = siblings[at]
    if (sibling?.type === 'element') return sibling
  }
  return undefined
}

const looksLikeNote = ({ attributes }: HtmlElement): boolean =>
  attributes.role === 'doc-footnote' ||
  attributes.role === 'doc-endnote' ||
  /^(?:fn|_?(?:ft|ed)n|sd(?:foot|end)note|footnote|user-content-fn|cite[-_]note|note|endnote|en)[-_:.]?\w*/i.test(
    attributes.id ?? attributes.name ?? '',
  )

const isAmongNotes = (block: HtmlElement): boolean =>
  around(block, 4).some(
    ({ attributes: { class: classes = '', id = '', role } }) =>
      role === 'doc-endnotes' || /footnotes?|endnotes?|references/i.test(`${classes} ${id}`),
  )

/** The number of a note, before the note: a term, or a heading (Texinfo). */
export const isLabelOfNote = (
  element: HtmlElement,
  definitions: ReadonlyMap<HtmlElement, string>,
): boolean => {
  if (definitions.size === 0 || !labels.has(element.name)) return false
  const definition = nextElement(element)
  return definition !== undefined && definitions.has(definition)
}
const labels = new Set(['dt', 'h5'])

const newLabel = (taken: ReadonlySet<string>, text: string): string => {
  const wanted = bare(text)
  if (/^[A-Za-z0-9-]+$/.test(wanted) && !taken.has(wanted)) return wanted
  let number = taken.size + 1
  while (taken.has(String(number))) number++
  return String(number)
}

/** The number without its brackets. */
const bare = (text: string): string => text.replace(/[\s[\](){}]/g, '')

const inline = new Set(['a', 'span', 'sup', 'b', 'strong', 'em', 'i', 'small'])
const noteElements = new Set(['li', 'p', 'div', 'aside', 'dd', 'section', 'table'])
