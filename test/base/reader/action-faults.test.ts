import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../../src/base/reader/actions/faults.ts'
import { AppError } from '../../../src/kit/errors.ts'

const saying = (error: unknown) => faultOf(error, 5_000)?.message

test('a step that waited in vain says for what and how long', () => {
  const late = Object.assign(new Error('Timeout 5000ms exceeded.'), { name: 'TimeoutError' })
  assert.match(saying(late) ?? '', /no visible element matched it within 5 s/)
  assert.match(saying(new Error('something odd: secret')) ?? '', /the page did not let it happen/)
})

test('what is ours is no fault of the step', () => {
  assert.equal(faultOf(new TypeError('x is not a function'), 1), undefined)
  assert.equal(faultOf(new AppError('blocked_target', 'No.'), 1), undefined)
  assert.equal(faultOf('text', 1), undefined)
  const late = faultOf(new AppError('page_timeout', 'Too late.'), 1)
  assert.deepEqual([late?.code, late?.message], ['action_failed', 'Too late.'])
})
