import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import {
  type AdmissionQueue,
  asWorkOf,
  createAdmissionQueue,
  notBegun,
  withoutCall,
} from '../../src/kit/admission-queue.ts'
import { AppError } from '../../src/kit/errors.ts'
import { stretched } from '../support/slowness.ts'

/** Work that lasts until it is told to end. */
const lasting = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

/** What a refusal says, or undefined for a call that is let in. */
const refusal = async (line: AdmissionQueue, account: string): Promise<AppError | undefined> => {
  const outcome = await line.admit(account, async () => undefined).catch(error => error)
  if (outcome !== undefined) assert.ok(outcome instanceof AppError && outcome.code === 'overloaded')
  return outcome
}

/** Calls that each hold a place for as long as they are told to. */
const calls = (line: AdmissionQueue, account: string, count: number, done: string[] = []) =>
  Array.from({ length: count }, (_, n) => {
    const own = lasting()
    const over = line
      .admit(account, () => line.hold(own.work))
      .then(() => void done.push(`${account}${n}`))
    return { end: own.end, over }
  })

const endAll = async (all: readonly { end: () => void; over: Promise<void> }[]) => {
  for (const { end } of all) end()
  await Promise.all(all.map(({ over }) => over))
}

describe('a line', () => {
  it('lets so many hold a place at a time, and the others of an account in their order', async () => {
    const line = createAdmissionQueue({ places: 2, calls: 10, usualMs: 1 })
    const done: number[] = []
    let most = 0
    const work = (n: number) => async () => {
      most = Math.max(most, line.load().running)
      await turn()
      done.push(n)
    }
    await Promise.all([1, 2, 3, 4, 5].map(n => line.admit('a', () => line.hold(work(n)))))
    assert.deepEqual(done, [1, 2, 3, 4, 5])
    assert.equal(most, 2)
    assert.deepEqual(line.load(), { calls: 0, running: 0, waiting: 0, refused: 0 })
  })

  it('serves the one call of an account next, however many another one has', async () => {
    const line = createAdmissionQueue({ places: 2, calls: 200, usualMs: 10 })
    const done: string[] = []
    const flood = calls(line, 'a', 50, done)
    const [single] = calls(line, 'b', 1, done)
    await turn()
    assert.deepEqual(line.load(), { calls: 51, running: 2, waiting: 49, refused: 0 })
    single?.end()
    flood[0]?.end()
    await single?.over
    assert.deepEqual(done.toSorted(), ['a0', 'b0'])
    await endAll(flood)
  })

  it('takes turns between accounts that all have much to do', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 200, usualMs: 1 })
    const done: string[] = []
    const all = ['a', 'b', 'c'].flatMap(account => calls(line, account, 3, done))
    await turn()
    await endAll(all)
    assert.deepEqual(done, ['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2'])
  })

  it('refuses at once who would wait for longer than about two seconds, and says when to come', async () => {
    const line = createAdmissionQueue({ places: 2, calls: 1_000, usualMs: 100 })
    const flood = calls(line, 'a', 32)
    assert.equal(line.load().refused, 0)
    const before = performance.now()
    assert.equal((await refusal(line, 'a'))?.retryAfterSeconds, 1)
    assert.ok(performance.now() - before < stretched(100))
    assert.equal(line.load().refused, 1)
    assert.equal(await refusal(line, 'b'), undefined, 'who has nothing there is let in')
    await endAll(flood)
  })

  it('says a longer pause where there will be no room for longer', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 1_000, usualMs: 10_000 })
    const flood = calls(line, 'a', 1)
    assert.equal((await refusal(line, 'a'))?.retryAfterSeconds, 9)
    await endAll(flood)
  })

  it('asks those it refuses back one after the other, each account for itself', async () => {
    const stopped = { now: () => 0, utilization: () => 0 }
    const line = createAdmissionQueue(
      { places: 2, calls: 1_000, usualMs: 1_000 },
      undefined,
      stopped,
    )
    const flood = calls(line, 'a', 5)
    const pauses = await Promise.all(Array.from({ length: 130 }, () => refusal(line, 'a')))
    // Two are served in a second; nobody is sent away for longer than a minute.
    const seconds = pauses.map(refused => refused?.retryAfterSeconds)
    assert.deepEqual(seconds.slice(0, 6), [1, 2, 2, 3, 3, 4])
    assert.equal(seconds.at(-1), 60)
    const others = calls(line, 'b', 2)
    // The two accounts take turns: b's next one is one of a's calls and one of its own later.
    assert.equal((await refusal(line, 'b'))?.retryAfterSeconds, 1)
    await endAll([...flood, ...others])
  })

  it('begins the work of those it lets in after it has refused the others', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 1_000, usualMs: 2_000 })
    const seen: string[] = []
    const all = [1, 2, 3].map(n =>
      line
        .admit('a', async () => void seen.push(`${n} begins`))
        .catch(() => void seen.push(`${n} is refused`)),
    )
    await Promise.all(all)
    assert.deepEqual(seen, ['2 is refused', '3 is refused', '1 begins'])
  })

  it('learns how long calls hold their places', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 1_000, usualMs: 10_000 })
    for (let n = 0; n < 60; n++) await line.admit('a', () => line.hold(async () => {}))
    const flood = calls(line, 'a', 20)
    assert.equal(line.load().refused, 0)
    await endAll(flood)
  })

  it('lets more in while they are at their sites, and never so many that others find no room', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 100, usualMs: 1 })
    const site = lasting()
    const fetching: Promise<void>[] = []
    for (let n = 0; n < 90; n++) fetching.push(line.admit('a', site.work).catch(() => {}))
    assert.equal(line.load().calls, 80)
    assert.equal((await refusal(line, 'a'))?.retryAfterSeconds, 1)
    assert.equal(await refusal(line, 'b'), undefined)
    site.end()
    await Promise.all(fetching)
    assert.equal(line.load().calls, 0)
  })

  it('leaves room for others even where an account has fewer calls than there are places', async () => {
    const line = createAdmissionQueue({ places: 8, calls: 10, usualMs: 1 })
    const site = lasting()
    const four = Array.from({ length: 4 }, () => line.admit('a', site.work))
    const five = Array.from({ length: 5 }, () => line.admit('b', site.work))
    await turn()
    assert.ok(await refusal(line, 'a'))
    assert.equal(line.load().calls, 9)
    const last = line.admit('c', site.work)
    assert.ok(await refusal(line, 'd'), 'there is no room at all')
    site.end()
    await Promise.all([...four, ...five, last])
  })

  it('leaves a fifth of the room to others where there are places for all', async () => {
    const line = createAdmissionQueue({ places: 10, calls: 10, usualMs: 1 })
    const site = lasting()
    const own = Array.from({ length: 10 }, () => line.admit('a', site.work).catch(() => {}))
    assert.equal(line.load().calls, 8)
    site.end()
    await Promise.all(own)
  })

  it('gives an account less while the main thread has no rest, and leaves room to others still', async () => {
    let now = 0
    const busy = { now: () => now, utilization: () => 1 }
    const line = createAdmissionQueue({ places: 2, calls: 100, usualMs: 1 }, undefined, busy)
    for (; now < 5_000; now += 250) await line.admit('z', async () => {})
    const site = lasting()
    const own = Array.from({ length: 90 }, () => line.admit('a', site.work).catch(() => {}))
    // A quarter of the room is left, and of that an account has four fifths.
    assert.equal(line.load().calls, 20)
    assert.equal(await refusal(line, 'b'), undefined)
    site.end()
    await Promise.all(own)
  })

  it('lets what could not begin wait again, first of its account, after those whose turn it is', async () => {
    const limits = { places: 3, calls: 100, usualMs: 1 }
    const line = createAdmissionQueue(limits)
    const done: string[] = []
    const two = calls(line, 'a', 2)
    const held = Promise.withResolvers<string | typeof notBegun>()
    let work = () => held.promise
    const again = line
      .admit('a', () => line.hold(() => work()))
      .then(outcome => void done.push(`a ${outcome}`))
    await turn()
    const others = [...calls(line, 'a', 1, done), ...calls(line, 'b', 1, done)]
    await turn()
    limits.places = 2
    work = async () => 'again'
    held.resolve(notBegun)
    await turn()
    assert.deepEqual(line.load(), { calls: 5, running: 2, waiting: 3, refused: 0 })
    for (const { end } of others) end()
    await endAll(two.slice(0, 1))
    await Promise.all([again, ...others.map(({ over }) => over)])
    assert.deepEqual(done, ['b0', 'a again', 'a0'])
    await endAll(two)
    assert.deepEqual(line.load(), { calls: 0, running: 0, waiting: 0, refused: 0 })
  })

  it('sees that those who have the places take longer than usual', async () => {
    let now = 0
    const clock = { now: () => now, utilization: () => 0.5 }
    const line = createAdmissionQueue({ places: 2, calls: 100, usualMs: 10 }, undefined, clock)
    const slow = [lasting(), lasting()].map(({ work, end }) => ({ end, over: line.hold(work) }))
    await turn()
    now = 1_000
    const before = calls(line, 'a', 1)
    await turn()
    now = 3_000
    assert.ok(await refusal(line, 'a'))
    assert.equal(await refusal(line, 'b'), undefined)
    now = 7_000
    assert.ok(await refusal(line, 'b'))
    await endAll([...slow, ...before])
    assert.equal(await refusal(line, 'c'), undefined)
  })

  it('keeps nobody waiting for ever behind those who come and go', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 200, usualMs: 1 })
    const first = lasting()
    const held = line.admit('z', () => line.hold(first.work))
    await turn()
    let others = 0
    let isServed = false
    const waiting = line
      .admit('a', () => line.hold(async () => {}))
      .then(() => line.admit('a', () => line.hold(async () => {})))
      .then(() => {
        isServed = true
      })
    const comeAndGo = async (account: string) => {
      while (!isServed) {
        await line.admit(account, () => line.hold(turn))
        others++
      }
    }
    const all = [comeAndGo('b'), comeAndGo('c')]
    await turn()
    first.end()
    await Promise.all([held, waiting, ...all])
    assert.ok(others <= 8, `${others} had their turns first`)
  })

  it('forgets who goes away, and who fails', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 10, usualMs: 1 })
    const first = lasting()
    const held = line.hold(first.work)
    const caller = new AbortController()
    const waiting = line.admit('a', () => line.hold(async () => {}, caller.signal))
    await turn()
    assert.equal(line.load().waiting, 1)
    caller.abort(new Error('gave up'))
    await assert.rejects(waiting, /gave up/)
    first.end()
    await held
    const fail = async () => {
      throw new Error('failed')
    }
    await assert.rejects(
      line.admit('a', () => line.hold(fail)),
      /failed/,
    )
    assert.deepEqual(line.load(), { calls: 0, running: 0, waiting: 0, refused: 0 })
  })

  it('never refuses work that no call waits for, and gives it one turn among the accounts', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 100, usualMs: 1_000 })
    const done: string[] = []
    const batch = Array.from({ length: 20 }, (_, n) =>
      line.hold(turn).then(() => void done.push(`batch${n}`)),
    )
    await line.admit('a', () => line.hold(turn))
    assert.ok(done.length <= 2, `${done.length} of the batch came before the call`)
    await Promise.all(batch)
    assert.equal(done.length, 20)
  })

  it('gives the accounts turns within the work that no call waits for', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 100, usualMs: 1_000 })
    const done: string[] = []
    const work = (account: string, count: number) =>
      Array.from({ length: count }, (_, n) =>
        asWorkOf(account, () => line.hold(turn)).then(() => done.push(`${account}${n}`)),
      )
    const all = [...work('a', 20), ...work('b', 3), ...work('c', 2)]
    await Promise.all(all)
    const first = ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']
    assert.deepEqual(done.slice(0, first.length), first)
    assert.equal(done.length, 25)
  })

  it('lets the work of an account pass where a call of it would be asked for room', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 0, usualMs: 1 })
    assert.equal(await asWorkOf('a', () => line.join(() => line.hold(async () => 'done'))), 'done')
  })

  it('sends work that no call waits for back after a while', async () => {
    const line = createAdmissionQueue({ places: 1, calls: 100, usualMs: 1 }, 20)
    const first = lasting()
    const held = line.admit('a', () => line.hold(first.work))
    await turn()
    const asBatch = () => line.hold(async () => {})
    await assert.rejects(asBatch(), { code: 'overloaded', retryAfterSeconds: 1 })
    await line.admit('b', async () => {
      await assert.rejects(withoutCall(asBatch), { code: 'overloaded' })
    })
    first.end()
    await held
  })

  it('lets such work wait for as long as its signal lives, where no patience was given', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const line = createAdmissionQueue({ places: 1, calls: 100, usualMs: 1 })
    const first = lasting()
    const held = line.admit('a', () => line.hold(first.work))
    await turn()
    const patient = line.hold(async () => 'done', new AbortController().signal)
    const hurried = assert.rejects(
      line.hold(async () => {}),
      { code: 'overloaded' },
    )
    await turn()
    t.mock.timers.tick(3_600_000)
    await hurried
    first.end()
    await held
    assert.equal(await patient, 'done')
  })

  it('is joined by calls of another line, and asked only once', async () => {
    const [pages, rendered] = [
      createAdmissionQueue({ places: 1, calls: 100, usualMs: 1 }),
      createAdmissionQueue({ places: 1, calls: 100, usualMs: 10_000 }),
    ]
    const flood = calls(rendered, 'a', 1)
    const render = () => rendered.join(() => rendered.hold(async () => 'rendered'))
    await assert.rejects(pages.admit('a', render), { code: 'overloaded' })
    await endAll(flood)
    assert.equal(await rendered.admit('a', render), 'rendered')
    assert.equal(await render(), 'rendered', 'a batch passes')
    assert.equal(rendered.load().calls, 0)
  })
})
