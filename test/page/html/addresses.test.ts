import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentBase, pictureUrl, safeUrl, webUrl } from '../../../src/page/html/addresses.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { parseRefresh } from '../../../src/page/html/refresh.ts'

const page = 'https://example.com/docs/page'
const base = (html: string) => documentBase(parseHtml(html).root, page)

test('the first base of a page counts, wherever the parser puts it', () => {
  assert.equal(
    base('<base target=x><base href=" /a/ "><base href="/b/">'),
    'https://example.com/a/',
  )
  assert.equal(base('stray<html><head><base href="/a/">'), 'https://example.com/a/')
  for (const href of ['', 'javascript:x', 'data:text/html,x', 'ftp://a.b/', 'http://['])
    assert.equal(base(`<base href="${href}"><base href="/b/">`), page, href)
})

test('an address is resolved, or none', () => {
  assert.equal(webUrl(' ../x ', page), 'https://example.com/x')
  for (const href of [undefined, '', '  ', 'mailto:a@b.c', 'data:,', 'http://[', 'a'.repeat(9_000)])
    assert.equal(webUrl(href, page), undefined, href)
  assert.equal(safeUrl('mailto:a@b.c', page), 'mailto:a@b.c')
  assert.equal(safeUrl('tel:1', page), 'tel:1')
  assert.equal(safeUrl('javascript:x', page), undefined)
})

test('a picture may stand in its address', () => {
  assert.equal(pictureUrl(' data:image/png;base64,AA ', page), 'data:image/png;base64,AA')
  assert.equal(pictureUrl('/a.png', page), 'https://example.com/a.png')
  assert.equal(pictureUrl('data:text/html,x', page), undefined)
  assert.equal(pictureUrl(`data:image/png,${'a'.repeat(700_000)}`, page), undefined)
})

test('where a page sends its visitors on', () => {
  const samples: Record<string, [number, string] | undefined> = {
    "5; url='/next'": [5, '/next'],
    '0;URL="/a b" x': [0, '/a b'],
    '0, /en/': [0, '/en/'],
    '0.5;url = /a;b,c': [0, '/a;b,c'],
    'url=/a': [0, '/a'],
    '30': undefined,
    '5;url=': undefined,
    soon: undefined,
    '': undefined,
  }
  for (const [content, expected] of Object.entries(samples)) {
    const refresh = parseRefresh(content)
    assert.deepEqual(refresh && [refresh.seconds, refresh.target], expected, content)
  }
})
