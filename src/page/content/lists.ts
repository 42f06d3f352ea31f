import { addTo } from '../../kit/add-to.ts'
import { int32s, uint8s } from '../../kit/small-arrays.ts'
import type { Block, Region } from './blocks.ts'
import { flagBit } from './regions.ts'
import type { Selection } from './steps.ts'
import { between } from './sums.ts'
import type { PageView } from './view.ts'
import { mixHash } from './words.ts'

/* Items of a list share a fate: ingredients, steps, ranks, prices. Half a list is worse than none. */

/** Look-alikes in one place, of a short line each, in page order. */
export type List = readonly Region[]

export const findLists = (view: PageView): List[] => {
  const groups = new Map<number, Region[]>()
  const paths = int32s(view.regions.length)
  for (const region of view.regions) {
    const { index, parent } = region
    paths[index] = mixHash(paths[parent?.index ?? -1] ?? 0, view.looks[index] ?? 0)
    const key = groupOf(view, region, paths)
    if (key !== undefined) addTo(groups, key, region)
  }
  const lists: List[] = []
  // An outer list comes before those inside it, and stands for them.
  const isListed = uint8s(view.blocks.length)
  for (const [key, all] of groups) {
    const items = all.filter(({ first }) => !isListed[first])
    if (isApart(key) && !isTextOfParts(view, items)) continue
    const least = itemTags.has(items[0]?.element.name ?? '') ? minItems : minBoxes
    if (items.length < least || !isOfShortLines(view, items)) continue
    lists.push(items)
    for (const { first, end } of items) isListed.fill(1, first, end)
  }
  return lists
}

export const minItems = 3
const minBoxes = 4
export const maxItemWords = 16

/**
 * Items of markup's own lists by their place, and where a list has a name with those of all its
 * look-alikes: ingredients for the dough and for the filling. Other elements must look alike too.
 */
const groupOf = (
  view: PageView,
  { element, parent, index }: Region,
  paths: Int32Array,
): number | undefined => {
  if (!parent) return undefined
  if (itemTags.has(element.name))
    return parent.element.attributes.class
      ? keyOf(kinds.all, paths[parent.index])
      : keyOf(kinds.one, parent.index)
  if (!boxTags.has(element.name)) return undefined
  if ((view.twins[index] ?? 0) >= minBoxes)
    return keyOf(kinds.boxes + parent.index, view.looks[index])
  // The dishes of a menu, in the sections of its courses.
  return element.attributes.class && parent.element.attributes.class
    ? keyOf(kinds.apart, paths[index])
    : undefined
}

/** Boxes have a kind for each parent. */
const kinds = { all: 0, one: 1, apart: 2, boxes: 3 }
const keyOf = (kind: number, hash = 0): number => kind * 2 ** 32 + (hash >>> 0)
const isApart = (key: number): boolean => Math.floor(key / 2 ** 32) === kinds.apart

/** Boxes in several places are one list where each has a title and more, and leads nowhere. */
const isTextOfParts = (view: PageView, items: List): boolean =>
  items.every(({ first, end }) => end - first > 1) &&
  isTextList(view, items) &&
  !isOfLinks(view, items)

const itemTags = new Set(['li', 'dt', 'dd', 'tr'])
const boxTags = new Set(['div', 'p', 'span', 'label', 'section', 'article'])

const isOfShortLines = ({ sums }: PageView, items: List): boolean => {
  const words = items.reduce((sum, { first, end }) => sum + between(sums.words, first, end), 0)
  return words <= maxItemWords * items.length
}

/** Not a menu: no bare links, and not in what stands around the content. */
export const isTextList = (view: PageView, list: List): boolean => {
  if (isOfLinks(view, list) && !hasTextBesideLinks(view, list)) return false
  return list.every(({ index }) => ((view.flags[index] ?? 0) & around) === 0)
}

const isOfLinks = ({ sums }: PageView, list: List): boolean => {
  let chars = 0
  let linkChars = 0
  for (const { first, end } of list) {
    chars += between(sums.chars, first, end)
    linkChars += between(sums.linkChars, first, end)
  }
  return linkChars > maxLinkShare * chars
}
const maxLinkShare = 0.4

/** An ingredient whose name is a link has its amount beside it; an entry of a menu has nothing. */
const hasTextBesideLinks = ({ sums }: PageView, list: List): boolean => {
  const withText = list.filter(
    ({ first, end }) =>
      between(sums.chars, first, end) * (1 - minTextShare) > between(sums.linkChars, first, end),
  )
  return withText.length >= minWithText * list.length
}
const minTextShare = 0.3
const minWithText = 0.8
const around =
  flagBit('nav') | flagBit('footer') | flagBit('dialog') | flagBit('comments') | flagBit('header')

/** Whole or not at all, whatever the steps before made of single lines. */
export const completeLists = (selection: Selection) => {
  const { view, kept, lists } = selection
  for (const list of lists) {
    if (list.some(({ first, end }) => view.headline >= first && view.headline < end)) continue
    for (const lines of linesOf(selection, list)) {
      let words = 0
      let keptWords = 0
      for (const { index, facts } of lines) {
        words += facts.words
        if (kept[index]) keptWords += facts.words
      }
      if (keptWords === 0 || lines.length < minItems) continue
      const whole = keptWords * 2 >= words ? 1 : 0
      for (const { index } of lines) kept[index] = whole
    }
  }
}

/** The blocks of a list that are kept or dropped as one. */
const linesOf = ({ view, pageType }: Selection, list: List): Block[][] => {
  if (pageType !== 'forum' && isTextList(view, list)) return [blocksOf(view, list)]
  return [...groupByShape(view, list).values()]
}

const blocksOf = ({ blocks }: PageView, list: List): Block[] =>
  list.flatMap(({ first, end }) => blocks.slice(first, end))

/** The lines of a list that have the same elements around them. */
const groupByShape = (view: PageView, list: List): Map<number, Block[]> =>
  Map.groupBy(blocksOf(view, list), ({ index }) => view.shapes[index] ?? 0)
