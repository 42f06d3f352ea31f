import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import type { TaughtReader } from '../../../../src/page/taught/reader.ts'
import { finishTaught, readByReader } from '../../../../src/products/extract/taught/read.ts'
import { teachReader } from '../../../../src/products/readers/learn-task.ts'
import { changePage } from '../../../support/changed-pages.ts'
import { lampData, lampPage, lampSchema } from '../../../support/lamp-shop.ts'
import { digest } from '../../../support/readings.ts'

const teach = (numbers: readonly number[], change: (html: string, n: number) => string) =>
  teachReader({
    schema: lampSchema,
    examples: numbers.map(n => ({
      url: `https://lamps.test/lamp/${n}`,
      source: change(lampPage(n), n),
      data: lampData(n),
      isByModel: true,
    })),
    others: [20, 21].map(n => ({
      url: `https://lamps.test/lamp/${n}`,
      source: change(lampPage(n), n),
    })),
  })

const read = (html: string, reader: TaughtReader) => {
  const page = { document: parsePage(html), url: 'https://lamps.test/lamp/0' }
  const taught = readByReader(page, { ...lampSchema }, reader)
  return { taught, finished: finishTaught({ schema: { ...lampSchema }, taught }) }
}

/** After a change on purpose: npx node --test --test-update-snapshots test/products/extract/taught/changed.test.ts */
test('what is learned of lamps, and read of pages that differ a little', t => {
  const plain = teach([1, 2, 4], html => html)
  const shown = {
    summary: plain.summary,
    lesson: digest(plain),
    read: Array.from({ length: 18 }, (_, nth) => {
      const { taught, finished } = read(changePage(lampPage(30 + (nth % 6)), nth, 4), plain.reader)
      return `${JSON.stringify(Object(finished.data).name)} open ${Object(taught).open?.join(' ')} ${digest(taught)} ${digest(finished)}`
    }),
    learned: Array.from({ length: 3 }, (_, nth) => {
      const lesson = teach([1, 3, 5, 6], (html, n) => changePage(html, 100 * nth + n, 2))
      return `${lesson.doubted.length} doubted, ${lesson.questions.length} questions, ${digest(lesson)} ${digest(read(lampPage(31), lesson.reader))}`
    }),
  }
  t.assert.fileSnapshot(shown, 'test/fixtures/taught-changed.json')
})
