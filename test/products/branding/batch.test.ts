import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { jobApi } from '../../support/job-api.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

const page = (color: string) => `<!doctype html><html><head><title>Kettles</title>
<meta property="og:site_name" content="Kettles"><meta name="theme-color" content="${color}">
<style>body{color:#222;background:#fff}.btn{background:${color};color:#fff}</style></head>
<body><header><a href="/"><img class="logo" src="/logo.png" alt="Kettles" width="200" height="40"></a></header>
<main><h1>Kettles</h1>${'<p>They boil water in two minutes and whistle for everybody in the house.</p>'.repeat(8)}
<a class="btn" href="/buy">Buy</a></main></body></html>`

type State = {
  id: string
  status: string
  total: number
  completed: number
  failed: number
  creditsUsed: number
  data: {
    url: string
    profile?: { brandName?: { value: string }; colors: { brand: { value: string } | null } }
    code?: string
  }[]
}

const path = '/v1/batch/branding'
const jobs = jobApi<State>(path, 'branding')
const include = ['colors', 'images']

describe('a batch of branding profiles', () => {
  let web: SimulatedWeb
  let app: TestApp
  before(async () => {
    web = await createSimulatedWeb()
    web.site('red.test', { '/': page('#b91c1c') })
    web.site('blue.test', { '/': page('#1d4ed8') })
    web.site('gone.test', () => ({ status: 404 }))
    app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  it('profiles every site, at two credits without a browser and nothing for failures', async () => {
    const id = await jobs.create(app, {
      urls: ['red.test', 'https://blue.test/', 'gone.test'],
      include,
    })
    const state = await jobs.ended(app, id)
    assert.deepEqual([state.total, state.completed, state.failed, state.creditsUsed], [3, 2, 1, 4])
    const byUrl = new Map(state.data.map(item => [item.url, item]))
    assert.equal(byUrl.get('red.test')?.profile?.colors.brand?.value, '#b91c1c')
    assert.equal(byUrl.get('https://blue.test/')?.profile?.colors.brand?.value, '#1d4ed8')
    assert.equal(byUrl.get('gone.test')?.code, 'page_unreachable')
    assert.doesNotMatch(JSON.stringify(byUrl.get('red.test')), /"evidence"/)
    const csv = (await app.api(`${path}/${id}/results.csv`)).text.trim().split('\r\n')
    assert.match(csv[0] ?? '', /^url,brandName,brandColor,/)
    assert.ok(
      csv.some(line => line.startsWith('red.test,Kettles,#b91c1c,')),
      csv.join('\n'),
    )
    assert.equal((await app.api(`${path}/${id}/results.zip`)).status, 404)
    const charged = await app.database.sql`
      select kind, sum(credits)::int as credits from ledger
      where operation = 'batchBrandingHeuristic' group by kind order by kind`
    assert.deepEqual(
      [...charged],
      [
        { kind: 'release', credits: 2 },
        { kind: 'reserve', credits: 6 },
        { kind: 'settle', credits: 4 },
      ],
    )
  })

  it('retries what failed with the same options, and takes one key once', async () => {
    const first = await jobs.ended(
      app,
      await jobs.create(app, { urls: ['gone.test'], include, evidence: true }),
    )
    assert.equal(first.status, 'failed')
    web.site('gone.test', { '/': page('#047857') })
    const again = await app.api(`${path}/${first.id}/retry`, { method: 'POST' })
    assert.equal(again.status, 200, again.text)
    const retried = await jobs.ended(app, (again.json as { id: string }).id)
    assert.deepEqual([retried.completed, retried.creditsUsed], [1, 2])
    assert.match(JSON.stringify(retried.data), /"evidence"/)
    const headers = { 'idempotency-key': 'once' }
    const asked = { urls: ['red.test'], include }
    assert.equal(await jobs.create(app, asked, headers), await jobs.create(app, asked, headers))
  })

  it('gives back what was reserved for sites that a cancelled batch did not read', async () => {
    const urls = Array.from({ length: 40 }, (_, n) => `https://red.test/${n}`)
    const id = await jobs.create(app, { urls, include, delay: 60_000 })
    const answer = await app.api(`${path}/${id}`, { method: 'DELETE' })
    assert.deepEqual(answer.json, { id, status: 'cancelled' })
    const state = await jobs.ended(app, id)
    assert.equal(state.creditsUsed, 2 * state.completed)
    const listed = (await app.api(path)).json as { data: { id: string }[] }
    assert.equal(listed.data[0]?.id, id)
  })

  it('refuses what cannot work before it costs anything', async () => {
    const refused = async (body: object, text: RegExp) => {
      const answer = await app.api(path, { method: 'POST', body })
      assert.equal(answer.status, 400, answer.text)
      assert.match((answer.json as { error: string }).error, text)
    }
    await refused({ urls: [] }, /urls/)
    await refused({ urls: Array(10_001).fill('red.test') }, /10000|10,000/)
    await refused({ urls: ['ftp://x'] }, /urls\[0\]/)
    await refused({ urls: ['red.test'], include: ['smell'] }, /include/)
    const hook = { url: 'https://hook.test/', form: 'firecrawl' }
    await refused({ urls: ['red.test'], webhook: hook }, /Firecrawl has no events/)
  })
})
