import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { type Browsers, openBrowsers } from '../../../src/base/web/browser.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import type { PageOptions } from '../../../src/base/web/lend-page.ts'
import type { Visit } from '../../../src/base/web/visit.ts'
import { crashBrowser } from '../../support/harm-browser.ts'
import { until } from '../../support/until.ts'
import { egress, find, open, readTitle, web } from './browser-setup.ts'

/** The context that was opened ahead, once the one before it is closed. */
const spareAfter = async (context: BrowserContext): Promise<BrowserContext> => {
  const others = () => context.browser()?.contexts() ?? []
  await until('a spare page is there alone', () => {
    const [spare, ...rest] = others()
    return spare !== context && spare?.pages().length === 1 && rest.length === 0
  })
  return others()[0] as BrowserContext
}

describe('a visit', () => {
  let browsers: Browsers
  before(() => {
    browsers = openBrowsers({ egress, find })
  })
  after(() => browsers.close())

  it('names what is wrong with a site, as the HTTP client does', async () => {
    const cases: [url: string, code: string, sentence: RegExp][] = [
      ['https://expired.example/', 'page_unreachable', /not trusted \(expired\)/],
      [
        'https://untrusted.example/',
        'page_unreachable',
        /not trusted \(its authority is unknown\)/,
      ],
      ['https://wrong.example/', 'page_unreachable', /not trusted \(issued for another name\)/],
      ['http://nobody.example/', 'page_unreachable', /^nobody\.example closed the connection/],
      ['http://loop.example/', 'page_unreachable', /^loop\.example redirects too many times/],
      ['http://empty.example/', 'page_unreachable', /^empty\.example answered with status 500/],
      ['http://file.example/', 'page_unsupported', /^file\.example sent a file to download/],
      ['http://slow.example/', 'page_timeout', /^slow\.example did not finish loading in time/],
      ['http://away.example/', 'blocked_target', /^127\.0\.0\.1 is not a public address/],
    ]
    web.site('expired.example', { '/': 'x' }, { certificate: 'expired' })
    web.site('untrusted.example', { '/': 'x' }, { certificate: 'untrusted' })
    web.site('wrong.example', { '/': 'x' }, { certificate: 'wrong-host' })
    web.site('loop.example', { '*': { status: 302, headers: { location: '/' } } })
    web.site('empty.example', { '/': { status: 500 } })
    web.site('file.example', {
      '/': { headers: { 'content-disposition': 'attachment; filename=a.zip' }, body: 'zip' },
    })
    web.site('slow.example', () => undefined)
    web.site('away.example', { '/': { status: 302, headers: { location: 'http://127.0.0.1/' } } })
    await browsers.withPage({}, undefined, async ({ open }) => {
      for (const [url, code, message] of cases)
        await assert.rejects(open(url, { timeoutMs: 3000 }), { code, message }, url)
    })
  })

  it('is begun again, once, when the network of this machine changed meanwhile', async () => {
    web.site('changed.example', { '/': '<title>whole</title>' })
    const breakOff = (page: Visit['page'], times: number) => {
      const goto = page.goto.bind(page)
      page.goto = async (url, options) => {
        if (times-- > 0) throw new Error(`page.goto: net::ERR_NETWORK_CHANGED at ${url}`)
        return goto(url, options)
      }
    }
    await browsers.withPage({}, undefined, async ({ open, page }) => {
      breakOff(page, 1)
      assert.equal((await open('http://changed.example/')).status, 200)
      assert.equal(await page.title(), 'whole')
      breakOff(page, 2)
      await assert.rejects(open('http://changed.example/'), {
        code: 'page_unreachable',
        message: /^changed\.example could not be shown \(ERR_NETWORK_CHANGED\)/,
      })
    })
  })

  it('ends when the page loads more than it may', async () => {
    web.site('big.example', { '/': 'x'.repeat(3_000_000) })
    const big = browsers.withPage({ maxBytes: 1_000_000 }, undefined, ({ open }) =>
      open('http://big.example/'),
    )
    await assert.rejects(big, {
      code: 'page_too_large',
      message: 'The page at big.example loads more than 1 MB.',
    })
  })

  it('never gives the text of a refusal for a page', async () => {
    web.site('jump.example', {
      '/': '<script>addEventListener("load", () => { location = "http://localhost/" })</script>',
    })
    await assert.rejects(
      browsers.withPage({}, undefined, async ({ open, page, read }) => {
        await open('http://jump.example/', { waitUntil: 'commit' })
        await page.waitForEvent('requestfailed')
        return read(page => page.content())
      }),
      { code: 'blocked_target' },
    )
  })

  it('sends the headers of a caller to the origin it named alone', async () => {
    web.site('own.example', {
      '/': '<img src="/own.png"><img src="http://third.example/x.png">',
      '/away': { status: 302, headers: { location: 'http://third.example/' } },
      '/own.png': 'x',
    })
    web.site('third.example', { '*': 'x' })
    const headers = { Authorization: 'Bearer 1', 'x-api-key': 'k', cookie: 'a=b', host: 'x' }
    await browsers.withPage({}, undefined, async ({ open }) => {
      await open('http://own.example/', { headers, waitUntil: 'load' })
      await open('http://own.example/away', { headers })
      await open('http://own.example/', { waitUntil: 'load' })
    })
    const keys = (host: string) =>
      web
        .requestsTo(host)
        .filter(({ path }) => path !== '/favicon.ico')
        .map(
          ({ path, headers }) =>
            `${path} ${headers['x-api-key']} ${headers.authorization} ${headers.cookie}`,
        )
    assert.deepEqual(keys('own.example'), [
      '/ k Bearer 1 a=b',
      '/own.png k Bearer 1 a=b',
      '/away k Bearer 1 a=b',
      '/ undefined undefined undefined',
      '/own.png undefined undefined undefined',
    ])
    assert.deepEqual([...new Set(keys('third.example'))].sort(), [
      '/ undefined undefined undefined',
      '/x.png undefined undefined undefined',
    ])
  })

  it('stops no request of a page for headers that nobody sends', async () => {
    await browsers.withPage({}, undefined, async ({ open, page }) => {
      const context = page.context()
      const newSession = context.newCDPSession.bind(context)
      let sessions = 0
      context.newCDPSession = target => {
        sessions++
        return newSession(target)
      }
      await open('http://shop.example/', { headers: {} })
      await open('http://shop.example/', { headers: { host: 'x' } })
      assert.equal(sessions, 0)
      await open('http://shop.example/', { headers: { 'x-api-key': 'k' } })
      assert.equal(sessions, 1)
    })
  })

  it('keeps nothing from the one before, and can be a phone without images', async () => {
    web.site('cookie.example', {
      '/': {
        headers: { 'set-cookie': 'seen=1' },
        body: `<meta name="viewport" content="width=device-width"><img src="/x.png">`,
      },
      '/x.png': 'x',
    })
    const options = { mobile: true, skip: ['image'] } as const
    for (let visit = 0; visit < 2; visit++)
      await browsers.withPage(options, undefined, async ({ open, page }) => {
        await open('http://cookie.example/', { waitUntil: 'load' })
        assert.equal(await page.evaluate('innerWidth'), 390)
      })
    const requests = web.requestsTo('cookie.example')
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/', '/'],
    )
    const pages = requests.filter(({ path }) => path === '/')
    assert.deepEqual(
      pages.map(({ headers }) => headers.cookie),
      [undefined, undefined],
    )
    assert.match(requests[0]?.headers['user-agent'] ?? '', /Android.*Siteray.*Mobile Safari/)
  })
})

describe('the browsers', () => {
  it('that are not there are said to be missing, and do not stop the rest', async t => {
    const missing = open(t, {}, () => undefined)
    await assert.rejects(missing.withPage({}, undefined, readTitle), {
      code: 'browser_unavailable',
    })
    assert.equal(missing.status().executable, undefined)
    const broken = open(t, {}, () => '/bin/false')
    await assert.rejects(broken.withPage({}, undefined, readTitle), { code: 'browser_unavailable' })
    assert.equal(findBrowser({ chromiumPath: '/no/such/browser' }), undefined)
  })

  it('open the next page ahead, for whoever wants one like it, and for nobody twice', async t => {
    const browsers = open(t)
    const see = (options: PageOptions) =>
      browsers.withPage(options, undefined, async visit => {
        const context = visit.page.context()
        assert.equal(visit.page.url(), 'about:blank')
        assert.deepEqual(await context.cookies(), [])
        await visit.open('http://shop.example/')
        await visit.page.evaluate('document.cookie = "seen=1"')
        return context
      })
    const first = await see({})
    const spare = await spareAfter(first)
    const others = [first, await see({ mobile: true })]
    assert.equal(await see({}), spare)
    others.push(await see({}))
    assert.ok(!others.includes(spare))
    assert.equal(new Set(others).size, 3)
  })

  it('do not hand out a spare page whose tab has crashed', async t => {
    const browsers = open(t)
    const first = await browsers.withPage({}, undefined, async visit => {
      await readTitle(visit)
      return visit.page.context()
    })
    const spare = await spareAfter(first)
    await spare
      .pages()[0]
      ?.goto('chrome://crash')
      .catch(() => {})
    await until('it is dropped', () => first.browser()?.contexts().length === 0)
    assert.equal(await browsers.withPage({}, undefined, readTitle), 'shop')
    assert.equal(browsers.status().launches, 1)
  })

  it('give the place of a page to the next while it closes, and count both', async t => {
    const browsers = open(t, { pages: 1 })
    const mayClose = Promise.withResolvers<void>()
    const hold = (name: string) => async (visit: Visit) => {
      const context = visit.page.context()
      const close = context.close.bind(context)
      context.close = () => mayClose.promise.then(() => close())
      return name
    }
    const names = ['first', 'second', 'third'].map(name =>
      browsers.withPage({}, undefined, hold(name)),
    )
    assert.equal(await names[1], 'second')
    const { pages, waiting } = browsers.status()
    assert.deepEqual({ pages, waiting }, { pages: 2, waiting: 1 })
    mayClose.resolve()
    assert.deepEqual(await Promise.all(names), ['first', 'second', 'third'])
    assert.equal(browsers.status().launches, 1)
  })

  it('are two for four pages at once, and one for three', async t => {
    for (const [pages, running] of [
      [3, 1],
      [4, 2],
    ] as const) {
      const browsers = open(t, { pages })
      const seen = new Set<unknown>()
      const enough = Promise.withResolvers<void>()
      const read = async (visit: Visit) => {
        seen.add(visit.page.context().browser())
        if (seen.size === running) enough.resolve()
        assert.equal(await readTitle(visit), 'shop')
        await enough.promise
      }
      // What comes while the second browser starts has its page in the first.
      const held = Array.from({ length: pages - 1 }, () => browsers.withPage({}, undefined, read))
      await until('they are open', () => browsers.status().running === running)
      await Promise.all([...held, browsers.withPage({}, undefined, read)])
      const { launches, crashes } = browsers.status()
      assert.deepEqual({ launches, crashes }, { launches: running, crashes: 0 })
    }
  })

  it('live on when a tab crashes, and start again when the browser does', async t => {
    const browsers = open(t)
    await assert.rejects(
      browsers.withPage({}, undefined, async ({ page }) => {
        await page.goto('chrome://crash').catch(() => {})
        await new Promise(() => {})
      }),
      { code: 'page_unreachable', message: 'The page made its browser tab crash.' },
    )
    assert.equal(await browsers.withPage({}, undefined, readTitle), 'shop')
    assert.equal(browsers.status().launches, 1)
    await assert.rejects(browsers.withPage({}, undefined, crashBrowser), {
      code: 'page_unreachable',
      message: 'The browser stopped while it read the page.',
    })
    assert.equal(await browsers.withPage({}, undefined, readTitle), 'shop')
    const { launches, crashes, running } = browsers.status()
    assert.deepEqual({ launches, crashes, running }, { launches: 3, crashes: 2, running: 1 })
  })
})
