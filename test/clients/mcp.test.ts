import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { call as send } from '../support/app.ts'
import { connect, eras } from '../support/mcp.ts'
import { order } from '../support/planted-orders.ts'
import { until } from '../support/until.ts'
import { dataOf, type Page, setUpMcp, site, wordsOf } from './mcp-setup.ts'

const { world, here, connected, clientOf } = setUpMcp()

type Job = { id: string; status: string; completed: number; data: Page[]; nextOffset?: number }

const used = async (): Promise<number> => {
  const { json } = await world.app.api('/v1/usage')
  return (json as { credits: { used: number } }).credits.used
}

for (const era of eras)
  describe(`the official client of ${era}`, () => {
    const client = () => clientOf(era)

    it('gets at most 8 tools in 10 kB, each with what it takes and gives', async () => {
      const list = await client().listTools()
      assert.deepEqual(
        list.tools.map(({ name }) => name),
        ['scrape', 'extract', 'map', 'crawl', 'job', 'branding', 'icon', 'search'],
      )
      assert.ok(Buffer.byteLength(JSON.stringify(list.tools)) <= 10_000)
      for (const { description } of list.tools) assert.match(description ?? '', /credit|Free/)
    })

    it('reads a page, in words and as data', async () => {
      const before = await used()
      const answer = await client().call('scrape', {
        url: site('a'),
        formats: ['markdown', 'links'],
      })
      const page = dataOf<Page & { links: string[] }>(answer)
      assert.match(page.markdown, /This is the page a/)
      assert.equal(page.metadata?.title, 'a')
      assert.ok(page.links.includes(site('more/a')))
      assert.equal(page.warning, undefined)
      assert.match(wordsOf(answer), /^Page: https:\/\/site\.test\/a\n\n# a\n[\s\S]*more\/a/)
      assert.equal(await used(), before + 1)
    })

    it('reads the pages of a file that it asks for', async () => {
      const documents = { pages: '2' }
      const answer = await client().call('scrape', { url: site('report.pdf'), documents })
      assert.equal(dataOf<Page>(answer).markdown.trim(), 'Sales of chairs')
    })

    it('reads a long page part by part, as tool and as resource, and pays once', async () => {
      const before = await used()
      const first = await client().call('scrape', { url: site('long'), maxLength: 10_000 })
      const link = first.content.find(({ type }) => type === 'resource_link')
      let page = dataOf<Page>(first)
      assert.equal(link?.uri, page.page?.next)
      assert.ok(page.markdown.length <= 10_000)
      assert.ok(wordsOf(first).includes(`scrape with url ${page.page?.next}`))
      const parts = [page.markdown]
      while (page.page?.next) {
        page = dataOf<Page>(
          await client().call('scrape', { url: page.page.next, maxLength: 10_000 }),
        )
        parts.push(page.markdown)
      }
      const whole = await world.app.api('/v1/scrape', {
        method: 'POST',
        body: { url: site('long') },
      })
      assert.equal(parts.join(''), (whole.json as Page).markdown)
      assert.ok(parts.length >= 3)
      assert.deepEqual(await client().templates(), ['siteray://page/{id}{?offset}'])
      const resource = await client().read(link?.uri ?? '')
      assert.ok(resource.includes(parts[1] ?? '?'))
      assert.equal(await used(), before + 2)
      await assert.rejects(client().read('siteray://page/page_unknown'), /no page page_unknown/)
    })

    it('is told where a page gives orders to it, without their words', async () => {
      const answer = await client().call('scrape', { url: site('shop'), onlyMainContent: false })
      const { warning = '', markdown } = dataOf<Page>(answer)
      assert.match(warning, /orders to a language model stands in markdown \(line \d+\)/)
      const [, line = ''] = /line (\d+)/.exec(warning) ?? []
      assert.match(markdown.split('\n')[Number(line) - 1] ?? '', /Ignore all previous/)
      assert.doesNotMatch(warning, /Mallory/)
      assert.ok(wordsOf(answer).startsWith(`Warning: ${warning}`))
    })

    it('is told what is wrong by code and sentence, and what to do', async () => {
      const refused = async (name: string, input: object, text: RegExp) => {
        const answer = await client().call(name, input)
        assert.equal(answer.isError, true)
        assert.match(wordsOf(answer), text)
      }
      const before = await used()
      await refused('scrape', { url: site('missing') }, /^page_unreachable: .*404.* try again once/)
      await refused('scrape', { url: 'http://127.0.0.1/' }, /^blocked_target: .* does not help/)
      await refused('scrape', { url: site('a'), speed: 9 }, /"speed" is not a known field/)
      await refused('scrape', {}, /"url" is missing/)
      await refused('scrape', { url: 'siteray://page/x?offset=9' }, /^not_found: /)
      await refused('job', { id: 'crawl_unknown' }, /^not_found: There is no crawl crawl_unknown/)
      await refused('extract', { url: site('a') }, /Send a "schema", a "prompt" or both/)
      assert.equal(await used(), before)
      await assert.rejects(client().call('dance', {}), /There is no tool dance/)
    })

    it('crawls a site, hears how far it is, and reads its pages', async () => {
      const told: number[] = []
      const answer = await client().call(
        'crawl',
        { url: 'https://small.test/a', limit: 10, sitemap: 'skip', maxLength: 1_000, wait: 50 },
        { onprogress: ({ progress }) => told.push(progress) },
      )
      const crawl = dataOf<Job>(answer)
      assert.deepEqual([crawl.status, crawl.completed], ['completed', 4])
      assert.equal(crawl.data.length, 3)
      assert.equal(told.at(-1), 4)
      const rest = await client().call('job', { id: crawl.id, offset: crawl.nextOffset })
      assert.equal(dataOf<Job>(rest).data.length, 1)
      const page = await client().call('scrape', { url: `siteray://page/${crawl.id}.3` })
      assert.equal(dataOf<Page>(page).url, dataOf<Job>(rest).data[0]?.url)
    })

    it('speaks over standard input and output too', async () => {
      const { url, key } = here()
      const program = { program: ['test/support/programs/mcp.ts'] }
      const env = { SITERAY_URL: url.replace('/mcp', '/'), SITERAY_KEY: key }
      const piped = await connected(era, { ...program, env })
      const input = { url: 'https://small.test/a', limit: 2, sitemap: 'skip', wait: 50 }
      assert.equal(dataOf<Job>(await piped.call('crawl', input)).completed, 2)
      const page = dataOf<Page>(await piped.call('scrape', { url: site('long') }))
      assert.ok((await piped.read(page.page?.next ?? '')).length > 1_000)
      // The newer client starts its program twice for each connection, and says nothing of why not.
      if (era === '2026') return
      const stranger = { ...program, env: { ...env, SITERAY_KEY: 'sr_unknown' } }
      await assert.rejects(connect(era, stranger), /The secret key is not valid/)
    })
  })

const givenBack = async (): Promise<number> => {
  const [row] = await world.app.database.sql<{ count: number }[]>`
    select count(*)::integer as count from ledger where kind = 'release'`
  return row?.count ?? 0
}

describe('the other tools', () => {
  it('extract, map, and show icons and brands', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } }
    const extracted = await clientOf('2026').call('extract', { url: site('a'), schema })
    assert.deepEqual(dataOf<{ data: object }>(extracted).data, { title: 'a' })
    const map = await clientOf('2026').call('map', { url: site(''), sitemap: 'skip' })
    const { links } = dataOf<{ links: { url: string }[] }>(map)
    assert.ok(links.some(({ url }) => url === site('b')))
    const icon = await clientOf('2026').call('icon', { domain: 'github.com', size: 32 })
    assert.equal(dataOf<{ source: string }>(icon).source, 'mark')
    const picture = icon.content.find(({ type }) => type === 'image')
    assert.equal(picture?.mimeType, 'image/png')
    assert.equal(Buffer.from(picture?.data ?? '', 'base64').toString('latin1', 1, 4), 'PNG')
    const input = { url: site('a'), include: ['colors'], format: 'css' }
    const brand = await clientOf('2026').call('branding', input)
    assert.match(wordsOf(brand), /:root/)
    assert.equal(dataOf<Page>(brand).url, site('a'))
  })

  it('search, where the server has an engine', async () => {
    const found = { url: site('a'), title: 'The page a', content: order }
    world.engine.set([[found, { url: site('b'), title: 'The page b', content: 'Of letters.' }]])
    const answer = await clientOf('2026').call('search', { query: 'letters', limit: 2 })
    const { results, warning } = dataOf<{ results: Page[]; warning?: string }>(answer)
    assert.deepEqual(
      results.map(({ url }) => url),
      [site('a'), site('b')],
    )
    assert.match(warning ?? '', /stands in results\.0\.description\./)
    assert.match(wordsOf(answer), /1\. The page a\nhttps:\/\/site\.test\/a/)
  })
})

describe('the door', () => {
  const post = (headers: Record<string, string>, body: unknown = ping) =>
    send(`${world.app.apiUrl}/mcp`, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body,
    })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const key = () => ({ authorization: `Bearer ${world.app.secretKey}` })

  it('opens to secret keys, for our own pages and programs alone', async () => {
    for (const wrong of ['Bearer sr_unknown', `Bearer ${world.app.publishableKey}`, undefined]) {
      const answer = await post(wrong ? { authorization: wrong } : {})
      assert.equal(answer.status, 401)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    }
    assert.equal((await post({ ...key(), origin: 'https://evil.test' })).status, 403)
    assert.equal((await post({ ...key(), origin: world.app.apiUrl })).status, 200)
    const many = await post(key(), Array(21).fill(ping))
    assert.equal(many.status, 400)
    const get = await fetch(`${world.app.apiUrl}/mcp`, { headers: key() })
    assert.equal(get.status, 405)
  })

  it('does not wait for a client that has gone away, and does not charge it', async () => {
    const before = await used()
    const given = await givenBack()
    // By a socket of its own: what `fetch` leaves open would keep the server from closing.
    const asking = request(`${world.app.apiUrl}/mcp`, {
      method: 'POST',
      agent: false,
      headers: {
        ...key(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    })
    asking.on('error', () => undefined)
    const params = { name: 'scrape', arguments: { url: 'https://slow.test/' } }
    asking.end(JSON.stringify({ ...ping, method: 'tools/call', params }))
    await world.web.waitForRequest('slow.test')
    asking.destroy()
    await until('the reservation is given back', async () => (await givenBack()) > given)
    assert.equal(await used(), before)
  })
})
