import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Forest, readForests, scoreRow } from '../../../src/page/learned/forest.ts'

const file = {
  columns: ['words', 'links'],
  forests: [
    {
      base: 0.5,
      sizes: base64(Uint8Array.of(2, 0)),
      columns: base64(Uint16Array.of(1, 0)),
      thresholds: base64(Float32Array.of(10, 3)),
      lefts: base64(Int8Array.of(1, -1)),
      rights: base64(Int8Array.of(-3, -2)),
      leaves: base64(Int16Array.of(1, 2, 4, 8)),
      leafScale: 1,
    },
  ],
}

describe('a forest', () => {
  test('answers by its splits', () => {
    const [forest] = readForests(file, ['words', 'links']) as [Forest]
    const score = (...row: number[]) => scoreRow(forest, Float32Array.from(row))
    assert.equal(score(3, 10), 0.5 + 1 + 8)
    assert.equal(score(4, 10), 0.5 + 2 + 8)
    assert.equal(score(0, 11), 0.5 + 4 + 8)
  })

  test('ends after a third of its trees where the score is below what can still count', () => {
    const single = { ...file.forests[0], base: 0, leafScale: 0.5 }
    const trees = (count: number) => {
      const forest = {
        ...single,
        sizes: base64(new Uint8Array(count)),
        ...{ columns: '', thresholds: '', lefts: '', rights: '' },
        leaves: base64(Int16Array.from({ length: count }, () => 2)),
      }
      const [read] = readForests({ ...file, forests: [forest] } as typeof file, file.columns) as [
        Forest,
      ]
      return read
    }
    const row = new Float32Array(2)
    const scores = [1, 2, 3, 6, 9].map(count => [
      scoreRow(trees(count), row),
      scoreRow(trees(count), row, 99),
    ])
    assert.deepEqual(scores, [
      [1, 0],
      [2, 1],
      [3, 1],
      [6, 2],
      [9, 3],
    ])
    // At the floor it is asked on.
    assert.equal(scoreRow(trees(9), row, 3), 9)
    assert.equal(scoreRow(trees(9), row, 3.1), 3)
  })

  test('that was trained on other columns is refused, also on the same in another order', () => {
    assert.throws(() => readForests(file, ['links', 'words']), /other columns.*"words"/)
    assert.throws(() => readForests(file, ['words']), /other columns/)
    assert.throws(() => readForests(file, ['words', 'links', 'more']), /other columns/)
  })
})

function base64(array: Uint8Array | Uint16Array | Int8Array | Int16Array | Float32Array) {
  return Buffer.from(array.buffer).toString('base64')
}
