import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { readAtoms } from '../../../src/page/taught/atoms.ts'

/** The leaves of JSON in a page's scripts, as `path = text`. */
const leaves = (html: string): string[] =>
  readAtoms(parseHtml(html).root, new Set(['json'])).atoms.flatMap(({ kind, path, text }) =>
    kind === 'json' ? [`${path} = ${text}`] : [],
  )
const script = (text: string, attributes = '') => `<script ${attributes}>${text}</script>`
const ld = 'type="application/ld+json"'

describe('what a template may find in the scripts of a page', () => {
  const cases: [what: string, html: string, leaves: string[]][] = [
    [
      'JSON-LD, with what each entry is',
      script(
        '{"@type":"Product","name":"Lamp","offers":[{"@type":"Offer","price":12},{"price":13}]}',
        ld,
      ),
      [
        'ld(Product).@type = Product',
        'ld(Product).name = Lamp',
        'ld(Product).offers*(Offer).@type = Offer',
        'ld(Product).offers*(Offer).price = 12',
        'ld(Product).offers*.price = 13',
      ],
    ],
    [
      'a list of types is no name',
      script('{"@type":["A","B"]}', ld),
      ['ld.@type* = A', 'ld.@type* = B'],
    ],
    [
      'a part that is one',
      script('{"a":{"@type":"T","b":1}}', ld),
      ['ld.a(T).@type = T', 'ld.a(T).b = 1'],
    ],
    [
      'JSON by the id of its script',
      script('{"a":true}', 'type="application/json" id="__DATA__"'),
      ['__DATA__.a = true'],
    ],
    ['JSON without one', script('{"a":0}', 'type="application/json"'), ['json.a = 0']],
    ['what says nothing', script('{"a":null,"b":"","c":[],"d":{}}', ld), []],
    [
      'what an application begins with',
      script('window.__STATE__ = {"a":[1,2]};\n'),
      ['__STATE__.a* = 1', '__STATE__.a* = 2'],
    ],
    ['by any way to say so', script('  const app.data={"a":"x"}'), ['app.data.a = x']],
    ['a list', script('var rows = ["x"]', 'type="text/javascript"'), ['rows* = x']],
    ['of a module', script('self.x = {"a":1}', 'type="module"'), ['x.a = 1']],
    ['a program', script('let x = {a: 1}'), []],
    ['a program that begins with data', script('x = {"a":1}; run(x)'), []],
    ['a call', script('run({"a":1})'), []],
    ['a template', script('x = {"a":1}', 'type="text/template"'), []],
    ['JSON that is broken', script('{"a":', ld), []],
    ['a name far behind the beginning', script(`${' '.repeat(300)}x = {"a":1}`), []],
  ]
  for (const [what, html, expected] of cases)
    it(what, () => assert.deepEqual(leaves(html), expected))

  it('the first 500 of a list, 5,000 leaves in all, and no paths without end', () => {
    const list = (count: number) => JSON.stringify(Array.from({ length: count }, (_, nth) => nth))
    assert.equal(leaves(script(list(500), ld)).length, 500)
    assert.equal(leaves(script(list(501), ld)).at(-1), 'ld* = 499')
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 5_001 }, (_, nth) => [`k${nth}`, 1])),
    )
    assert.equal(leaves(script(many, ld)).length, 5_000)
    const key = 'k'.repeat(90)
    assert.deepEqual(leaves(script(JSON.stringify({ [key]: 1 }), ld)), [`ld.${'k'.repeat(80)} = 1`])
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { [key]: deep(levels - 1) })
    assert.equal(leaves(script(JSON.stringify(deep(4)), ld)).length, 1)
    assert.equal(leaves(script(JSON.stringify(deep(5)), ld)).length, 0)
    const [long = ''] = leaves(script(JSON.stringify({ a: 'x'.repeat(20_001) }), ld))
    assert.equal(long.length, 'ld.a = '.length + 20_000)
  })
})
