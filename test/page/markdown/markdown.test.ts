import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { documentBase } from '../../../src/page/html/addresses.ts'
import { descendants, parseHtml } from '../../../src/page/html/html.ts'
import { toMarkdown } from '../../../src/page/markdown/markdown.ts'

const baseUrl = 'https://example.com/docs/page'
const fixtures = readFileSync(new URL('../../fixtures/markdown-cases.txt', import.meta.url), 'utf8')

/** Each case: `=== name`, the HTML, `--->`, the exact Markdown. */
const cases = fixtures
  .split(/^=== /m)
  .slice(1)
  .map(text => {
    const [name = '', rest = ''] = splitOnce(text, '\n')
    const [html = '', markdown = ''] = splitOnce(rest, '\n--->\n')
    return { name, html, markdown: markdown.replace(/\n$/, '') }
  })

for (const { name, html, markdown } of cases)
  test(`markdown: ${name}`, () => {
    assert.equal(toMarkdown(parseHtml(html).root, { baseUrl }), markdown)
  })

test('every case of the fixtures was read', () => assert.ok(cases.length >= 165))

test('signs of quotes end at a depth that nobody reads', () => {
  const quotes = '<blockquote>'.repeat(60)
  assert.equal(toMarkdown(parseHtml(`${quotes}x`).root, { baseUrl }), `${'> '.repeat(40)}x`)
})

test('any element can be the root', () => {
  const { root } = parseHtml(
    '<ol start=3><li>a <b>b</b></li></ol><pre>x\n  y</pre><table><tr><th>c</th><th>d</th></tr></table><p hidden>e</p>',
  )
  const of = (name: string) => [...descendants(root)].find(element => element.name === name)
  const markdown = (name: string) => {
    const element = of(name)
    assert.ok(element)
    return toMarkdown(element, { baseUrl })
  }
  assert.equal(markdown('ol'), '3. a **b**')
  assert.equal(markdown('li'), '- a **b**')
  assert.equal(markdown('b'), '**b**')
  assert.equal(markdown('pre'), '```\nx\n  y\n```')
  assert.equal(markdown('table'), '| c | d |\n| --- | --- |')
  assert.equal(markdown('th'), 'c')
  assert.equal(markdown('p'), 'e')
})

test('links stand on the base element of the document', () => {
  const { root } = parseHtml('<base href="/v2/"><a href="a">a</a>')
  const base = documentBase(root, 'https://example.com/docs/page')
  assert.equal(toMarkdown(root, { baseUrl: base }), '[a](https://example.com/v2/a)')
})

test('an unusable base element is ignored', () => {
  const { root } = parseHtml('<base href="javascript:alert(1)"><a href="a">a</a>')
  assert.equal(documentBase(root, baseUrl), baseUrl)
})

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]
}
