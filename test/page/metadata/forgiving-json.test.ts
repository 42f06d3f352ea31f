import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtml } from '../../../src/page/html/html.ts'
import { parseForgivingJson } from '../../../src/page/metadata/forgiving-json.ts'
import { readJsonLd, typesOf } from '../../../src/page/metadata/json-ld.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)},`

test('JSON as people write it is read as far as it goes', () => {
  const cases: [source: string, value: unknown][] = [
    ['', undefined],
    [' \ufeff\n', undefined],
    ['{"a":1}', { a: 1 }],
    ['\ufeff {"a":1}', { a: 1 }],
    ['7', 7],
    // Nothing but an object or a list is taken of what is not quite JSON.
    ['7,', undefined],
    ['"a",', undefined],
    ['null,', undefined],
    ['{"a":1,}', { a: 1 }],
    ['{,"a":1,,"b":2}', { a: 1, b: 2 }],
    ['[1,,2,]', [1, 2]],
    ['{"a":{"b":1},"c":[{"d":2},3],"e":4,}', { a: { b: 1 }, c: [{ d: 2 }, 3], e: 4 }],
    ['[{"a":1},{"b":2},]', [{ a: 1 }, { b: 2 }]],
    ['{"a":true,"b":false,"c":null,"d":-1.5e2,}', { a: true, b: false, c: null, d: -150 }],
    ['{"a":1} and more', { a: 1 }],
    ['{"a":1};', { a: 1 }],
    ['{"a":1,"b":{"c":2', { a: 1, b: { c: 2 } }],
    ['{"a":[1,2', { a: [1, 2] }],
    ['{"a":1,"b":"cut of', { a: 1, b: 'cut of' }],
    // What has no quotes, no colon or no value ends it.
    ['{"a":1, b":2}', { a: 1 }],
    ['{"a":1,"b" 2}', { a: 1 }],
    ['{"a":1,"b" 23}', { a: 1 }],
    ['{"a":1,"b":x,"c":3}', { a: 1 }],
    ['{"a":1,"b":,"c":3}', { a: 1 }],
    ['[1,x,3]', [1]],
    ['[1,NaN,3]', [1]],
    // Comments, wherever they stand.
    ['/* one */ {"a": /* two */ 1, // three\n "b":2}', { a: 1, b: 2 }],
    ['<!-- {"a":1} -->', { a: 1 }],
    ['<![CDATA[ {"a":1} ]]>', { a: 1 }],
    ['// <![CDATA[\n{"a":1}\n// ]]>', { a: 1 }],
    ['{"a":1 /* not closed', { a: 1 }],
    // Line breaks and slips in strings.
    ['{"a":"one\ntwo\tthree"}', { a: 'one two three' }],
    ['{"a":"say \\"so\\"",}', { a: 'say "so"' }],
    ['{"a":"\\u00e9\\\\",}', { a: 'é\\' }],
    ['{"a":"C:\\x",}', { a: 'C:\\x' }],
    // Entities in the place of quotes; not where there are quotes.
    ['{&quot;a&quot;:&quot;&lt;b&gt; &amp; c&quot;}', { a: '<b> & c' }],
    ['{&#34;a&#34;:1}', { a: 1 }],
    ['{"a":"&quot;",}', { a: '&quot;' }],
    // A hundred levels and no more.
    [nested(3), [[[]]]],
    [`${'[1,'.repeat(2)}3]`, [1, [1, 3]]],
  ]
  for (const [source, value] of cases) assert.deepEqual(parseForgivingJson(source), value, source)
})

test('what is too deep or too long is left out', () => {
  const depthOf = (value: unknown): number =>
    Array.isArray(value) && value.length > 0 ? 1 + depthOf(value[0]) : 1
  assert.equal(depthOf(parseForgivingJson(nested(100))), 100)
  assert.equal(depthOf(parseForgivingJson(nested(130))), 100)
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1,`
  const levels = (value: unknown): number =>
    typeof value === 'object' && value ? 1 + levels((value as { a?: unknown }).a) : 0
  assert.equal(levels(parseForgivingJson(objects(99))), 99)
  assert.equal(levels(parseForgivingJson(objects(130))), 100)
  const long = (length: number) => JSON.stringify('a'.repeat(length - 2))
  assert.equal(typeof parseForgivingJson(long(2_000_000)), 'string')
  assert.equal(parseForgivingJson(long(2_000_001)), undefined)
})

const read = (...blocks: unknown[]) =>
  readJsonLd(
    parseHtml(
      blocks
        .map(block => `<script type="application/ld+json">${JSON.stringify(block)}</script>`)
        .join(''),
    ).root,
  )

test('what stands in a graph is a thing of its own, and only once', () => {
  const { things, all } = read({
    '@type': 'WebSite',
    publisher: { '@type': 'Organization' },
    '@graph': [{ '@type': 'Person', knows: [{ '@type': 'Dog' }] }, { '@type': 'Place' }],
  })
  assert.deepEqual(things.map(typesOf), [['WebSite'], ['Person'], ['Place']])
  assert.deepEqual(all.map(typesOf), [
    ['WebSite'],
    ['Organization'],
    ['Person'],
    ['Dog'],
    ['Place'],
  ])
  const plain = read({ '@context': 'https://schema.org', '@graph': [{ '@type': 'Person' }] })
  assert.deepEqual(plain.things.map(typesOf), [['Person']])
})

test('a reference is what it refers to, where that says more', () => {
  const ann = { '@id': '#ann', name: 'Ann', job: 'Nurse' }
  const bare = { '@id': '#bare', name: 'Bare' }
  const { resolve } = read(ann, bare, { about: { '@id': '#ann', name: 'In passing' } })
  const same: [value: unknown, is: unknown][] = [
    [{ '@id': '#ann' }, ann],
    [{ '@id': '#ann', '@type': 'Person' }, ann],
    [{ '@id': '#ann', name: 'Anna' }, ann],
    [{ '@id': '#bare' }, bare],
  ]
  for (const [value, is] of same) assert.deepEqual(resolve(value), is)
  const own: unknown[] = [
    { '@id': '#ann', name: 'Anna', job: 'Baker' },
    { '@id': '#ann', age: 31 },
    { '@id': '#bare', name: 'Other' },
    { '@id': '#nobody' },
    { '@id': 7 },
    { name: 'Ann' },
    'Ann',
    [ann],
    null,
  ]
  for (const value of own) assert.deepEqual(resolve(value), value)
})
