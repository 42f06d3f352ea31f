import { isHidden } from '../css/hidden.ts'
import { styleValue } from '../css/inline-style.ts'
import { isSilent } from '../css/silent-label.ts'
import { type HtmlElement, type HtmlNode, textContent } from '../html/html.ts'
import type { Leave } from './line.ts'
import type { Reader } from './reader.ts'

/** Neighbours without white space between them may be words apart on the screen. */
export const meet = (
  reader: Reader,
  element: HtmlElement,
  siblings: readonly HtmlNode[],
  index: number,
): void => {
  const next = siblings[index - 1]
  if (isPosition(element)) reader.draft.text(' #')
  if (next && isBadge(element)) reader.draft.meet('separate')
  if (next?.type === 'text' && labelAtEnd.test(next.text)) reader.draft.meet('similar')
  if (next?.type !== 'element') return
  if (isClassifier(element)) reader.draft.text(': ')
  const previous = isDrawn(next) ? (siblings[index - 2] ?? next) : next
  if (previous.type === 'text') return
  if (previous !== next && areWords(previous, element)) reader.draft.meet('separate')
  else if (previous.name === 'label' || (isSeparate(element) && isSeparate(previous)))
    reader.draft.meet('separate')
  else if (arePrices(previous, element) || areCells(previous, element)) reader.draft.text(' ')
  else if (areUnlike(previous, element) && meetAsWords(reader, previous, element)) return
  else if (similar.has(element.name) && similar.has(previous.name)) reader.draft.meet('similar')
}

/** A box without words between two others draws a line, a dot or an icon. */
const isDrawn = (element: HtmlElement): boolean =>
  element.name === 'span' && (isSilent(element) || isHidden(element, 'markup'))

const areWords = (one: HtmlElement, other: HtmlElement): boolean =>
  similar.has(one.name) && similar.has(other.name) && isLong(one, other)

/** Neither letters that a style moves one by one, nor the digits of a counter. */
const isLong = (one: HtmlElement, other: HtmlElement): boolean => {
  const [before, after] = [textContent(one).trim(), textContent(other).trim()]
  return before.length + after.length > 2 && !isLetter(before) && !isLetter(after)
}

const isLetter = (text: string): boolean => /^\p{L}$/u.test(text)

/** `name<span class="classifier">type</span>` (docutils): a style puts the colon before it. */
const isClassifier = ({ name, attributes }: HtmlElement): boolean =>
  name === 'span' && attributes.class === 'classifier'

/** The number of a post in its thread, beside its date. */
const isPosition = ({ name, attributes, parent }: HtmlElement): boolean =>
  name === 'span' &&
  attributes.itemprop === 'position' &&
  parent !== undefined &&
  parent.children.length <= maxParts &&
  parent.children.some(child => child.type === 'element' && child.name === 'time')

/** What follows a badge, a sign, or a label that ends in a colon, is another word. */
export const leaveApart = (
  { draft }: Reader,
  element: HtmlElement,
  leave: Leave | undefined,
): Leave | undefined => {
  if (!isBadge(element) && !isTitle(element) && !isSign(element)) return leave
  return () => {
    leave?.()
    if (isSign(element)) draft.text(' ')
    else draft.meet('separate')
  }
}

/** `Build<span class="badge">New</span>`: a style draws a box around it. */
const isBadge = ({ name, attributes }: HtmlElement): boolean =>
  name === 'span' && attributes.class !== undefined && badgeName.test(attributes.class)
const badgeName =
  /(?:^|[\s_-])(?:badge|chip|pill|tag|label)(?:[\s_-]|$)|[a-z](?:Type|Badge|Label|Tag)(?:\s|$)/

/** `<span>🚧</span>Watch out`: a style keeps the two apart. */
const isSign = ({ name, parent, children: [only] }: HtmlElement): boolean =>
  name === 'span' &&
  only?.type === 'text' &&
  only.text.length <= maxSign &&
  /^\s*\p{Extended_Pictographic}/u.test(only.text) &&
  parent?.children.find(node => node.type === 'element' || node.text.trim() !== '')?.type ===
    'element' &&
  parent.children.find(node => node.type === 'element')?.children[0] === only
const maxSign = 8

const isTitle = (element: HtmlElement): boolean =>
  titles.has(element.name) && labelAtEnd.test(lastText(element))
const titles = new Set(['b', 'strong', 'span', 'label', 'em', 'i', 'small'])
const labelAtEnd = /\p{L}:\s*$/u

/** Elements nest, and each is asked: the end is all that is looked at. */
const lastText = (element: HtmlElement): string => {
  let node: HtmlNode | undefined = element
  for (let level = 0; node?.type === 'element' && level < maxLevels; level++)
    node = node.children.at(-1)
  return node?.type === 'text' ? node.text : ''
}
const maxLevels = 8

/** Elements of a site's own making stand for a part of the page each. */
const isSeparate = ({ name }: HtmlElement): boolean => separate.has(name) || name.includes('-')

/** Neighbours in a row or a grid, and years of a chart; single digits are those of a clock. */
const areCells = (one: HtmlElement, other: HtmlElement): boolean => {
  const isRow = areBoxes(other)
  if (!isRow && !(similar.has(one.name) && similar.has(other.name))) return false
  const [before, after] = [textContent(one).trim(), textContent(other).trim()]
  if (figure.test(before) && figure.test(after)) return true
  // Word cuts its text anywhere, within a paragraph; elsewhere nobody cuts a number.
  if (other.parent?.name !== 'p' && isNumbered(before.slice(-maxChars)) && /^\d/.test(after))
    return true
  return isRow && isLong(one, other) && cellAtEnd.test(before) && cellAtStart.test(after)
}
const cellAtEnd = /[\p{L}\d%)]$/u
const cellAtStart = /^[\p{L}\d(]/u
/** "Jan 2, 2026", "iPhone 15" */
const isNumbered = (text: string): boolean => /\s\d{1,9}$/.test(text) && /\p{L}/u.test(text)
const maxChars = 40
const figure = /^\d[\d.,]*\d$/

/** The price that was, before the price that is. */
const arePrices = (one: HtmlElement, other: HtmlElement): boolean =>
  struck.has(one.name) &&
  /\d\s*[^\s\w]{0,3}$/.test(textContent(one)) &&
  /^[^\s\w]{0,3}\s*\d/.test(textContent(other))
const struck = new Set(['del', 's', 'strike'])

/** A name and its type; a price and that of a litre: "19 €" goes on in "99", but not in "2,50 €". */
const meetAsWords = ({ draft }: Reader, one: HtmlElement, other: HtmlElement): boolean => {
  const before = textContent(one)
  const after = textContent(other)
  const isPrice = /\d\s?\p{Sc}$/u.test(before)
  if (isPrice && /^(?:\d+[.,]\d|\p{L}{2})/u.test(after)) draft.text(' ')
  else if (wordAtEnd.test(before) && wordAtStart.test(after)) draft.meet('separate')
  else if (digitAtEnd.test(before) && wordAfterDigit.test(after)) draft.meet('separate')
  else if (sentenceAtEnd.test(before) && /^\p{Lu}\p{L}/u.test(after)) draft.meet('separate')
  else return false
  return true
}

/**
 * Spans of different classes; in a box without words of its own, also code or what has a class
 * beside what is called otherwise.
 */
const areUnlike = (one: HtmlElement, other: HtmlElement): boolean => {
  if (one.name === 'span' && other.name === 'span')
    return one.attributes.class !== other.attributes.class
  if (one.name === other.name || !parts.has(one.name) || !parts.has(other.name)) return false
  return (isNamed(one) || isNamed(other)) && holdsParts(other)
}
const parts = new Set(['span', 'code', 'b', 'strong', 'i', 'em', 'small'])

const isNamed = ({ name, attributes }: HtmlElement): boolean =>
  name === 'code' || attributes.class !== undefined

const holdsParts = ({ parent }: HtmlElement): boolean =>
  parent !== undefined &&
  parent.children.length <= maxParts &&
  parent.children.every(node => node.type === 'element' || node.text.trim() === '')
/** A box of facts has a few; the check must stay cheap on any page. */
const maxParts = 12
/** Side by side in a row or grid, as a `style` or a class of a well-known framework says. */
const areBoxes = ({ parent }: HtmlElement): boolean => {
  const { class: names, style } = parent?.attributes ?? {}
  if (names !== undefined && boxRow.test(names)) return true
  return style !== undefined && /flex|grid/.test(styleValue(style, 'display') ?? '')
}
const boxRow = /(?:^|\s)(?:d-)?(?:inline-)?(?:flex|grid)(?:\s|$)/
const wordAtEnd = /(?:[\p{L}\d]{2}|\p{L}\s\d)$/u
/** "4 Mar" as "14 Mar", "LW 3, 5 weeks"; a digit before a digit may be one of a counter. */
const digitAtEnd = /(?:^|\s)\d$/u
const wordAfterDigit = /^(?:\p{Lu}\p{L}|\p{L}{3}|\d{1,3} \p{L})/u
/** A single word before a point may be the first part of a name: `shop.Order`. */
const sentenceAtEnd = /(?:\s\S*\p{L}{2}\.|\p{L}{2}[!?:)])$/u
const wordAtStart = /^(?:[\p{L}\d]{2}|\p{Sc}\d|@\p{L}|\d(?:[\s%]|$))/u

const separate = new Set(['a', 'button', 'label', 'time'])
const similar = new Set(['span', 'a', 'button', 'label', 'time', 'small'])
