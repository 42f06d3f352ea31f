import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { article, createBatch, ended, readBatch } from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('site.test', ({ path }) =>
    /^\/\w$/.test(path) ? article(path) : { status: 404, body: 'no' },
  )
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0', RESULTS_KEEP_HOURS: '72' })
})
after(async () => {
  await app.close()
  await web.close()
})

describe('batches', () => {
  it('say how many failed by code, also of a batch that goes on', async () => {
    const urls = ['https://site.test/a', 'https://site.test/gone', 'https://site.test/gone/too']
    const id = await createBatch(app, { urls: [...urls, 'https://nobody.test/'] })
    const state = (await ended(app, id)) as object as { failed: number; failures: object }
    assert.equal(state.failed, 3)
    assert.deepEqual(state.failures, { page_unreachable: 3 })
    const fine = await createBatch(app, { urls: ['https://site.test/a'] })
    assert.ok(!('failures' in (await ended(app, fine))))
  })

  it('are kept as long as the setting says, whatever it says later', async () => {
    const id = await createBatch(app, { urls: ['https://site.test/a'] })
    const hoursLeft = async () =>
      (Date.parse((await readBatch(app, id)).expiresAt) - Date.now()) / 3_600_000
    assert.ok(Math.abs((await hoursLeft()) - 72) < 0.1)
    await ended(app, id)
    assert.ok(Math.abs((await hoursLeft()) - 72) < 0.1)
  })

  it('read a page once with deduplicate, and name what they left out', async () => {
    const urls = [
      'https://site.test/a',
      'https://SITE.test/a#part',
      'site.test/a?utm_source=x',
      'https://site.test/b',
    ]
    const answer = await app.api('/v1/batch/scrape', {
      method: 'POST',
      body: { urls, deduplicate: true },
    })
    const { id, duplicateURLs } = answer.json as { id: string; duplicateURLs: string[] }
    assert.deepEqual(duplicateURLs, urls.slice(1, 3))
    const state = await ended(app, id)
    assert.deepEqual([state.total, state.creditsUsed], [2, 2])
    const all = await createBatch(app, { urls })
    assert.equal((await ended(app, all)).total, 4)
  })

  it('are listed, the newest first, each account’s own', async () => {
    type List = { total: number; data: { id: string; url: string; firstUrl: string }[] }
    const id = await createBatch(app, { urls: ['https://site.test/c'] })
    await ended(app, id)
    const { total, data } = (await app.api('/v1/batch/scrape?limit=1')).json as List
    assert.ok(total > 1)
    assert.deepEqual(
      data.map(({ id, url, firstUrl }) => ({ id, url, firstUrl })),
      [{ id, url: `${app.apiUrl}/v1/batch/scrape/${id}`, firstUrl: 'https://site.test/c' }],
    )
    const open = (await app.api('/v1/batch/scrape?status=scraping')).json as List
    assert.equal(open.total, 0)
    const stranger = await createCaller(app, 'free', 'stranger')
    assert.deepEqual((await stranger.api('/v1/batch/scrape')).json, { total: 0, data: [] })
  })
})
