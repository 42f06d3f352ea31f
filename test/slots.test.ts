import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../src/errors.ts'
import { createSlots } from '../src/slots.ts'

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'overloaded'

/** Work that lasts until it is told to end. */
const lasting = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

describe('slots', () => {
  it('let so many in at a time, and the others in their order', async () => {
    const slots = createSlots({ max: 2, maxWaiting: 10 })
    const done: number[] = []
    let most = 0
    const work = (n: number) => async () => {
      most = Math.max(most, slots.taken)
      await new Promise(setImmediate)
      done.push(n)
    }
    await Promise.all([1, 2, 3, 4, 5].map(n => slots.hold(work(n))))
    assert.deepEqual(done, [1, 2, 3, 4, 5])
    assert.equal(most, 2)
    assert.deepEqual([slots.taken, slots.waiting], [0, 0])
  })

  it('turn away at once who would stand in too long a line', async () => {
    const slots = createSlots({ max: 1, maxWaiting: 1 })
    const first = lasting()
    const held = slots.hold(first.work)
    const waiting = slots.hold(async () => 'its turn')
    await assert.rejects(
      slots.hold(async () => {}),
      isBusy,
    )
    first.end()
    await held
    assert.equal(await waiting, 'its turn')
  })

  it('let nobody wait for longer than said, and forget who gives up', async () => {
    const slots = createSlots({ max: 1, maxWaiting: 5, waitMs: 20 }, 'All are taken.')
    const first = lasting()
    const held = slots.hold(first.work)
    await assert.rejects(
      slots.hold(async () => {}),
      { message: 'All are taken.', retryAfterSeconds: 1 },
    )
    const caller = new AbortController()
    const waiting = slots.hold(async () => {}, caller.signal)
    caller.abort(new Error('gave up'))
    await assert.rejects(waiting, /gave up/)
    assert.equal(slots.waiting, 0)
    first.end()
    await held
  })

  it('are given back by work that fails', async () => {
    const slots = createSlots({ max: 1, maxWaiting: 0 })
    await assert.rejects(
      slots.hold(async () => {
        throw new Error('failed')
      }),
      /failed/,
    )
    assert.equal(await slots.hold(async () => 'free again'), 'free again')
  })
})
