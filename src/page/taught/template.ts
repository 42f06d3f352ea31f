import type { HtmlElement } from '../html/html.ts'
import { readAtoms } from './atoms.ts'
import { shortHash } from './hash.ts'
import type { PageIndex } from './index-page.ts'
import type { TaughtReader } from './reader.ts'

/** The classed boxes that all example pages have: a page of another template has few of them. */
export const templateOf = (
  examples: readonly PageIndex[],
  others: readonly PageIndex[],
): TaughtReader['template'] => {
  const [first = new Set<string>(), ...more] = examples.map(boxesOf)
  const shared = [...first].filter(box => more.every(boxes => boxes.has(box)))
  // Sorted by their hash they are a sample of the whole page.
  const boxes = shared.sort().slice(0, maxBoxes)
  const least = Math.min(1, ...others.map(page => shareOf(boxes, boxesOf(page))))
  return { boxes, least: examples.length < 2 && others.length === 0 ? unsureLeast : least }
}

/** Whether so few of the boxes are there that the page is of another template. */
export const isOtherTemplate = (
  page: PageIndex,
  { boxes, least }: TaughtReader['template'],
): boolean => boxes.length >= fewestBoxes && shareOf(boxes, boxesOf(page)) < least / 2

const maxBoxes = 100
const fewestBoxes = 5
/** One page cannot say which of its boxes belong to the template. */
const unsureLeast = 0.6

const boxesOf = ({ found }: Pick<PageIndex, 'found'>): Set<string> => {
  const boxes = new Set<string>()
  for (const { place } of found.texts) if (place.classed) boxes.add(place.classed)
  return new Set([...boxes].map(shortHash))
}

/** By what pages of one template are known before anything was taught of it: a sample of its boxes. */
export const skeletonOf = (root: HtmlElement): string[] => {
  const found = readAtoms(root, new Set())
  const boxes = boxesOf({ found })
  // Pages without classes are told apart by their elements.
  if (boxes.size < fewestBoxes)
    for (const { place } of found.texts) boxes.add(shortHash(place.path.replace(/\d+/g, '')))
  return [...boxes].sort().slice(0, maxBoxes)
}

/** From 0 to 1: the boxes that two skeletons share, of all they have. */
export const likeness = (one: readonly string[], other: readonly string[]): number => {
  const known = new Set(other)
  const shared = one.filter(box => known.has(box)).length
  return shared / Math.max(1, one.length + other.length - shared)
}

const shareOf = (boxes: readonly string[], present: ReadonlySet<string>): number =>
  boxes.filter(box => present.has(box)).length / Math.max(1, boxes.length)

/** Hashes of the texts that every page has, where there are enough pages to say so. */
export const commonTexts = (pages: readonly PageIndex[]): string[] => {
  if (pages.length < fewestPages) return []
  const [first = new Set<string>(), ...more] = pages.map(
    ({ found }) => new Set(found.texts.map(({ text }) => shortHash(text))),
  )
  return [...first]
    .filter(text => more.every(texts => texts.has(text)))
    .sort()
    .slice(0, maxCommon)
}

const fewestPages = 3
const maxCommon = 500
