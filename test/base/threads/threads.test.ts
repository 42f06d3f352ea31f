import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
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

  it('begin first what another account asks for, not what was sent behind a long task', async () => {
    const ended: string[] = []
    const call = (account: string, task: () => Promise<unknown>) =>
      threads
        .line('hang')
        .admit(account, task)
        .catch(() => undefined)
        .then(() => ended.push(account))
    const hanging = Array.from({ length: 5 }, () => call('a', () => run('hang', undefined)))
    await wait(100)
    await call('b', () => run('square', 3))
    assert.ok(ended.indexOf('b') <= 2, `${ended}`)
    await Promise.all(hanging)
  })

  it('send nothing behind a task that is known to take long', async () => {
    const ended: string[] = []
    const note = (name: string) => () => ended.push(name)
    const two = [
      run('hang', undefined).catch(note('hang')),
      run('linger', 150).then(note('linger')),
    ]
    await wait(100)
    await run('square', 5).then(note('square'))
    await Promise.all(two)
    assert.deepEqual(ended, ['linger', 'square', 'hang'])
  })

  it('forget what is called off when it was taken back', async () => {
    const hanging = ['hang', 'hang'].map(() => run('hang', undefined).catch(() => undefined))
    const controller = new AbortController()
    const square = run('square', 5, controller.signal)
    await wait(100)
    controller.abort(new Error('called off'))
    await assert.rejects(square, /called off/)
    assert.deepEqual(threads.load(), { running: 2, waiting: 0 })
    await Promise.all(hanging)
  })

  it('give everybody their own answer, once, while threads die', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const ends = n % 20 === 10 ? run('endSoon', undefined).catch(() => undefined) : undefined
        const answer = await run('square', n).catch((error: Error) => error.message)
        await ends
        return answer
      }),
    )
    const wrong = answers.filter((answer, n) => answer !== n * n)
    // What the thread was busy with when it died fails with it, and no more than that.
    assert.ok(wrong.length <= 10 && wrong.every(answer => answer === 'ended'), `${wrong}`)
    assert.deepEqual(threads.load(), { running: 0, waiting: 0 })
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
