import { join } from 'node:path'
import type { PageType } from '../../src/page/content/page.ts'
import { type PagePart, saidParts } from '../../src/page/content/parts.ts'
import { shownPage } from '../../src/page/content/shown.ts'
import { type PageView, viewPage } from '../../src/page/content/view.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { readKinds, readPages } from '../kinds.ts'
import { comparable } from '../support/comparable.ts'
import { type Mark, markedPages, readMarked, viewMarked } from '../support/marked-pages.ts'
import { hasTruth, isRealAside, readRealMarks, viewReal } from '../support/marked-real.ts'
import { isRecipeAside, readRecipes } from '../support/recipes.ts'
import { bucketOf, domainOf, wordsOf } from '../support/wcxb.ts'
import { labelMarks, realWeight, weighMarks } from './content-marks.ts'
import { bucketCount } from './content-pages.ts'

/**
 * A page of which it is known of some blocks only whether they are content: the data sets of whole
 * texts have few lists of short lines, and readers of recipes and of pages of many kinds said what
 * must be there and what must not. Blocks of which nobody said anything weigh nothing.
 */
export type HintPage = {
  view: PageView
  labels: Float32Array
  weights: Float32Array
  bucket: number
}

export const prepareHints = (folder: string): HintPage[] => [
  ...kindPages(),
  ...recipePages(join(folder, 'recipes')),
]

/** Pages of which all of the text is marked: of them the word tables learn too. */
export type MarkedHints = HintPage & { site: string; type: PageType | undefined }

export const prepareMarked = (folder: string): MarkedHints[] => [
  ...readMarked(markedPages).map(page => ({
    ...markedHints(page.url, viewMarked(page), madeWeight),
    type: typeOfKind(page.kind),
  })),
  ...readRealMarks()
    .filter(page => !hasTruth(page) && !isRealAside(page))
    .flatMap(page => {
      const marked = viewReal(folder, page)
      return marked ? [markedHints(page.url, marked, realWeight)] : []
    }),
]

const markedHints = (
  url: string,
  { view, marks }: { view: PageView; marks: readonly Mark[] },
  weight: number,
): MarkedHints => {
  const site = domainOf(url)
  return {
    ...{ view, site, type: undefined, bucket: bucketOf(site, bucketCount) },
    labels: labelMarks(marks),
    weights: weighMarks(view, marks, weight),
  }
}

/** Which of the types of WCXB a marked page is, by what its writer calls it; the first that fits. */
const typeOfKind = (kind: string): PageType | undefined =>
  typesOfKinds.find(([words]) => words.test(kind))?.[1]

const typesOfKinds: [RegExp, PageType][] = [
  [/\b(?:thread|topic|question|forum|bug|issue|discussion|merge request)\b/i, 'forum'],
  [/\b(?:category page|collection page|brand index|product comparison|ranking)\b/i, 'collection'],
  [/\b(?:product|release detail|album|vehicle|real-estate listing|classified)\b/i, 'product'],
  [/\b(?:list|lists|listing|results|archive|index|directory|blog home|category)\b/i, 'listing'],
  [/\b(?:API|reference|docs|tutorial|changelog|release notes|module|package)\b/i, 'documentation'],
  [/\b(?:article|news|interview|post|recipe|recette|listicle|press release)\b/i, 'article'],
  [/\b(?:about|services|pricing|contact|landing|FAQ|company|locations)\b/i, 'service'],
]

/**
 * Of a whole page, where one of the sets has about 300: half of it by words and half by blocks, for
 * a price is as much worth as a paragraph. Tried: half of it and two thirds (more lines lost, and no
 * article better), more trees, and a column that says whose taste a page was marked by (no better, and
 * two answers to learn).
 */
const madeWeight = 900

/**
 * Against about 300 for all blocks of a page whose text is known. Tried: a quarter to twice of it
 * (fewer hints heeded, or more noise), word tables that count the hints too and records of lists
 * (both cost articles and gained nothing here), hints in one of the two forests only (half the gain).
 */
const mustWeight = 24
const mustNotWeight = 64
const itemWeight = 4
const menuWeight = 0.3

const kindPages = (): HintPage[] =>
  readKinds(readPages).map(({ html, url, must, mustNot }) => {
    const page = emptyPage(html, url)
    const texts = page.view.blocks.map(({ text }) => comparable(text))
    const said = saidParts(page.view)
    for (const part of mustNot)
      for (const at of blocksOf(texts, part)) mark(page, at, 0, mustNotWeight)
    for (const part of must) {
      const found = blocksOf(texts, part)
      const outside = found.filter(at => !isMenu(said[at]))
      const own = outside.length > 0 ? outside : found
      for (const at of own) {
        // A text that must be there once and must not be there a second time says nothing.
        if (page.labels[at] === 0 && (page.weights[at] ?? 0) > 0) page.weights[at] = 0
        else mark(page, at, 1, mustWeight / own.length)
      }
    }
    return page
  })

/** The blocks that hold a text, or those of which it is made. */
const blocksOf = (texts: readonly string[], part: string): number[] => {
  const wanted = comparable(part)
  const holding = texts.flatMap((text, at) => (text.includes(wanted) ? [at] : []))
  if (holding.length > 0) return holding
  return texts.flatMap((text, at) =>
    text.length >= minPartChars && ` ${wanted} `.includes(` ${text} `) ? [at] : [],
  )
}

const minPartChars = 4

const mark = (page: HintPage, at: number, label: number, weight: number) => {
  page.labels[at] = label
  page.weights[at] = Math.max(page.weights[at] ?? 0, weight)
}

/** Two thirds of the sites; the others are measured by `survival`. */
const recipePages = (folder: string): HintPage[] =>
  readRecipes(folder)
    .filter(({ domain }) => !isRecipeAside(domain))
    .map(({ url, html, truth }) => {
      const page = emptyPage(html, url)
      const said = saidParts(page.view)
      const items = [...(truth.ingredients ?? []), ...(truth.instructions_list ?? [])]
      const wanted = new Set(items.map(keyOf))
      for (const { index, text } of page.view.blocks) {
        if (wanted.has(keyOf(text))) mark(page, index, 1, itemWeight)
        else if (isMenu(said[index])) mark(page, index, 0, menuWeight)
      }
      return page
    })

const keyOf = (text: string): string => wordsOf(text).join(' ')

const isMenu = (part: PagePart | undefined): boolean =>
  part === 'navigation' || part === 'boilerplate' || part === 'legal'

const emptyPage = (html: string, url: string): HintPage => {
  const view = viewPage(shownPage(parseHtml(html)), url)
  return {
    view,
    labels: new Float32Array(view.blocks.length),
    weights: new Float32Array(view.blocks.length),
    bucket: bucketOf(domainOf(url), bucketCount),
  }
}
