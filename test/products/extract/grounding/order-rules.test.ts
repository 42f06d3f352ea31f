import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { orderRules } from '../../../../src/products/extract/grounding/order-rules.ts'
import { isOrder, soundsLikeOrder } from '../../../../src/products/extract/grounding/orders.ts'
import { readable } from '../../../../src/products/extract/grounding/readable.ts'

describe('each rule of orders knows its own example', () => {
  for (const { verdict, does, example, pattern } of orderRules)
    it(`${does}: ${example}`, () => {
      assert.match(readable(example), pattern)
      assert.ok(isOrder(example) || (verdict !== 'order' && soundsLikeOrder(example)))
    })
})
