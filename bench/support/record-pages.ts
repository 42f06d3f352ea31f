import { join } from 'node:path'
import type { HtmlElement } from '../../src/page/html/html.ts'
import { parseHtml } from '../../src/page/html/html.ts'
import type { PageRegion } from '../../src/products/extract/embedded/regions/regions.ts'
import type { Page } from '../../src/products/extract/source/page.ts'
import { readPage } from '../../src/products/extract/source/page.ts'
import { type RecordRow, readHtml } from './extract-data.ts'

/** A record is what it says: the lines inside its elements, so that a wrapper counts as its card. */
export type RecordPage = { page: Page; truth: Set<string> }

export const loadRecords = (folder: string, row: RecordRow): RecordPage => {
  const document = parseHtml(readHtml(join(folder, 'records', 'html', row.file)))
  row.records.forEach((paths, record) => {
    for (const path of paths) {
      const element = resolve(document.root, path)
      if (element) element.attributes = { ...element.attributes, [recordAttribute]: `${record}` }
    }
  })
  const page = readPage(document, { url: 'https://list.example/' })
  const ids = new Map<string, number[]>()
  for (const [element, lines] of linesBelow(page)) {
    const record = element.attributes[recordAttribute]
    if (record !== undefined) ids.set(record, [...(ids.get(record) ?? []), ...lines])
  }
  return { page, truth: new Set([...ids.values()].map(keyOf)) }
}
/** What is read is a copy of the page without what it hides; no page can write a name with a space. */
const recordAttribute = 'its record'

export const regionKeys = (region: PageRegion): string[] =>
  region.records.map(record => keyOf(record.nodes.map(node => node.id)))

/**
 * Rows of an answer whose words all come from one record, each record counted once. Words of the
 * page's markup are looked for in the records.
 */
export const rightRows = (
  { page, truth }: RecordPage,
  rows: number,
  sources: ReadonlyMap<string, { quote: string; node: number | undefined }>,
): number => {
  const owner = new Map<number, string>()
  for (const key of truth) for (const id of key.split(' ')) owner.set(Number(id), key)
  const owners = Array.from({ length: rows }, () => new Set<string | undefined>())
  const said = page.nodes.filter(({ id }) => owner.has(id))
  for (const [pointer, { quote, node }] of sources) {
    const line = node ?? said.find(({ text }) => text.includes(quote))?.id
    if (line !== undefined) owners[Number(pointer.split('/')[1])]?.add(owner.get(line))
  }
  const whole = owners.flatMap(one => (one.size === 1 ? [...one] : []))
  return new Set(whole.filter(key => key !== undefined)).size
}

const keyOf = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b).join(' ')

const linesBelow = (page: Page): Map<HtmlElement, number[]> => {
  const lines = new Map<HtmlElement, number[]>()
  for (const node of page.nodes)
    for (const element of new Set(node.pieces.flatMap(piece => ancestors(piece.element)))) {
      const ids = lines.get(element)
      if (ids) ids.push(node.id)
      else lines.set(element, [node.id])
    }
  return lines
}

const ancestors = (element: HtmlElement): HtmlElement[] => {
  const chain: HtmlElement[] = []
  for (let at: HtmlElement | undefined = element; at; at = at.parent) chain.push(at)
  return chain
}

export const resolve = (root: HtmlElement, path: string): HtmlElement | undefined => {
  let at: HtmlElement | undefined = root.children.find(
    (child): child is HtmlElement => child.type === 'element' && child.name === 'html',
  )
  for (const step of path.split('/').filter(Boolean)) {
    const match = /^([^[]+)\[(\d+)\]$/.exec(step)
    const same: HtmlElement[] = (at?.children ?? []).filter(
      (child): child is HtmlElement => child.type === 'element' && child.name === match?.[1],
    )
    at = same[Number(match?.[2]) - 1]
    if (!at) return undefined
  }
  return at
}
