import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chooseRegions } from '../../../../../src/products/extract/embedded/regions/records.ts'

type Region = Parameters<typeof chooseRegions>[0][number]

/** A list with a line for each record, from this line on. */
const region = (count: number, score: number, from: number): Region => ({
  records: Array.from(
    { length: count },
    (_, at) => ({ nodes: [{ id: from + at }] }) as unknown as Region['records'][number],
  ),
  score,
})
const chosen = (...regions: Region[]) =>
  chooseRegions(regions).map(one => `${one.records.length}: ${one.score}`)

it('one more list is taken where it is right more often than half of what the others promise', () => {
  assert.deepEqual(chosen(region(10, 3, 0), region(5, 1, 100)), ['10: 3', '5: 1'])
  assert.deepEqual(chosen(region(10, 3, 0), region(5, 0, 100)), ['10: 3', '5: 0'])
  assert.deepEqual(chosen(region(10, 3, 0), region(5, -1.7, 100)), ['10: 3'])
  // An unsure page gives more lists than a clear one.
  assert.deepEqual(chosen(region(10, -1.5, 0), region(5, -1.7, 100)), ['10: -1.5', '5: -1.7'])
  assert.deepEqual(chosen(region(5, -4, 0)), ['5: -4'])
  assert.deepEqual(chosen(), [])
})

it('no line belongs to two lists', () => {
  assert.deepEqual(chosen(region(10, 3, 0), region(5, 2, 9), region(4, 2, 10)), ['10: 3', '4: 2'])
})
