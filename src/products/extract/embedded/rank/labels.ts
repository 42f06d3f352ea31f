import { decodeSafely } from '../../../../kit/decode-safely.ts'
import type { HtmlElement } from '../../../../page/html/html.ts'
import type { PageNode, Piece } from '../../../../page/text/page-nodes.ts'
import type { Page } from '../../source/page.ts'
import { maxChars } from './lengths.ts'
import { anyOf } from './rules.ts'

/** Words that may name a candidate, by where they stand. */
export type Labels = Record<(typeof labelPlaces)[number], string>

export const labelPlaces = [
  ...(['inline', 'before', 'above', 'row', 'column', 'term', 'heading', 'own'] as const),
  ...(['parent', 'grand', 'href', 'after'] as const),
] as const

/** A text of the page: a piece of a line (`at` says which), or all of it (-1). */
export type Spot = { node: PageNode; index: number; at: number; piece: Piece | undefined }

/** Everything around a text that may name it. `cells`: what the page's cells say. */
export const readLabels = (
  page: Page,
  cells: Map<HtmlElement, string>,
  spot: Spot,
  isOut: boolean,
): Labels => {
  const { node, index, at, piece } = spot
  const { label, value } = splitLabel(piece?.text ?? node.text)
  const element = piece?.element ?? node.element
  const headers = node.cell ? page.tables.get(node.cell) : undefined
  const heading = node.headings.at(-1)
  const next = at >= 0 ? node.pieces[at + 1]?.text : undefined
  return {
    inline: label || (piece && isOut ? oldPrice : countedWords(value) || roleIn(next)),
    before: labelBefore(node, at),
    above: labelAbove(page, spot, label),
    row: hasOwnLabel(node) ? '' : textOf(cells, headers?.row),
    column: textOf(cells, headers?.column),
    term: node.term ? short(page.nodes[node.term - 1]?.text) : '',
    heading: heading ? short(page.nodes[heading - 1]?.text) : '',
    own: attributeWords(element),
    parent: attributeWords(element.parent),
    grand: attributeWords(element.parent?.parent),
    href: piece?.link ? hrefWords(piece.link) : '',
    after: short(next ?? (at < 0 ? '' : page.nodes[index + 1]?.text)).slice(0, 30),
  }
}

/** The label of what is crossed out, or stands behind "was". */
const oldPrice = 'old price'

/** "Ada Marsh (author)" says behind the name what she is. */
const roleIn = (next: string | undefined): string =>
  /^\((author|writer|editor|director|producer|illustrator|translator|narrator|photographer|composer|artist|actor|actress|contributor|creator|designer)s?\)/i.exec(
    next ?? '',
  )?.[1] ?? ''

/** "3 bedrooms" says itself what it counts. */
const countedWords = (text: string): string => {
  const [, words = ''] = /^\(?[\d.,]{1,9}\+?\s(\p{L}[\p{L} ]{1,20})\)?$/u.exec(text) ?? []
  return words
}

/** `Price: $5` → label and value; text whose colon does not part a label is left whole. */
export const splitLabel = (text: string): { label: string; value: string } => {
  if (/^\s*[:：]/.test(text)) return { label: '', value: text.replace(/^[\s:：]+/, '') }
  const once = /^(?:was|before|formerly|statt|avant|antes) (?=\p{Sc}|\d)/iu.exec(text)?.[0]
  if (once) return { label: oldPrice, value: text.slice(once.length) }
  const colon = text.search(/[:：]/)
  if (colon <= 0 || colon > maxChars.label) return { label: '', value: text }
  const label = text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  // 10:30, http://, "Title: a subtitle" of many words, are no labels.
  const plain = /^\p{L}[\p{L}\s.()/&#'-]*$/u.test(label) && label.split(/\s+/).length <= 4
  if (!plain || !value || value.startsWith('//')) return { label: '', value: text }
  return { label, value }
}

/** A text and the line above it. `label`: what names the text in its own line. */
type Above = { page: Page; line: PageNode; spot: Spot; label: string }

/** What the line above says of it, where that can be its label. */
const labelAbove = (page: Page, spot: Spot, label: string): string => {
  const line = page.nodes[spot.index - 1]
  if (!line || spot.at > 0) return ''
  return isNoLabel({ page, line, spot, label }) ? '' : short(line.text)
}

/** With the line above, and the text below that it does not name. */
const isNoLabel = anyOf<Above>({
  'an entry of a menu names nothing that stands outside of it (Home Shop Contact: Brass lamp)': ({
    line,
    spot: { node },
  }) => isMenuLine(line) && !isMenuLine(node),
  'this is the next label (Engine: Transmission)': ({ page, line, spot: { node, index } }) =>
    isNextLabel(line, node, page.nodes[index + 1]),
  'a label waits for a value that the page does not have (Engine:: Sails: two)': ({
    line,
    label,
  }) => endsOpen(line.text) && label !== '',
  'the cell that names its row is the next label (6-5: Weight)': ({ page, line, spot: { node } }) =>
    node.cell !== undefined && line.cell?.parent !== node.cell.parent && namesRow(page, node.cell),
  'an entry of a list names no other (<li>Brass: <li>Steel)': ({ line, spot: { node } }) =>
    areEntries(line, node) && !endsOpen(line.text),
  'one link names no other (<a>Lamps: <a>Shades)': ({ line, spot: { node } }) =>
    [line, node].every(({ pieces }) => pieces.every(({ link }) => link)) && !endsOpen(line.text),
})

const namesRow = ({ tables }: Page, cell: HtmlElement): boolean =>
  cell.parent?.children.some(
    child => child.type === 'element' && tables.get(child)?.row === cell,
  ) === true

/** Both are all that an entry of one list says. */
const areEntries = ({ element: one }: PageNode, { element: other }: PageNode): boolean =>
  one.name === 'li' && other.name === 'li' && one.parent === other.parent

/** An entry of a menu names nothing that stands outside of it. */
const isMenuLine = ({ region, pieces }: PageNode): boolean =>
  region === 'nav' || (pieces.length > 2 && pieces.every(({ link }) => link))

/**
 * Whether a line is not the value of the label above it but the next label: both are headings of one
 * rank; or both look alike, and this one has its value in its own line or in the one below, which
 * looks otherwise.
 */
const isNextLabel = (
  { pieces: above, level: levelAbove }: PageNode,
  { pieces, level }: PageNode,
  below: PageNode | undefined,
): boolean => {
  if (level && level === levelAbove) return true
  const [label] = above
  const [first] = pieces
  if (!label || !first || above.length > 1 || !looksLike(first.element, label.element)) return false
  if (headTags.has(first.element.name) || pieces.length > 1) return true
  const next = below?.pieces[0]
  return next !== undefined && !looksLike(next.element, first.element)
}

/** Whether a line ends as a label without a value does. */
const endsOpen = (text: string): boolean => /[:：–—=-]\s*$/.test(text)

const headTags = new Set(['th', 'dt'])
export const labelTags = new Set([...headTags, 'label'])

export const looksLike = (one: HtmlElement, other: HtmlElement): boolean =>
  one.depth === other.depth && lookOf(one) === lookOf(other)

/** A cell that begins with a label of its own is not named by the one on its left. */
const hasOwnLabel = ({ pieces, text }: PageNode): boolean =>
  splitLabel(text).label !== '' && (pieces.length === 1 || endsOpen(pieces[0]?.text ?? ''))

const lookOf = (element: HtmlElement) => `${signature(element)}|${signature(element.parent)}`

const short = (text: string | undefined) => (text && text.length <= maxChars.title ? text : '')

/** One link names no other: they are entries of a menu, or of a list. */
const labelBefore = ({ pieces }: PageNode, at: number): string => {
  const before = at > 0 ? pieces[at - 1] : undefined
  if (!before || (before.link && pieces[at]?.link && !endsOpen(before.text))) return ''
  const label = short(lastLabel(before.text))
  // What a running sentence says before it is no label.
  return endsOpen(label) || label.split(' ').length <= maxLabelWords ? label : ''
}

const maxLabelWords = 5

/** Of "…, 2010. Author:" only the end is a label. */
const lastLabel = (text: string | undefined) => text?.split(/[.;|•]\s+/).at(-1)

const textOf = (cells: Map<HtmlElement, string>, cell: HtmlElement | undefined) =>
  cell ? short(cells.get(cell)) : ''

const attributeWords = (element: HtmlElement | undefined): string => {
  if (!element || element.name === 'body') return ''
  const { attributes } = element
  const words = [
    attributes.class,
    attributes.id,
    attributes.itemprop,
    attributes.property,
    attributes['data-testid'],
    attributes['data-field'],
    attributes['aria-label'],
    attributes.title,
  ]
  return words.filter(Boolean).join(' ').slice(0, 160)
}

const hrefWords = (link: string): string => {
  const url = URL.parse(link)
  if (!url) return ''
  return decodeSafely(`${url.pathname} ${url.search}`)
    .replace(/[^\p{L}]+/gu, ' ')
    .slice(0, 160)
}

export const signature = (element: HtmlElement | undefined) =>
  element ? `${element.name}.${element.attributes.class ?? ''}` : ''
