import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextStepAfter } from '../../../src/base/webhooks/retry.ts'

const failed = { ok: false, status: 500, retryAfterSeconds: undefined }
const pauses = (attempts: number, attempt: Parameters<typeof nextStepAfter>[1] = failed) =>
  Array.from({ length: 200 }, () => {
    const next = nextStepAfter({ attempts, ageSeconds: 60 }, attempt)
    assert.ok(next.state === 'waiting')
    return next.pauseSeconds
  })

describe('the retry of a webhook', () => {
  it('comes after 5 s, 20 s, 80 s and so on up to an hour, a fifth more or less', () => {
    const backoffs = [5, 20, 80, 320, 1_280, 3_600, 3_600]
    for (const [attempts, seconds] of backoffs.entries()) {
      const drawn = pauses(attempts)
      assert.ok(Math.min(...drawn) >= seconds * 0.8, `${attempts}`)
      assert.ok(Math.max(...drawn) <= seconds * 1.2, `${attempts}`)
      assert.ok(Math.max(...drawn) - Math.min(...drawn) > seconds * 0.2, 'not all at once')
    }
  })

  it('waits for as long as the receiver asks, an hour at most', () => {
    assert.ok(pauses(0, { ...failed, retryAfterSeconds: 600 }).every(pause => pause === 600))
    assert.ok(pauses(0, { ...failed, retryAfterSeconds: 86_400 }).every(pause => pause === 3_600))
    assert.ok(pauses(0, { ...failed, retryAfterSeconds: 1 }).every(pause => pause >= 4))
  })

  it('ends with a yes, with a 410, and after 24 hours however many attempts there were', () => {
    const young = { attempts: 0, ageSeconds: 0 }
    const old = { attempts: 1, ageSeconds: 24 * 3_600 - 1 }
    assert.deepEqual(nextStepAfter(old, { ...failed, ok: true, status: 204 }), {
      state: 'delivered',
    })
    assert.deepEqual(nextStepAfter(young, { ...failed, status: 410 }), { state: 'failed' })
    assert.deepEqual(nextStepAfter(old, failed), { state: 'failed' })
    assert.equal(nextStepAfter({ attempts: 40, ageSeconds: 0 }, failed).state, 'waiting')
  })
})
