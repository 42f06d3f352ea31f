import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fragmentOf } from '../../../src/page/html/footnotes.ts'

test('a link leads to a place of its page by the fragment, the whole address or the name of the file', () => {
  const base = 'https://example.com/book/mill.html'
  for (const [href, id] of [
    ['#fn1', 'fn1'],
    ['#f%C3%BCr', 'für'],
    [`${base}#fn1`, 'fn1'],
    ['mill.html#fn1', 'fn1'],
    ['/book/mill.html#fn1', 'fn1'],
    ['/mill.html#fn1', undefined],
    ['windmill.html#fn1', undefined],
    ['l.html#fn1', undefined],
    ['#', undefined],
    ['mill.html', undefined],
  ] as const)
    assert.equal(fragmentOf(href, `${base}#top`), id, href)
})
