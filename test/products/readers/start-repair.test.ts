import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRepairDue } from '../../../src/products/readers/start-repair.ts'

test('a repair is tried again after twice as many pages each time, and not for ever', () => {
  let at = 100
  const dueAt: number[] = []
  for (let tries = 1; ; tries++) {
    const from = at
    while (at < 100_000 && !isRepairDue({ pages: at, repair: { tries, at: from } })) at++
    if (at === 100_000) break
    dueAt.push(at - from)
  }
  assert.deepEqual(dueAt, [40, 80, 160, 320, 640, 1_280])
})
