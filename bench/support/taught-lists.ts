import { join } from 'node:path'
import { type HtmlElement, textContent } from '../../src/page/html/html.ts'
import { parsePage } from '../../src/page/html/parse-page.ts'
import { findRows } from '../../src/page/taught/rows.ts'
import { teachReader } from '../../src/products/readers/learn-task.ts'
import { normal, type RecordRow, readHtml } from './extract-data.ts'
import { resolve } from './record-pages.ts'
import { textsOf } from './taught-swde.ts'

const schema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'string' } } },
}

/**
 * F1 of the longest list of a page, taught by the same text of its first two rows: the first that
 * the page has once in both, as whoever types it in would choose.
 */
export const listF1 = (folder: string, row: RecordRow): number | undefined => {
  const source = readHtml(join(folder, 'records', 'html', row.file))
  const { root, truncated } = parsePage(source)
  const records = longestList(
    row.records
      .map(paths => paths.flatMap(path => resolve(root, path) ?? []))
      .filter(elements => elements.some(element => normal(textContent(element)) !== '')),
  )
  if (records.length < 3) return undefined
  const truth = new Set(records.map(keyOf))
  const times = Map.groupBy(textsOf({ root, truncated }), normal)
  const rows = twoTexts(records, word => times.get(normal(word))?.length === 1)
  const page = { url: 'https://list.example/', source }
  try {
    const lesson = teachReader({ schema, examples: [{ ...page, data: { rows } }], others: [] })
    const list = lesson.reader.lists['/rows']
    const keys = list ? findRows(root, list).map(one => keyOf([one])) : []
    // As in the truth: a row without a word is no record, and a reader gives no entry for it.
    const found = new Set(keys.filter(key => key !== ''))
    const right = [...found].filter(key => truth.has(key)).length
    return (2 * right) / (found.size + truth.size)
  } catch {
    return 0
  }
}

/** Records are of one list where their elements stand in elements of the same tags and classes. */
const longestList = (records: HtmlElement[][]): HtmlElement[][] => {
  const lists = Map.groupBy(records, ([first]) => {
    let way = `${first?.name}`
    for (let at = first?.parent; at; at = at.parent)
      way += `>${at.name}.${at.attributes.class ?? ''}`
    return way
  })
  return [...lists.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
}

const twoTexts = (records: HtmlElement[][], isAlone: (text: string) => boolean): string[] => {
  const [one = [], two = []] = records
    .slice(0, 2)
    .map(elements =>
      elements
        .flatMap(root => textsOf({ root, truncated: false }))
        .filter(text => normal(text) !== ''),
    )
  const at = one.findIndex((text, index) => isAlone(text) && isAlone(two[index] ?? ''))
  return [one, two].map(texts => texts[Math.max(0, at)] ?? '')
}

const keyOf = (elements: readonly HtmlElement[]): string =>
  normal(elements.map(element => textContent(element)).join(' ')).replaceAll(' ', '')
