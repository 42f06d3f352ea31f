import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Type } from 'typebox'
import * as v from 'valibot'
import { z } from 'zod'
import { idsIn, joinBatches, partsOf } from '../../client/src/command/joined-batches.ts'
import { iconUrl, Siteray, SiterayError, verifyWebhook } from '../../client/src/index.ts'
import { SiteIcon } from '../../client/src/react.ts'
import { newSecret, signatureHeaders } from '../../src/base/webhooks/sign.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { article } from '../support/batch.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
let siteray: Siteray
before(async () => {
  web = await createSimulatedWeb()
  const links = ['a', 'b', 'c'].map(name => `<a href="/${name}">${name}</a>`).join(' ')
  web.site('site.test', {
    '/': article('home').replace('</main>', `${links}</main>`),
    ...Object.fromEntries(['a', 'b', 'c'].map(name => [`/${name}`, article(name)])),
    '/robots.txt': { status: 404 },
    '*': { status: 404, body: 'no' },
  })
  app = await startApp(web.env)
  siteray = new Siteray({ url: `${app.apiUrl}/`, key: app.secretKey })
})
after(() => web.close())

const url = (path: string) => `https://site.test/${path}`

const allOf = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('the client against the real app', () => {
  it('reads a page, and says what is wrong with one error', async () => {
    const page = await siteray.scrape(url('a'), { formats: ['markdown'] })
    assert.match(page.markdown ?? '', /This is the page a/)
    await assert.rejects(siteray.scrape(url('missing')), (error: SiterayError) => {
      assert.ok(error instanceof SiterayError)
      assert.equal(error.status, 502)
      assert.equal(error.code, 'page_unreachable')
      assert.match(error.requestId ?? '', /^req_/)
      return true
    })
    const stranger = new Siteray({ url: app.apiUrl, key: 'sr_unknown' })
    await assert.rejects(stranger.usage(), { code: 'invalid_key', status: 401 })
    assert.ok((await siteray.usage()).credits.used >= 1)
  })

  it('reads a file, and says where there is no search engine', async () => {
    const file = new Blob([article('file')], { type: 'text/html' })
    const page = await siteray.parse(file, { name: 'page.html', formats: ['markdown'] })
    assert.match(page.markdown ?? '', /This is the page file/)
    assert.equal(page.url, 'file:///page.html')
    await assert.rejects(siteray.search('rivers'), { status: 501, code: 'not_configured' })
  })

  it('gives the items of a batch as they end, and goes on where somebody stopped', async () => {
    const urls = ['a', 'b', 'c', 'missing'].map(url)
    const batch = siteray.batch(urls, { formats: ['markdown'] })
    const seen: string[] = []
    for await (const item of batch) {
      seen.push(item.url)
      if (seen.length === 2) break
    }
    const again = siteray.openBatch(await batch.id())
    for await (const item of again.items({ offset: 2 })) seen.push(item.url)
    assert.deepEqual(seen.sort(), urls.sort())
    const counts = await again.ended()
    assert.deepEqual([counts.status, counts.completed, counts.failed], ['completed', 3, 1])
    const failures = await allOf(again.failures())
    assert.deepEqual(
      failures.map(({ url: failed }) => failed),
      [url('missing')],
    )
    await assert.rejects(batch.cancel(), { code: 'conflict' })
  })

  it('joins batches to one job: pages, counts and an offset over all of them', async () => {
    assert.deepEqual(
      partsOf(Array.from({ length: 25_001 }, (_, n) => url(`${n}`))).map(({ length }) => length),
      [10_000, 10_000, 5_001],
    )
    const parts = [['a', 'missing'], ['b'], ['c', 'a']].map(names => siteray.batch(names.map(url)))
    const job = joinBatches(parts, true)
    const { signal } = new AbortController()
    const all = await allOf(job.items({ offset: 0, signal }))
    assert.equal(all.length, 5)
    const state = await job.state({ limit: 1, signal })
    assert.deepEqual(
      [state.status, state.total, state.completed, state.failed, state.creditsUsed],
      ['completed', 5, 4, 1, 4],
    )
    const opened = joinBatches(
      idsIn(await job.id()).map(id => siteray.openBatch(id)),
      false,
    )
    assert.deepEqual(await allOf(opened.items({ offset: 3, signal })), all.slice(3))
  })

  it('of which one cannot begin are none', async () => {
    const first = siteray.batch([url('a')])
    const refused = siteray.batch(['no address'])
    await assert.rejects(joinBatches([first, refused], true).id(), { code: 'invalid_url' })
    assert.notEqual((await first.state()).status, 'scraping')
  })

  it('goes on where its stream was cut, and asks again and again where there is none', async () => {
    const id = await siteray.batch(['a', 'b', 'c'].map(url), { formats: ['markdown'] }).id()
    await siteray.openBatch(id).ended()
    const asked: string[] = []
    const isStream = (init?: RequestInit) => new Headers(init?.headers).get('accept') !== null
    /** The first stream ends in the middle of its second line. */
    const cutting: typeof fetch = async (input, init) => {
      asked.push(`${isStream(init) ? 'lines' : 'page'} ${new URL(String(input)).search}`)
      const answer = await fetch(input, init)
      if (!isStream(init) || asked.length > 1) return answer
      const [first = '', second = ''] = (await answer.text()).split('\n')
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode(`${first}\n\n${second.slice(0, 20)}`))
        },
        pull: stream => stream.error(new TypeError('the line was cut')),
      })
      return new Response(body, answer)
    }
    const without: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, accept: 'application/json' } })
    for (const fetching of [cutting, without]) {
      const client = new Siteray({ url: app.apiUrl, key: app.secretKey, fetch: fetching })
      const items = await allOf(client.openBatch(id))
      assert.deepEqual(items.map(item => item.url).sort(), ['a', 'b', 'c'].map(url))
    }
    assert.equal(asked[0], 'lines ?offset=0')
    assert.match(asked[1] ?? '', /^page \?offset=1&/)
  })

  it('follows a crawl to its end', async () => {
    const pages = await allOf(siteray.crawl(url(''), { limit: 10, sitemap: 'skip' }))
    const read = pages.filter(({ error }) => error === undefined).map(page => page.url)
    assert.deepEqual(read.sort(), ['', 'a', 'b', 'c'].map(url))
  })

  it('begins a batch once although its first answer was lost', async () => {
    let lost = 0
    const unlucky: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method === 'POST' && lost++ === 0) throw new TypeError('the line was cut')
      return answer
    }
    const client = new Siteray({ url: app.apiUrl, key: app.secretKey, fetch: unlucky })
    const before = web.requestsTo('site.test').length
    const id = await client.batch([url('a')]).id()
    await siteray.openBatch(id).ended()
    const asked = web.requestsTo('site.test').slice(before)
    assert.equal(asked.filter(({ path }) => path === '/a').length, 1)
    assert.equal(lost, 2)
  })

  it('types what is extracted, by any kind of schema', async () => {
    const title = (data: { title?: string | undefined }) => assert.equal(data.title, 'a')
    const words = 'The heading of the page'
    title((await siteray.extract(url('a'), { schema: z.object({ title: z.string() }) })).data)
    title((await siteray.extract(url('a'), { schema: type({ title: 'string' }) })).data)
    const valibot = v.object({ title: v.string() })
    title((await siteray.extract(url('a'), { schema: toStandardJsonSchema(valibot) })).data)
    const typebox = Type.Object({ title: Type.String({ description: words }) })
    const boxed: { title: string } = (await siteray.extract(url('a'), { schema: typebox })).data
    title(boxed)
    const json = await siteray.extract(url('a'), {
      schema: { type: 'object', properties: { title: { type: 'string' } } },
    })
    title(json.data)
    await assert.rejects(siteray.extract(url('a'), { schema: valibot }), /toStandardJsonSchema/)
    const strict = z.object({ title: z.string().refine(text => text === 'b', 'not b') })
    await assert.rejects(siteray.extract(url('a'), { schema: strict }), { code: 'schema_mismatch' })
  })

  it('makes addresses of icons that work, and an element for them', async () => {
    const options = { url: app.imageUrl, token: app.publishableKey, size: 16 }
    const answer = await fetch(iconUrl('github.com', { ...options, theme: 'dark' }))
    assert.equal(answer.status, 200)
    const html = renderToStaticMarkup(createElement(SiteIcon, { domain: 'github.com', ...options }))
    assert.match(html, /^<picture><source media="\(prefers-color-scheme: dark\)" srcSet="[^"]+ 2x"/)
    assert.match(html, /width="16" height="16" src="[^"]+theme=light" srcSet="[^"]+retina=true 2x"/)
  })
})

describe('the client and a server in trouble', () => {
  type Step = { status: number; headers?: Record<string, string>; body?: object }
  const serve = async (steps: Step[]) => {
    const times: number[] = []
    const server = createServer((_request, response) => {
      const step = steps[Math.min(times.length, steps.length - 1)]
      times.push(performance.now())
      response.writeHead(step?.status ?? 500, step?.headers)
      response.end(JSON.stringify(step?.body ?? { error: 'No.' }))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const client = new Siteray({ url: `http://127.0.0.1:${port}`, key: 'sr_x', retries: 2 })
    return { client, times, close: () => server.close() }
  }
  const busy = { status: 503, headers: { 'x-error-code': 'overloaded', 'retry-after': '1' } }
  const fine = { status: 200, body: { url: 'x', status: 'completed', data: [] } }

  it('waits as long as it is asked to, and tries again', async () => {
    const { client, times, close } = await serve([busy, fine])
    await client.scrape('https://site.test/')
    close()
    assert.equal(times.length, 2)
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 990)
  })

  it('gives up after the tries it has, and at once where no try would help', async () => {
    const away = await serve([{ status: 502 }])
    await assert.rejects(away.client.scrape('https://site.test/'), { code: 'http_502' })
    away.close()
    assert.equal(away.times.length, 3)
    const blocked = await serve([{ status: 502, headers: { 'x-error-code': 'page_blocked' } }])
    await assert.rejects(blocked.client.scrape('https://site.test/'), { code: 'page_blocked' })
    blocked.close()
    assert.equal(blocked.times.length, 1)
    const long = await serve([{ ...busy, headers: { ...busy.headers, 'retry-after': '900' } }])
    await assert.rejects(long.client.scrape('https://site.test/'), { retryAfter: 900 })
    long.close()
  })

  it('does not spin on a server that has nothing to tell, and stops when told to', async () => {
    const running = { status: 200, body: { status: 'scraping', data: [] } }
    const { client, times, close } = await serve([running, running, fine])
    assert.deepEqual(await allOf(client.openBatch('batch_1')), [])
    close()
    // The first asks for lines, which this server does not have.
    assert.equal(times.length, 3)
    assert.ok((times[2] ?? 0) - (times[1] ?? 0) >= 990)
    const quiet = await serve([running])
    const stop = new AbortController()
    const reading = allOf(quiet.client.openCrawl('crawl_1').items(stop))
    stop.abort(new Error('enough'))
    await assert.rejects(reading, /enough/)
    quiet.close()
  })
})

describe('webhooks', () => {
  it('are trusted only with a signature of the account', async () => {
    const secret = newSecret()
    const body = '{"type":"batch.completed","timestamp":"now","data":{"id":"batch_1"}}'
    const headers = signatureHeaders({ id: 'event_1', body, at: new Date() }, [newSecret(), secret])
    assert.equal((await verifyWebhook(body, headers, secret)).type, 'batch.completed')
    assert.equal(
      (await verifyWebhook(Buffer.from(body), new Headers(headers), secret)).data.id,
      'batch_1',
    )
    const untrusted = { code: 'invalid_signature' }
    await assert.rejects(verifyWebhook(`${body} `, headers, secret), untrusted)
    await assert.rejects(verifyWebhook(body, headers, newSecret()), untrusted)
    await assert.rejects(verifyWebhook(body, {}, secret), untrusted)
    const old = Date.now() + 301_000
    await assert.rejects(verifyWebhook(body, headers, secret, old), untrusted)
  })
})
