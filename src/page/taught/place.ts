import { memoizeObjects, memoizeTexts } from '../../kit/memoize.ts'
import type { HtmlElement } from '../html/html.ts'

/** An element and the names of the ways to it, made once while the page is walked. */
export type Place = {
  element: HtmlElement
  parent: Place | undefined
  tag: string
  /** The tag with its classes. */
  sign: string
  /** The tag with its position among its like. */
  step: string
  /** From the root, with positions. */
  path: string
  /** From the nearest element with an id, and from the one above that. */
  idPath: string
  outerIdPath: string
  /** The classed elements from the root down, without positions. */
  classed: string
  /** The nearest classed element. */
  near: string
  /** From it, with positions. */
  nearClass: string
  /** What markup calls it: `itemprop`, `property`, `name`. */
  property: string
  row: Row | undefined
  /** Texts that stand directly in it, so far. */
  texts: number
  /** Elements that stand directly in it, so far. */
  elements: number
}
/** A line of a table or a list. */
type Row = { place: Place; first: number }

export const openPlace = (
  element: HtmlElement,
  parent: Place | undefined,
  textsBefore: number,
): Place => {
  const { name: tag, attributes } = element
  const classes = attributes.class ? signOf(attributes.class) : ''
  const sign = tag + classes
  // Where the page begins with a row of a list, its position says which row, not which template.
  const step = parent ? `${tag}${positionOf(element)}` : tag
  const id = attributes.id && !isNumbered(attributes.id) ? `#${attributes.id.slice(0, 80)}` : ''
  const below = (path: string | undefined) => (path ? `${path}>${step}` : '')
  const place: Place = {
    ...{ element, parent, tag, sign, step },
    path: parent ? `${parent.path}>${step}` : step,
    idPath: id || below(parent?.idPath),
    outerIdPath: below(id ? parent?.idPath : parent?.outerIdPath),
    classed: classes ? `${parent?.classed ?? ''}>${sign}` : (parent?.classed ?? ''),
    near: classes ? sign : (parent?.near ?? ''),
    nearClass: classes ? sign : below(parent?.nearClass),
    property: propertyOf(element) || inherited(parent),
    row: parent?.row,
    texts: 0,
    elements: 0,
  }
  if (rowTags.has(tag)) place.row = { place, first: textsBefore }
  return place
}

const rowTags = new Set(['tr', 'li', 'p', 'dl', 'dd', 'figure', 'article'])

/** Sorted, so that their order means nothing; numbers in them are of the page, not of the template. */
const signOf = memoizeTexts({ most: 5_000 }, classes => {
  const names = classes.trim().split(/\s+/).slice(0, 8).sort()
  const sign = names.map(name => `.${name.slice(0, 60).replace(/\d{3,}/g, '#')}`).join('')
  return sign === '.' ? '' : sign
})

const isNumbered = (id: string): boolean => /\d{3}/.test(id)

const positionOf = (element: HtmlElement): number =>
  (element.parent && positionsIn(element.parent).get(element)) ?? 0

const positionsIn = memoizeObjects((parent: HtmlElement) => {
  const positions = new Map<HtmlElement, number>()
  const seen = new Map<string, number>()
  for (const child of parent.children) {
    if (child.type === 'text') continue
    const before = seen.get(child.name) ?? 0
    positions.set(child, before)
    seen.set(child.name, before + 1)
  }
  return positions
})

const propertyOf = ({ attributes, name }: HtmlElement): string => {
  const own = attributes.itemprop ?? attributes.property ?? attributes['data-testid']
  if (own) return own.slice(0, 80)
  if (name === 'meta' && attributes.name) return attributes.name.slice(0, 80)
  return name === 'title' || name === 'h1' ? name : ''
}

/** What markup says of an element holds for what stands in it, two levels down. */
const inherited = (parent: Place | undefined): string => {
  if (!parent) return ''
  return propertyOf(parent.element) || (parent.parent ? propertyOf(parent.parent.element) : '')
}
