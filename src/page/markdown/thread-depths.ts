import { styleValue } from '../css/inline-style.ts'
import { type HtmlElement, textContent } from '../html/html.ts'

/**
 * How deep the comments stand that follow one another in a row and say whom they answer by a number
 * alone: an attribute, a class, a margin, the width of an empty cell before them.
 */
export const findDepths = (comments: readonly HtmlElement[]): Map<HtmlElement, number> => {
  const depths = new Map<HtmlElement, number>()
  for (const rows of rowsOf(comments)) {
    const above: number[] = []
    for (const [row, stated] of rows) {
      while (above.length > 0 && (above.at(-1) ?? 0) >= stated) above.pop()
      if (above.length > 0 && !lists.has(row.name)) depths.set(row, above.length)
      above.push(stated)
    }
  }
  return depths
}

/** As Markdown writes them, they are nested already. */
const lists = new Set(['ul', 'ol'])

/** What follows one another in one element, with the number that each states; none where all state the same. */
const rowsOf = (comments: readonly HtmlElement[]): Map<HtmlElement, number>[] => {
  const groups = new Map<HtmlElement, Map<HtmlElement, number>>()
  for (const comment of comments) {
    let stated: number | undefined
    let row = comment
    for (let up = 0; row.parent && up < maxLevels; up++, row = row.parent) {
      stated ??= depthAt(row)
      const rows = groups.get(row.parent) ?? new Map<HtmlElement, number>()
      groups.set(row.parent, rows)
      // A comment in what is a row already belongs to that one.
      if (rows.has(row)) break
      rows.set(row, stated ?? 0)
    }
  }
  return [...groups.values()].filter(rows => new Set(rows.values()).size > 1)
}
const maxLevels = 8

/** What an element states of itself, or a cell by the empty one before it. */
const depthAt = (element: HtmlElement): number | undefined => {
  const own = statedDepth(element)
  if (own !== undefined || element.name !== 'td') return own
  const first = element.parent?.children.find(child => child.type === 'element')
  if (!first || first === element || textContent(first).trim() !== '') return undefined
  return statedDepth(first) ?? lengthOf(first.attributes.width) ?? spacerWidth(first)
}

const spacerWidth = ({ children }: HtmlElement): number | undefined => {
  const spacer = children.find(child => child.type === 'element' && child.name === 'img')
  return spacer?.type === 'element' ? lengthOf(spacer.attributes.width) : undefined
}

const statedDepth = ({ attributes }: HtmlElement): number | undefined => {
  const depth = depthNames.map(name => lengthOf(attributes[name])).find(isGiven)
  if (depth !== undefined) return depth
  const { class: names = '', style } = attributes
  const named = depthClass.exec(names)
  if (named) return Number(named[1])
  return below.test(names) ? 1 : marginOf(style)
}
const depthNames = ['depth', 'indent', 'level', 'aria-level'].flatMap(name =>
  name.startsWith('aria') ? [name] : [name, `data-${name}`, `data-comment-${name}`],
)
/** `depth-2`, `comment-level--2`. */
const depthClass = /(?:^|[\s_-])(?:depth|level|indent)[-_]{0,2}(\d{1,2})(?:\s|$)/
/** A box behind a comment, with what was answered. */
const below = /(?:^|[\s_-])(?:indented|children|replies)(?:\s|$)/

const marginOf = (style: string | undefined): number | undefined => {
  if (!style?.includes('left') && !style?.includes('inline-start')) return undefined
  return marginNames.map(name => lengthOf(styleValue(style, name))).find(isGiven)
}
const marginNames = ['margin-left', 'padding-left', 'margin-inline-start', 'padding-inline-start']

const isGiven = (length: number | undefined) => length !== undefined

const lengthOf = (value: string | undefined): number | undefined => {
  const length = Number.parseFloat(value ?? '')
  return length >= 0 ? length : undefined
}
