import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import type { Reader } from './reader.ts'

/** The five kinds that GitHub's Markdown knows. */
export type Alert = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION'

/** What generators of documentation call them, in class names and in titles; others are notes. */
const kinds = new Map<string, Alert>([
  ['note', 'NOTE'],
  ['info', 'NOTE'],
  ['information', 'NOTE'],
  ['remark', 'NOTE'],
  ['seealso', 'NOTE'],
  ['tip', 'TIP'],
  ['hint', 'TIP'],
  ['success', 'TIP'],
  ['check', 'TIP'],
  ['important', 'IMPORTANT'],
  ['warning', 'WARNING'],
  ['warn', 'WARNING'],
  ['attention', 'WARNING'],
  ['caution', 'CAUTION'],
  ['danger', 'CAUTION'],
  ['error', 'CAUTION'],
  ['failure', 'CAUTION'],
])
const kind = [...kinds.keys()].join('|')

/**
 * `admonition note` (Sphinx, MkDocs), `admonitionblock tip` (AsciiDoc), `custom-block` (VitePress),
 * `notecard` (MDN), `hint bg-info` (GitBook), `book-hint tip` (Hugo), `notices info` (Hugo Relearn),
 * `callout` (Obsidian, Quartz), `awsdocs-note` (Amazon), `hint-container tip` (VuePress).
 */
const boxes =
  /(?:^|\s)(?:admonition|admonitionblock|custom-block|callout|alert|(?:book-)?hint|notecard|awsdocs-note|notices|(?:hint|custom)-container)(?:\s|$)/
/** Doxygen calls its notes sections, as others do their chapters. */
const sections = /(?:^|\s)section(?:\s|$)/
const boxKind = new RegExp(`(?:^|\\s)(?:is-|alert-|hint-|callout-|bg-)?(${kind})(?:\\s|$)`)
/** `markdown-alert-note` (GitHub), `theme-admonition-tip` (Docusaurus), `notice--info` (Minimal Mistakes). */
const oneName = new RegExp(
  `(?:^|\\s)(?:markdown-alert|theme-admonition|starlight-aside|admonition|callout|hint|govuk|notice)[-_]{1,2}(${kind})(?:-text)?(?:\\s|$)`,
)
const bareName = /^\s*(note|info|tip|important|warning|caution|danger)\s*$/i
/** Confluence's notes are yellow, and its warnings red. */
const confluence = new Map<string, Alert>([
  ['information', 'NOTE'],
  ['tip', 'TIP'],
  ['note', 'WARNING'],
  ['warning', 'CAUTION'],
])
const confluenceName = /(?:^|\s)confluence-information-macro-(\w+)(?:\s|$)/

const maxClassChars = 300

/** What kind of note to the reader an element is, if its generator says so. */
export const alertOf = (element: HtmlElement): Alert | undefined => {
  const { name, attributes } = element
  if (!boxTags.has(name)) return undefined
  const names = attributes.class
  if (names === undefined || names.length > maxClassChars) return labelOfQuote(element)
  const macro = confluence.get(confluenceName.exec(names)?.[1] ?? '')
  if (macro) return macro
  const isBox = boxes.test(names)
  const found =
    oneName.exec(names) ??
    (isBox || sections.test(names) ? kindOfBox(names) : bareKind(element, names))
  const declared = attributes['data-callout'] ?? attributes['data-callout-type']
  const kind = found?.[1] ?? (isBox ? declared : attributes['data-panel-type'])
  return (
    (isBox ? titleOf(element) : undefined) ??
    kinds.get(kind?.toLowerCase() ?? '') ??
    // Sphinx and MkDocs let authors invent kinds, and titles with them.
    (ownKind.test(names) || (isBox && name === 'figure') ? colorOf(names) : labelOfQuote(element))
  )
}

/** Microsoft and mdBook say the kind in the title of the box; its class is only a color. */
const titleOf = (box: HtmlElement): Alert | undefined => {
  const first = box.children.find(
    node => node.type === 'element' && textContent(node).trim() !== '',
  )
  return first?.type === 'element' ? kinds.get(labelOf(first)) : undefined
}

const labelOfQuote = (element: HtmlElement): Alert | undefined =>
  element.name === 'blockquote' ? kinds.get(labelOf(firstLabel(element))) : undefined

/** GitBook calls its boxes hints, of whatever kind. */
const kindOfBox = (names: string): RegExpExecArray | null =>
  boxKind.exec(names.replace(/(?<!\S)hint(?!\S)/g, ' ')) ?? boxKind.exec(names)

const ownKind = /(?:^|\s)(?:admonition|(?:nextra|hextra|notion)-callout)(?:\s|$)/

/** Nextra and Notion have nothing but colors for their kinds. */
const colorOf = (names: string): Alert =>
  colors.get(/(?:^|[\s:-])(?:bg|block-color)-(red|yellow)[-_]/.exec(names)?.[1] ?? '') ?? 'NOTE'
const colors = new Map<string, Alert>([
  ['red', 'CAUTION'],
  ['yellow', 'WARNING'],
])

/**
 * DocBook, DocFX and rustdoc say no more than `note`, and so do folded notes of MkDocs; so do others
 * of the small print below a table.
 */
const bareKind = (element: HtmlElement, names: string): RegExpExecArray | null => {
  const { name, children, parent } = element
  if (!/^(?:div|aside|details|blockquote|p)$/.test(name)) return null
  // With a title of its own (Just the Docs).
  const found = bareName.exec(name === 'blockquote' ? names.replace(/-title\s*$/, '') : names)
  if (
    !found ||
    name === 'details' ||
    name === 'blockquote' ||
    (name === 'p' && [parent, parent?.parent].some(isJustTheDocs)) ||
    (name === 'div' && /warning/i.test(names))
  )
    return found
  const first = children.find(node => node.type === 'element')
  if (first?.type !== 'element') return null
  return kinds.has(labelOf(first.name === 'table' ? headOf(first) : first)) ? found : null
}

const isJustTheDocs = (box: HtmlElement | undefined): boolean =>
  box?.attributes.class === 'main-content'

/** DocBook arranges a note with a picture as a table, with the label as its only head. */
const headOf = (table: HtmlElement): HtmlElement | undefined =>
  descendants(table)
    .take(maxLabelNodes)
    .find(({ name }) => name === 'th')

const boxTags = new Set('div aside section dl table p details blockquote figure'.split(' '))

const colonAtStart = /^\s*[:：]\s/

/** The word in bold at the head of a quotation: `**Warning:** …` (Texinfo), `**Warning**: …`. */
const firstLabel = (quote: HtmlElement): HtmlElement | undefined => {
  const first = quote.children.find(node => node.type === 'element' || node.text.trim() !== '')
  if (first?.type !== 'element' || first.name !== 'p') return undefined
  const [label, next] = first.children.filter(
    node => node.type === 'element' || node.text.trim() !== '',
  )
  if (label?.type !== 'element' || !/^(?:b|strong)$/.test(label.name)) return undefined
  const behind = next?.type === 'text' ? next.text : ''
  return /:\s*$/.test(textContent(label)) || colonAtStart.test(behind) ? label : undefined
}

const labelOf = (element: HtmlElement | undefined): string =>
  element
    ? startOf(element)
        .trim()
        .replace(/[:：]$/, '')
        .replaceAll(' ', '')
        .toLowerCase()
    : ''

/** Enough of its text to know whether it is a label; boxes may nest, and must stay cheap. */
const startOf = (element: HtmlElement): string => {
  let text = ''
  const nodes: HtmlNode[] = [element]
  for (let node = nodes.pop(), seen = 0; node; node = nodes.pop()) {
    if (++seen > maxLabelNodes || text.length > maxLabelChars) return `${text}…`
    if (node.type === 'text') text += node.text.trim() === '' ? ' ' : node.text
    else
      for (let at = Math.min(node.children.length, maxLabelNodes) - 1; at >= 0; at--)
        nodes.push(node.children[at] as HtmlNode)
  }
  return text
}
const maxLabelNodes = 40
const maxLabelChars = 60

/** What follows the label of an alert, without its colon. */
export const behindLabel = ({ draft: { container, isAtStart } }: Reader, text: string): string =>
  container.kind === 'quote' && container.alert !== undefined && isAtStart
    ? text.replace(colonAtStart, '')
    : text

/** Whether an element only repeats what its alert is called, or draws it. */
export const isAlertLabel = ({ draft }: Reader, element: HtmlElement): boolean => {
  const { container } = draft
  if (container.kind !== 'quote' || container.alert === undefined || !draft.isAtStart) return false
  if (container.children.length > 0) return false
  if (element.name === 'td' && isIcon(element)) return true
  if (!labelTags.has(element.name)) return false
  const label = labelOf(element)
  // GitHub knows no such kind, so that only the label says it.
  return kinds.has(label) && label !== 'seealso'
}
const isIcon = ({ attributes, children }: HtmlElement): boolean =>
  attributes.class === 'icon' ||
  (children.length === 1 && children[0]?.type === 'element' && children[0].name === 'img')
const labelTags = new Set('p div span strong b dt h2 h3 h4 h5 h6 header summary td th'.split(' '))
