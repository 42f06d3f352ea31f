import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readMicrodata } from '../../../src/page/metadata/annotations.ts'

const read = (html: string) => readMicrodata(parseHtml(html).root, 'https://a.example/x/')
const value = (element: string) => {
  const found = read(`<div itemscope>${element}</div>`).find(({ names }) => names.length > 0)
  return found?.value
}

test('an element states what its kind says: its content, its address, its day, its value or its words', () => {
  const cases: [html: string, value: string][] = [
    ['<p itemprop=a> some <b>words</b> </p>', 'some words'],
    ['<p itemprop=a content=" c ">words</p>', 'c'],
    ['<meta itemprop=a content="c">', 'c'],
    ['<a itemprop=a href=y>words</a>', 'words'],
    ['<a itemprop=a href=y></a>', 'https://a.example/x/y'],
    ['<a itemprop=url href=y>words</a>', 'https://a.example/x/y'],
    ['<a itemprop=contentUrl href=y>words</a>', 'https://a.example/x/y'],
    ['<a itemprop=curl href=y>words</a>', 'words'],
    ['<a itemprop="name sameAs" href=y>words</a>', 'https://a.example/x/y'],
    ['<a itemprop=url>words</a>', 'words'],
    ['<a itemprop=url href="javascript:x">words</a>', ''],
    ['<img itemprop=a src=y.png>', 'https://a.example/x/y.png'],
    ['<img itemprop=a src=y.png data-src=z.png>', 'https://a.example/x/z.png'],
    ['<time itemprop=a datetime=" 2031-05-06 ">May</time>', '2031-05-06'],
    ['<time itemprop=a>May</time>', 'May'],
    ['<data itemprop=a value=" 5 ">five</data>', '5'],
    ['<meter itemprop=a value=5>five</meter>', '5'],
    ['<data itemprop=a>five</data>', 'five'],
    ['<li itemprop=a value=5>five</li>', 'five'],
  ]
  for (const [html, expected] of cases) assert.equal(value(html), expected, html)
  assert.equal(value(`<p itemprop=a content="${'x'.repeat(20_001)}">`)?.length, 20_000)
})

test('so many names are read of an element', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`).join(' ')
  const counted = (count: number) =>
    read(`<div itemscope><p itemprop="${names(count)}">x</p></div>`).find(
      one => one.names.length > 0,
    )?.names.length
  assert.deepEqual([counted(20), counted(21)], [20, 20])
})
