import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { afterStretched, describeMachine, slowness, stretched } from '../support/slowness.ts'

describe('a limit on the clock', () => {
  it('is never shorter than it was written, and never without an end', () => {
    const times = slowness()
    assert.ok(times >= 1 && times <= 20, `${times}`)
    assert.ok(stretched(1_000) >= 1_000)
  })

  it('comes no sooner than it was written', async () => {
    const startedMs = performance.now()
    // A timer that keeps nothing alive would let the test end.
    const alive = setInterval(() => undefined, 1_000)
    await new Promise<void>(resolve => void afterStretched(50, resolve))
    clearInterval(alive)
    assert.ok(performance.now() - startedMs >= 49)
  })

  it('is told with what the machine is busy with', () => {
    assert.match(describeMachine(), /^load [\d.]+ on \d+ processors, [\d.]+ times /)
  })
})
