import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readPageRequest } from '../../../src/base/reader/page-request.ts'
import type { PageOutcome } from '../../../src/base/reader/page-task.ts'
import { createReadPage, type ReaderDeps } from '../../../src/base/reader/read-page.ts'
import type { Render } from '../../../src/base/reader/render.ts'
import type { WayOut } from '../../../src/base/ways/ways.ts'
import { createEgress } from '../../../src/base/web/egress.ts'
import { createRobots } from '../../../src/base/web/robots.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'

describe('a page that came while every thread was busy', async () => {
  const web = await createSimulatedWeb()
  const egress = createEgress({ outbound: web.outbound })
  web.site('silent.test', () => new Promise<never>(() => {}))
  web.site('came.test', () => '<p>A page that came at once.</p>')
  const never = () => false
  const robots = createRobots(egress)
  const reader = {
    ways: { use: (_: unknown, work: (out: WayOut) => unknown) => work({ egress, robots }) },
    render: { isAvailable: never },
    verdicts: {
      note: () => undefined,
      failed: () => (error: unknown) => {
        throw error
      },
    },
  } as unknown as ReaderDeps
  const readPage = createReadPage<string>({
    ...reader,
    readBytes: async (_, signal): Promise<PageOutcome<string>> => {
      await wait(2_000, undefined, { signal })
      return { is: 'answer', answer: 'read' }
    },
  })
  const busyBrowsers: Render = {
    isAvailable: () => true,
    health: () => 'good',
    page: async (_, __, turns, life) => {
      await wait(900)
      turns.ofSite()
      return wait(10_000, undefined, { signal: life })
    },
  }
  const readRendered = createReadPage<string>({
    ...{ ...reader, render: busyBrowsers },
    readBytes: async () => assert.fail('it never came'),
  })
  const asked = {
    ...readPageRequest(
      egress.parseTarget,
      { url: 'https://came.test/' },
      { formats: ['markdown'], respectRobots: false },
    ),
    timeoutMs: 1_000,
  }

  it('is read all the same where nobody waits, and not asked for again', async () => {
    assert.equal(await readPage(asked, new AbortController().signal), 'read')
    assert.equal(web.requestsTo('came.test').length, 1)
  })

  it('is read all the same for whoever did not say how long it may take', async () => {
    const call = { ...asked, arrivedMs: performance.now() }
    assert.equal(await readPage(call, new AbortController().signal), 'read')
  })

  it('is late for whoever did, and nobody says that of the page', async () => {
    const call = { ...asked, isTimed: true, arrivedMs: performance.now() }
    await assert.rejects(readPage(call, new AbortController().signal), {
      code: 'overloaded',
      message: 'This server was too busy to read came.test within 1 s. Try again shortly.',
    })
  })

  it('and one that had no time left to come when its turn came is not blamed either', async () => {
    const call = {
      ...asked,
      ...{ render: 'always' as const, isTimed: true, arrivedMs: performance.now() },
    }
    await assert.rejects(readRendered(call, new AbortController().signal), { code: 'overloaded' })
  })

  it('while a site that lets us wait is', async () => {
    const url = egress.parseTarget('https://silent.test/')
    const call = { ...asked, url, arrivedMs: performance.now() }
    await assert.rejects(readPage(call, new AbortController().signal), { code: 'page_timeout' })
    await egress.close()
    await web.close()
  })
})
