import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openThreads } from '../../../src/base/threads/threads.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { tasks } from '../../support/programs/thread.ts'

const file = new URL('../../support/programs/thread.ts', import.meta.url)
const threads = openThreads(file, tasks)
const { run } = threads
after(() => threads.close())

const isOverloaded = (error: unknown) => error instanceof AppError && error.code === 'overloaded'

describe('threads', () => {
  it('forget what is called off while it waits, and never begin what was called off before', async () => {
    const spinning = [run('spin', undefined), run('spin', undefined)]
    const controller = new AbortController()
    const waiting = run('double', 1, controller.signal)
    controller.abort(new Error('called off'))
    await assert.rejects(waiting, /called off/)
    await assert.rejects(run('double', 1, controller.signal), /called off/)
    assert.equal(threads.load().waiting, 0)
    await Promise.allSettled(spinning)
  })

  it('kill each task by the limits of its own room', async () => {
    await assert.rejects(run('stand', undefined), /the other room/)
  })

  it('count processor time: one that gets no processor is not a bad page', async () => {
    assert.equal(await run('dawdle', 6), 6)
    await assert.rejects(run('starve', undefined), isOverloaded)
    assert.equal(await run('triple', 2), 6)
  })

  it('go on after a pause when they have no limit of time, for a debugger', async () => {
    const untimed = openThreads(file, tasks, { isUntimed: true })
    assert.equal(await untimed.run('pause', 3), 3)
    await untimed.close()
  })
})
