import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { fillSchema } from '../../../src/products/extract/embedded/fill.ts'
import { groundData } from '../../../src/products/extract/grounding/data.ts'
import { readLines } from '../../../src/products/extract/grounding/lines.ts'
import { indexPage } from '../../../src/products/extract/grounding/page-index.ts'
import { planParts } from '../../../src/products/extract/model/plan.ts'
import { compileSchema } from '../../../src/products/extract/schema/compile.ts'
import { readFields } from '../../../src/products/extract/schema/fields.ts'
import { readPage } from '../../../src/products/extract/source/page.ts'

/** Pages made to hang or exhaust whoever reads them: everything ends, in seconds on a busy machine. */
const pages: Record<string, () => string> = {
  'deep nesting': () => '<div>'.repeat(50_000),
  'deep lists': () => '<ul><li>x'.repeat(20_000),
  'nested tables': () => '<table><tr><td>a'.repeat(5000),
  'one endless line': () => `<p>${'a1 '.repeat(300_000)}</p>`,
  'digits without end': () => `<p>${'1'.repeat(300_000)}</p><p>${'1,'.repeat(100_000)}</p>`,
  'dates without end': () => `<p>${'1/1/'.repeat(100_000)}</p>`,
  'colons without end': () => `<p>${'a:'.repeat(100_000)}</p>`,
  'many small boxes': () => '<div class="a b"><b>x</b>: <i>1</i></div>'.repeat(20_000),
  'many headings': () => '<h2>price</h2><p>1</p>'.repeat(10_000),
  'style without end': () =>
    `<style>${'.a{display:none}'.repeat(50_000)}</style><p style="${'a:b;'.repeat(50_000)}">x</p>`,
  'braces without end': () => `<style>${'@media{'.repeat(50_000)}</style><p>x</p>`,
  'JSON-LD in JSON-LD': () =>
    `<script type="application/ld+json">${'{"@type":"A","a":'.repeat(5000)}1${'}'.repeat(5000)}</script>`,
  'JSON-LD in circles': () =>
    `<script type="application/ld+json">${JSON.stringify({
      '@graph': [
        { '@id': '#a', name: 'x', b: { '@id': '#b' } },
        { '@id': '#b', name: 'y', a: { '@id': '#a' } },
      ],
    })}</script>`,
  'broken JSON-LD': () =>
    `<script type="application/ld+json">{"a":[${',  '.repeat(100_000)}</script>`,
  'microdata in microdata': () => `${'<div itemscope itemprop="a">'.repeat(3000)}x`,
  'tags in markup strings': () =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'A', name: '<b>&amp;'.repeat(20_000) })}</script>`,
  'a name that is no name': () => '<p>__proto__: x</p><p>constructor: y</p>',
}

const schema = compileSchema({
  type: 'object',
  properties: {
    price: { type: 'number' },
    name: { type: 'string' },
    day: { type: 'string', format: 'date' },
    parts: { type: 'array', items: { type: 'string' } },
    offers: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
      },
    },
    __proto__: undefined,
  },
})
const fields = readFields(schema.schema)

describe('hostile pages', () => {
  for (const [name, make] of Object.entries(pages))
    it(`${name} ends`, () => {
      const started = performance.now()
      const page = readPage(parseHtml(make()), { url: 'https://a.example/' })
      const { data } = fillSchema(page, schema)
      planParts(page, { schema: schema.schema, prompt: 'all links and images' })
      const ground = indexPage(readLines(page))
      groundData(ground, fields, {
        price: 1,
        name: 'a1 a1 a1 b',
        parts: ['x', 'y'],
        offers: [{ name: 'x', price: 2 }],
      })
      assert.equal(typeof data, 'object')
      assert.ok(
        performance.now() - started < 20_000,
        `${Math.round(performance.now() - started)} ms`,
      )
    })

  it('a property called __proto__ is only a property', () => {
    const odd = compileSchema(
      JSON.parse(
        '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}',
      ),
    )
    const page = readPage(parseHtml('<p>hello</p>'), { url: 'https://a.example/' })
    assert.ok(fillSchema(page, odd).data)
    assert.equal(({} as Record<string, unknown>).hello, undefined)
    const ground = groundData(
      indexPage(readLines(page)),
      readFields(odd.schema),
      JSON.parse('{"__proto__":"hello"}'),
    )
    assert.deepEqual(Object.keys(ground.data as object), ['__proto__'])
  })
})
