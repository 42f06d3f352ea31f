import type { HtmlElement } from '../html/html.ts'
import type { Region } from './regions.ts'
import type { TableHeaders } from './tables.ts'

/**
 * A page as numbered text: one node for each line a reader sees (an inline run inside a block),
 * with the context that gives it meaning. About forty times shorter than the HTML, and every
 * value that is taken from it can name where it stood.
 */
export type PageNode = {
  /** 1, 2, 3 … in page order. */
  id: number
  text: string
  pieces: Piece[]
  /** The block that holds the line. */
  element: HtmlElement
  /** 1 to 6 for a heading, undefined otherwise. */
  level: number | undefined
  /** Ids of the headings above, outermost first. */
  headings: number[]
  region: Region
  /** Id of the `<dt>` that a `<dd>` explains. */
  term: number | undefined
  /** The cell, when the line stands in a table. */
  cell: HtmlElement | undefined
  /** The innermost list item. */
  item: HtmlElement | undefined
}

/** One text node of the document inside a line. */
export type Piece = {
  text: string
  /** Where the piece begins in its line. */
  start: number
  element: HtmlElement
  /** Absolute address, when the piece stands in a link. */
  link: string | undefined
  node: number
}

export type PageImage = {
  url: string
  /** The address as the page writes it. */
  written: string
  /** What the page says of the image; no part of the page's text. */
  alt: string
  element: HtmlElement
  /** Id of the text line that came before. */
  after: number
}

export type PageLink = { url: string; text: string; element: HtmlElement; after: number }

export type PageNodes = {
  url: string
  title: string
  language: string | undefined
  nodes: PageNode[]
  images: PageImage[]
  links: PageLink[]
  /** Row and column headers of table cells. */
  tables: TableHeaders
  /** The page was larger than what is read. */
  truncated: boolean
}
