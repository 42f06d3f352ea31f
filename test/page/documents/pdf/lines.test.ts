import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  isSpaced,
  joinLines,
  lineText,
  mostOf,
  readLines,
} from '../../../../src/page/documents/pdf/lines.ts'
import type { PdfItem } from '../../../../src/page/documents/pdf/page.ts'

/** A text whose letters are five points wide, ten high. */
const item = (text: string, x: number, some: Partial<PdfItem> = {}): PdfItem => ({
  ...{ text, x, y: 100, size: 10, width: 5 * text.length, font: 'f', isMono: false },
  ...{ endsLine: false, link: undefined, marks: [], ...some },
})
const read = (...items: PdfItem[]) =>
  readLines({ items, fields: [], height: 800, structure: undefined }, 3)
/** Lines, with `|` between their segments. */
const shown = (...items: PdfItem[]) =>
  read(...items).map(({ segments }) =>
    segments.map(one => one.items.map(({ text }) => text).join('')).join('|'),
  )

describe('the lines of a PDF', () => {
  it('are of one height, or nearly, and go on to the right', () => {
    const next = (x: number, y: number, size = 10) =>
      shown(item('one', 0), item('two', x, { y, size })).length
    assert.equal(next(15, 104.9), 1)
    assert.equal(next(15, 95.1), 1)
    assert.equal(next(15, 105), 2)
    assert.equal(next(15, 105, 12), 1)
    // Overlapping by less than a letter's height.
    assert.equal(next(5.1, 100), 1)
    assert.equal(next(5, 100), 2)
    assert.deepEqual([read(item('a', 7))[0]?.page, read(item('a', 7))[0]?.y], [3, 100])
  })

  it('have a space where a gap is wide, and a new segment where it is wider', () => {
    const gap = (points: number) => shown(item('one', 0), item('two', 15 + points))[0]
    assert.equal(gap(0), 'onetwo')
    assert.equal(gap(1.5), 'onetwo')
    assert.equal(gap(1.6), 'one two')
    assert.equal(gap(12), 'one two')
    assert.equal(gap(12.1), 'one|two')
    assert.equal(shown(item('one ', 0), item('two', 23))[0], 'one two')
    const segments = read(item('one', 10), item('two', 100))[0]?.segments
    assert.deepEqual(
      segments?.map(({ x, end }) => [x, end]),
      [
        [10, 25],
        [100, 115],
      ],
    )
  })

  it('have blanks as they are drawn, none at their start, and a wide one divides them', () => {
    const blank = (width: number) =>
      shown(item('one', 0), item(' ', 15, { width }), item('two', 20))
    assert.deepEqual(blank(5), ['one two'])
    assert.deepEqual(blank(15), ['one two'])
    assert.deepEqual(blank(0), ['one two'])
    assert.deepEqual(shown(item('one', 0), item('  ', 15, { width: 16 }), item('two', 31)), [
      'one|two',
    ])
    assert.deepEqual(shown(item(' ', 0), item('one', 5)), ['one'])
    assert.deepEqual(shown(item('', 0), item(' ', 0), item(' ', 0, { width: 0 })), [])
  })

  it('have the size that most of their letters have', () => {
    const size = (...sizes: [text: string, size: number][]) =>
      read(...sizes.map(([text, size], at) => item(text, at * 30, { size })))[0]?.size
    assert.equal(size(['a', 12], ['long', 10]), 10)
    assert.equal(size(['long', 12], ['a', 10]), 12)
    assert.equal(size(['ab', 10.1], ['cd', 9.9], ['efg', 12]), 10)
    assert.equal(
      mostOf(
        new Map([
          ['a', 2],
          ['b', 2],
          ['c', 1],
        ]),
      ),
      'a',
    )
    assert.equal(mostOf(new Map()), undefined)
  })

  it('that read from the right are turned, what reads from the left in them is not', () => {
    const words = ['שלום', ' ', 'Acme', ' ', 'Inc', ' ', '(', 'עולם']
    let x = 0
    const items = words.map(text => {
      const one = item(text, x)
      x += one.width
      return one
    })
    assert.deepEqual(shown(...items), ['עולם) Acme Inc שלום'])
    // A few such letters in a line of others are quoted.
    assert.deepEqual(shown(item('The word ', 0), item('של', 45), item(' means', 55)), [
      'The word של means',
    ])
    assert.deepEqual(shown(item('אבגד', 0), item('abcd', 20)), ['אבגדabcd'])
    assert.deepEqual(shown(item('אבגדה', 0), item('abcd', 25)), ['abcdאבגדה'])
    const [line] = read(...items)
    assert.equal(line && lineText(line), 'עולם) Acme Inc שלום')
  })
})

describe('lines as one text', () => {
  it('have a space between them, but for scripts without and what was divided', () => {
    const cases: [parts: string[], text: string][] = [
      [['one\n', 'two'], 'one two'],
      [['one \n', ' two'], 'one two'],
      [['lam-\n', 'ps'], 'lamps'],
      [['lam\u00ad\n', 'ps'], 'lamps'],
      [['Jean-\n', 'Luc'], 'Jean-Luc'],
      [['state-of-the-\n', 'art'], 'state-of-the-art'],
      [['well-estab\u00ad\n', 'lished'], 'well-established'],
      [['10-\n', '12'], '10-12'],
      [['10–\n', ' 12'], '10–12'],
      [['10-\n', 'a'], '10- a'],
      [['灯具\n', '很好'], '灯具很好'],
      [['灯具\n', 'lamp'], '灯具 lamp'],
      [['यह\n', '। है'], 'यह। है'],
      [['see https://a.example/x/\n', 'y'], 'see https://a.example/x/y'],
      [['see https://a.example/x\n', 'y'], 'see https://a.example/x y'],
      [['www.a.example/x-\n', 'y'], 'www.a.example/x-y'],
      [['at https://a.example/x-y-\n', 'z'], 'at https://a.example/x-y-z'],
      [['me@\n', 'a.example'], 'me@a.example'],
      [['me@\n', '(a)'], 'me@ (a)'],
      [['one/\n', 'two'], 'one/ two'],
      [['one'], 'one'],
    ]
    for (const [parts, text] of cases) assert.equal(joinLines(parts), text, parts.join('|'))
    assert.equal(joinLines([`https://${'a'.repeat(400)}/\n`, 'x']), `https://${'a'.repeat(400)}/ x`)
  })

  it('need no space where there is one', () => {
    assert.deepEqual(
      [
        ['a', 'b'],
        ['a ', 'b'],
        ['a', ' b'],
        ['字', '字'],
        ['字', 'a'],
        ['a', '字'],
        ['a', '॥'],
      ].map(([before = '', after = '']) => isSpaced(before, after)),
      [true, false, false, false, true, true, false],
    )
  })
})
