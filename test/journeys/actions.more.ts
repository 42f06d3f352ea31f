import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { PageAnswer } from '../../src/base/reader/answer.ts'
import { app, post, scraped, web } from './actions-setup.ts'

const clicked = `<main><h1>Lamps</h1><button id="go" onclick="out.textContent = '42 lamps'">Go</button>
  <p id="out">Not counted yet.</p></main>`
const go = { type: 'click', selector: '#go' }
const secret = { type: 'write', selector: '#none', text: 'hunter2' }
const all = { formats: ['markdown'], onlyMainContent: false }

describe('actions', { concurrency: 3 }, () => {
  it('are taken each time: a stored copy neither takes their place nor is made', async () => {
    web.site('fresh.test', { '/': clicked })
    const body = { url: 'https://fresh.test/', maxAge: 60_000, ...all, actions: [go] }
    for (const _ of [1, 2]) assert.match((await scraped(body)).markdown ?? '', /42 lamps/)
    assert.equal(web.requestsTo('fresh.test').filter(({ path }) => path === '/').length, 2)
    // Nothing else in this file is read without steps.
    assert.deepEqual([...(await app.database.sql`select 1 from copies`)], [])
  })

  before(() => web.site('more.test', { '/': clicked }))

  type Item = PageAnswer & { code?: string; error?: string }
  const batched = async (body: object): Promise<{ id: string; items: Item[] }> => {
    const created = await post('/v1/batch/scrape', {
      urls: ['https://more.test/'],
      ...all,
      ...body,
    })
    const { id } = created.json as { id: string }
    // Comes to its end with the last of them.
    const headers = { accept: 'application/x-ndjson' }
    const { text } = await app.api(`/v1/batch/scrape/${id}`, { headers })
    const lines = text.split('\n').filter(line => line !== '')
    return { id, items: lines.map(line => JSON.parse(line) as Item) }
  }

  it('are taken on each page of a batch, which keeps them sealed, for another try too', async () => {
    const { items } = await batched({ actions: [go, { type: 'screenshot' }] })
    assert.match(items[0]?.markdown ?? '', /42 lamps/)
    assert.equal(items[0]?.actions?.screenshots.length, 1)
    const failing = await batched({ actions: [{ ...secret, selector: 'h1' }] })
    assert.equal(failing.items[0]?.code, 'action_failed')
    assert.match(failing.items[0]?.error ?? '', /^Step 1 \(write "h1"\) failed/)
    const again = await app.api(`/v1/batch/scrape/${failing.id}/retry`, { method: 'POST' })
    assert.equal(again.status, 200, again.text)
    const kept = await app.database.sql<{ sealed: Buffer | null; row: string }[]>`
      select sealed_headers as sealed, batches::text as row from batches`
    assert.equal(kept.length, 3)
    for (const { sealed, row } of kept) assert.ok(sealed && !row.includes('hunter2'))
  })

  it('lead to the page that an extraction reads', async () => {
    const material = `<main><h1>Brass desk lamp</h1><p>This lamp stands on desks all over the world.</p>
      <button id="go">Details</button><dl></dl></main><script>go.onclick = () => {
        document.querySelector('dl').innerHTML = '<dt>Weight</dt><dd>2.4 kg</dd><dt>Material</dt><dd>Brass</dd>'
      }</script>`
    web.site('details.test', { '/': material })
    const schema = { type: 'object', properties: { material: { type: 'string' } } }
    const asked = { url: 'https://details.test/', schema }
    const answer = await post('/v1/extract', { ...asked, actions: [go] })
    assert.deepEqual((answer.json as { data?: unknown }).data, { material: 'Brass' }, answer.text)
    const picture = await post('/v1/extract', { ...asked, actions: [{ type: 'screenshot' }] })
    assert.equal(picture.text, '{"error":"An extraction has no place for screenshots."}')
  })
})
