import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { idsIn, joinBatches, partsOf } from '../../client/src/command/joined-batches.ts'
import { Siteray } from '../../client/src/index.ts'
import { allOf, app, siteray, url, web } from './client-setup.ts'

describe('the client against the real app', () => {
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
