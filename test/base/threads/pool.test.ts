import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createThreadPool } from '../../../src/base/threads/pool.ts'
import { AppError } from '../../../src/errors.ts'

const pool = createThreadPool<{ do: string; value?: number }, number>({
  file: new URL('../../support/programs/thread.ts', import.meta.url),
  size: 2,
  limitMs: 3_000,
  maxMemoryMb: 64,
  maxWaiting: 50,
  onKilled: why => new AppError('page_too_large', `killed for ${why}`),
})
after(() => pool.close())

const double = (value: number) => pool.run({ do: 'double', value })

describe('a pool of threads', () => {
  it('answers each piece of work with its own result', async () => {
    const results = await Promise.all(Array.from({ length: 40 }, (_, n) => double(n)))
    assert.deepEqual(
      results,
      Array.from({ length: 40 }, (_, n) => n * 2),
    )
  })

  it('kills what takes too long and goes on', async () => {
    await assert.rejects(pool.run({ do: 'spin' }), /killed for time/)
    assert.equal(await double(4), 8)
  })

  it('kills what eats memory and goes on', async () => {
    await assert.rejects(pool.run({ do: 'eat' }), /killed for memory/)
    assert.equal(await double(5), 10)
  })

  it('passes a public error on as it is, and a bug with its stack', async () => {
    await assert.rejects(
      pool.run({ do: 'refuse' }),
      (error: unknown) => error instanceof AppError && error.code === 'page_empty',
    )
    await assert.rejects(
      pool.run({ do: 'break' }),
      (error: unknown) => error instanceof Error && /programs\/thread\.ts/.test(error.stack ?? ''),
    )
  })

  it('refuses at once when too many wait', async () => {
    const calls = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => double(n)))
    const refused = calls.filter(call => call.status === 'rejected')
    assert.equal(refused.length, 60 - 52)
    assert.ok(
      refused.every(call => call.reason instanceof AppError && call.reason.code === 'overloaded'),
    )
  })

  it('forgets what is called off while it waits', async () => {
    const spinning = [pool.run({ do: 'spin' }), pool.run({ do: 'spin' })]
    const controller = new AbortController()
    const waiting = pool.run({ do: 'double', value: 1 }, { signal: controller.signal })
    controller.abort(new Error('called off'))
    await assert.rejects(waiting, /called off/)
    assert.equal(pool.load().waiting, 0)
    await Promise.allSettled(spinning)
  })
})
