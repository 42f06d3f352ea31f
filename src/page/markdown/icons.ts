import { isSilent, silentLabel } from '../css/silent-label.ts'
import { classesOf } from '../css/tree.ts'
import { descendants, type HtmlElement } from '../html/html.ts'

/** Fonts that draw an icon for a word: `<i class="material-icons">arrow_forward</i>`. */
export const isDrawnWord = ({ attributes, children }: HtmlElement): boolean => {
  const [only] = children
  if (children.length !== 1 || only?.type !== 'text') return false
  // Most elements are asked, and few are one.
  if (!attributes.class?.includes('material-')) return false
  return (
    classesOf(attributes.class).some(name => fontName.test(name)) &&
    /^\s*[a-z\d]+(?:_[a-z\d]+)*\s*$/.test(only.text)
  )
}
const fontName = /^(?:google-)?material-(?:icons|symbols)(?:-[a-z]+)?$/

/** What a cell says with icons alone, where it has no label. */
export const iconLabel = (cell: HtmlElement): string => {
  const label = silentLabel(cell)
  if (label) return label
  const parts = [...descendants(cell).take(maxParts)]
  const drawn = parts.find(isDrawnWord)
  if (drawn ? drawn.parent !== cell || !isAlone(drawn) : !isSilent(cell)) return ''
  // What is pressed, such as the cross that removes a row, says nothing of the row.
  if (parts.some(({ name }) => name === 'button' || name === 'a')) return ''
  for (const part of parts) {
    const words = wordsOf(part)
    for (const [sign, names] of signs) if (names.test(words)) return sign
  }
  return ''
}
const maxParts = 60

const isAlone = (element: HtmlElement): boolean =>
  element.parent?.children.every(
    node => node === element || (node.type === 'text' && node.text.trim() === ''),
  ) === true

/** How sets of icons call them: Bootstrap's `bi-x-lg`, Material's `CloseIcon`, `glyphicon-ok`. */
const signs = [
  ['✓', /(?:^|[\s#/_-])(?:check|checkmark|tick|yes|ok|done)(?:$|[\s._-])/],
  ['✗', /(?:^|[\s#/_-])(?:close|cancel|remove|ban|xmark|x-mark|cross|times)(?:$|[\s._-])/],
  ['✗', /(?:^|[\s#/-])x(?:-(?:lg|circle|square|octagon|bold|fill))*(?:$|\s)/],
  ['–', /(?:^|[\s#/_-])(?:minus|dash)(?:$|[\s._-])/],
] as const

const wordsOf = (icon: HtmlElement): string => {
  const { attributes, namespace, name } = icon
  if (namespace === undefined && name !== 'i' && name !== 'span') return ''
  const { class: names = '', 'data-testid': id = '', 'data-icon': set = '' } = attributes
  const said = isDrawnWord(icon) && icon.children[0]?.type === 'text' ? icon.children[0].text : ''
  return `${names} ${id} ${set} ${attributes.href ?? attributes['xlink:href'] ?? ''} ${said.trim()}`
    .slice(0, maxChars)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
}
const maxChars = 400
