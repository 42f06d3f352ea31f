import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showPage } from '../../src/doors/mcp/show-page.ts'

const page = { url: 'https://a.example/', markdown: 'Twelve words', metadata: { title: 'A' } }
const show = (more: object = {}, where: object = {}) =>
  showPage({ ...page, ...more } as unknown as Parameters<typeof showPage>[0], {
    ...{ id: undefined, offset: 0, length: 100 },
    ...where,
  })

test('a page is its texts and what it says of itself', () => {
  const { data, text } = show()
  assert.deepEqual(Object.keys(Object(data)).sort(), ['markdown', 'metadata', 'url'])
  assert.equal(Object(data).metadata.title, 'A')
  assert.equal(text, 'Page: https://a.example/\n\nTwelve words')
})

test('a long page is cut, and says how to read on where it is kept', () => {
  const kept = Object(show({}, { id: 'p1', length: 6 }).data)
  assert.equal(kept.markdown, 'Twelve')
  assert.ok(kept.page.next)
  assert.equal(kept.warning, undefined)
  const lost = Object(show({}, { length: 6 }).data)
  assert.equal(lost.page, undefined)
  assert.match(lost.warning, /not kept/)
})
