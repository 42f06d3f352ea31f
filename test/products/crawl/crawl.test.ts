import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { TestApp } from '../../support/app.ts'
import { createCaller } from '../../support/callers.ts'
import {
  assertSoundCrawl,
  crawled,
  readCrawl,
  sitePage,
  skippedOf,
  startCrawl,
} from '../../support/crawl.ts'
import type { SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'
import { startWebApp } from '../../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ RATE_LIMIT_PER_MINUTE: '0' }))
})

const noRules = { status: 404, body: 'none' }
const paths = (urls: readonly { url: string }[]) =>
  urls.map(({ url }) => new URL(url).pathname + new URL(url).search).sort()
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('a crawl', () => {
  it('reads every page of a site once, with depth and where it was found', async () => {
    web.site('small.test', {
      '/robots.txt': noRules,
      '/': sitePage('home', [
        '/a',
        '/b',
        'https://other.test/x',
        '/picture.png',
        'mailto:me@small.test',
      ]),
      '/a': sitePage('a', ['/', '/a/deep', '/b']),
      '/a/deep': sitePage('deep', ['/a', '/missing']),
      '/b': sitePage('b', ['/a', 'https://www.small.test/b/', '/b?utm_source=x', '/b#part']),
    })
    const id = await startCrawl(app, { url: 'https://small.test/' })
    const state = await crawled(app, id)
    assert.equal(state.status, 'completed')
    assert.deepEqual([state.completed, state.failed, state.total, state.creditsUsed], [4, 1, 5, 4])
    assert.deepEqual(paths(state.data), ['/', '/a', '/a/deep', '/b', '/missing'])
    const deep = state.data.find(({ url }) => url.endsWith('/deep'))
    assert.deepEqual([deep?.depth, deep?.foundOn], [2, 'https://small.test/a'])
    assert.equal(state.data.find(({ depth }) => depth === 0)?.foundOn, 'start')
    assert.deepEqual(Object.keys(deep ?? {}).sort(), [
      'depth',
      'foundOn',
      'markdown',
      'metadata',
      'url',
    ])
    const missing = state.data.find(({ url }) => url.endsWith('/missing'))
    assert.equal(missing?.code, 'page_unreachable')
    assert.deepEqual(await skippedOf(app, id), [
      {
        url: 'https://small.test/picture.png',
        reason: 'unsupported',
        foundOn: 'https://small.test/',
      },
    ])
    assert.equal(state.discovered, 6)
    await assertSoundCrawl(app.database.sql, id)
  })

  it('tells its webhook of the start, every result and the end', async () => {
    web.site('told.test', ({ path }) =>
      path === '/robots.txt' ? noRules : sitePage(path, ['/', '/a', '/b']),
    )
    web.site('hook.test', () => ({ status: 204 }))
    const webhook = { url: 'https://hook.test/' }
    const id = await startCrawl(app, { url: 'https://told.test/', sitemap: 'skip', webhook })
    const events = () => web.requestsTo('hook.test').map(({ body }) => JSON.parse(body.toString()))
    await until('it heard of the end', () => events().at(-1)?.type === 'crawl.completed', 30_000)
    assert.equal(events()[0]?.type, 'crawl.started')
    const pages = events().filter(({ type }) => type === 'crawl.page')
    const told = pages.flatMap(({ data }) => data.data as { url: string; depth: number }[])
    assert.deepEqual(paths(told), ['/', '/a', '/b'])
    assert.deepEqual(told.map(({ depth }) => depth).sort(), [0, 1, 1])
    assert.match(events()[0]?.data.url, new RegExp(`/v1/crawl/${id}$`))
    const log = (await app.api(`/v1/crawl/${id}/deliveries`)).json as { total: number }
    assert.equal(log.total, events().length)
  })

  it('keeps its limit exactly, whatever turns out to be no result', async () => {
    // Of forty pages ten are the same one under other names, and five may not be read.
    const all = numbers(40).map(n => `/p${n}`)
    web.site('many.test', ({ path }) => {
      if (path === '/robots.txt')
        return 'User-agent: *\nDisallow: /p2$\nDisallow: /p3$\nDisallow: /p4$'
      const n = Number(path.slice(2))
      if (path === '/') return sitePage('home', all)
      if (n > 4 && n <= 14) return { status: 301, headers: { location: '/p20' } }
      return n > 0 && n <= 40 ? sitePage(`number ${n}`, []) : noRules
    })
    for (const limit of [1, 2, 10]) {
      const id = await startCrawl(app, { url: 'https://many.test/', limit })
      const state = await crawled(app, id)
      assert.deepEqual([state.completed, state.failed, state.total], [limit, 0, limit], `${limit}`)
      assert.equal(state.warning, undefined)
      await assertSoundCrawl(app.database.sql, id)
    }
    const state = await crawled(app, await startCrawl(app, { url: 'https://many.test/' }))
    assert.equal(state.completed, 1 + 40 - 3 - 10, 'ten other names of a page are no pages')
    assert.deepEqual([state.skipped.robots, state.skipped.duplicate], [3, 10])
    assert.ok(web.requestsTo('many.test').every(({ path }) => !/^\/p[234]$/.test(path)))
  })

  it('reads the canonical page instead of its variants, and each page under one name', async () => {
    const canonical = (n: number) => `<link rel="canonical" href="/item/${n}">`
    web.site('variants.test', ({ path, url }) => {
      if (path === '/robots.txt') return noRules
      if (path === '/')
        return sitePage(
          'home',
          numbers(6).flatMap(n => [
            `/item/${n}?ref=home`,
            `/item/${n}/`,
            `/item/${n}?sid=${'a1'.repeat(9)}`,
          ]),
        )
      const n = Number(/^\/item\/(\d)/.exec(url.pathname)?.[1])
      return sitePage(`item ${n}`, ['/'], canonical(n))
    })
    const state = await crawled(app, await startCrawl(app, { url: 'https://variants.test/' }))
    assert.deepEqual(paths(state.data), ['/', ...numbers(6).map(n => `/item/${n}/`)])
    assert.equal(state.skipped.duplicate, 6)
  })

  it('stays in its scope, which moves once with the start page', async () => {
    web.site('moved.test', {
      '/robots.txt': noRules,
      '*': { status: 302, headers: { location: 'https://shop.moved.test/docs/start' } },
    })
    web.site('shop.moved.test', {
      '/robots.txt': noRules,
      '/docs/start': sitePage('start', ['/docs/a', '/blog', 'https://api.moved.test/x']),
      '/docs/a': sitePage('a', []),
      '/blog': sitePage('blog', []),
    })
    web.site('api.moved.test', { '/robots.txt': noRules, '/x': sitePage('x', []) })
    const found = async (body: object) =>
      paths(
        (await crawled(app, await startCrawl(app, { url: 'https://moved.test/', ...body }))).data,
      )
    assert.deepEqual(await found({}), ['/', '/blog', '/docs/a'])
    assert.deepEqual(await found({ scope: 'domain' }), ['/', '/blog', '/docs/a', '/x'])
    const url = 'https://shop.moved.test/docs/start'
    assert.deepEqual(await found({ url, scope: 'path' }), ['/docs/start'])
    assert.deepEqual(
      await found({ url: 'https://shop.moved.test/docs/start/', scope: 'host', maxDepth: 0 }),
      ['/docs/start/'],
    )
  })

  it('says where a start page leads that is another site’s', async () => {
    const location = 'https://www.new-home.test/start'
    web.site('old-home.test', {
      '/robots.txt': noRules,
      '/': { status: 301, headers: { location } },
      '/sitemap.xml': '',
    })
    web.site('www.new-home.test', {
      '/robots.txt': noRules,
      '/start': sitePage('start', ['/a']),
      '/a': sitePage('a', []),
    })
    const state = await crawled(app, await startCrawl(app, { url: 'https://old-home.test/' }))
    assert.equal(state.completed, 1)
    assert.equal(
      state.warning,
      `The start page redirects to another site, ${location}: crawl that one to read its pages.`,
    )
  })

  it('follows lists to their end at no depth, and links only as deep as it may', async () => {
    web.site('paged.test', ({ path, url }) => {
      if (path === '/robots.txt') return noRules
      if (path === '/') return sitePage('home', ['/list?page=1'])
      const n = Number(url.searchParams.get('page'))
      if (n)
        return sitePage(`list ${n}`, [
          ...(n < 8 ? [`/list?page=${n + 1}`] : []),
          `/thing-of-${'abcdefgh'[n - 1]}`,
        ])
      return sitePage(path, ['/too-deep'])
    })
    const state = await crawled(
      app,
      await startCrawl(app, { url: 'https://paged.test/', maxDepth: 2 }),
    )
    assert.equal(state.completed, 1 + 8 + 8)
    assert.deepEqual([state.failed, state.skipped.depth], [0, 1])
  })

  it('visits what is not included for its links alone, and never what is excluded', async () => {
    web.site('chosen.test', {
      '/robots.txt': noRules,
      '/': sitePage('home', ['/list', '/private/a', '/items/start']),
      '/list': sitePage('list', ['/items/1', '/items/2', '/private/b']),
      '/items/1': sitePage('one', []),
      '/items/2': sitePage('two', []),
      '/items/start': sitePage('three', []),
    })
    const body = { url: 'https://chosen.test/', include: ['/items/*'], exclude: ['re:^/private'] }
    const id = await startCrawl(app, body)
    const state = await crawled(app, id)
    assert.deepEqual(paths(state.data), ['/', '/items/1', '/items/2', '/items/start'])
    assert.deepEqual([state.creditsUsed, state.skipped.excluded], [4, 3])
    const full = await crawled(app, await startCrawl(app, { ...body, limit: 2 }))
    assert.deepEqual([full.completed, full.total], [2, 2])
    assert.ok(web.requestsTo('chosen.test').every(({ path }) => !path.startsWith('/private')))
    assert.deepEqual(
      (await skippedOf(app, id)).filter(({ url }) => url.endsWith('/b')),
      [
        {
          url: 'https://chosen.test/private/b',
          reason: 'excluded',
          foundOn: 'https://chosen.test/list',
        },
      ],
    )
    await assertSoundCrawl(app.database.sql, id)
  })

  it('reads what only sitemaps name: in an index, packed, where robots.txt says', async () => {
    const urlset = (names: string[]) =>
      `<urlset>${names.map(name => `<url><loc>https://mapped.test${name}</loc></url>`).join('')}</urlset>`
    web.site('mapped.test', ({ path }) => {
      if (path === '/robots.txt')
        return 'User-agent: *\nDisallow: /no\nSitemap: https://mapped.test/maps/index.xml'
      if (path === '/maps/index.xml')
        return '<sitemapindex><sitemap><loc>/maps/a.xml.gz</loc></sitemap><sitemap><loc>/maps/b.xml</loc></sitemap></sitemapindex>'
      if (path === '/maps/a.xml.gz')
        return gzipSync(urlset(['/hidden/1', '/hidden/2', '/no/1', 'https://x/']))
      if (path === '/maps/b.xml') return urlset(['/linked', '/hidden/3'])
      if (path === '/') return sitePage('home', ['/linked'])
      return path.startsWith('/sitemap') ? { status: 404, body: 'no' } : sitePage(path, [])
    })
    const url = 'https://mapped.test/'
    const [all, only, none] = await Promise.all(
      ['include', 'only', 'skip'].map(async sitemap =>
        crawled(app, await startCrawl(app, { url, sitemap })),
      ),
    )
    const hidden = ['/hidden/1', '/hidden/2', '/hidden/3']
    assert.deepEqual(paths(all?.data ?? []), ['/', ...hidden, '/linked'])
    assert.equal(all?.skipped.robots, 1)
    const one = all?.data.find(({ url }) => url.endsWith('/hidden/1'))
    assert.deepEqual([one?.depth, one?.foundOn], [1, 'sitemap'])
    assert.deepEqual(paths(only?.data ?? []), ['/', ...hidden, '/linked'])
    assert.deepEqual(paths(none?.data ?? []), ['/', '/linked'])
  })

  it('ends with a warning when the credits do, and charges for what was read', async () => {
    const { sql } = app.database
    web.site('costly.test', ({ path }) =>
      path === '/robots.txt'
        ? noRules
        : sitePage(
            path,
            numbers(9).map(n => `/c${n}`),
          ),
    )
    const caller = await createCaller(app, 'free', 'nearly poor')
    await caller.api('/v1/usage')
    await startCrawl(caller, { url: 'https://costly.test/' }).then(id => crawled(caller, id))
    await sql`
      with gone as (update accounts set balance = 4 where id = ${caller.id} returning id)
      insert into ledger (account_id, kind, ref, operation, credits, delta)
      select id, 'expire', 'test', 'plan', 986, -986 from gone`
    const id = await startCrawl(caller, { url: 'https://costly.test/' })
    const state = await crawled(caller, id)
    assert.deepEqual([state.status, state.completed, state.creditsUsed], ['completed', 4, 4])
    assert.match(state.warning ?? '', /credits ended: 6 pages/)
    await assertSoundCrawl(sql, id)
    const refused = await caller.api('/v1/crawl', {
      method: 'POST',
      body: { url: 'https://costly.test/' },
    })
    assert.equal(refused.status, 402)
  })

  it('can be cancelled while it finds more, and what failed can be read again', async () => {
    const release = Promise.withResolvers<void>()
    web.site('endless.test', async ({ path }) => {
      if (path === '/robots.txt') return noRules
      if (path.startsWith('/sitemap')) {
        await release.promise
        return '<urlset><url><loc>https://endless.test/late</loc></url></urlset>'
      }
      return path === '/' ? sitePage('home', ['/bad']) : { status: 404, body: 'no' }
    })
    const id = await startCrawl(app, { url: 'https://endless.test/' })
    await until('its page is read', async () => (await readCrawl(app, id)).failed === 1)
    assert.equal((await readCrawl(app, id)).status, 'scraping', 'its sitemaps are not read yet')
    assert.equal((await app.api(`/v1/crawl/${id}`, { method: 'DELETE' })).status, 200)
    release.resolve()
    const state = await crawled(app, id)
    assert.deepEqual([state.status, state.completed, state.failed], ['cancelled', 1, 1])
    assert.ok(web.requestsTo('endless.test').every(({ path }) => path !== '/late'))
    await assertSoundCrawl(app.database.sql, id)
    const again = await app.api(`/v1/crawl/${id}/retry`, { method: 'POST' })
    assert.equal(again.status, 200, again.text)
    const retried = await crawled(app, (again.json as { id: string }).id)
    assert.deepEqual([retried.status, paths(retried.data)], ['failed', ['/bad']])
    type Listed = { total: number; data: { id: string; firstUrl: string }[] }
    const listed = (await app.api('/v1/crawl?status=cancelled&limit=1')).json as Listed
    assert.equal(listed.total, 1)
    assert.deepEqual(
      listed.data.map(one => [one.id, one.firstUrl]),
      [[id, 'https://endless.test/']],
    )
  })
})

describe('a crawl that cannot work', () => {
  it('is refused before it costs anything, in a sentence that names what is wrong', async () => {
    for (const [body, words] of [
      [{}, /url/],
      [{ url: 'ftp://small.test/' }, /http/],
      [{ url: 'http://127.0.0.1/' }, /address/],
      [{ url: 'https://small.test/', limit: 0 }, /limit/],
      [{ url: 'https://small.test/', limit: 100_001 }, /limit/],
      [{ url: 'https://small.test/', maxDepth: 101 }, /maxDepth/],
      [{ url: 'https://small.test/', scope: 'world' }, /scope/],
      [{ url: 'https://small.test/', include: ['re:(a'] }, /re:\(a/],
      [{ url: 'https://small.test/', exclude: ['no-slash'] }, /no-slash/],
      [{ url: 'https://small.test/', compareTo: 'crawl_none' }, /crawl_none/],
    ] as const) {
      const answer = await app.api('/v1/crawl', { method: 'POST', body })
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.match(answer.text, words)
    }
  })

  it('is a failed one whose start page says why', async () => {
    web.site('closed.test', { '/robots.txt': 'User-agent: *\nDisallow: /' })
    const state = await crawled(app, await startCrawl(app, { url: 'https://closed.test/' }))
    assert.deepEqual([state.status, state.failed], ['failed', 1])
    assert.match(state.data[0]?.error ?? '', /robots\.txt of closed\.test/)
  })

  it('a repeated Idempotency-Key starts none, and another kind’s id is not found', async () => {
    const key = { 'idempotency-key': 'crawl once' }
    const body = { url: 'https://small.test/', limit: 1 }
    const id = await startCrawl(app, body, key)
    assert.equal(await startCrawl(app, body, key), id)
    await crawled(app, id)
    for (const path of [
      `/v1/batch/scrape/${id}`,
      `/v1/batch/scrape/${id}/failures`,
      '/v1/crawl/crawl_none/skipped',
    ])
      assert.equal((await app.api(path)).status, 404, path)
  })
})
