import { addTo } from '../../kit/add-to.ts'
import { descendants, type HtmlElement, isElement } from '../html/html.ts'
import type { NextElement } from '../html/siblings.ts'
import { behind } from '../html/siblings.ts'
import { opensSomething } from './opener.ts'

/**
 * Of the hidden children of an element, the rest of a list: its first items are shown, and the
 * others when somebody presses what stands behind them ("Show all 12 towns").
 */
export const foldedItems = (
  parent: HtmlElement,
  isHidden: (element: HtmlElement) => boolean,
  nextOf: NextElement,
): readonly HtmlElement[] => {
  const items = parent.children.filter(isElement)
  const inside = items.findLastIndex(item => !isOpener(item)) + 1
  const start = items.slice(0, inside).findLastIndex(item => !isHidden(item)) + 1
  const folded = items.slice(start, inside)
  const shown = items.slice(0, start).slice(-minShown)
  if (folded.length === 0 || shown.length < minShown) return []
  const areAlike = [...shown, ...folded].every(item => isAlike(item, folded[0] as HtmlElement))
  return areAlike && (inside < items.length || isOpener(behind(parent, nextOf, 2))) ? folded : []
}
const minShown = 2

/** Items of lists and rows of tables, or boxes that are called the same. */
const isAlike = (one: HtmlElement, other: HtmlElement): boolean =>
  one.name === other.name && (itemTags.has(one.name) || isNamedAlike(one, other))
const itemTags = new Set(['li', 'tr', 'dt', 'dd'])

const isNamedAlike = (one: HtmlElement, other: HtmlElement): boolean => {
  const name = firstClass(one)
  return name !== '' && name === firstClass(other)
}
const firstClass = ({ attributes }: HtmlElement): string =>
  /\S+/.exec(attributes.class ?? '')?.[0] ?? ''

/** A button or a link to nowhere, or a box with little else in it. */
const isOpener = (element: HtmlElement | undefined): boolean =>
  element !== undefined &&
  (isPressed(element) || descendants(element).take(maxAround).some(isPressed))
const maxAround = 3

/** Below a list even a link to a place on the page that nobody finds. */
const isPressed = (element: HtmlElement): boolean =>
  opensSomething(element) ||
  (element.name === 'a' && element.attributes.href?.startsWith('#') === true)

/** Each below a heading of its own, three and more in one place: a click on the question opens it. */
export const foldedAnswers = (hidden: ReadonlySet<HtmlElement>): HtmlElement[] => {
  const answers = new Map<HtmlElement, HtmlElement[]>()
  for (const parent of new Set([...hidden].map(element => element.parent))) {
    const siblings = parent?.children.filter(isElement) ?? []
    const place = siblings.length === 2 ? parent?.parent : parent
    for (const [at, element] of siblings.entries())
      if (place && hidden.has(element) && questionTags.has(siblings[at - 1]?.name ?? ''))
        addTo(answers, place, element)
  }
  return [...answers.values()].filter(({ length }) => length >= minAnswers).flat()
}
const minAnswers = 3
const questionTags = new Set(['h2', 'h3', 'h4', 'h5', 'h6'])
