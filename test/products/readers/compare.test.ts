import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareReading, exampleFrom, isSameValue } from '../../../src/products/readers/compare.ts'

test('two values are the same whatever their case, marks and spaces', () => {
  const same: [unknown, unknown][] = [
    ['Brass lamp', 'brass  LAMP'],
    ['Café – bar', 'cafe bar'],
    ['$ 61.00', '61,00'],
    [7, '7 '],
    [true, true],
    [null, undefined],
    ['', null],
    [[], undefined],
    [[], ''],
    [{ a: 'X', b: null }, { a: 'x' }],
    [
      ['a', 'b'],
      ['B', 'A'],
    ],
    [
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['a', 'b', 'c', 'd', 'x'],
    ],
    [[{ name: 'Ann', age: 31 }], [{ name: 'ann' }]],
    ['***', '***'],
  ]
  for (const [one, other] of same) {
    assert.ok(isSameValue(one, other), `${JSON.stringify(one)} and ${JSON.stringify(other)}`)
    assert.ok(isSameValue(other, one), `${JSON.stringify(other)} and ${JSON.stringify(one)}`)
  }
  const different: [unknown, unknown][] = [
    ['Brass lamp', 'Brass lamps'],
    [7, 8],
    [0, null],
    [false, undefined],
    ['a', null],
    [['a'], []],
    [['a'], undefined],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, null],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'x'],
    ],
    [[{ name: 'Ann', age: 31 }], [{ name: 'Ann', age: 32 }]],
    [[{ name: 'Ann' }], [{ job: 'Nurse' }]],
    ['***', '---'],
    ['null', null],
  ]
  for (const [one, other] of different) {
    assert.ok(!isSameValue(one, other), `${JSON.stringify(one)} and ${JSON.stringify(other)}`)
    assert.ok(!isSameValue(other, one), `${JSON.stringify(other)} and ${JSON.stringify(one)}`)
  }
})

const file = {
  fields: { '/name': {}, '/price': {}, '/color': {} },
  lists: { '/parts': {} },
} as unknown as Parameters<typeof compareReading>[0]
const page = {
  ...{ data: { name: 'Lamp', price: 61, color: null, parts: ['a', 'b'] }, evidence: {} },
  ...{ asked: [], open: [], flagged: {}, isOther: false },
}
const said = { data: { name: 'lamp', price: 61, parts: ['B', 'a'] }, evidence: {} }

test('a reading is compared where both are sure', () => {
  const all = ['/name', '/price', '/color', '/parts']
  const compare = (taught: object, other: object) =>
    compareReading(file, { ...page, ...taught }, { ...said, ...other })
  assert.deepEqual(compare({}, {}), { same: all, differ: [] })
  assert.deepEqual(compare({ data: { name: 'Chair' } }, {}), {
    same: ['/color'],
    differ: ['/name', '/price', '/parts'],
  })
  const unsure: [taught: object, other: object, left: string][] = [
    [{ open: ['/name'] }, {}, '/name'],
    [{ flagged: { '/price': ['weak'] } }, {}, '/price'],
    [{}, { dropped: ['/name'] }, '/name'],
    [{}, { dropped: ['/price/amount'] }, '/price'],
    [{}, { evidence: { '/name': { judged: true } } }, '/name'],
    [{}, { evidence: { '/name/first': { doubtful: true } } }, '/name'],
    [{}, { isPartial: true }, '/color'],
  ]
  for (const [taught, other, left] of unsure)
    assert.deepEqual(
      compare(taught, other).same,
      all.filter(one => one !== left),
      left,
    )
  // A list is compared although entries of it are doubted, and so is what only begins alike.
  const doubted = [
    { dropped: ['/parts/0'] },
    { evidence: { '/parts/1': { doubtful: true } } },
    { dropped: ['/names'] },
    { evidence: { '/name': {}, '/price': { quote: '61' } } },
  ]
  for (const other of doubted) assert.deepEqual(compare({}, other).same, all)
})

test('an answer becomes an example without what it is not sure of', () => {
  const schema = {
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      'a/b~c': { type: 'string' },
      maker: { properties: { city: {}, country: {} } },
      parts: { type: 'array', items: { properties: { size: {}, color: {} } } },
      tags: { type: 'array' },
    },
  }
  const answer = {
    data: {
      name: 'Lamp',
      price: 61,
      'a/b~c': 'x',
      maker: { city: 'Lyon', country: 'France' },
      parts: [{ size: 'L', color: 'red', more: 1 }, { size: 'S' }],
      tags: ['new'],
      other: 'not asked for',
    },
    evidence: {
      '/price': { judged: true as const },
      '/maker/country': { doubtful: true as const },
      '/parts/0/color': { judged: true as const },
    },
    dropped: ['/a~1b~0c'],
  }
  assert.deepEqual(exampleFrom(schema, answer), {
    name: 'Lamp',
    maker: { city: 'Lyon' },
    parts: [{ size: 'L' }, { size: 'S', color: null }],
    tags: ['new'],
  })
  assert.deepEqual(exampleFrom(schema, { data: {}, evidence: {} }), {
    ...{ name: null, price: null, 'a/b~c': null },
    ...{ maker: null, parts: null, tags: null },
  })
  assert.equal(exampleFrom({}, { data: 'Lamp', evidence: {} }), 'Lamp')
})
