import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { tableOf } from '../../../src/products/extract/batch/table.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { article, createBatch, ended } from '../../support/batch.ts'
import { jobApi } from '../../support/job-api.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

const product = (n: number) => `<!doctype html><html><head><title>Kettle ${n}</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle ${n}","offers":{"@type":"Offer","price":"${n}.50","priceCurrency":"EUR"}}</script>
</head><body><main><h1>Kettle ${n}</h1><p>Price: ${n}.50 EUR</p><p>It boils water in two minutes, and says so
with a whistle that everybody in the house can hear.</p></main></body></html>`

/** In an order of its own, which the database must not change. */
const schema = {
  type: 'object',
  properties: { price: { type: 'number' }, name: { type: 'string' } },
  required: ['name'],
}

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('shop.test', ({ path }) => {
    const [, n] = /^\/kettle\/(\d+)$/.exec(path) ?? []
    return n ? product(Number(n)) : { status: 404 }
  })
  web.site('text.test', { '/robots.txt': { status: 404 }, '/a': article('a') })
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(() => web.close())

const kettles = (count: number) =>
  Array.from({ length: count }, (_, n) => `https://shop.test/kettle/${n + 1}`)

type State = {
  id: string
  status: string
  total: number
  completed: number
  failed: number
  creditsUsed: number
  data: { url: string; data?: unknown; error?: string; code?: string; evidence?: object }[]
}

const path = '/v1/batch/extract'
const jobs = jobApi<State>(path, 'extract')
const refused = async (body: object, status: number, text: RegExp) => {
  const answer = await app.api(path, { method: 'POST', body })
  assert.equal(answer.status, status, answer.text)
  assert.match((answer.json as { error: string }).error, text)
}

describe('a batch extraction', () => {
  it('takes the data of every page, at five credits each that answers', async () => {
    const id = await jobs.create(app, { urls: [...kettles(6), 'https://shop.test/none'], schema })
    const state = await jobs.ended(app, id)
    assert.equal(state.status, 'completed')
    assert.deepEqual([state.total, state.completed, state.failed, state.creditsUsed], [7, 6, 1, 30])
    const byUrl = new Map(state.data.map(item => [item.url, item]))
    assert.deepEqual(byUrl.get('https://shop.test/kettle/4')?.data, {
      name: 'Kettle 4',
      price: 4.5,
    })
    assert.equal(byUrl.get('https://shop.test/none')?.code, 'page_unreachable')
    const charged = await app.database.sql`
      select kind, count(*)::int as count, sum(credits)::int as credits from ledger
      where operation = 'batchExtract' group by kind order by kind`
    assert.deepEqual(
      [...charged],
      [
        { kind: 'release', count: 1, credits: 5 },
        { kind: 'reserve', count: 7, credits: 35 },
        { kind: 'settle', count: 6, credits: 30 },
      ],
    )
  })

  it('charges nothing for a page that has nothing of what is asked for', async () => {
    const other = { type: 'object', properties: { blood_type: { type: 'string' } } }
    const state = await jobs.ended(app, await jobs.create(app, { urls: kettles(2), schema: other }))
    assert.deepEqual([state.status, state.completed, state.creditsUsed], ['completed', 2, 0])
    assert.deepEqual(
      state.data.map(({ data }) => data),
      [{}, {}],
    )
  })

  it('is a table and lines to take home, and no files of pages', async () => {
    const id = await jobs.create(app, { urls: [...kettles(2), 'https://shop.test/none'], schema })
    await jobs.ended(app, id)
    const csv = (await app.api(`${path}/${id}/results.csv`)).text.trim().split('\r\n')
    assert.equal(csv[0], 'url,price,name,code,error,warning')
    assert.ok(csv.includes('https://shop.test/kettle/2,2.5,Kettle 2,,,'), csv.join('\n'))
    assert.ok(csv.some(line => line.startsWith('https://shop.test/none,,,page_unreachable,')))
    const headers = { authorization: `Bearer ${app.secretKey}` }
    const file = await fetch(`${app.apiUrl}${path}/${id}/results.jsonl`, { headers })
    const lines = (await file.text()).trim().split('\n')
    assert.equal(lines.length, 3)
    assert.equal((await app.api(`${path}/${id}/results.zip`)).status, 404)
    const listed = (await app.api(path)).json as { total: number; data: { id: string }[] }
    assert.equal(listed.data[0]?.id, id)
  })

  it('takes the pages of an earlier batch, with evidence where it is wanted', async () => {
    const batch = await createBatch(app, { urls: [...kettles(3), 'https://shop.test/none'] })
    await ended(app, batch)
    const state = await jobs.ended(
      app,
      await jobs.create(app, { from: batch, schema, evidence: true }),
    )
    assert.deepEqual([state.total, state.completed], [3, 3])
    for (const item of state.data) assert.ok(Object.keys(item.evidence ?? {}).length > 0)
    await refused({ from: state.id, schema }, 404, /no job/)
    await refused({ from: 'batch_none', schema }, 404, /no job batch_none/)
  })

  it('is asked again for what failed, and answered once for one key', async () => {
    const first = await jobs.ended(
      app,
      await jobs.create(app, { urls: ['https://shop.test/kettle/x'], schema }),
    )
    assert.equal(first.status, 'failed')
    const again = await app.api(`${path}/${first.id}/retry`, { method: 'POST' })
    assert.equal(again.status, 200, again.text)
    const retried = await jobs.ended(app, (again.json as { id: string }).id)
    assert.deepEqual([retried.total, retried.failed, retried.creditsUsed], [1, 1, 0])
    const headers = { 'idempotency-key': 'once' }
    const asked = { urls: kettles(1), schema }
    assert.equal(await jobs.create(app, asked, headers), await jobs.create(app, asked, headers))
  })

  it('refuses what cannot work before anything is paid', async () => {
    await refused({ schema }, 400, /either "urls", or "from"/)
    await refused({ urls: kettles(1), from: 'batch_x', schema }, 400, /either "urls", or "from"/)
    await refused({ urls: kettles(1) }, 400, /"schema", a "prompt" or both/)
    await refused({ urls: kettles(1), prompt: 'Names' }, 400, /language model is needed/)
    await refused({ urls: kettles(1), schema: { type: 'strin' } }, 400, /schema/i)
    await refused({ urls: ['ftp://x'], schema }, 400, /urls\[0\]/)
    const hook = { url: 'https://hook.test/', form: 'firecrawl' }
    await refused({ urls: kettles(1), schema, webhook: hook }, 400, /Firecrawl has no events/)
  })

  it('can be cancelled, and what was waiting costs nothing', async () => {
    const id = await jobs.create(app, { urls: kettles(40), schema, delay: 60_000 })
    const answer = await app.api(`${path}/${id}`, { method: 'DELETE' })
    assert.deepEqual(answer.json, { id, status: 'cancelled' })
    const state = await jobs.ended(app, id)
    assert.equal(state.creditsUsed, 5 * state.completed)
  })
})

describe('its table', () => {
  const rows = (schema: unknown, ...items: object[]) => items.flatMap(tableOf(schema).rowsOf)

  it('has a row for each entry of the one list', () => {
    const entry = { type: 'object', properties: { title: {}, url: {} } }
    const list = { type: 'object', properties: { posts: { type: 'array', items: entry } } }
    assert.deepEqual(tableOf(list).columns, [
      'page_url',
      'title',
      'url',
      'code',
      'error',
      'warning',
    ])
    const data = { posts: [{ title: 'A', url: '/a' }, { title: 'B' }] }
    assert.deepEqual(rows(list, { url: 'u', data }), [
      ['u', 'A', '/a', '', '', ''],
      ['u', 'B', '', '', '', ''],
    ])
    assert.deepEqual(rows({ type: 'array', items: entry }, { url: 'u', data: [{ title: 'A' }] }), [
      ['u', 'A', '', '', '', ''],
    ])
    assert.deepEqual(rows(list, { url: 'u', error: 'No.', code: 'x' }), [
      ['u', '', '', 'x', 'No.', ''],
    ])
  })

  it('writes what fits no cell as JSON, and all of it where nothing is known of it', () => {
    const nested = { properties: { size: {} } }
    assert.deepEqual(rows(nested, { url: 'u', data: { size: { w: 1 } } }), [
      ['u', '{"w":1}', '', '', ''],
    ])
    assert.deepEqual(rows(undefined, { url: 'u', data: { a: 1 } }), [['u', '{"a":1}', '', '', '']])
  })
})
