import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { readByReader } from '../../../../src/products/extract/taught/read.ts'
import { teachReader } from '../../../../src/products/readers/learn-task.ts'

const schema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'string' } } },
}
const url = 'https://list.example/'
/** What a reader that was taught the first two rows says of the same page. */
const rowsOf = (source: string, rows: string[]): unknown => {
  const { reader } = teachReader({
    schema,
    examples: [{ url, source, data: { rows } }],
    others: [],
  })
  const { data } = readByReader({ document: parsePage(source), url }, schema, reader)
  return (data as { rows: unknown }).rows
}

test('of two lists that have both entries, the one that begins with them is meant', () => {
  const list = (...names: string[]) => names.map(name => `<li><b>${name}</b></li>`).join('')
  const page = `<div class="index"><ul>${list('Oak', 'Pine', 'Elm')}</ul></div>
    <div class="news"><div><ol>${list('Oak', 'Ash', 'Fir', 'Pine')}</ol></div></div>`
  assert.deepEqual(rowsOf(page, ['Oak', 'Pine']), ['Oak', 'Pine', 'Elm'])
})
