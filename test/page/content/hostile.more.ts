import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { selectContent } from '../../../src/page/content/select.ts'
import { contentText } from '../../../src/page/content/text.ts'
import { visibleTree } from '../../../src/page/content/visible.ts'
import { parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

/** Generous: the point is that nothing is quadratic, overflows the stack or backtracks. */
const limitMs = 2000

const many = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join('')

const hostile: [name: string, html: string][] = [
  ['20,000 nested divs', `${'<div>'.repeat(20_000)}deep text here${'</div>'.repeat(20_000)}`],
  ['8,000 nested divs with text', '<div>word '.repeat(8_000)],
  ['8,000 nested inline elements', '<b><i>word '.repeat(4_000)],
  ['an attribute storm', `<p ${'a="b" '.repeat(50_000)}class="${'x-y '.repeat(100_000)}">text</p>`],
  ['8,000 siblings', `<div>${'<p>one</p>'.repeat(8_000)}</div>`],
  ['16,000 line breaks', `<div>${'a<br><br>'.repeat(8_000)}</div>`],
  ['one endless word', `<p>${'a'.repeat(800_000)}</p>`],
  ['a megabyte of spaces', `<p>a${' '.repeat(1_000_000)}b</p>`],
  ['nested tables', '<table><tr><td>cell '.repeat(2_000)],
  ['40,000 hidden siblings', `${'<p hidden>some words</p>'.repeat(40_000)}<p>one</p>`],
  ['8,000 headings', '<h2>Title</h2>'.repeat(8_000)],
  ['10,000 times <html>', `${many(10_000, n => `<html a${n}=1>`)}text`],
  ['10,000 times <body>', `text${many(10_000, n => `<body b${n}=1>`)}`],
  ['200,000 names of attributes', `<p ${many(200_000, n => `a${n} `)}>text`],
  [
    '2,000 rules and 20,000 elements',
    `<style>${many(2_000, n => `[id*=z${n}]{display:none}`)}</style>${many(20_000, n => `<p id=${n}>one</p>`)}`,
  ],
  [
    'what 8,000 siblings have in them',
    `<style>div:has(p) .z p{display:none}</style><div>${'<p>one</p>'.repeat(8_000)}</div>`,
  ],
]

describe('hostile pages', () => {
  for (const [name, html] of hostile)
    test(`${name}: content is chosen in bounded time`, () => {
      const start = process.cpuUsage()
      const document = parseHtml(html)
      const { tree } = selectContent(document, { trace: true })
      const text = contentText(tree)
      contentText(visibleTree(document))
      const { user } = process.cpuUsage(start)
      assert.ok(text.length > 0)
      assert.ok(user / 1000 < limitMs, `${Math.round(user / 1000)} ms`)
    })

  test('100,000 pieces of one line are written in bounded time', () => {
    const line = many(100_000, n => `<span>N ${n}</span>`)
    const { root } = parseHtml(`<p>${line}</p>`)
    const start = process.cpuUsage()
    toMarkdown(root, { baseUrl: 'https://example.com/' })
    const { user } = process.cpuUsage(start)
    assert.ok(user / 1000 < limitMs, `${Math.round(user / 1000)} ms`)
  })

  test('50,000 lines that belong before a table are parsed in bounded time', () => {
    const start = process.cpuUsage()
    parseHtml(`<table>${'x<br>'.repeat(50_000)}`)
    const { user } = process.cpuUsage(start)
    assert.ok(user / 1000 < limitMs, `${Math.round(user / 1000)} ms`)
  })
})
