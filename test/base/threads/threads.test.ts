import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openThreads } from '../../../src/base/threads/threads.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { tasks } from '../../support/programs/thread.ts'

const file = new URL('../../support/programs/thread.ts', import.meta.url)
const threads = openThreads(file, tasks)
const { run } = threads
after(() => threads.close())

const double = (value: number) => run('double', value)

describe('threads', () => {
  it('give each task its own outcome', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, n) => double(n)))
    assert.deepEqual(
      outcomes,
      Array.from({ length: 40 }, (_, n) => n * 2),
    )
  })

  it('are sent the next task while they are busy, one after the other', async () => {
    const many = Array.from({ length: 12 }, () => run('overlap', undefined))
    await setImmediate()
    assert.deepEqual(threads.load(), { running: 2, waiting: 10 })
    assert.deepEqual(new Set(await Promise.all(many)), new Set([1]))
  })

  it('are killed when a task takes too long, and others go on', async () => {
    await assert.rejects(run('spin', undefined), /killed for time/)
    assert.equal(await double(4), 8)
  })

  it('are killed when a task eats memory, and others go on', async () => {
    await assert.rejects(run('eat', undefined), /killed for memory/)
    assert.equal(await double(5), 10)
  })

  it('pass a public error on as it is, and a bug with its stack', async () => {
    await assert.rejects(
      run('refuse', undefined),
      (error: unknown) => error instanceof AppError && error.code === 'page_empty',
    )
    await assert.rejects(
      run('break', undefined),
      (error: unknown) => error instanceof Error && /programs\/thread\.ts/.test(error.stack ?? ''),
    )
  })

  it('go on after an outcome that cannot be sent', async () => {
    const who = await run('who', undefined)
    await assert.rejects(run('unsendable', undefined), /could not be cloned/)
    assert.equal(await run('who', undefined), who)
  })

  it('never let the tasks of one room wait for those of another', async () => {
    const controller = new AbortController()
    const spinning = [1, 2, 3, 4].map(() => run('spin', undefined, controller.signal))
    assert.equal(await run('triple', 3), 9)
    assert.deepEqual(threads.load(), { running: 2, waiting: 2 })
    controller.abort()
    await Promise.allSettled(spinning)
  })

  it('take back what was sent behind a long task', async () => {
    const ended: string[] = []
    const note = (name: string) => () => ended.push(name)
    const hanging = run('hang', undefined).catch(note('hang'))
    const squares = Array.from({ length: 20 }, (_, n) => run('square', n))
    await Promise.all(squares).then(note('squares'))
    await hanging
    assert.deepEqual(ended, ['squares', 'hang'])
  })

  it('give to another what was sent to one that was killed', async () => {
    const hanging = ['hang', 'hang'].map(() => run('hang', undefined))
    const squares = [run('square', 3), run('square', 4)]
    await Promise.all(hanging.map(one => assert.rejects(one, /killed for time/)))
    assert.deepEqual(await Promise.all(squares), [9, 16])
  })

  it('do not count the time that loading a task’s code takes', async () => {
    assert.equal(await run('lateLoad', 7), 7)
  })
})
