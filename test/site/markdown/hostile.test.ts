import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/site/html.ts'
import { toMarkdown } from '../../../src/site/markdown/markdown.ts'
import { deepTree } from '../../support/deep-tree.ts'

const baseUrl = 'https://example.com/'
const levels = 50_000
const limitMs = 2_000

/** Processor time: other tests may be running beside this one. */
const within = (work: () => string): string => {
  const start = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(start)
  const tookMs = (user + system) / 1_000
  assert.ok(tookMs < limitMs, `took ${tookMs} ms`)
  return result
}

for (const names of [
  ['div'],
  ['ul', 'li'],
  ['ol', 'li'],
  ['li'],
  ['blockquote'],
  ['table', 'tbody', 'tr', 'td'],
  ['table', 'tr', 'th'],
  ['b'],
  ['b', 'i', 's', 'a'],
  ['a', 'div'],
  ['b', 'p'],
  ['h1'],
  ['dl', 'dd'],
  ['details', 'summary'],
  ['sup', 'sub'],
  ['span'],
  ['picture', 'noscript'],
])
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
  ['many cells', `<table><tr><th>h${'<tr><td>a<td>b'.repeat(40_000)}</table>`],
  ['backticks', `<code>${'`'.repeat(100_000)}</code>`],
  ['long class names', `<pre class="${'language '.repeat(40_000)}">x</pre>`],
  ['long styles', `<p style="${'display;'.repeat(50_000)}">x</p>`],
  ['links', '<a href="/x">a</a>'.repeat(40_000)],
  ['breaks', 'a<br>'.repeat(50_000)],
] as const)
  test(`a page of ${name} is written in time`, () => {
    const { root } = parseHtml(html)
    assert.ok(within(() => toMarkdown(root, { baseUrl })).length > 0)
  })
