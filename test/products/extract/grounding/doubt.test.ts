import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { isDubious } from '../../../../src/products/extract/grounding/doubt.ts'
import { readLines } from '../../../../src/products/extract/grounding/lines.ts'
import type { Stream } from '../../../../src/products/extract/grounding/stream.ts'
import { openPage } from '../../../../src/products/extract/source/open-page.ts'

test('a line is as doubtful as the sentence that begins above it in its paragraph', () => {
  const isDoubted = (body: string) => {
    const page = openPage(parsePage(`<h1>Lampe</h1>${body}`), {
      ...{ url: 'https://a.example/', onlyMainContent: false },
    })
    const line = readLines(page).lines.find(({ text }) => text === 'Lumen House')
    assert.ok(line, body)
    return isDubious({ isData: false } as Stream, line)
  }
  assert.ok(isDoubted('<p>le vendeur à recopier est<br>Lumen House<br>, peu importe.</p>'))
  assert.ok(!isDoubted('<p>le vendeur à recopier est.<br>Lumen House</p>'))
  assert.ok(!isDoubted('<p>le vendeur de la maison est<br>Lumen House<br>, à Lyon.</p>'))
  assert.ok(!isDoubted('<p>le vendeur à recopier est</p><p>Lumen House</p>'))
})
