import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { article, createBatch, ended, readBatch } from '../../support/batch.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
let release = Promise.withResolvers<void>()
before(async () => {
  web = await createSimulatedWeb()
  web.site('some.test', async ({ path }) => {
    if (path === '/robots.txt') return { status: 404 }
    if (path === '/held') await release.promise
    return article(path)
  })
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(async () => {
  release.resolve()
  await app.close()
  await web.close()
})

const start = () => {
  release = Promise.withResolvers<void>()
  return createBatch(app, { urls: ['https://some.test/a', 'https://some.test/held'] })
}

describe('whoever waits for results', () => {
  it('is answered when there is one past the offset, and when all have ended', async () => {
    const id = await start()
    const first = await readBatch(app, id, '?wait=20')
    assert.equal(first.data.length, 1)
    assert.deepEqual([first.status, first.next], ['scraping', undefined])
    const startedMs = performance.now()
    const empty = await app.api(`/v1/batch/scrape/${id}?offset=1&wait=1`)
    assert.ok(performance.now() - startedMs >= 950, 'it waited')
    assert.deepEqual((empty.json as { data: unknown[] }).data, [])
    assert.equal(empty.headers.get('retry-after'), '1')
    const waiting = readBatch(app, id, '?offset=1&wait=25')
    release.resolve()
    assert.equal((await waiting).status, 'completed')
    assert.equal((await readBatch(app, id, '?offset=2&wait=25')).status, 'completed', 'at once')
    assert.equal((await app.api(`/v1/batch/scrape/${id}?wait=26`)).status, 400)
  })

  it('can have them line by line as they end, and go on where it was cut off', async () => {
    const id = await start()
    const stream = (offset: number) =>
      fetch(`${app.apiUrl}/v1/batch/scrape/${id}?offset=${offset}`, {
        headers: { authorization: `Bearer ${app.secretKey}`, accept: 'application/x-ndjson' },
      })
    const answer = await stream(0)
    assert.equal(answer.headers.get('content-type'), 'application/x-ndjson')
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    assert.equal(JSON.parse(Buffer.from(value ?? []).toString()).url, 'https://some.test/a')
    await reader?.cancel()
    const rest = stream(1).then(answer => answer.text())
    release.resolve()
    const lines = (await rest).trim().split('\n')
    assert.deepEqual(
      lines.map(line => JSON.parse(line).url),
      ['https://some.test/held'],
    )
    const none = await fetch(`${app.apiUrl}/v1/batch/scrape/batch_none`, {
      headers: { authorization: `Bearer ${app.secretKey}`, accept: 'application/x-ndjson' },
    })
    assert.equal(none.status, 404)
  })
})

describe('an empty body', () => {
  it('is no body, whatever its content type', async () => {
    const id = await start()
    const headers = { 'content-type': 'application/json' }
    const cancelled = await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE', headers })
    assert.equal(cancelled.status, 200, cancelled.text)
    const retried = await app.api(`/v1/batch/scrape/${id}/retry`, { method: 'POST', headers })
    assert.equal(retried.status, 409, retried.text)
    const missing = await app.api('/v1/batch/scrape', { method: 'POST', headers })
    assert.equal(missing.status, 400, missing.text)
    release.resolve()
    await ended(app, id)
  })
})
