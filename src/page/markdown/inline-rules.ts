import { styleValue } from '../css/inline-style.ts'
import { safeUrl } from '../html/addresses.ts'
import { cleanText } from '../html/clean-text.ts'
import { fragmentOf, isBackLink } from '../html/footnotes.ts'
import { descendants, type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import { isEmptyTime } from '../html/times.ts'
import type { Emphasis, Tagged } from './blocks.ts'
import { codeLanguage, isPreformatted, readCodeLines, readInlineCode } from './code.ts'
import { newItem } from './lists.ts'
import { codeBlock } from './media-rules.ts'
import { leaveApart } from './meet.ts'
import { emptyWords, hasTwin, pictureWords } from './pictures.ts'
import type { Reader, Rule } from './reader.ts'

const enterLink: Rule = (reader, element) => {
  const { draft, baseUrl, survey } = reader
  const label = survey.references.get(element)
  if (label !== undefined) {
    draft.piece({ kind: 'note', label })
    return 'skip'
  }
  if (draft.insideLink) return undefined
  if (isFold(element)) return 'skip'
  if (draft.insideFootnote && isBackLink(element, baseUrl)) return 'skip'
  const { href, title = '' } = element.attributes
  if (href === undefined) return undefined
  if (fragmentOf(href, baseUrl) !== undefined && isPermalink(element)) return 'skip'
  // A heading that links to itself is only a heading, and a link to nowhere is a button.
  if ((draft.fixed === 'heading' || /#\s*$/.test(href)) && leadsHere(href, baseUrl))
    return undefined
  const url = safeUrl(href, baseUrl)
  if (!url) return undefined
  return draft.span({
    kind: 'link',
    url,
    title: title && !saysAlready(element, title) ? title : '',
    label: linkLabel(element),
    home: undefined,
    rank: 0,
  })
}

const leadsHere = (href: string, baseUrl: string): boolean =>
  fragmentOf(`${href.trim()}${href.includes('#') ? '' : '#'}top`, baseUrl) !== undefined

/** What folds a comment and the replies to it. */
const isFold = ({ children }: HtmlElement): boolean => {
  const [only] = children
  return children.length === 1 && only?.type === 'text' && /^\s*\[[-–—−+]\]\s*$/.test(only.text)
}

/** A title that repeats words of the link only makes it longer. */
const saysAlready = (link: HtmlElement, title: string): boolean =>
  emptyWords.test(title.trim()) ||
  textContent(link).toLowerCase().includes(title.trim().toLowerCase()) ||
  descendants(link)
    .take(maxTitled)
    .some(part => part.name === 'img' && pictureWords(part) === title.trim())
const maxTitled = 20

const isPermalink = (link: HtmlElement): boolean => {
  const text = cleanText(textContent(link))
  return text === '' ? !hasPicture(link) : /^(?:#+|¶|§|🔗|⚓︎?|∞)$/u.test(text)
}

const hasPicture = (link: HtmlElement): boolean =>
  descendants(link).some(({ name }) => name === 'img')

/** What a link without words is called: its label, else the name of the drawing inside it. */
const linkLabel = (link: HtmlElement): string => {
  const own = link.attributes['aria-label'] ?? link.attributes.title
  if (own) return isPictureTwin(link) ? '' : own
  for (const child of link.children)
    if (child.type === 'element' && child.name === 'svg') return svgTitle(child)
  return ''
}

const isPictureTwin = (link: HtmlElement): boolean =>
  textContent(link).trim() === '' && hasPicture(link) && hasTwin(link)

const svgTitle = (svg: HtmlElement): string => {
  if (svg.attributes['aria-label']) return svg.attributes['aria-label']
  for (const child of svg.children)
    if (child.type === 'element' && child.name === 'title') return textContent(child)
  return ''
}

const emphasis =
  (kind: Emphasis): Rule =>
  (reader, element) => {
    const { style } = element.attributes
    // Google Docs wraps whole documents in a <b> that is not bold.
    if (style && styleValue(style, 'font-weight') === 'normal') return undefined
    return leaveApart(reader, element, reader.draft.span({ kind }))
  }

const tagged =
  (kind: Tagged): Rule =>
  ({ draft }) =>
    draft.span({ kind, title: '' })

/** Pages set whole lines small, and the cents of a price; neither is meant as raised or lowered. */
const raised =
  (kind: 'sub' | 'sup'): Rule =>
  ({ draft }, { children }) =>
    children.some(isBreakOrCents) ? undefined : draft.span({ kind, title: '' })

const isBreakOrCents = (child: HtmlNode): boolean =>
  child.type === 'element' ? child.name === 'br' : cents.test(child.text)
const cents = /^\s*[.,]\d\d\s*$/

const enterAbbreviation: Rule = ({ draft, abbreviations }, element) => {
  const { title } = element.attributes
  const text = textContent(element)
  const key = `${title}\n${text}`
  // A sign is not short for its name.
  if (!title || !/\p{L}/u.test(text) || abbreviations.has(key)) return undefined
  abbreviations.add(key)
  return draft.span({ kind: 'abbr', title })
}

/** A superscript that only holds notes needs no raising: the note's sign says it. */
const enterSuperscript: Rule = (reader, element) => {
  const labels = noteLabels(reader, element)
  if (!labels) return raised('sup')(reader, element)
  for (const label of labels) reader.draft.piece({ kind: 'note', label })
  return 'skip'
}

const noteLabels = ({ survey }: Reader, element: HtmlElement): string[] | undefined => {
  if (survey.references.size === 0 || element.children.length > 9) return undefined
  const labels: string[] = []
  for (const child of element.children) {
    const label = child.type === 'element' ? referenceIn(survey.references, child) : undefined
    if (label !== undefined) labels.push(label)
    else if (/[^\s[\](),;]/.test(child.type === 'text' ? child.text : textContent(child)))
      return undefined
  }
  return labels.length > 0 ? labels : undefined
}

const referenceIn = (
  references: ReadonlyMap<HtmlElement, string>,
  element: HtmlElement,
): string | undefined => {
  const only = element.children.length === 1 ? element.children[0] : undefined
  return references.get(element) ?? (only?.type === 'element' ? references.get(only) : undefined)
}

const enterCode: Rule = (reader, element) => {
  const { draft } = reader
  if (isPreformatted(element) && !draft.fixed) return codeBlock(reader, element)
  const lines = draft.fixed || draft.insideLink ? undefined : readCodeLines(element)
  if (lines !== undefined) {
    draft.code(lines, codeLanguage(element))
    return 'skip'
  }
  const text = readInlineCode(element)
  if (!text) return 'skip'
  const only = element.children.length === 1 ? element.children[0] : undefined
  const leave = only?.type === 'element' && only.name === 'a' ? enterLink(reader, only) : undefined
  draft.piece({ kind: 'code', text })
  if (typeof leave === 'function') leave()
  return 'skip'
}

const around =
  (before: string, after: string): Rule =>
  ({ draft }) => {
    draft.text(before)
    return () => draft.text(after)
  }

/** What one may choose as an answer is an item; sizes and colors stay in their line. */
const enterLabel: Rule = (reader, element) =>
  reader.draft.fixed || !isAnswer(element) || hasPicture(element)
    ? leaveApart(reader, element, undefined)
    : reader.draft.enter(newItem())

const isAnswer = (label: HtmlElement): boolean =>
  label.children.some(
    part => part.type === 'element' && /^(?:radio|checkbox)$/.test(part.attributes.type ?? ''),
  ) && textContent(label).trim().length > maxSize
const maxSize = 25

/** A script writes the words into an empty one, such as how long ago it was. */
const enterTime: Rule = ({ draft }, element) => {
  if (!isEmptyTime(element)) return undefined
  draft.text(element.attributes.datetime?.trim().slice(0, 'yyyy-mm-dd'.length) ?? '')
  return 'skip'
}

const enterBreak: Rule = ({ draft }) => {
  draft.lineBreak()
  return 'skip'
}

export const inlineRules: [string, Rule][] = [
  ['a', enterLink],
  ['b', emphasis('strong')],
  ['strong', emphasis('strong')],
  ['i', emphasis('em')],
  ['em', emphasis('em')],
  ['cite', emphasis('em')],
  ['dfn', emphasis('em')],
  ['var', emphasis('em')],
  ['s', emphasis('del')],
  ['strike', emphasis('del')],
  ['del', emphasis('del')],
  ['sub', raised('sub')],
  ['sup', enterSuperscript],
  ['ins', tagged('ins')],
  ['kbd', tagged('kbd')],
  ['abbr', enterAbbreviation],
  ['acronym', enterAbbreviation],
  ['code', enterCode],
  ['tt', enterCode],
  ['samp', enterCode],
  ['q', around('"', '"')],
  ['rt', around('(', ')')],
  ['time', enterTime],
  ['br', enterBreak],
  ['label', enterLabel],
]
