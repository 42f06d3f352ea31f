import assert from 'node:assert/strict'
import { test } from 'node:test'
import { float32s, float64s, int16s, int32s, uint8s } from '../../src/kit/small-arrays.ts'

const makers = { float64s, float32s, int32s, int16s, uint8s }

test('arrays of every kind and size are zeros of their own', () => {
  const made = Object.values(makers).flatMap(make =>
    [0, 1, 3, 100, 5_000, 100_000].map(length => ({ array: make(length), length })),
  )
  for (const { array, length } of made) {
    assert.equal(array.length, length)
    assert.ok(array.every(value => value === 0))
  }
  for (const { array } of made) array.fill(1)
  for (const { array } of made) assert.ok(array.every(value => value === 1))
})

test('what is written into one stands in no other, over many pieces of memory', () => {
  const arrays = Array.from({ length: 3_000 }, (_, n) => {
    const array = [float64s, float32s, int32s, int16s, uint8s][n % 5]?.(n % 90) ?? new Uint8Array()
    assert.ok(array.every(value => value === 0))
    array.fill(n % 100)
    return array
  })
  for (const [n, array] of arrays.entries()) assert.ok(array.every(value => value === n % 100))
})

test('small arrays share memory, large ones do not', () => {
  const buffers = Array.from({ length: 50 }, () => int32s(40).buffer)
  assert.ok(new Set(buffers).size <= 2)
  assert.notEqual(float64s(100_000).buffer, float64s(100_000).buffer)
})
