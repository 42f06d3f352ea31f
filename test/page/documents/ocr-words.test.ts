import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Raster } from '../../../src/page/documents/ocr/rasters.ts'
import { readWords } from '../../../src/page/documents/ocr/words.ts'

const raster: Raster = { pixels: new Uint8Array(), width: 1_600, height: 2_000, dpi: 144 }
type Word = [
  text: string,
  confidence: number,
  some?: { left?: number; top?: number; height?: number },
]
const tsv = (...lines: Word[][]) =>
  [
    'level\tpage',
    ...lines.flatMap((words, line) => [
      `4\t1\t1\t1\t${line}\t0\t0\t0\t9\t9\t-1\t`,
      ...words.map(([text, confidence, { left, top = 100 * line, height = 20 } = {}], at) =>
        [5, 1, 1, 1, line, at, left ?? 100 * at, top, 80, height, confidence, text].join('\t'),
      ),
    ]),
  ].join('\n')
const read = (...lines: Word[][]) => readWords(tsv(...lines), raster, 7)
const sure = (text: string, confidence = 95): Word[] =>
  text.split(' ').map(word => [word, confidence])
const shown = (...lines: Word[][]) =>
  read(...lines)
    .items.map(({ text }) => text)
    .join('|')

test('words stand where they stood, in points from the lower left corner', () => {
  const { number, height, items, confidence, letters } = read([
    ['Lamps', 90, { left: 200, top: 300, height: 40 }],
    ['of', 60, { left: 300, top: 310, height: 30 }],
  ])
  assert.deepEqual([number, height, letters], [7, 1_000, 7])
  assert.ok(Math.abs(confidence - (0.9 * 5 + 0.6 * 2) / 7) < 1e-9)
  const [first, second] = items
  assert.deepEqual(
    [first?.text, first?.x, first?.width, first?.y, first?.size, first?.endsLine],
    ['Lamps ', 100, 40, 830, 20, false],
  )
  assert.deepEqual([second?.text, second?.x, second?.endsLine], ['of', 150, true])
})

test('a line that is clearly higher is larger, and one of signs is not', () => {
  const sizes = (...heights: [text: string, height: number][]) =>
    read(...heights.map(([text, height]): Word[] => [[text, 95, { height }]])).items.map(
      ({ size }) => size,
    )
  const usual: [string, number][] = [
    ['lamps', 20],
    ['brass', 20],
    ['light', 20],
  ]
  assert.deepEqual(sizes(...usual, ['Title', 28]), [10, 10, 10, 15])
  assert.deepEqual(sizes(...usual, ['Title', 27]), [10, 10, 10, 10])
  assert.deepEqual(sizes(...usual, ['Title', 40]).at(-1), 20)
  assert.deepEqual(sizes(...usual, ['ab', 40]).at(-1), 10)
  assert.deepEqual(sizes(...usual, ['abc', 40]).at(-1), 20)
})

test('what is only guessed is no text', () => {
  const long = sure('These are many words of a page that is easy to read for all')
  assert.notEqual(shown(long), '')
  // Few letters, or none that it is sure of.
  assert.equal(shown([['ab', 95]]), '')
  assert.notEqual(shown([['abc', 95]]), '')
  assert.equal(shown(sure('some words that are not sure', 54)), '')
  assert.notEqual(
    shown(long, [
      ['unsure', 60],
      ['words', 39],
    ]),
    shown(long),
  )
  assert.equal(
    shown(long, [
      ['unsure', 60],
      ['words', 37],
    ]),
    shown(long),
  )
  assert.equal(
    shown(long, [
      ['—', 95],
      ['x', 95],
    ]),
    shown(long),
  )
  assert.equal(
    shown(long, [
      ['ab', 59],
      ['x', 95],
    ]),
    shown(long),
  )
  assert.notEqual(
    shown(long, [
      ['ab', 60],
      ['x', 95],
    ]),
    shown(long),
  )
  // Short words found in a pattern.
  assert.equal(
    shown([
      ['ab', 89],
      ['cd', 89],
      ['ef', 89],
    ]),
    '',
  )
  assert.notEqual(
    shown([
      ['ab', 90],
      ['cd', 90],
      ['ef', 90],
    ]),
    '',
  )
  assert.equal(
    shown([
      ['abcd', 69],
      ['efgh', 69],
    ]),
    '',
  )
  assert.notEqual(
    shown([
      ['abcd', 70],
      ['efgh', 70],
    ]),
    '',
  )
  assert.equal(read([['ab', 95]]).confidence, 0)
  assert.equal(readWords('', raster, 1).items.length, 0)
})

test('lines of an aslant page keep their distance, and scripts without spaces have none', () => {
  const items = read([
    ['Lamps', 95, { top: 100 }],
    ['light', 95, { top: 110 }],
    ['rooms', 95, { top: 120 }],
    ['everywhere', 95, { top: 300 }],
  ]).items
  assert.deepEqual(new Set(items.map(({ y }) => y)), new Set([1_000 - 65]))
  assert.equal(
    shown([
      ['河边', 95],
      ['作坊', 95],
    ]),
    '河边|作坊',
  )
})
