import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOfPointer } from '../../../../src/kit/json-pointer.ts'
import { fillIn, type ShownValue, valueAt } from '../../../../src/products/extract/model/instead.ts'

const evidence = (quote: string) => ({ quote }) as never
const problem = (path: string, field?: string) => ({ path, field, message: '' }) as never

test('a value is found by its pointer, and none inside of lists', () => {
  const data = { a: { 'b/c~d': 1 }, list: [{ x: 1 }], none: null }
  assert.deepEqual(namesOfPointer('/a/b~1c~0d'), ['a', 'b/c~d'])
  assert.equal(valueAt(data, ''), data)
  assert.equal(valueAt(data, '/a/b~1c~0d'), 1)
  assert.equal(valueAt(data, '/list'), data.list)
  assert.equal(valueAt(data, '/list/0'), undefined)
  assert.equal(valueAt(data, '/a/x/y'), undefined)
  assert.equal(valueAt(data, '/none'), null)
})

test('where the schema has something against a value, the embedded one takes its place', () => {
  const data = { name: 'bad', place: { city: 'worse' }, price: 5 }
  const before = structuredClone(data)
  const shown = new Map<string, ShownValue>([
    ['/name', { evidence: evidence('model') }],
    ['/place/city', { evidence: evidence('model') }],
    ['/placeholder', { evidence: evidence('model') }],
  ])
  const instead = {
    data: { name: 'good', place: { city: 'better' }, price: null },
    evidence: {
      '/name': evidence('page'),
      '/place/city': evidence('page'),
      '/price': evidence('page'),
    },
  }
  const problems = [
    problem('/name/x', '/name'),
    problem('/place'),
    problem('/price'),
    problem('/other'),
  ]
  assert.deepEqual(fillIn(data, problems, shown, instead), {
    ...{ name: 'good', place: { city: 'better' }, price: 5 },
  })
  assert.deepEqual(data, before)
  assert.deepEqual([...shown].toSorted(), [
    ['/name', { evidence: evidence('page'), isInstead: true }],
    ['/place/city', { evidence: evidence('page'), isInstead: true }],
    ['/placeholder', { evidence: evidence('model') }],
  ])
})

test('where there is none, or nothing to hold it, the answer stays', () => {
  const fill = (data: unknown, pointer: string, instead: unknown) =>
    fillIn(data, [problem(pointer)], new Map(), { data: instead, evidence: {} })
  assert.equal(fill({ a: 1 }, '/a', {}), undefined)
  assert.equal(fill({ a: 1 }, '/a/b', { a: { b: 2 } }), undefined)
  assert.equal(fill({ a: [1] }, '/a/b', { a: { b: 2 } }), undefined)
  assert.deepEqual(fill(undefined, '/a', { a: 2 }), { a: 2 })
  assert.deepEqual(fill({ a: null }, '', { a: 2 }), { a: 2 })
  assert.deepEqual(Object.keys(fill({}, '/__proto__', JSON.parse('{"__proto__": 2}')) as object), [
    '__proto__',
  ])
})
