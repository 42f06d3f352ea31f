import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bestCut } from '../../../src/page/content/cut.ts'

const cut = (likely: number[], words: number[]) => bestCut(likely, words, likely.keys().toArray())

describe('the cut', () => {
  test('keeps the sure and drops the unlikely', () => {
    assert.deepEqual(cut([0.99, 0.01, 0.97, 0.02], [100, 80, 50, 40]).kept, [0, 2])
  })

  test('is lower where the page has nothing likelier', () => {
    assert.deepEqual(cut([0.35, 0.3, 0.01], [100, 100, 50]).kept, [0, 1])
    assert.deepEqual(cut([0.99, 0.3, 0.01], [400, 100, 50]).kept, [0])
  })

  test('ties are broken by place, blocks without words are not candidates', () => {
    assert.deepEqual(cut([0.9, 0.9, 0.9], [10, 0, 10]).kept, [0, 2])
  })

  test('tells how sure it is', () => {
    assert.ok(cut([0.99], [100]).expected > 0.9)
    assert.ok(cut([0.1], [100]).expected < 0.2)
    assert.deepEqual(cut([], []), { kept: [], expected: 0 })
  })
})
