import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { diffArrays } from 'diff'
import { shownPage } from '../../src/page/content/shown.ts'
import { type PageView, viewPage } from '../../src/page/content/view.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import { type Mark, readMarkLines } from './marked-pages.ts'
import { bucketOf, domainOf, readHtml } from './wcxb.ts'

/**
 * A real page of one of the data sets of which a reader who did not know the code marked every block.
 * The page itself is no part of the repository: of each block its mark is kept, and a hash of its
 * text, so that marks find their blocks again when pages come to be cut otherwise.
 */
export type RealMarks = {
  set: 'recipes' | 'records' | 'swde' | 'wcxb' | 'articles'
  id: string
  url: string
  /** `k`eep, `d`rop, `a`ny or `c`omment for each block. */
  marks: string
  /** Four characters for each block. */
  hashes: string
}

export type MarkedView = {
  id: string
  url: string
  html: string
  view: PageView
  marks: Mark[]
}

export const realMarksFile = 'bench/kinds/marked-real.jsonl.gz'

/**
 * Sites that no model learns from: a quarter, and the recipe sites that are set aside anyway. The
 * pages of WCXB and the articles have folds and sites of their own that are left out.
 */
export const isRealAside = ({ set, url }: Pick<RealMarks, 'set' | 'url'>): boolean =>
  set === 'recipes' ? bucketOf(domainOf(url), 3) === 0 : bucketOf(domainOf(url), 4) === 0

/** The others teach blocks in place of the text that their set expects of them. */
export const hasTruth = ({ set }: Pick<RealMarks, 'set'>): boolean =>
  set === 'wcxb' || set === 'articles'

export const viewReal = (folder: string, page: RealMarks): MarkedView | undefined => {
  const { set, id, url } = page
  if (!existsSync(join(folder, set, 'html', `${id}.html.gz`))) return undefined
  const html = readHtml(join(folder, set), id)
  const view = viewPage(shownPage(parseHtml(html)), url)
  return { id: `${set}/${id}`, url, html, view, marks: findAgain(page, hashesOf(view)) }
}

export const readRealMarks = (): RealMarks[] => readMarkLines<RealMarks>(realMarksFile)

export const hashesOf = ({ blocks }: PageView): string[] =>
  blocks.map(({ text }) =>
    createHash('sha1').update(text.replace(/\s+/g, ' ').trim()).digest('base64url').slice(0, 4),
  )

/** Blocks that were cut otherwise when the page was marked are nobody's. */
const findAgain = ({ marks, hashes }: RealMarks, now: readonly string[]): Mark[] => {
  const found: Mark[] = []
  let at = 0
  for (const { added, removed, count } of diffArrays(hashes.match(/.{4}/g) ?? [], [...now])) {
    if (added) for (let n = 0; n < count; n++) found.push('any')
    else if (removed) at += count
    else for (let n = 0; n < count; n++) found.push(meanings[marks[at++] ?? 'a'] ?? 'any')
  }
  return found
}

const meanings: Record<string, Mark> = { k: 'keep', d: 'drop', a: 'any', c: 'any' }
