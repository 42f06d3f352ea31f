import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recognize } from '../../../src/page/documents/ocr/recognize.ts'
import { tinyPdf } from '../../support/tiny-pdf.ts'

/** Pages with letters and hardly anything drawn: nothing is recognised in them. */
const bytes = tinyPdf(
  ['One', 'Two', 'Three'].map(text => ({ runs: [{ text, x: 72, y: 700, size: 12 }] })),
)
const ask = (pages?: number[]) =>
  recognize({ bytes, languages: [], pages, maxPages: 10, lettered: [1, 2, 3] }).then(
    ({ pages, left, pageCount }) => ({ read: pages.map(({ number }) => number), left, pageCount }),
  )

test('a turn reads the pages that are asked for, as far as the file has them', async t => {
  t.mock.method(performance, 'now', () => 0)
  assert.deepEqual(await ask(), { read: [1, 2, 3], left: [], pageCount: 3 })
  assert.deepEqual(await ask([3, 1]), { read: [3, 1], left: [], pageCount: 3 })
  assert.deepEqual(await ask([2, 3, 4]), { read: [2, 3], left: [], pageCount: 3 })
})

test('a turn that takes long reads one page, and says which are left', async t => {
  let now = 0
  t.mock.method(performance, 'now', () => {
    now += 4_000
    return now
  })
  assert.deepEqual(await ask(), { read: [1], left: [2, 3], pageCount: 3 })
})
