import { nearest } from '../html/around.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { isHidden, isRatingLabel, isUnshown, ratingName } from './hidden.ts'

/** Nothing inside can be read: neither words nor a picture. */
export const isSilent = (element: HtmlElement): boolean => {
  const nodes = [...element.children]
  for (let seen = 0; nodes.length > 0; seen++) {
    const node = nodes.pop()
    if (!node || seen > maxNodes) return false
    if (node.type === 'text') {
      if (node.text.trim() !== '') return false
    } else if (speaking.has(node.name) && !iconSign(node)) return false
    else if (node.namespace === undefined && !isHidden(node, 'markup'))
      nodes.push(...node.children.slice(0, maxNodes))
  }
  return true
}

/** Drawn between two words, it keeps them apart. */
export const isIcon = ({ name, attributes, children }: HtmlElement): boolean =>
  name === 'svg' || (name === 'i' && children.length === 0 && attributes.class !== undefined)

/**
 * What a cell says without a word: tables that compare products answer with icons. Their labels
 * tell, or a text for screen readers, else the name of the icon.
 */
export const silentLabel = (cell: HtmlElement): string => {
  if (!isSilent(cell)) return ''
  let icon = ''
  let seen = 0
  for (const element of descendants(cell)) {
    if (++seen > maxNodes) break
    const { attributes, name } = element
    const label = attributes['aria-label'] ?? attributes.title
    if (label?.trim()) return label.trim()
    if (name === 'title' || isHidden(element, 'markup')) {
      const text = textContent(element).trim()
      if (text && text.length <= maxLabel) return text
    }
    if (name === 'input' && attributes.type === 'checkbox')
      return attributes.checked === undefined ? '[ ]' : '[x]'
    icon ||= iconSign(element)
  }
  return icon
}

/** The words of a cell that only draws an icon for eyes. */
export const isLabelOfCell = (element: HtmlElement): boolean => {
  const cell = isUnshown(element)
    ? nearest(element.parent, ({ name }) => name === 'td', 3)
    : undefined
  return cell !== undefined && isSilent(cell)
}

/** What a label counts of stars without a word: "Rated 4.9 out of 5 stars". */
export const drawnRating = (element: HtmlElement): string | undefined => {
  const { role, class: names = '', 'aria-label': said, title } = element.attributes
  const label = said ?? title
  if (!label || element.name === 'a' || element.name === 'button' || !isRatingLabel(label))
    return undefined
  const isRating = role === 'img' || ratingName.test(`${label} ${names}`)
  return isRating && isSilent(element) ? label : undefined
}

const speaking = new Set(['img', 'math', 'video', 'audio', 'iframe'])
const maxNodes = 60
const maxLabel = 80

const iconSign = (icon: HtmlElement): string => {
  const words = iconWords(icon)
  if (/(?:^|[\s#/_-])(?:check|checkmark|tick|yes)(?:$|[\s._-])/i.test(words)) return '✓'
  return /(?:^|[\s#/_-])(?:(?:times|cross|xmark)(?:$|[\s._-])|no(?:$|[\s.]))/i.test(words)
    ? '✗'
    : ''
}

/** A picture without a text of its own goes by the name of its file. */
const iconWords = ({ attributes, namespace, name }: HtmlElement): string => {
  const { class: names = '', alt = '', src = '', 'data-src': later } = attributes
  if (name === 'img') return alt.trim() ? '' : ((later ?? src).slice(-200).split('/').at(-1) ?? '')
  if (namespace === undefined && name !== 'i' && name !== 'span') return ''
  return `${names} ${attributes['data-icon'] ?? ''} ${attributes.href ?? attributes['xlink:href'] ?? ''}`
}
