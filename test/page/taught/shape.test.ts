import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Shape } from '../../../src/page/taught/reader.ts'
import { fitsShape, shapeOf } from '../../../src/page/taught/shape.ts'

type Words = Parameters<typeof fitsShape>[0]

const plain = (quote: string): Words => ({ quote, value: quote })
const read = (quote: string, value: unknown, more: Partial<Words> = {}): Words => ({
  ...{ quote, value, ...more },
})

describe('what the texts of a field have in common', () => {
  const neither = { currency: false, address: false }
  const cases: [what: string, said: Words[], shape: Shape][] = [
    ['nothing', [], {}],
    ['a word', [plain('Brass')], { ...neither, letter: true }],
    ['a figure', [plain('39')], { ...neither, digit: true }],
    ['a price', [read('$39', 39)], { digit: true, currency: true, address: false, minus: false }],
    [
      'prices, one without its sign',
      [read('$39', 39), read('39', 39)],
      { digit: true, address: false, minus: false },
    ],
    ['figures, one below zero', [read('-39', -39), read('39', 39)], { ...neither, digit: true }],
    ['figures below zero', [read('-39', -39), read('($ -4)', -4)], { address: false, digit: true }],
    ['figures, and a text', [read('39', 39), plain('39')], { ...neither, digit: true }],
    [
      'addresses',
      [plain('https://a.example/'), plain('www.a.example')],
      { currency: false, letter: true, address: true },
    ],
    [
      'days in figures',
      [plain('07/01/2007'), plain('1/2/2008')],
      { ...neither, digit: true, form: '9/9/9' },
    ],
    ['days of other forms', [plain('07/01/2007'), plain('1.2.2008')], { ...neither, digit: true }],
    [
      'days in words',
      [plain('Dec 6, 2010'), plain('mars 7,  2011')],
      { ...neither, digit: true, letter: true, form: 'a 9, 9' },
    ],
    [
      'one number without words',
      [plain('1,234.5'), plain('7')],
      { ...neither, digit: true, form: '9' },
    ],
    [
      'one number with a word',
      [plain('7 lamps'), plain('8 wicks')],
      { ...neither, digit: true, letter: true },
    ],
    ['words', [plain('Brass'), plain('Glass')], { ...neither, letter: true }],
    ['one day', [plain('07/01/2007')], { ...neither, digit: true }],
    [
      'numbers that were read',
      [read('39', 39), read('40', 40)],
      { ...neither, digit: true, minus: false },
    ],
    [
      'eight digits',
      [plain('1234-5678'), plain('12-345678')],
      { ...neither, digit: true, form: '9-9', digits: 8 },
    ],
    [
      'seven digits',
      [plain('123-4567'), plain('12-34567')],
      { ...neither, digit: true, form: '9-9' },
    ],
    [
      'eight digits, and nine',
      [plain('1234-5678'), plain('12-3456789')],
      { ...neither, digit: true, form: '9-9' },
    ],
  ]
  for (const [what, said, shape] of cases)
    it(`is what all of them have, or none: ${what}`, () => assert.deepEqual(shapeOf(said), shape))
})

describe('a text', () => {
  const cases: [said: Words, shape: Shape, fits: boolean][] = [
    [plain('Brass'), {}, true],
    [plain('Brass'), { digit: true }, false],
    [plain('7'), { digit: true, letter: false }, true],
    [plain('7 kg'), { letter: false }, false],
    [plain('39'), { currency: true }, false],
    [read('39', '39', { isPart: true }), { currency: true }, true],
    [read('$39', '$39', { isPart: true }), { currency: false }, false],
    [read('39', '39', { isPart: true }), { letter: true }, false],
    [read('-39', -39), { minus: false }, false],
    [read('$-39', -39), { minus: false }, false],
    [read('12-39', 39), { minus: false }, true],
    [plain('1/2/2008'), { form: '9/9/9' }, true],
    [plain('1.2.2008'), { form: '9/9/9' }, false],
    [read('1.2.2008', '1.2.2008', { isPart: true }), { form: '9/9/9' }, true],
    [plain('1234-5678'), { digits: 8 }, true],
    [plain('1234-567'), { digits: 8 }, false],
    [read('1234-567', '1234-567', { isPart: true }), { digits: 8 }, false],
  ]
  for (const [said, shape, fits] of cases)
    it(`${JSON.stringify(said)} ${fits ? 'fits' : 'does not fit'} ${JSON.stringify(shape)}`, () =>
      assert.equal(fitsShape(said, shape), fits))
})
