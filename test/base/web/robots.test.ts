import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { createRobots, type Robots } from '../../../src/base/web/robots.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let egress: Egress
let robots: Robots
before(async () => {
  web = await createSimulatedWeb()
  egress = createEgress({ outbound: web.outbound })
  robots = createRobots(egress)
})
after(async () => {
  await egress.close()
  await web.close()
})

const allowed = (url: string) =>
  robots.check(new URL(url)).then(
    () => true,
    error => {
      assert.ok(error instanceof AppError)
      assert.ok(['page_blocked', 'page_unreachable'].includes(error.code))
      return false
    },
  )

describe('a site’s robots.txt', () => {
  it('is obeyed, and asked for once however many pages and callers', async () => {
    web.site('rules.test', { '/robots.txt': 'User-agent: *\nDisallow: /private\nCrawl-delay: 3' })
    const pages = Array.from({ length: 20 }, (_, n) => `https://rules.test/private/${n}`)
    assert.ok((await Promise.all(pages.map(allowed))).every(verdict => !verdict))
    assert.equal(await allowed('https://rules.test/public'), true)
    assert.equal(web.requestsTo('rules.test').length, 1)
    assert.equal(robots.crawlDelayMs(new URL('https://rules.test/')), 3_000)
  })

  for (const [status, verdict] of [
    [404, true],
    [403, true],
    [410, true],
    [500, false],
    [503, false],
    [429, false],
  ] as const)
    it(`answered with ${status} means ${verdict ? 'no rules' : 'stay away'}`, async () => {
      web.site(`s${status}.test`, { '/robots.txt': { status, body: 'User-agent: *\nAllow: /' } })
      assert.equal(await allowed(`https://s${status}.test/a`), verdict)
    })

  it('that cannot be reached means stay away', async () => {
    assert.equal(await allowed('https://nobody.test/'), false)
  })

  it('may be behind redirects, also on another host', async () => {
    web.site('moved.test', {
      '/robots.txt': { status: 301, headers: { location: 'https://rules.test/robots.txt' } },
    })
    assert.equal(await allowed('https://moved.test/private'), false)
    assert.equal(await allowed('https://moved.test/public'), true)
  })

  it('behind too many redirects, or one to nowhere, is none (RFC 9309, 2.3.1.2)', async () => {
    const redirectTo = (location: string) => ({ status: 302, headers: { location } })
    web.site('circle.test', { '/robots.txt': redirectTo('/robots.txt') })
    web.site('nowhere.test', { '/robots.txt': redirectTo('mailto:me@nowhere.test') })
    for (const host of ['circle.test', 'nowhere.test'])
      assert.equal(await allowed(`https://${host}/a`), true, host)
    // One that leads to a host which is away says nothing of the rules.
    web.site('away.test', { '/robots.txt': redirectTo('https://nobody.test/robots.txt') })
    assert.equal(await allowed('https://away.test/a'), false)
  })

  it('is read up to 512 kB, the rest is left out', async () => {
    const filler = `# ${'x'.repeat(100)}\n`.repeat(6_000)
    web.site('large.test', { '/robots.txt': `User-agent: *\nDisallow: /a\n${filler}Disallow: /b` })
    assert.equal(await allowed('https://large.test/a'), false)
    assert.equal(await allowed('https://large.test/b'), true)
  })

  it('names the sitemaps of its site, if it can be read', async () => {
    web.site('maps.test', {
      '/robots.txt': 'Sitemap: /a.xml\nSitemap: https://cdn.test/b.xml\nSitemap: http://[',
    })
    assert.deepEqual(await robots.sitemaps(new URL('https://maps.test/x')), [
      'https://maps.test/a.xml',
      'https://cdn.test/b.xml',
    ])
    assert.deepEqual(await robots.sitemaps(new URL('https://nobody.test/')), [])
  })
})
