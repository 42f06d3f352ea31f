import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadings, type Reading } from '../../../src/products/crawl/readings.ts'
import { asSettled, settleNaming } from '../../../src/products/crawl/settle.ts'
import type { ReadRow } from '../../../src/products/crawl/store.ts'

let positions = 0
const row = (key: string, some: Partial<ReadRow> = {}): ReadRow => ({
  ...{ key, position: ++positions, url: `https://a.example/${key}`, state: 'done', reason: null },
  ...{
    contentHash: key,
    simhash: key,
    copy: `copy ${key}`,
    canonical: null,
    narrows: false,
    isHeld: false,
  },
  ...some,
})
const far = { a: '0'.repeat(16), b: 'f'.repeat(16) }
const held = (key: string, canonical: string, some: Partial<ReadRow> = {}) =>
  row(key, { canonical, isHeld: true, simhash: far.b, ...some })
const settle = (rows: ReadRow[], key: string, standing: Reading['standing']) => {
  const readings = createReadings(rows)
  const there = readings.get(key) as Reading
  there.standing = standing
  return settleNaming(readings, there).map(one => `${one.key} ${one.standing}`)
}

test('a row is known by where it stands', () => {
  const standing = (some: Partial<ReadRow>) => createReadings([row('x', some)]).get('x')?.standing
  assert.equal(standing({}), 'result')
  for (const state of ['waiting', 'queued', 'spare']) assert.equal(standing({ state }), 'open')
  assert.equal(standing({ state: 'skipped', reason: 'duplicate' }), 'duplicate')
  assert.equal(standing({ state: 'skipped', reason: 'robots' }), 'none')
  assert.equal(standing({ state: 'failed' }), 'none')
  assert.equal(standing({ isHeld: true }), 'held')
  assert.equal(createReadings([]).get(undefined), undefined)
})

test('the first result that says and shows the same is the one that others are copies of', () => {
  const readings = createReadings([
    row('c', { copy: 'x', position: 30 }),
    row('b', { copy: 'x', position: 20 }),
    row('a', { copy: 'x', position: 10, state: 'waiting' }),
    row('d', { copy: 'y', position: 5 }),
  ])
  const copyOf = (position: number, copy: string) =>
    readings.copyOf({ copy, position } as Reading)?.key
  assert.equal(copyOf(40, 'x'), 'b')
  assert.equal(copyOf(20, 'x'), 'c')
  assert.equal(copyOf(5, 'y'), undefined)
  assert.equal(copyOf(40, 'z'), undefined)
})

test('pages that were held for another are copies of it where they say the same, else results', () => {
  const there = row('there', { simhash: far.a })
  const same = held('same', 'there', { simhash: far.a })
  const other = held('other', 'there')
  const elsewhere = held('elsewhere', 'third')
  const read = row('read', { canonical: 'there' })
  const rows = [there, same, other, elsewhere, read]
  assert.deepEqual(settle(rows, 'there', 'result'), ['same duplicate', 'other result'])
  assert.deepEqual(settle(rows, 'there', 'duplicate'), ['same duplicate', 'other result'])
  for (const standing of ['open', 'held'] as const)
    assert.deepEqual(settle(rows, 'there', standing), [])
})

test('where the page that they name is none, the first of those that say the same is the result', () => {
  const rows = [
    row('there', { simhash: far.a }),
    held('one', 'there'),
    held('two', 'there'),
    held('three', 'there', { simhash: far.a }),
  ]
  assert.deepEqual(settle(rows, 'there', 'none'), ['one result', 'two duplicate', 'three result'])
})

test('those that were held for one that was held follow it, and a copy of any result is one', () => {
  const rows = [
    row('there', { simhash: far.a }),
    held('one', 'there'),
    held('two', 'one', { contentHash: 'one' }),
    held('other', 'one'),
    held('copy', 'there', { simhash: '0f'.repeat(8), copy: 'x' }),
    row('result', { copy: 'x' }),
  ]
  assert.deepEqual(settle(rows, 'there', 'result'), [
    ...['one result', 'two duplicate', 'other result', 'copy duplicate'],
  ])
})

test('what was settled is a result, or skipped as a duplicate', () => {
  const of = (standing: string) => asSettled({ position: 4, standing } as Reading)
  assert.deepEqual(of('duplicate'), { position: 4, skip: 'duplicate' })
  assert.deepEqual(of('result'), { position: 4, skip: undefined })
})
