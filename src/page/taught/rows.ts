import { isWithin, nearest } from '../html/around.ts'
import { descendants, type HtmlElement, textContent } from '../html/html.ts'
import { placesOf } from './candidates.ts'
import { shortHash } from './hash.ts'
import type { PageIndex } from './index-page.ts'
import { foldLabel } from './labels.ts'
import type { Place } from './place.ts'
import type { FieldKind, RowShape, TaughtList } from './reader.ts'

export type RowPlaces = Pick<TaughtList, 'parents' | 'row'>

/** One entry of a list as it was taught: what its fields say, by their pointers. */
export type Entry = ReadonlyMap<string, string>

/** The rows of a page: children of every parent that looks as the taught one did. */
export const findRows = (root: HtmlElement, { parents, row }: RowPlaces): HtmlElement[] => {
  const rows: HtmlElement[] = []
  const wanted = new Set(parents)
  for (const element of descendants(root)) {
    if (rows.length >= maxRows) break
    if (isRow(element, row) && element.parent && wanted.has(wayTo(element.parent)))
      rows.push(element)
  }
  return rows
}

const maxRows = 5_000

const isRow = (element: HtmlElement, { tag, any, not }: RowShape): boolean =>
  element.name === tag &&
  (any.length === 0 || classesOf(element.attributes.class).some(one => any.includes(one))) &&
  (!not || !looksOf(element).some(look => not.includes(look)))

/**
 * Of rows that somebody said are none, by what they differ from all taught ones: their elements, or
 * else their first words. Where they do not differ, nothing can be said.
 */
export const looksOfNoRow = (
  rows: readonly HtmlElement[],
  taught: readonly HtmlElement[],
): string[] => {
  const known = new Set(taught.flatMap(looksOf))
  return rows.flatMap(row => looksOf(row).find(look => !known.has(look)) ?? [])
}

/** The coarse look first: the elements it is made of; the fine one has its first words too. */
const looksOf = (row: HtmlElement): string[] => {
  const signs = [row, ...row.children.filter(child => child.type === 'element')].map(
    ({ name, attributes }) => [name, ...classesOf(attributes.class)].join('.'),
  )
  const coarse = signs.slice(0, maxSigns).join('>')
  return [shortHash(coarse), shortHash(`${coarse}|${foldLabel(textContent(row).trim())}`)]
}
const maxSigns = 20

/** The rows that hold these texts. */
export const rowsWithTexts = (
  { found }: Pick<PageIndex, 'found'>,
  rows: readonly HtmlElement[],
  texts: readonly number[],
): HtmlElement[] => {
  const all = new Set(rows)
  return texts.flatMap(text => rowAround(found.texts[text], all) ?? [])
}

/** The numbers of the first and the last text of each row. */
export const textsOfRows = (
  { found }: Pick<PageIndex, 'found'>,
  rows: readonly HtmlElement[],
): [first: number, last: number][] => {
  const all = new Set(rows)
  const ranges = new Map<HtmlElement, [number, number]>()
  for (const [text, { place }] of found.texts.entries()) {
    const row = rowAround({ place }, all)
    if (row) ranges.set(row, [ranges.get(row)?.[0] ?? text, text])
  }
  return [...ranges.values()]
}

const rowAround = (
  text: { place: Place } | undefined,
  rows: ReadonlySet<HtmlElement>,
): HtmlElement | undefined => {
  return nearest(text?.place.element, at => rows.has(at))
}

/** From two entries of a list: their lowest common ancestor holds the rows. */
export const learnRows = (
  page: PageIndex,
  kinds: ReadonlyMap<string, FieldKind>,
  entries: readonly Entry[],
): { places: RowPlaces; rows: HtmlElement[] } | undefined => {
  const [first, second] = entries
  if (!first || !second) return undefined
  const [ones, twos] = [first, second].map(entry => placesOfEntry(page, kinds, entry))
  const pairs = pairsOf(ones ?? [], twos ?? [])
  const best = pairs
    .map(pair => ({
      ...{ ...pair, held: heldBy(pair.one, ones) + heldBy(pair.two, twos) },
      isNext: Number(nextLike(pair.one) === pair.two),
    }))
    // Most of the values, then the first two of a list, and then the smallest rows that hold them.
    .sort((a, b) => b.held - a.held || b.isNext - a.isNext || b.one.depth - a.one.depth)[0]
  if (!best) return undefined
  const { one, two } = best
  const shared = classesOf(one.attributes.class)
    .filter(name => classesOf(two.attributes.class).includes(name))
    .slice(0, maxClasses)
  const parent = one.parent as HtmlElement
  const places: RowPlaces = { parents: [wayTo(parent)], row: { tag: one.name, any: shared } }
  return { places, rows: rowsOfEntries(page, kinds, entries, findRows(rootOf(parent), places)) }
}

type Spot = { pointer: string; place: Place }

const placesOfEntry = (
  page: PageIndex,
  kinds: ReadonlyMap<string, FieldKind>,
  entry: Entry,
): Spot[] =>
  [...entry].flatMap(([pointer, key]) => {
    const kind = kinds.get(pointer)
    const spots: Spot[] = []
    for (const { atom } of kind ? placesOf(page, kind, key) : []) {
      if (atom.kind !== 'json') spots.push({ pointer, place: atom.place })
      if (spots.length >= maxSpots) break
    }
    return spots
  })

const maxSpots = 25

/** Every two rows that the same field of two entries may stand in. */
const pairsOf = (ones: readonly Spot[], twos: readonly Spot[]) => {
  const pairs: { one: HtmlElement; two: HtmlElement }[] = []
  for (const a of ones)
    for (const b of twos) {
      if (a.pointer !== b.pointer || a.place.tag !== b.place.tag) continue
      const rows = childrenBelowCommon(a.place, b.place)
      if (rows && rows.one.name === rows.two.name) pairs.push(rows)
    }
  return pairs
}

/** The next element beside it of the same name. */
const nextLike = (row: HtmlElement): HtmlElement | undefined => {
  const beside = row.parent?.children ?? []
  for (let at = beside.indexOf(row) + 1; at < beside.length; at++) {
    const one = beside[at]
    if (one?.type === 'element' && one.name === row.name) return one
  }
  return undefined
}

const childrenBelowCommon = (a: Place, b: Place) => {
  const above = new Map<HtmlElement, HtmlElement>()
  for (let [at, below] = [a as Place | undefined, a]; at; [below, at] = [at, at.parent])
    above.set(at.element, below.element)
  for (let [at, below] = [b as Place | undefined, b]; at; [below, at] = [at, at.parent]) {
    const one = above.get(at.element)
    // The one in the other, or both in one element, are no two rows.
    if (one)
      return one === at.element || below.element === at.element || one === below.element
        ? undefined
        : { one, two: below.element }
  }
  return undefined
}

/** How many different fields of an entry stand in an element. */
const heldBy = (row: HtmlElement, spots: readonly Spot[] | undefined): number =>
  new Set((spots ?? []).filter(({ place }) => isWithin(place.element, row)).map(one => one.pointer))
    .size

/** The row of each entry, in order; entries whose row is not found are left out. */
const rowsOfEntries = (
  page: PageIndex,
  kinds: ReadonlyMap<string, FieldKind>,
  entries: readonly Entry[],
  rows: readonly HtmlElement[],
): HtmlElement[] => {
  let from = 0
  return entries.flatMap(entry => {
    const spots = placesOfEntry(page, kinds, entry)
    const scores = rows.map((row, at) => (at < from ? -1 : heldBy(row, spots)))
    const best = Math.max(0, ...scores)
    const at = best > 0 ? scores.indexOf(best) : -1
    if (at >= 0) from = at + 1
    return at < 0 ? [] : [rows[at] as HtmlElement]
  })
}

/** Tags and classes from the root down. */
const wayTo = (element: HtmlElement): string => {
  const signs: string[] = []
  for (let at: HtmlElement | undefined = element; at?.parent; at = at.parent)
    signs.push([at.name, ...classesOf(at.attributes.class)].join('.'))
  return signs.reverse().join('>').slice(-maxWay)
}

const maxWay = 1_000

const classesOf = (classes: string | undefined): string[] =>
  classes
    ? classes
        .split(/\s+/)
        .filter(name => name !== '' && name.length <= maxClassChars && !/\d{3}/.test(name))
        .sort()
    : []

/** What a file may hold. */
const maxClasses = 50
const maxClassChars = 200

const rootOf = (element: HtmlElement): HtmlElement => {
  let root = element
  while (root.parent) root = root.parent
  return root
}
