import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EndedItem } from '../../../src/base/jobs/frontier.ts'
import type { LoadedItem } from '../../../src/base/jobs/store.ts'
import type { PageFollow } from '../../../src/base/reader/answer.ts'
import type { FoundLink } from '../../../src/page/links/follow.ts'
import { areaAround } from '../../../src/page/links/scope.ts'
import { type FollowedPage, followPage } from '../../../src/products/crawl/follow.ts'
import {
  asKnownNow,
  type CrawlPlan,
  digest,
  type FoundUrl,
  findIn,
  keyIn,
  templateIn,
} from '../../../src/products/crawl/plan.ts'
import { createSeen } from '../../../src/products/crawl/seen.ts'
import type { KnownUrl } from '../../../src/products/crawl/store.ts'

const start = 'https://www.a.example/docs/'
const plan: CrawlPlan = {
  area: areaAround('host', start) as CrawlPlan['area'],
  ...{ home: start, maxDepth: 3, include: [], exclude: [], sitemap: 'include' },
  ...{ ignoreQuery: false, hashRoutes: false, respectRobots: true, follow: true },
}
const find = (url: string, some: Partial<CrawlPlan> = {}) => findIn({ ...plan, ...some }, url)

describe('a URL in the area of a crawl', () => {
  it('is asked for without a name, a password and a place on the page', () => {
    const found = find('https://me:secret@a.example/docs/x?b=1#there')
    assert.equal(found?.url, 'https://a.example/docs/x?b=1')
    assert.deepEqual([found?.host, found?.wanted, found?.skip], ['a.example', true, undefined])
    assert.equal(found?.id, digest(found?.key ?? ''))
    assert.equal(find('https://a.example/#/b', { hashRoutes: true })?.url, 'https://a.example/#/b')
    assert.equal(find('https://b.example/docs/'), undefined)
    assert.equal(find('mailto:me@a.example'), undefined)
  })

  it('is skipped for the first reason there is', () => {
    const exclude = ['/docs/x*', '/docs/**.zip']
    const skip = (path: string) => find(`https://a.example${path}`, { exclude })?.skip
    assert.equal(skip('/docs/y'), undefined)
    assert.equal(skip('/docs/x1'), 'excluded')
    assert.equal(skip('/docs/y?to=/docs/x'), undefined)
    assert.equal(skip('/docs/a.zip'), 'unsupported')
    assert.equal(skip('/a/b/a/b/a/b/a/b/a/b'), 'trap')
  })

  it('is wanted where it fits what is included, which its query is a part of', () => {
    const wanted = (path: string, include: string[]) =>
      find(`https://a.example${path}`, { include })?.wanted
    assert.equal(wanted('/docs/y', []), true)
    assert.equal(wanted('/docs/y', ['/docs/*']), true)
    assert.equal(wanted('/other', ['/docs/*']), false)
    assert.equal(wanted('/docs/y?a=1', ['/docs/y']), false)
    assert.equal(wanted('/docs/y?a=1', ['/docs/y?*']), true)
  })

  it('is one with others as the plan says', () => {
    const key = (url: string, some: Partial<CrawlPlan> = {}) => keyIn({ ...plan, ...some }, url)
    const [a, b] = ['https://a.example/x?b=1', 'http://www.a.example/x?b=2']
    assert.notEqual(key(a), key(b))
    assert.equal(key(a, { ignoreQuery: true }), key(b, { ignoreQuery: true }))
    const visit = `https://a.example/x?visit=${'a1B2'.repeat(5)}`
    assert.notEqual(key(visit), key('https://a.example/x'))
    assert.equal(key(visit, { sessions: ['visit'] }), key('https://a.example/x'))
    assert.equal(key('no address'), undefined)
  })

  it('is known anew when the crawl has learned which names say nothing', () => {
    const found = find('https://a.example/x?utm=1&b=2') as FoundUrl
    assert.equal(asKnownNow(plan, found), found)
    const names = { ...plan, idleNames: [`${found.key.split('?')[0]}?utm`] }
    const known = asKnownNow(names, found)
    if (known === found) return
    assert.equal(known.id, digest(known.key))
    assert.equal(known.url, found.url)
  })

  it('shares a template with others of its shape, and alone has none', () => {
    const of = (url: string) => templateIn(keyIn(plan, url) ?? '')
    assert.equal(of('https://a.example/about'), undefined)
    const day = of('https://a.example/2031/05/06/')
    assert.ok(day)
    assert.equal(of('https://a.example/2031/05/07/'), day)
    assert.notEqual(of('https://a.example/days/2031/05/07/'), day)
  })
})

describe('what a page says to its crawl', () => {
  const follow: PageFollow = {
    ...{ links: [], nofollow: false, leftOut: 0, contentHash: 'c', copyHash: 'd' },
    print: { simhash: '0', words: 0 } as never,
  }
  let crawls = 0
  const read = (
    asked: Partial<LoadedItem>,
    url: string,
    some: Partial<PageFollow> = {},
  ): FollowedPage | undefined =>
    followPage(
      {
        ...{ jobId: `crawl ${++crawls}`, url, position: 1, depth: 2, crawl: plan },
        ...asked,
      } as LoadedItem,
      { url, follow: { ...follow, ...some } },
    )
  const pageUrl = 'https://a.example/docs/a'

  it('is nothing where its links were not read', () => {
    assert.equal(followPage({ url: pageUrl, crawl: plan } as never, { url: pageUrl }), undefined)
  })

  it('is where it leads, each page once, and how deep', () => {
    const links: FoundLink[] = [
      { url: 'https://a.example/docs/b' },
      { url: 'https://www.a.example/docs/b#x' },
      { url: 'https://b.example/' },
      { url: 'https://a.example/docs/c', next: true },
      { url: 'https://a.example/docs/d' },
      { url: 'https://a.example/docs/d', next: true },
      { url: 'https://a.example/docs/c' },
      { url: 'https://a.example/docs/e', nofollow: true },
    ]
    const shown = (page: FollowedPage | undefined) =>
      page?.links.map(({ url, depth, isNext }) => `${url.slice(-1)} ${depth} ${isNext}`)
    assert.deepEqual(shown(read({}, pageUrl, { links })), ['b 3 false', 'c 2 true', 'd 2 true'])
    assert.deepEqual(shown(read({ depth: null }, pageUrl, { links: links.slice(0, 1) })), [
      'b 1 false',
    ])
    assert.deepEqual(shown(read({}, pageUrl, { links, nofollow: true })), [])
    const free = { crawl: { ...plan, respectRobots: false } }
    assert.equal(read(free, pageUrl, { links, nofollow: true })?.links.length, 4)
    for (const none of [{ follow: false }, { sitemap: 'only' as const }])
      assert.deepEqual(shown(read({ crawl: { ...plan, ...none } }, pageUrl, { links })), [])
  })

  it('is which page it is, and of which it is a copy', () => {
    const page = read({}, 'https://a.example/docs/a?b=1', { canonical: pageUrl })
    assert.equal(page?.id, digest(page?.key ?? ''))
    assert.equal(page?.canonical?.url, pageUrl)
    assert.equal(page?.base, digest(keyIn(plan, pageUrl) ?? ''))
    assert.equal(read({}, pageUrl)?.base, undefined)
    assert.equal(read({}, pageUrl)?.canonical, undefined)
    assert.equal(read({}, pageUrl, { canonical: 'https://b.example/' })?.canonical, undefined)
    // The same words and pictures under one path, whatever its query and its case.
    assert.equal(read({}, 'https://a.example/Docs/A?c=2')?.copy, page?.copy)
    assert.notEqual(read({}, 'https://a.example/docs/b')?.copy, page?.copy)
    assert.notEqual(read({}, pageUrl, { copyHash: 'e' })?.copy, page?.copy)
  })

  it('is that the crawl moves with its start page within its domain, and with no other page', () => {
    const moved = (from: string, to: string, position = 0, some: Partial<CrawlPlan> = {}) => {
      const item = { url: from, position, jobId: 'x', depth: 0, crawl: { ...plan, ...some } }
      return followPage(item as never, { url: to, follow })?.moved
    }
    const shop = moved(start, 'https://shop.a.example/x')
    assert.deepEqual([shop?.area.host, shop?.area.moved], ['shop.a.example', true])
    assert.equal(shop?.home, 'https://shop.a.example/x')
    const inside = moved(start, 'https://a.example/en/')
    assert.deepEqual([inside?.area, inside?.home], [plan.area, 'https://a.example/en/'])
    assert.equal(moved(start, 'https://b.example/'), undefined)
    assert.equal(moved(start, start), undefined)
    assert.equal(moved(start, 'https://a.example/en/', 1), undefined)
    assert.equal(moved(start, 'https://a.example/en/', 0, { follow: false }), undefined)
  })

  it('is which name in the query carries the visit, once', () => {
    const links = [1, 2, 3, 4, 5].map(at => ({
      url: `https://a.example/${at}?sid=${'aB3d'.repeat(6)}${at}`,
    }))
    assert.deepEqual(read({}, pageUrl, { links })?.moved?.sessions, ['sid'])
    const known = { crawl: { ...plan, sessions: ['sid'] } }
    assert.equal(read(known, pageUrl, { links })?.moved, undefined)
    const other = { crawl: { ...plan, sessions: ['x'] } }
    assert.deepEqual(read(other, pageUrl, { links })?.moved?.sessions, ['x', 'sid'])
  })
})

describe('the URLs that a crawl has seen', () => {
  const found = (path: string) => find(`https://a.example${path}`) as FoundUrl
  const from = {
    item: { url: start, position: 7 } as EndedItem,
    page: {} as FollowedPage,
    ...{ depth: 2, skip: undefined },
  }
  const row = (path: string, some: Partial<KnownUrl>): KnownUrl => ({
    ...{ key: found(path).id, position: 3, state: 'done', reason: null, simhash: null },
    ...some,
  })

  it('are those of before and those found now, each once', () => {
    const seen = createSeen([row('/a', {})])
    assert.ok(seen.has(found('/a')))
    assert.ok(!seen.has(found('/b')))
    seen.add(found('/a'), from)
    seen.add(found('/b'), from)
    seen.add(found('/b'), { ...from, depth: 9 })
    seen.add(found('/2031/05/06'), { ...from, skip: 'depth' })
    assert.ok(seen.has(found('/b')))
    const [b, day] = seen.fresh
    assert.equal(seen.fresh.length, 2)
    assert.deepEqual(b?.candidate, {
      ...{ url: 'https://a.example/b', host: 'a.example', wanted: true, template: undefined },
      ...{ key: Buffer.from(found('/b').id, 'hex'), depth: 2, skip: undefined },
      ...{ foundOn: start, parent: 7 },
    })
    assert.equal(b?.from, from.page)
    assert.deepEqual(day?.candidate.template?.toString('hex'), day?.template)
    assert.equal(seen.skipOf(found('/2031/05/06')), 'depth')
    assert.equal(seen.skipOf(found('/b')), undefined)
    assert.equal(seen.skipOf(found('/a')), undefined)
  })

  it('say why a page that is one of them is no result', () => {
    const same = (some: Partial<KnownUrl>) => createSeen([row('/a', some)]).sameAs(found('/a'), 5)
    assert.equal(same({}), 'duplicate')
    assert.equal(same({ position: 5 }), undefined)
    assert.equal(same({ state: 'spare' }), undefined)
    assert.equal(same({ state: 'waiting' }), 'duplicate')
    assert.equal(same({ state: 'skipped', reason: 'robots' }), 'robots')
    assert.equal(same({ state: 'skipped', reason: null }), undefined)
    assert.equal(same({ state: 'skipped', reason: 'duplicate' }), 'duplicate')
    assert.equal(same({ state: 'skipped', reason: 'duplicate', simhash: '0' }), undefined)
    const seen = createSeen([])
    assert.equal(seen.sameAs(found('/a'), 5), undefined)
    seen.add(found('/a'), from)
    seen.add(found('/b'), { ...from, skip: 'trap' })
    assert.equal(seen.sameAs(found('/a'), 5), 'duplicate')
    assert.equal(seen.sameAs(found('/b'), 5), 'trap')
  })

  it('are retired when a spare one was read under another name, once', () => {
    const seen = createSeen([row('/a', { state: 'spare' }), row('/b', { position: 4 })])
    for (const path of ['/a', '/a', '/b', '/c']) seen.retire(found(path))
    assert.deepEqual(seen.retired, [3])
    assert.equal(seen.sameAs(found('/a'), 5), 'duplicate')
  })
})
