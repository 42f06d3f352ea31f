import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRateLimit } from '../../../src/base/http/rate-limit.ts'
import { AppError } from '../../../src/errors.ts'

it('a key has its calls a minute, then a 429 with the pause until the next', () => {
  let nowMs = 0
  const limit = createRateLimit(6, () => nowMs)
  for (let call = 0; call < 6; call++) limit.take('a')
  assert.throws(
    () => limit.take('a'),
    (error: unknown) =>
      error instanceof AppError && error.code === 'rate_limited' && error.retryAfterSeconds === 10,
  )
  limit.take('b')
  nowMs += 9_999
  assert.throws(() => limit.take('a'))
  nowMs += 1
  limit.take('a')
  assert.throws(() => limit.take('a'))
})

it('a limit of 0 is no limit', () => {
  const limit = createRateLimit(0)
  for (let call = 0; call < 10_000; call++) limit.take('a')
})
