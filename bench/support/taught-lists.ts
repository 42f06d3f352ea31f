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

/** F1 of the records of a page, taught by the first text of its first two. */
export const listF1 = (folder: string, row: RecordRow): number | undefined => {
  const source = readHtml(join(folder, 'records', 'html', row.file))
  const { root } = parsePage(source)
  const records = row.records
    .map(paths => paths.flatMap(path => resolve(root, path) ?? []))
    .filter(elements => elements.some(element => normal(textContent(element)) !== ''))
  if (records.length < 3) return undefined
  const truth = new Set(records.map(keyOf))
  const names = records.slice(0, 2).map(firstText)
  const page = { url: 'https://list.example/', source }
  try {
    const lesson = teachReader({ schema, examples: [{ ...page, data: { rows: names } }], others: [] })
    const list = lesson.reader.lists['/rows']
    const found = list ? new Set(findRows(root, list).map(one => keyOf([one]))) : new Set<string>()
    const right = [...found].filter(key => truth.has(key)).length
    return (2 * right) / (found.size + truth.size)
  } catch {
    return 0
  }
}

const firstText = (elements: HtmlElement[]): string => {
  for (const element of elements) {
    const [text] = textsOf({ root: element, truncated: false }).filter(one => normal(one) !== '')
    if (text) return text
  }
  return ''
}

const keyOf = (elements: readonly HtmlElement[]): string =>
  normal(elements.map(element => textContent(element)).join(' ')).replaceAll(' ', '')
