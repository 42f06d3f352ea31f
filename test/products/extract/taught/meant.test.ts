import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Conversion } from '../../../../src/page/taught/conversions.ts'
import type { Field } from '../../../../src/products/extract/schema/fields.ts'
import { meantBy, type Writing, writingIn } from '../../../../src/products/extract/taught/meant.ts'

describe('how a site writes', () => {
  const cases: [done: Conversion[], writing: Writing][] = [
    [[], {}],
    [['comma as decimal'], { decimal: ',' }],
    [['dot as thousands'], { decimal: ',' }],
    [['dot as decimal'], {}],
    [['comma as thousands'], {}],
    [['comma as decimal', 'dot as decimal'], {}],
    [['dot as thousands', 'comma as thousands'], {}],
    [['sign or brackets as minus'], { isSigned: true }],
    [['day before month'], { first: 'day' }],
    [['month before day'], { first: 'month' }],
    [['day before month', 'month before day'], {}],
  ]
  for (const [done, writing] of cases)
    it(`is told by its examples: ${done.join(', ') || 'nothing'}`, () =>
      assert.deepEqual(writingIn(done), writing))
})

describe('what a text says where its site writes so', () => {
  const comma: Writing = { decimal: ',' }
  const cases: [kind: string, text: string, usual: number | string, Writing, meant: unknown][] = [
    ['number', '1.299', 1.299, comma, 1299],
    ['number', '1.299', 1.299, {}, 1.299],
    ['integer', '1.299', 1.299, comma, 1299],
    ['number', '1,299', 1299, comma, 1.299],
    ['integer', '1,299', 1299, comma, 1299],
    ['number', '0.299', 0.299, comma, 0.299],
    ['number', '12.99', 12.99, comma, 12.99],
    ['number', '1299.500', 1299.5, comma, 1299.5],
    ['number', '-40', 40, { isSigned: true }, -40],
    ['number', '-40', 40, {}, 40],
    ['number', '40', 40, { isSigned: true }, 40],
    ['date', '3/4/2011', '2011-03-04', { first: 'day' }, '2011-04-03'],
    ['date', '3/4/2011', '2011-03-04', { first: 'month' }, '2011-03-04'],
    ['date', '3/4/2011', '2011-03-04', {}, '2011-03-04'],
    ['date', '4 March 2011', '2011-03-04', { first: 'day' }, '2011-03-04'],
    ['string', '3/4/2011', '3/4/2011', { first: 'day' }, '3/4/2011'],
  ]
  for (const [kind, text, value, writing, meant] of cases)
    it(`${kind} ${text} with ${JSON.stringify(writing)}: ${meant}`, () => {
      const field = kind === 'date' ? { kind: 'string', format: 'date' } : { kind }
      const found = { value, quote: text.replace('-', '') }
      assert.equal(meantBy(field as Field, text, found as never, writing), meant)
    })
})
