import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createByteBudget } from '../../src/kit/byte-budget.ts'

it('a budget of bytes gives no more than it has, but always one piece', () => {
  const budget = createByteBudget(100)
  const large = budget.take(150)
  assert.throws(() => budget.take(1), { code: 'overloaded' })
  large()
  large()
  const giveBack = budget.take(60)
  budget.take(40)
  assert.throws(() => budget.take(1), { code: 'overloaded' })
  giveBack()
  budget.take(60)
})
