import { documentBase } from '../html/addresses.ts'
import { cleanText } from '../html/clean-text.ts'
import type { HtmlDocument, HtmlElement } from '../html/html.ts'
import { readHead } from '../metadata/head.ts'
import type { PageLink, PageNodes, Piece } from './page-nodes.ts'
import type { Region } from './regions.ts'

export type Step =
  | { enter: HtmlElement | { type: 'text'; text: string; parent: HtmlElement | undefined } }
  | { leave: HtmlElement }

export type Walk = Omit<PageNodes, 'url' | 'truncated'> & {
  stack: Step[]
  base: string
  textBudget: number
  isNoscriptRead: boolean
  /** Characters of `<noscript>` that were passed over. */
  unread: number
  line: Piece[]
  lineText: string
  space: boolean
  boundary: boolean
  /** An icon stands after the last word. */
  icon: boolean
  blocks: HtmlElement[]
  anchors: { url: string; link: PageLink }[]
  regions: Region[]
  cells: HtmlElement[]
  items: HtmlElement[]
  headings: { level: number; id: number }[]
  term: number | undefined
}

export const maxTextChars = 3_000_000

export const startWalk = (document: HtmlDocument, url: string, isNoscriptRead: boolean): Walk => {
  const { title = '', language } = readHead(document.root)
  return {
    stack: [{ enter: document.root }],
    base: documentBase(document.root, url),
    title: cleanText(title).slice(0, 2000),
    language: language?.trim() || undefined,
    nodes: [],
    images: [],
    links: [],
    tables: new Map(),
    textBudget: maxTextChars,
    isNoscriptRead,
    unread: 0,
    line: [],
    lineText: '',
    space: false,
    boundary: false,
    icon: false,
    blocks: [],
    anchors: [],
    regions: [],
    cells: [],
    items: [],
    headings: [],
    term: undefined,
  }
}
