import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { describe, it } from 'node:test'
import { createLife, inTime, within } from '../../src/kit/deadline.ts'

const never = new Promise<never>(() => {})
const { signal: unaborted } = new AbortController()
const untilAborted = (life: AbortSignal) =>
  new Promise<never>((_, reject) => {
    life.addEventListener('abort', () => reject(new Error('broken off')), { once: true })
  })

describe('a deadline', () => {
  it('ends work that listens, and tells it in the words for being late', async () => {
    const late = (cause: unknown) => new Error('too late', { cause })
    const working = inTime({ timeoutMs: 20, signal: unaborted, late }, untilAborted)
    await assert.rejects(working, { message: 'too late', cause: new Error('broken off') })
  })

  it('leaves alone what fails by itself, and what its caller calls off', async () => {
    const late = () => new Error('too late')
    const failing = inTime({ timeoutMs: 10_000, signal: unaborted, late }, async () => {
      throw new Error('its own fault')
    })
    await assert.rejects(failing, /its own fault/)
    const caller = new AbortController()
    const called = inTime({ timeoutMs: 10_000, signal: caller.signal, late }, untilAborted)
    caller.abort()
    await assert.rejects(called, /broken off/)
  })

  it('leaves nothing behind on the caller’s signal', async () => {
    const { signal } = new AbortController()
    const late = () => new Error('too late')
    assert.equal(await inTime({ timeoutMs: 10_000, signal, late }, async () => 7), 7)
    assert.deepEqual(getEventListeners(signal, 'abort'), [])
  })

  it('holds for work that does not listen, and for a caller that has gone before', async () => {
    await assert.rejects(within(20, never), /not done within 20 ms/)
    assert.equal(await within(10_000, Promise.resolve(7)), 7)
    const signal = AbortSignal.abort(new Error('gone before'))
    const life = createLife({ signal, timeoutMs: 10_000, whenLate: () => undefined })
    await assert.rejects(life.within(never), /gone before/)
    life.end()
  })
})
