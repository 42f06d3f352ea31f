import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  columns,
  columnsFor,
  placeOf,
  rowOf,
  rowsOf,
  shared,
  shareRows,
  sideBySide,
  through,
} from '../../../src/page/learned/columns.ts'

type Text = { words: number; parts: number[] }

const text = sideBySide<Text>(
  columns({ words: ({ words }) => words, half: ({ words }) => words / 2 }),
  columnsFor(
    ['a', 'b'],
    name => `part ${name}`,
    ({ parts }, name, at) => (parts[at] ?? 0) + (name === 'b' ? 100 : 0),
  ),
  through('first', ({ parts }) => parts[0] ?? -1, columns<number>({ twice: part => part * 2 })),
)

describe('columns', () => {
  test('give each number under its name', () => {
    const row = rowOf(text, { words: 5, parts: [3, 4] })
    assert.deepEqual(
      text.names.map((name, at) => [name, row[at]]),
      [
        ['words', 5],
        ['half', 2.5],
        ['part a', 3],
        ['part b', 104],
        ['first twice', 6],
      ],
    )
  })

  test('are found by name, and only if they are there', () => {
    assert.equal(placeOf(text, 'part b'), 3)
    assert.throws(() => placeOf(text, 'part c'), /part c/)
  })

  test('of one name are refused', () => {
    assert.throws(() => sideBySide(text, columns<Text>({ half: () => 0 })), /Two columns.*half/)
  })

  test('that several share are worked out once, and are zero of nothing', () => {
    let asked = 0
    const lengths = columns<{ of: string[]; index: number }>({
      length: ({ of, index }) => {
        asked++
        return of[index]?.length ?? -1
      },
    })
    const rows = shareRows(lengths, 2)
    const words = ['a', 'three']
    const places = [1, 1, -1, 0, 1]
    const own = places.map(place => ({ place, words }))
    type Own = (typeof own)[number]
    const inner = through(
      '',
      ({ of, index }: { of: Own; index: number }) => ({ of: of.words, index }),
      lengths,
    )
    const outer = shared<Own>(
      'word',
      inner,
      ({ place }) => place,
      () => rows,
    )
    assert.deepEqual(outer.names, ['word length'])
    assert.deepEqual(
      rowsOf(outer, own).map(row => [...row]),
      [[5], [5], [0], [1], [5]],
    )
    assert.equal(asked, 2)
  })
})
