import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRateLimit } from '../../../src/base/http/rate-limit.ts'

it('a key has its calls a minute, then a 429 with the pause until the next', () => {
  let nowMs = 0
  const limit = createRateLimit(6, () => nowMs)
  for (let call = 1; call <= 6; call++)
    assert.deepEqual(limit.take('a'), { limit: 6, remaining: 6 - call, resetSeconds: 10 * call })
  const { refusal, ...left } = limit.take('a') ?? {}
  assert.deepEqual(left, { limit: 6, remaining: 0, resetSeconds: 60 })
  assert.ok(refusal)
  assert.deepEqual([refusal.code, refusal.retryAfterSeconds], ['rate_limited', 10])
  assert.equal(limit.take('b')?.remaining, 5)
  nowMs += 9_999
  assert.ok(limit.take('a')?.refusal)
  nowMs += 1
  assert.equal(limit.take('a')?.refusal, undefined)
  assert.ok(limit.take('a')?.refusal)
})

it('a limit of 0 is no limit', () => {
  const limit = createRateLimit(0)
  for (let call = 0; call < 10_000; call++) assert.equal(limit.take('a'), undefined)
})
