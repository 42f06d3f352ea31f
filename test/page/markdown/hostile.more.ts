import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'
import { cpuMs } from '../../support/cpu-time.ts'
import { deepTree } from '../../support/deep-tree.ts'

const baseUrl = 'https://example.com/'
const limitMs = 2_000

const within = (work: () => string): string => {
  let result = ''
  const tookMs = cpuMs(() => {
    result = work()
  })
  assert.ok(tookMs < limitMs, `took ${tookMs} ms`)
  return result
}

for (const [levels, ...names] of [
  [20_000, 'div'],
  [20_000, 'ul', 'li'],
  [20_000, 'blockquote'],
  [20_000, 'table', 'tbody', 'tr', 'td'],
  [20_000, 'b'],
  [5_000, 'ol', 'li'],
  [5_000, 'li'],
  [5_000, 'table', 'tr', 'th'],
  [5_000, 'b', 'i', 's', 'a'],
  [5_000, 'a', 'div'],
  [5_000, 'b', 'p'],
  [5_000, 'h1'],
  [5_000, 'dl', 'dd'],
  [5_000, 'details', 'summary'],
  [5_000, 'sup', 'sub'],
  [5_000, 'span'],
  [5_000, 'picture', 'noscript'],
] as const)
  test(`${levels} nested ${names.join('/')} are written in time, no word lost`, () => {
    const tree = deepTree(names, levels)
    const markdown = within(() => toMarkdown(tree, { baseUrl }))
    assert.ok(markdown.includes('word0'))
    assert.ok(markdown.includes(`word${levels - 1}`))
  })

for (const [name, html] of [
  ['stars', '*'.repeat(200_000)],
  ['opening brackets', '['.repeat(200_000)],
  ['spaces', `a${' '.repeat(500_000)}b`],
  ['addresses', 'https://a.b/_ '.repeat(40_000)],
  ['backslashes', '\\'.repeat(200_000)],
  ['ampersands', '&amp;'.repeat(100_000)],
  ['emphasis pairs', '<b>a</b><i>b</i>'.repeat(20_000)],
  ['touching emphasis of punctuation', '<b>(</b><i>)</i>'.repeat(20_000)],
  ['empty emphasis', `a${'<b></b>'.repeat(60_000)}`],
  ['wide spans', `<table>${'<tr><td colspan=1000 rowspan=60000>a<td>b'.repeat(5_000)}</table>`],
  [
    'one wide row over many short ones',
    `<table><tr>${'<td>a'.repeat(60_000)}${'<tr><td>b'.repeat(40_000)}</table>`,
  ],
  ['many cells', `<table><tr><th>h${'<tr><td>a<td>b'.repeat(40_000)}</table>`],
  ['backticks', `<code>${'`'.repeat(100_000)}</code>`],
  ['long class names', `<pre class="${'language '.repeat(40_000)}">x</pre>`],
  ['long styles', `<p style="${'display;'.repeat(50_000)}">x</p>`],
  ['links', '<a href="/x">a</a>'.repeat(40_000)],
  ['breaks', 'a<br>'.repeat(50_000)],
  ['the parts of one formula', `<math>${'<mi>x</mi>'.repeat(60_000)}</math>`],
] as const)
  test(`a page of ${name} is written in time`, () => {
    const { root } = parseHtml(html)
    assert.ok(within(() => toMarkdown(root, { baseUrl })).length > 0)
  })
