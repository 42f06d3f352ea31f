import { isUnshown } from '../../../page/css/hidden.ts'
import type { HtmlElement } from '../../../page/html/html.ts'
import type { PageNode } from '../../../page/text/nodes.ts'
import { cellTexts, type Page } from '../source/page.ts'
import { fold } from '../words/words.ts'
import { factTexts } from './facts.ts'
import { isOrder, isOrderFact } from './orders.ts'
import type { Quotation } from './quotation.ts'
import { findSuspects } from './suspects.ts'
import { readUrls } from './urls.ts'

/**
 * All that a page can prove, without its tree: plain data, so that the thread which reads the page
 * can hand it on to the one which holds a model's answer against it.
 */
export type PageLines = {
  url: string
  lines: Line[]
  /** What lines say that give orders to a model; they are not among the others. */
  orders: string[]
  /** Addresses on the page. */
  urls: Map<string, Quotation>
}

/** A stretch of the page's words: a visible line, a markup value, or an image's description. */
export type Line = {
  text: string
  node: number | undefined
  fact: string | undefined
  /** Only evidence for fields about images. */
  alt: boolean
  /** Where no reader looks: in markup, or read aloud only. */
  unseen: boolean
  /** Words near it that say what it is about: the line before, its heading, its row and column. */
  around: string
}

export const readLines = (page: Page): PageLines => {
  const suspects = findSuspects(page.nodes)
  const lines = [...shownLines(page, suspects), ...factLines(page, suspects), ...imageLines(page)]
  const orders = page.nodes.filter(({ id }) => suspects.has(id)).map(({ text }) => text)
  return { url: page.url, lines, orders, urls: readUrls(page, suspects) }
}

const shownLines = (page: Page, suspects: ReadonlySet<number>): Line[] => {
  const cells = cellTexts(page)
  return page.nodes
    .filter(({ id }) => !suspects.has(id))
    .map(node => ({
      text: node.text,
      node: node.id,
      fact: undefined,
      alt: false,
      unseen: isUnshown(node.pieces[0]?.element ?? node.element),
      around: surroundings(page, node, cells),
    }))
}

const surroundings = (page: Page, node: PageNode, cells: Map<HtmlElement, string>): string => {
  const before = page.nodes[node.id - 2]?.text ?? ''
  const heading = page.nodes[(node.headings.at(-1) ?? 0) - 1]?.text ?? ''
  const headers = node.cell ? page.tables.get(node.cell) : undefined
  const [row = '', column = ''] = [headers?.row, headers?.column].map(
    cell => (cell ? cells.get(cell) : '') ?? '',
  )
  return [before, heading, row, column].map(text => text.slice(0, 80)).join(' ')
}

const factLines = (page: Page, suspects: ReadonlySet<number>): Line[] => {
  const facts = Map.groupBy(factTexts(page), ({ text, path }) => isOrderFact(text, path))
  const said = [...page.nodes.filter(({ id }) => suspects.has(id)), ...(facts.get(true) ?? [])]
  const orders = fold(said.map(({ text }) => text).join('\n'))
  // Markup that repeats a part of what orders say is the same hand's work.
  return (facts.get(false) ?? [])
    .filter(({ text }) => !orders.includes(fold(text)))
    .map(({ text, path }) => ({
      text,
      node: undefined,
      fact: path,
      alt: false,
      unseen: true,
      around: path,
    }))
}

const maxImages = 2000

const imageLines = (page: Page): Line[] =>
  page.images
    .slice(0, maxImages)
    .filter(({ alt }) => alt && !isOrder(alt))
    .map(({ alt }) => ({
      text: alt,
      node: undefined,
      fact: imageDescription,
      alt: true,
      unseen: false,
      around: imageDescription,
    }))

const imageDescription = 'image description'
