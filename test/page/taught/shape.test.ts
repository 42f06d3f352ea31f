import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shapeOf } from '../../../src/page/taught/shape.ts'

test('codes have their number of digits in common, names that have many by chance do not', () => {
  const digitsOf = (...quotes: string[]) =>
    shapeOf(quotes.map(quote => ({ quote, value: quote }))).digits
  assert.equal(digitsOf('ISBN 978-0306406157', 'ISBN 978-3161484100'), 13)
  assert.equal(digitsOf('Canon S90 10.0 MP 3.0" 461K', 'Canon SD94 12.1 MP 2.7" 23K'), undefined)
})
