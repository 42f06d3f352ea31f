import { basename, dirname, join } from 'node:path'
import type { Block } from '../../src/page/content/blocks.ts'
import type { PageType } from '../../src/page/content/page.ts'
import { shownPage } from '../../src/page/content/shown.ts'
import { isProse } from '../../src/page/content/sums.ts'
import { type PageView, viewPage } from '../../src/page/content/view.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { isSetAside, readArticles, siteOfArticle } from '../support/articles.ts'
import { type RealMarks, readRealMarks, viewReal } from '../support/marked-real.ts'
import { bucketOf, domainOf, readHtml, readTruth, wordsOf } from '../support/wcxb.ts'
import { labelBlocks } from './content-labels.ts'
import { labelMarks, realWeight, weighMarks } from './content-marks.ts'

/** A page of one of the sources with its truth, and what is learned from it. */
export type PreparedPage = {
  source: string
  folder: string
  id: string
  url: string
  site: string
  /** Of the other sources nobody has said it. */
  type: PageType | undefined
  truth: string
  view: PageView
  labels: Float32Array
  weights: Float32Array
  /** Whether a reader's marks are learned in place of the truth. */
  isMarked: boolean
  bucket: number
  use: Use
}

/** Whether a page is learned from, and if not, by which rule. */
export type Use = 'learn' | 'set aside' | 'not on the page' | 'cut short'

/** Domains fall into ten buckets; two of them are one fold. */
export const bucketCount = 10

/** All sources together: a site is in one bucket, whichever of them it comes from. */
export const preparePages = (folder: string): PreparedPage[] => {
  const wcxb = prepareWcxb(join(folder, 'wcxb'))
  return [...wcxb, ...prepareArticles(join(folder, 'articles'), new Set(wcxb.map(p => p.site)))]
}

/** An empty truth (a page that failed to load for its readers) teaches nothing. */
const prepareWcxb = (folder: string): PreparedPage[] =>
  readTruth(folder)
    .filter(page => page.main_content.trim() !== '')
    .map(({ id, url, type, main_content: truth }) =>
      prepare({ source: 'wcxb', folder, id, url, site: domainOf(url), type, truth }),
    )

const prepareArticles = (folder: string, learned: ReadonlySet<string>): PreparedPage[] =>
  readArticles(folder).map(({ id, url, source, main_content: truth }) => {
    const site = siteOfArticle(url, readHtml(folder, id))
    const page = prepare({ source, folder, id, url, site, type: undefined, truth })
    return isSetAside(site, learned) ? { ...page, use: 'set aside' } : page
  })

const prepare = (
  page: Omit<PreparedPage, 'view' | 'labels' | 'weights' | 'isMarked' | 'bucket' | 'use'>,
): PreparedPage => {
  const bucket = bucketOf(page.site, bucketCount)
  const marked = markedAs(page)
  if (marked) {
    const { view, marks } = marked
    const weights = weighMarks(view, marks, realWeight)
    const labels = labelMarks(marks)
    return { ...page, isMarked: true, bucket, view, labels, weights, use: 'learn' }
  }
  const view = viewPage(shownPage(parseHtml(readHtml(page.folder, page.id))), page.url)
  const labels = labelBlocks(view.blocks, page.truth)
  const use = judgeTruth(view, labels, page.truth)
  return { ...page, isMarked: false, bucket, view, labels, weights: weighBlocks(view), use }
}

/** What a reader marked counts for more than the text that the set expects of the page. */
const markedAs = ({ folder, id }: Pick<PreparedPage, 'folder' | 'id'>) => {
  realMarks ??= new Map(readRealMarks().map(page => [`${page.set}/${page.id}`, page]))
  const page = realMarks.get(`${basename(folder)}/${id}`)
  return page && viewReal(dirname(folder), page)
}
let realMarks: Map<string, RealMarks> | undefined

/** The score is a mean over pages of shares of words, so a block weighs as its share of words. */
const weighBlocks = (view: PageView): Float32Array => {
  const total = view.blocks.reduce((sum, block) => sum + block.facts.words, 0)
  return Float32Array.from(view.blocks, ({ facts }) =>
    facts.words === 0 ? 0 : (300 * facts.words) / Math.max(100, total) + 0.1,
  )
}

/** Truths that are wrong by what the page itself shows, not by what a model thinks of it. */
const judgeTruth = (view: PageView, labels: Float32Array, truth: string): Use => {
  const wanted = wordsOf(truth).length
  let found = 0
  for (const { index, text } of view.blocks) found += (labels[index] ?? 0) * wordsOf(text).length
  if (found < minFoundShare * wanted) return 'not on the page'
  return isCutShort(view, labels) ? 'cut short' : 'learn'
}

/** Less of the truth than this among the page's words: it is another version of the page. */
const minFoundShare = 0.5

/**
 * Whether running text goes on below the last words of the truth, in the very same element and in
 * the same kind of block, for longer than all of the truth: an introduction, not the content.
 */
const isCutShort = (view: PageView, labels: Float32Array): boolean => {
  const isIn = (block: Block) => (labels[block.index] ?? 0) > 0.8
  const last = view.blocks.findLast(block => isProse(block) && isIn(block))
  if (!last) return false
  const wordsIn = view.blocks.filter(isIn).reduce((sum, { facts }) => sum + facts.words, 0)
  const below = view.blocks.filter(
    block =>
      block.index > last.index &&
      isProse(block) &&
      (labels[block.index] ?? 0) < 0.1 &&
      block.container.parent === last.container.parent &&
      block.container.element.name === last.container.element.name,
  )
  return below.reduce((sum, { facts }) => sum + facts.words, 0) > wordsIn
}
