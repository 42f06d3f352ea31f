import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { TestApp } from '../../support/app.ts'
import { article, assertSound, createBatch, ended } from '../../support/batch.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

/** A site whose odd pages are missing until it is mended. */
const brokenSite = (host: string) => {
  let isMended = false
  web.site(host, ({ path }) => {
    if (path === '/robots.txt') return { status: 404 }
    return isMended || Number(path.slice(1)) % 2 === 0 ? article(path) : { status: 404, body: 'no' }
  })
  const urls = Array.from({ length: 7 }, (_, n) => `https://${host}/${n}`)
  return { urls, odd: urls.filter((_, n) => n % 2 === 1), mend: () => (isMended = true) }
}

type Failures = {
  failed: number
  data: { url: string; code: string; error: string }[]
  next?: string
}
const retry = (id: string, headers: Record<string, string> = {}) =>
  app.api(`/v1/batch/scrape/${id}/retry`, { method: 'POST', headers })

describe('failed URLs', () => {
  it('are listed with the reason, a page at a time', async () => {
    const { urls, odd } = brokenSite('listed.test')
    const id = await createBatch(app, { urls })
    await ended(app, id)
    const list = async (query: string) =>
      (await app.api(`/v1/batch/scrape/${id}/failures${query}`)).json as Failures
    const all = await list('')
    assert.equal(all.failed, 3)
    assert.deepEqual(all.data.map(({ url }) => url).sort(), odd)
    assert.deepEqual(all.data[0], {
      url: all.data[0]?.url,
      code: 'page_unreachable',
      error: 'listed.test answered with status 404 (Not Found).',
    })
    assert.equal(all.next, undefined)
    const first = await list('?limit=2')
    assert.match(first.next ?? '', /\/failures\?offset=2&limit=2$/)
    const second = await list('?limit=2&offset=2')
    assert.deepEqual([...first.data, ...second.data], all.data)
    assert.equal(second.next, undefined)
    assert.deepEqual(await list('?offset=3'), { failed: 3, data: [] })
  })

  it('make a new batch with the same options, headers and webhook', async () => {
    const { urls, odd, mend } = brokenSite('again.test')
    web.site('told.test', { '*': { status: 204 } })
    const webhook = {
      url: 'https://told.test/',
      headers: { 'x-tenant': '42' },
      events: ['batch.completed'],
    }
    const headers = { 'x-token': 'page-secret' }
    const first = await createBatch(app, { urls, formats: ['links'], headers, webhook })
    await ended(app, first)
    mend()
    const answer = await retry(first, { 'idempotency-key': 'again' })
    assert.equal(answer.status, 200, answer.text)
    const { id } = answer.json as { id: string }
    const state = await ended(app, id)
    assert.deepEqual([state.total, state.completed, state.creditsUsed], [3, 3, 3])
    assert.deepEqual(state.data.map(({ url }) => url).sort(), odd)
    assert.deepEqual(Object.keys(state.data[0] ?? {}), ['url', 'links'])
    const last = web.requestsTo('again.test').at(-1)
    assert.equal(last?.headers['x-token'], 'page-secret')
    await until('both ends are told', () => web.requestsTo('told.test').length === 2, 10_000)
    assert.ok(web.requestsTo('told.test').every(told => told.headers['x-tenant'] === '42'))
    assert.equal((await retry(first, { 'idempotency-key': 'again' })).text, answer.text)
    assert.equal((await ended(app, first)).failed, 3, 'the first batch stays as it was')
    await assertSound(app.database.sql, id)
  })

  it('of a batch under way, of one without any, or of no batch are not retried', async () => {
    const release = Promise.withResolvers<void>()
    web.site('held.test', async ({ path }) => {
      if (path === '/robots.txt') return { status: 404 }
      await release.promise
      return article(path)
    })
    const id = await createBatch(app, { urls: ['https://held.test/a'] })
    const early = await retry(id)
    assert.equal(early.status, 409)
    assert.match(early.text, /has not ended/)
    release.resolve()
    await ended(app, id)
    const clean = await retry(id)
    assert.equal(clean.status, 409)
    assert.match(clean.text, /No URL of the batch .* has failed/)
    assert.equal((await retry('batch_never')).status, 404)
    assert.equal((await app.api('/v1/batch/scrape/batch_never/failures')).status, 404)
  })
})
