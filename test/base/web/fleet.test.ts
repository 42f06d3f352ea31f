import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { BrowserProcess } from '../../../src/base/web/browser-process.ts'
import { createFleet, type FleetLimits } from '../../../src/base/web/fleet.ts'

type Played = BrowserProcess & { state: { bytes: number; answers: boolean; died: boolean } }

const usual: FleetLimits = {
  ...{ browsers: 1, busyPages: 4 },
  ...{ pagesPerBrowser: 3, maxAgeMs: 60_000, maxIdleMs: 10_000, answerWithinMs: 1_000 },
  ...{ maxMemoryBytes: 100, deadlyMemoryBytes: 200 },
}

const two = { browsers: 2, busyPages: 2, pagesPerBrowser: 100 }

/** Browsers that do as they are told, on a clock of the test. */
const played = (t: TestContext, limits: Partial<FleetLimits> = {}) => {
  let nowMs = 0
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  t.mock.method(performance, 'now', () => nowMs)
  const started: Played[] = []
  const said: string[] = []
  const starts = { fail: false }
  const launch = async (): Promise<BrowserProcess> => {
    if (starts.fail) throw new Error('no browser')
    const nth = started.length
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    const state = { bytes: 0, answers: true, died: false }
    const die = (how: string) => {
      if (!state.died) said.push(`${nth} ${how}`)
      state.died = true
      resolve()
    }
    const browser = {
      ...{ version: `v${nth}`, startedMs: nowMs, gone, state },
      isGone: () => state.died,
      memoryBytes: async () => state.bytes,
      answers: async () => state.answers,
      kill: () => die('killed'),
      close: async () => die('closed'),
    } as unknown as Played
    started.push(browser)
    return browser
  }
  const fleet = createFleet(launch, { ...usual, ...limits })
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      nowMs += Math.min(500, left)
      t.mock.timers.tick(Math.min(500, left))
      await settle()
    }
  }
  return { fleet, started, said, starts, pass }
}
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

describe('the browsers', () => {
  it('one serves all pages, until it has served enough, and ends with the last of them', async t => {
    const { fleet, said, started } = played(t)
    const [one, two, three] = [await fleet.take(), await fleet.take(), await fleet.take()]
    assert.equal(started.length, 1)
    const four = await fleet.take()
    assert.equal(started.length, 2)
    assert.equal(fleet.status().running, 2)
    assert.equal(fleet.status().version, 'v1')
    await one?.giveBack()
    await three?.giveBack()
    assert.deepEqual(said, [])
    await two?.giveBack()
    assert.deepEqual(said, ['0 closed'])
    await four.giveBack()
    assert.deepEqual(said, ['0 closed'])
    assert.equal(fleet.status().crashes, 0)
  })

  it('a busy one gets another beside it, which nobody waits for, up to their number', async t => {
    const { fleet, started } = played(t, two)
    const pages = [await fleet.take(), await fleet.take()]
    assert.equal(started.length, 1)
    const third = await fleet.take()
    assert.equal(third.browser, started[0])
    await settle()
    assert.equal(started.length, 2)
    pages.push(third, await fleet.take(), await fleet.take())
    assert.deepEqual(
      pages.map(({ browser }) => browser.version),
      ['v0', 'v0', 'v0', 'v1', 'v1'],
    )
    // Both are busy: the one with fewer pages has the next, and there is no third.
    assert.equal((await fleet.take()).browser, started[1])
    await settle()
    assert.equal(started.length, 2)
    assert.equal(fleet.status().running, 2)
  })

  it('the one beside it ends when the first has time for all pages again', async t => {
    const { fleet, said, started, pass } = played(t, { ...two, busyPages: 1 })
    const first = await fleet.take()
    await (await fleet.take()).giveBack()
    const beside = await fleet.take()
    assert.equal(beside.browser, started[1])
    await beside.giveBack()
    await first.giveBack()
    await pass(6_000)
    const alone = await fleet.take()
    assert.equal(alone.browser, started[0])
    await pass(6_000)
    assert.deepEqual(said, ['1 closed'])
    await alone.giveBack()
    assert.equal(fleet.status().running, 1)
  })

  it('a second one that cannot start keeps no page from the first', async t => {
    const { fleet, started, starts } = played(t, { ...two, busyPages: 1 })
    const first = await fleet.take()
    starts.fail = true
    for (const beside of [await fleet.take(), await fleet.take()]) {
      assert.equal(beside.browser, first.browser)
      await settle()
    }
    assert.equal(started.length, 1)
    assert.equal(fleet.status().failedMsAgo, undefined)
  })

  it('one that is old serves no more', async t => {
    const { fleet, started, pass } = played(t, { maxIdleMs: 1_000_000 })
    await (await fleet.take()).giveBack()
    await pass(60_000)
    await (await fleet.take()).giveBack()
    assert.equal(started.length, 1)
    await pass(1)
    await fleet.take()
    await fleet.take()
    assert.equal(started.length, 2)
  })

  it('one that nobody needs is ended; one that is needed meanwhile is not', async t => {
    const { fleet, said, pass } = played(t)
    await (await fleet.take()).giveBack()
    await pass(9_500)
    const page = await fleet.take()
    await pass(20_000)
    assert.deepEqual(said, [])
    await page.giveBack()
    await pass(10_000)
    assert.deepEqual(said, ['0 closed'])
    assert.equal(fleet.status().running, 0)
  })

  it('one that grows too large is replaced in peace, and killed where it grows further', async t => {
    const { fleet, started, said, pass } = played(t)
    const page = await fleet.take()
    const [browser] = started
    assert.ok(browser)
    browser.state.bytes = 100
    await pass(2_000)
    await (await fleet.take()).giveBack()
    assert.equal(started.length, 1)
    browser.state.bytes = 101
    await pass(2_000)
    await fleet.take()
    assert.equal(started.length, 2)
    browser.state.bytes = 200
    await pass(2_000)
    assert.deepEqual(said, [])
    browser.state.bytes = 201
    await pass(2_000)
    assert.deepEqual(said, ['0 killed'])
    await page.giveBack()
    assert.equal(fleet.status().running, 1)
  })

  it('one that does not answer while it works is killed; one that rests is not asked', async t => {
    const { fleet, started, said, pass } = played(t)
    const page = await fleet.take()
    await page.giveBack()
    const [browser] = started
    assert.ok(browser)
    browser.state.answers = false
    await pass(4_000)
    assert.deepEqual(said, [])
    await fleet.take()
    await pass(2_000)
    assert.deepEqual(said, ['0 killed'])
    assert.equal(fleet.status().crashes, 1)
  })

  it('one that is gone is replaced by the next page', async t => {
    const { fleet, started } = played(t)
    await fleet.warm()
    started[0]?.kill()
    await fleet.take()
    assert.deepEqual(
      { ...fleet.status(), failedMsAgo: undefined },
      { launches: 2, crashes: 1, running: 1, version: 'v1', failedMsAgo: undefined },
    )
  })

  it('one that cannot start is not tried again for five seconds', async t => {
    const { fleet, starts, pass } = played(t)
    starts.fail = true
    await assert.rejects(fleet.take(), { message: 'no browser' })
    starts.fail = false
    await pass(4_999)
    await assert.rejects(fleet.take(), { message: 'no browser' })
    assert.equal(fleet.status().failedMsAgo, 4_999)
    await pass(1)
    await fleet.take()
    assert.equal(fleet.status().failedMsAgo, undefined)
    assert.equal(fleet.status().launches, 1)
  })

  it('all of them end with the fleet, and none starts after it', async t => {
    const { fleet, said } = played(t, { pagesPerBrowser: 1 })
    await fleet.take()
    await fleet.take()
    await fleet.close()
    assert.deepEqual(said, ['0 closed', '1 closed'])
    await assert.rejects(fleet.take(), { code: 'overloaded' })
  })
})
