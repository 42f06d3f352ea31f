import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { assertBalances, createBatch, ended, type State } from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import { crawled, startCrawl } from '../../support/crawl.ts'
import { createModelServer } from '../../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  web.site('shop.example', {
    '/': page('A shop of lamps', '', '/brass', '/glass', '/paper'),
    '/brass': page('Brass lamp', 'Price: 39.50 EUR'),
    '/glass': page('Glass lamp', 'Price: 24.00 EUR'),
    '/paper': page('Paper lamp', 'Price: 9.00 EUR'),
    '*': { status: 404, body: 'no' },
  })
  app = await startApp(web.env)
})
after(async () => {
  await app.close()
  await web.close()
})

const page = (name: string, price: string, ...links: string[]) => `<!doctype html>
  <html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1>
  <p>This is the page of ${name}, and it says enough of ${name} to be read as a page.</p>
  <p>${price}</p></main>${links.map(link => `<a href="${link}">${link}</a>`).join(' ')}</body></html>`

const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] }
const formats = ['markdown', { type: 'json', schema, prompt: '' }]
const urlOf = (path: string) => `https://shop.example/${path}`
type Items = { url: string; json?: unknown; markdown?: string; code?: string }[]
const dataOf = ({ data }: { data: object[] }) =>
  Object.fromEntries((data as Items).map(({ url, json, code }) => [url, json ?? code]))

describe('the format summary', () => {
  it('is given for each page of a batch, by a model', async () => {
    const model = await createModelServer(() => ({ content: { summary: 'A lamp.' } }))
    const clever = await startApp({ ...web.env, ...model.env })
    try {
      const urls = [urlOf('brass'), urlOf('none')]
      const asked = { urls, formats: ['summary'] }
      const state = await ended(clever, await createBatch(clever, asked))
      const summaries = (state.data as { summary?: string }[]).map(({ summary }) => summary)
      assert.deepEqual(summaries.filter(Boolean), ['A lamp.'])
      assert.deepEqual([state.completed, state.failed, state.creditsUsed], [1, 1, 5])
    } finally {
      await clever.close()
      await model.close()
    }
  })
})

describe('the format json', () => {
  it('is given for each page of a batch, and each that has it costs as an extraction', async () => {
    const urls = ['brass', 'glass', 'none', ''].map(urlOf)
    const state: State = await ended(app, await createBatch(app, { urls, formats }))
    assert.deepEqual(dataOf(state), {
      [urlOf('brass')]: { price: 39.5 },
      [urlOf('glass')]: { price: 24 },
      [urlOf('none')]: 'page_unreachable',
      [urlOf('')]: 'value_missing',
    })
    assert.deepEqual([state.status, state.creditsUsed], ['completed', 10])
    const [first] = state.data as Items
    assert.match(first?.markdown ?? '', /lamp/)
  })

  it('is given for each page of a crawl, and a page without it still leads on', async () => {
    const asked = { url: urlOf(''), formats, sitemap: 'skip' }
    const state = await crawled(app, await startCrawl(app, asked))
    assert.deepEqual(dataOf(state), {
      [urlOf('')]: 'value_missing',
      [urlOf('brass')]: { price: 39.5 },
      [urlOf('glass')]: { price: 24 },
      [urlOf('paper')]: { price: 9 },
    })
    assert.equal(state.creditsUsed, 15)
    await assertBalances(app.database.sql)
  })

  it('costs as the page without it where the page has nothing of what is asked for', async () => {
    const optional = { type: 'json', schema: { ...schema, required: [] } }
    const asked = { urls: ['brass', ''].map(urlOf), maxAge: 3_600_000 }
    const wanted: [formats: unknown[], credits: number][] = [
      [['markdown', optional], 6],
      [[optional], 5],
    ]
    for (const [formats, credits] of wanted) {
      const state = await ended(app, await createBatch(app, { ...asked, formats }))
      assert.deepEqual(dataOf(state), { [urlOf('brass')]: { price: 39.5 }, [urlOf('')]: {} })
      assert.equal(state.creditsUsed, credits)
      // A copy without the data is none.
      const again = await ended(app, await createBatch(app, { ...asked, formats }))
      assert.equal(again.creditsUsed, credits)
      const body = { url: urlOf(''), formats, maxAge: 3_600_000 }
      const single = await app.api('/v1/scrape', { method: 'POST', body })
      assert.equal(single.headers.get('x-credits-used'), String(credits - 5))
    }
    const state = await crawled(
      app,
      await startCrawl(app, { url: urlOf(''), formats: [optional], sitemap: 'skip' }),
    )
    assert.deepEqual([state.completed, state.creditsUsed], [4, 15])
    await assertBalances(app.database.sql)
  })

  it('is taken from a copy where one is young enough, which says when it was read', async () => {
    const asked = { urls: [urlOf('brass')], formats, maxAge: 3_600_000 }
    const before = Date.now()
    const fresh = await ended(app, await createBatch(app, asked))
    const read = web.requestsTo('shop.example').length
    const kept = await ended(app, await createBatch(app, asked))
    assert.equal(web.requestsTo('shop.example').length, read)
    assert.deepEqual([fresh.data[0]?.cachedAt, dataOf(kept)], [undefined, dataOf(fresh)])
    assert.ok(Date.parse(kept.data[0]?.cachedAt ?? '') >= before - 1_000)
  })

  it('ends a crawl where the credits do not carry another page at that price', async () => {
    const { id, api } = await createCaller(app, 'free', 'nearly broke')
    // The month's credits are granted by the first call that costs some.
    await api('/v1/scrape', { method: 'POST', body: { url: urlOf('paper') } })
    await app.database.sql`update accounts set balance = 12 where id = ${id}`
    const asked = { url: urlOf('brass'), formats, sitemap: 'skip' }
    web.site('shop.example', {
      '/brass': page('Brass lamp', 'Price: 39.50 EUR', '/glass', '/paper'),
      '/glass': page('Glass lamp', 'Price: 24.00 EUR'),
      '/paper': page('Paper lamp', 'Price: 9.00 EUR'),
    })
    const state = await crawled({ api }, await startCrawl({ api }, asked))
    assert.deepEqual([state.completed, state.creditsUsed], [2, 10])
    assert.match(state.warning ?? '', /credits ended/)
  })
})
