import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type ApiAnswer, call, startApp, type TestApp } from '../support/app.ts'
import { article, createBatch, ended } from '../support/batch.ts'
import { assertBooksClosed } from '../support/books.ts'
import { createCaller } from '../support/callers.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { stretched } from '../support/slowness.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  const page = article('a page').replace(
    '</main>',
    `${'<p>More of it, again. </p>'.repeat(300)}</main>`,
  )
  web.site('site.test', ({ path }) => (path === '/robots.txt' ? { status: 404 } : page))
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(() => web.close())

type Api = TestApp['api']
const scrape = (api: Api, path: string): Promise<ApiAnswer> =>
  api('/v1/scrape', {
    method: 'POST',
    body: { url: `https://site.test/${path}`, render: 'never', timeout: 60_000 },
  })

/** On a slow machine a call takes longer, and the shares of fewer calls would say little. */
const spanMs = stretched(20_000)

/** Of those who do not wait as told. */
const pushMs = 200

/** Asks again and again; a refused one waits as it was told, or asks again soon. */
const live = async (api: Api, name: string, waits: boolean) => {
  const tally = { served: 0, refused: 0, came: 0, cameAndServed: 0, others: [] as number[] }
  const endMs = performance.now() + spanMs
  for (let n = 0, wasTold = false; performance.now() < endMs; n++) {
    const { status, headers } = await scrape(api, `${name}/${n}`)
    if (wasTold) tally.came++
    if (wasTold && status === 200) tally.cameAndServed++
    wasTold = status === 503 && waits
    if (status === 200) tally.served++
    else if (status === 503) tally.refused++
    else tally.others.push(status)
    if (status === 503) await wait(waits ? 1_000 * Number(headers.get('retry-after')) : pushMs)
  }
  return tally
}

const total = (tallies: readonly Awaited<ReturnType<typeof live>>[]) => ({
  served: tallies.reduce((sum, { served }) => sum + served, 0),
  refused: tallies.reduce((sum, { refused }) => sum + refused, 0),
  came: tallies.reduce((sum, { came }) => sum + came, 0),
  cameAndServed: tallies.reduce((sum, { cameAndServed }) => sum + cameAndServed, 0),
  others: tallies.flatMap(({ others }) => others),
})

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

describe('beside many calls', () => {
  for (const waits of [false, true])
    it(`of one account that ${waits ? 'come as they are told' : 'push'}, ten accounts with a call each are served`, async t => {
      const greedy = await createCaller(app, 'growth', `greedy ${waits}`)
      const polite = await Promise.all(
        Array.from({ length: 10 }, (_, n) => createCaller(app, 'growth', `polite ${n} ${waits}`)),
      )
      const [pushed, served] = await Promise.all([
        Promise.all(Array.from({ length: 200 }, (_, n) => live(greedy.api, `g${n}`, waits))),
        Promise.all(polite.map(({ api }, n) => live(api, `p${n}`, true))),
      ])
      t.diagnostic(`greedy ${JSON.stringify(total(pushed))}`)
      t.diagnostic(`polite ${JSON.stringify(total(served))}`)
      const all = total(served)
      assert.deepEqual(all.others, [])
      // On a busy machine a page may come too late; nothing else goes wrong.
      assert.ok(total(pushed).others.every(status => status === 502))
      assert.ok(all.served > 0)
      assert.ok(all.refused <= 0.05 * all.served, `${all.refused} of the polite were refused`)
      for (const { id } of [greedy, ...polite]) await assertBooksClosed(app.database.sql, id)
    })

  it('of 200 who poll for a large result, health is told sooner than results are', async t => {
    const urls = Array.from({ length: 50 }, (_, n) => `https://site.test/${n}`)
    const id = await createBatch(app, { urls, formats: ['markdown', 'html'] })
    await ended(app, id, 300_000)
    const endMs = performance.now() + spanMs / 2
    const polls: number[] = []
    const healths: number[] = []
    const timed = async (times: number[], ask: () => Promise<ApiAnswer>) => {
      while (performance.now() < endMs) {
        const beganMs = performance.now()
        const { status, headers } = await ask()
        assert.ok(status === 200 || status === 503)
        if (status === 503) await wait(1_000 * Number(headers.get('retry-after')))
        else times.push(performance.now() - beganMs)
      }
    }
    await Promise.all([
      ...Array.from({ length: 200 }, () =>
        timed(polls, () => app.api(`/v1/batch/scrape/${id}?limit=100`)),
      ),
      timed(healths, () => call(`${app.apiUrl}/healthz`)),
    ])
    const told = { polls: polls.length, poll: median(polls), health: median(healths) }
    t.diagnostic(JSON.stringify({ ...told, longest: Math.max(...healths) }))
    assert.ok(told.health < told.poll / 2)
  })
})
