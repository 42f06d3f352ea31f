import { type Footnotes, findFootnotes } from '../html/footnotes.ts'
import type { HtmlElement, HtmlNode } from '../html/html.ts'
import { findTabLabels, type TabLabels } from '../html/tab-labels.ts'
import { tablePart } from '../html/table-grid.ts'
import { isTexSource } from '../html/tex-sources.ts'
import { emptyWords } from './pictures.ts'
import type { TableContent } from './read-table.ts'
import { findDepths } from './thread-depths.ts'
import { commentName } from './threads.ts'

/** What must be known of the whole page before its first word is written. */
export type MarkupSurvey = Footnotes & {
  tabLabels: TabLabels
  tableContents: ReadonlyMap<HtmlElement, TableContent>
  texInScripts: boolean
  /** How often each picture without words is there. */
  wordlessPictures: ReadonlyMap<string, number>
  /** Of what answers a comment above it, how many it stands below. */
  depths: ReadonlyMap<HtmlElement, number>
}

export const surveyMarkup = (root: HtmlElement, baseUrl: string): MarkupSurvey => {
  const tableContents = new Map<HtmlElement, TableContent>()
  const byId = new Map<string, HtmlElement>()
  const links: HtmlElement[] = []
  const comments: HtmlElement[] = []
  const wordlessPictures = new Map<string, number>()
  let texInScripts = false
  const nodes: HtmlNode[] = [root]
  const tables: (HtmlElement | undefined)[] = [undefined]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    let table = tables.pop()
    if (node.type === 'text') continue
    const { name, attributes, children } = node
    if (attributes.id && !byId.has(attributes.id)) byId.set(attributes.id, node)
    if (commentName(node) !== undefined) comments.push(node)
    if (name === 'a') {
      if (attributes.href?.includes('#')) links.push(node)
      if (attributes.name && !byId.has(attributes.name)) byId.set(attributes.name, node)
    } else if (name === 'img') {
      const { src, alt = '' } = attributes
      if (src && emptyWords.test(alt.trim()))
        wordlessPictures.set(src, (wordlessPictures.get(src) ?? 0) + 1)
    } else if (tablePart(node) === 'table') {
      if (table && !tableContents.has(table)) tableContents.set(table, 'nested')
      table = node
    } else if (table && pageElements.has(name)) tableContents.set(table, 'page')
    else if (name === 'form' && table && !tableContents.has(table))
      tableContents.set(table, 'nested')
    // Headings in a head cell are what head cells are for.
    else if (name === 'th') table = undefined
    else if (isTexSource(node)) texInScripts = true
    for (let i = children.length - 1; i >= 0; i--) {
      nodes.push(children[i] as HtmlNode)
      tables.push(table)
    }
  }
  const tabLabels = findTabLabels(root)
  const depths = findDepths(comments)
  const footnotes = findFootnotes(links, byId, baseUrl)
  return { tableContents, texInScripts, tabLabels, wordlessPictures, depths, ...footnotes }
}

/** A cell with one of these is a part of the page, not a value. */
const pageElements = new Set('h1 h2 h3 article section nav main'.split(' '))
