import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeAnswers } from '../../../../src/products/extract/model/merge.ts'
import { restore } from '../../../../src/products/extract/model/restore.ts'
import { linesKey } from '../../../../src/products/extract/model/strict.ts'
import { followsForm, unwrap } from '../../../../src/products/extract/model/unwrap.ts'
import { isOldDialect, modernise } from '../../../../src/products/extract/schema/dialect.ts'
import { readFields } from '../../../../src/products/extract/schema/fields.ts'

const at = (...lines: number[]) => ({ [linesKey]: lines })

test('answers about parts of one page are one answer', () => {
  const cases: [name: string, answers: unknown[], merged: unknown][] = [
    ['none', [], undefined],
    ['nothing', [null, undefined], undefined],
    ['what is single is the first', [{ a: 1 }, { a: 2, b: 3 }], { a: 1, b: 3 }],
    ['null gives way', [{ a: null }, { a: 2 }], { a: 2 }],
    ['null does not take over', [{ a: 2 }, { a: null }], { a: 2 }],
    ['another shape is left out', [{ a: 1 }, { a: { b: 2 } }], { a: 1 }],
    ['and so is a list', [{ a: 'x' }, ['y']], { a: 'x' }],
    ['objects inside too', [{ o: { a: 1 } }, { o: { a: 2, b: 3 } }], { o: { a: 1, b: 3 } }],
    ['lines are joined', [at(1, 2), at(2, 3)], at(1, 2, 3)],
    ['lists are joined', [['a', 'b'], ['c']], ['a', 'b', 'c']],
    [
      'what both saw is there once',
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      ['a', 'b', 'c'],
    ],
    [
      'an entry that both saw whole',
      [[{ n: 'a' }], [{ n: 'a' }, { n: 'b' }]],
      [{ n: 'a' }, { n: 'b' }],
    ],
    [
      'an entry of which each saw a part',
      [[{ ...at(7), n: 'a', p: 1, q: null }], [{ ...at(7, 8), n: 'a', p: null, q: 2 }]],
      [{ ...at(7, 8), n: 'a', p: 1, q: 2 }],
    ],
    [
      'entries of other lines',
      [[{ ...at(7), n: 'a', p: 1 }], [{ ...at(8), n: 'a' }]],
      [
        { ...at(7), n: 'a', p: 1 },
        { ...at(8), n: 'a' },
      ],
    ],
    [
      'entries that differ',
      [[{ ...at(7), n: 'a' }], [{ ...at(7), n: 'b' }]],
      [
        { ...at(7), n: 'a' },
        { ...at(7), n: 'b' },
      ],
    ],
    [
      'entries that say nothing alike',
      [[{ ...at(7), n: 'a' }], [{ ...at(7), m: 'a' }]],
      [
        { ...at(7), n: 'a' },
        { ...at(7), m: 'a' },
      ],
    ],
  ]
  for (const [name, answers, merged] of cases) assert.deepEqual(mergeAnswers(answers), merged, name)
  const many = Array.from({ length: 40 }, (_, n) => `${n}`)
  assert.deepEqual(mergeAnswers([many, ['9', '10', '40']]), [...many, '9', '40'])
})

const form = readFields({
  type: 'object',
  required: ['tags'],
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    stock: { type: ['boolean', 'null'] },
    day: { type: 'string', format: 'date' },
    length: { type: 'string', format: 'duration' },
    state: { enum: ['in stock', 'sold out'] },
    url: { type: 'string', format: 'uri' },
    tags: { type: 'array', items: { type: 'string' } },
    parts: { type: 'array', items: { properties: { id: { type: 'integer' } } } },
    facts: { type: 'object', additionalProperties: { type: 'string' } },
  },
})

test('what a model answers comes back in the shape of the schema', () => {
  const cases: [answer: object, data: object][] = [
    [{ name: 'Lamp' }, { name: 'Lamp' }],
    [{ name: 7 }, { name: '7' }],
    [{ name: ['Lamp'] }, { name: 'Lamp' }],
    [{ name: ['Lamp', 'Light'] }, { name: ['Lamp', 'Light'] }],
    [{ name: { value: 'Lamp' } }, { name: 'Lamp' }],
    [
      { name: null, stock: null, tags: null, parts: null },
      { stock: null, tags: [] },
    ],
    [
      { price: '€49.50', stock: 'Yes' },
      { price: 49.5, stock: true },
    ],
    [{ price: '1,500' }, { price: '1,500' }],
    [{ price: '5 or 6' }, { price: '5 or 6' }],
    [{ price: `${'about '.repeat(7)}5` }, { price: `${'about '.repeat(7)}5` }],
    [
      { day: '12 May 2021', length: '2 hours' },
      { day: '2021-05-12', length: 'PT2H' },
    ],
    [
      { day: '3/4/2021', length: 'PT2H' },
      { day: '3/4/2021', length: 'PT2H' },
    ],
    [{ day: '12 May 2021 to 13 May 2021' }, { day: '12 May 2021 to 13 May 2021' }],
    [{ state: 'In Stock' }, { state: 'in stock' }],
    [{ state: 'sold out' }, { state: 'sold out' }],
    [{ url: ' /a ' }, { url: 'https://a.example/a' }],
    [{ tags: 'new' }, { tags: 'new' }],
    [{ parts: { id: 1 } }, { parts: [{ id: 1 }] }],
    [{ parts: [{ id: '7', more: 1 }] }, { parts: [{ id: 7 }] }],
    [
      {
        facts: [
          { name: 'Size', value: 'L' },
          { name: 'Color', value: null },
        ],
      },
      { facts: { Size: 'L' } },
    ],
    [{ facts: { Size: 'L', Color: null } }, { facts: { Size: 'L' } }],
    [{ facts: 'L' }, { facts: {} }],
    [{ other: 1 }, {}],
  ]
  for (const [answer, data] of cases)
    assert.deepEqual(
      restore(form, answer, { url: 'https://a.example/b' }).data,
      data,
      JSON.stringify(answer),
    )
})

test('lines that are cited are those of a value, or of what is around it', () => {
  const answer = {
    ...at(1),
    name: 'Lamp',
    tags: ['a'],
    parts: [
      { ...at(5, 6), id: 7 },
      { [linesKey]: ['8', 'x'], id: 9 },
      { [linesKey]: [], id: 3 },
    ],
  }
  const cited = [...restore(form, answer).cited].map(([pointer, lines]) => [pointer, [...lines]])
  assert.deepEqual(Object.fromEntries(cited), {
    ...{ '/name': [1], '/tags/0': [1] },
    ...{ '/parts/0/id': [5, 6], '/parts/1/id': [8], '/parts/2/id': [1] },
  })
})

test('a list is read as far as anybody reads', () => {
  const tags = Array.from({ length: 5_001 }, (_, n) => `${n}`)
  const { data, cut } = restore(form, { tags })
  assert.equal((data as { tags: string[] }).tags.length, 5_000)
  assert.deepEqual(cut, ['/tags'])
  assert.deepEqual(restore(form, { tags: tags.slice(1) }).cut, [])
})

test('a form in a box of its own is taken out of it', () => {
  const inner = { name: 'Lamp' }
  const opened = [inner, { data: inner }, [inner], { a: [{ b: inner }] }, { data: inner, ...at(1) }]
  for (const box of opened) assert.equal(unwrap(form, box), inner, JSON.stringify(box))
  const closed = [
    ...[{ data: inner, more: 1 }, [inner, inner], { data: { x: 1 } }, 'Lamp', null],
    { a: { b: { c: { d: inner } } } },
  ]
  for (const box of closed) assert.equal(unwrap(form, box), box, JSON.stringify(box))
  const open = readFields({ type: 'object' })
  assert.deepEqual(unwrap(open, { data: inner }), { data: inner })
  for (const answer of [inner, {}, at(1)]) assert.ok(followsForm(form, answer))
  for (const answer of [{ x: 1 }, [inner], 'Lamp']) assert.ok(!followsForm(form, answer))
  assert.ok(followsForm(open, 'Lamp'))
})

test('a schema speaks the dialect that it declares, or that its words betray', () => {
  const old = [
    { $schema: 'http://json-schema.org/draft-04/schema#' },
    { $schema: 'http://json-schema.org/draft-07/schema' },
    { $schema: 'https://json-schema.org/draft/2019-09/schema' },
    { items: [{}] },
    { properties: { a: { minimum: 1, exclusiveMinimum: true } } },
    { anyOf: [{ exclusiveMaximum: false }] },
  ]
  const recent = [
    true,
    {},
    { $schema: 'https://json-schema.org/draft/2020-12/schema', items: [{}] },
    { items: {} },
    { exclusiveMinimum: 1 },
    { default: { items: [{}] }, enum: [{ items: [] }] },
  ]
  for (const schema of old) assert.ok(isOldDialect(schema), JSON.stringify(schema))
  for (const schema of recent) assert.ok(!isOldDialect(schema), JSON.stringify(schema))
})

test('words of draft 4 are said in those of today', () => {
  const $id = 'urn:caller:schema'
  const cases: [schema: object, old: boolean, modern: object][] = [
    [{ minimum: 1, exclusiveMinimum: true }, true, { exclusiveMinimum: 1 }],
    [{ minimum: 1, exclusiveMinimum: false }, true, { minimum: 1 }],
    [{ exclusiveMaximum: true }, true, {}],
    [{ maximum: 9, exclusiveMaximum: true }, true, { exclusiveMaximum: 9 }],
    [{ exclusiveMinimum: 3 }, true, { exclusiveMinimum: 3 }],
    [{ $schema: 'x', $id: 'https://a.example' }, false, {}],
    [{ $defs: { a: { id: '#a' } } }, true, { $defs: { a: { $id: '#a' } } }],
    [{ $defs: { a: { id: '#a' } } }, false, { $defs: { a: {} } }],
    [{ $defs: { a: { id: 'x', $id: '#b' } } }, true, { $defs: { a: { $id: '#b' } } }],
    [{ properties: { id: { id: 'y' } } }, true, { properties: { id: {} } }],
    [{ default: { id: 'kept' } }, true, { default: { id: 'kept' } }],
  ]
  for (const [schema, old, modern] of cases)
    assert.deepEqual(modernise({ ...schema }, old), { ...modern, $id }, JSON.stringify(schema))
  assert.equal(modernise(true, true), true)
})
