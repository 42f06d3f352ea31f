import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderWords, signsOf } from '../../../../src/products/extract/grounding/order-signs.ts'

test('a text is words, each with the one before it', () => {
  const signs = signsOf(orderWords('Blue lamp 7'))
  for (const sign of ['blue', 'lamp', '^ blue', 'blue lamp', 'lamp 7', '#0'])
    assert.ok(signs.has(sign), sign)
  assert.ok(!signs.has('7'), 'a number alone says nothing')
  assert.ok(!signs.has('blue 7'))
})
