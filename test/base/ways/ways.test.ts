import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as breathe } from 'node:timers/promises'
import { candidatesFor, placeOf } from '../../../src/base/ways/choose.ts'
import { readWay, type Way } from '../../../src/base/ways/definition.ts'
import { createGate, isWayBusy } from '../../../src/base/ways/gate.ts'
import { readTravel } from '../../../src/base/ways/request.ts'
import { uncounted, type WayUses } from '../../../src/base/ways/uses.ts'
import { createWays, type WayOut } from '../../../src/base/ways/ways.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { guardedFetch } from '../../../src/base/web/fetch.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { createWayProxy } from '../../support/way-proxy.ts'

const { signal } = new AbortController()
const way = (name: string, more: object = {}): Way =>
  readWay({ name, kind: 'direct', countries: ['DE'], ...more })

describe('the choice of a way', () => {
  it('follows the weights, and moves nothing when another comes', () => {
    const ways = [way('a', { weight: 1 }), way('b', { weight: 3 })]
    const bestOf = (all: Way[], key: string) =>
      all.toSorted((one, other) => placeOf(other, key) - placeOf(one, key))[0]?.name
    const keys = Array.from({ length: 4_000 }, (_, n) => `host-${n}.test`)
    const share = keys.filter(key => bestOf(ways, key) === 'b').length / keys.length
    assert.ok(Math.abs(share - 0.75) < 0.03, `${share}`)
    const more = [...ways, way('c')]
    for (const key of keys) {
      const now = bestOf(more, key)
      assert.ok(now === 'c' || now === bestOf(ways, key), key)
    }
  })

  it('never leaves the country, nor the way that was named', () => {
    const ways = [
      way('de'),
      way('de-2'),
      way('fr', { countries: ['FR'] }),
      way('none', { countries: [] }),
    ]
    const names = (exit: object) => {
      const { first, others } = candidatesFor(ways, { retries: 3, ...exit })
      return [first?.name, others.map(({ name }) => name)]
    }
    assert.deepEqual(names({ country: 'DE' }), [undefined, ['de', 'de-2']])
    assert.deepEqual(names({ way: 'de-2' }), ['de-2', ['de']])
    assert.deepEqual(names({ way: 'de-2', retries: 0 }), ['de-2', []])
    assert.deepEqual(names({ way: 'none' }), ['none', []])
    assert.throws(() => names({ way: 'xx' }), /There are: de, de-2, fr, none\./)
    assert.throws(() => names({ country: 'US' }), /There are: DE, FR\./)
    assert.throws(() => candidatesFor([], { way: 'a', retries: 0 }), /has none that you may use/)
  })
})

describe('a definition', () => {
  it('is told what is wrong with it, without its password', () => {
    const wrong: [object, RegExp][] = [
      [{ name: 'a', url: 'ftp://me:hush@h/' }, /"url" that is not http/],
      [{ name: 'a', kind: 'mobile' }, /needs a "url"/],
      [{ name: 'a', kind: 'direct', url: 'http://me:hush@h/' }, /needs a "url"/],
      [{ name: 'a', countries: ['de'] }, /countries/],
      [{ name: 'a', wieght: 3 }, /wieght/],
    ]
    for (const [given, message] of wrong)
      assert.throws(
        () => readWay(given),
        (error: Error) => message.test(error.message) && !error.message.includes('hush'),
        JSON.stringify(given),
      )
    assert.equal(readWay({ name: 'a' }).kind, 'direct')
    // A password as it is, not as URLs write it.
    assert.equal(readWay({ name: 'a', url: 'http://me:50%zz@h/' }).url, 'http://me:50%25zz@h/')
  })
})

describe('a location', () => {
  it('speaks the language of its country, and has its clock where there is one', () => {
    const localeOf = (location: object) => readTravel({ location }).locale
    assert.deepEqual(localeOf({ country: 'de' }), {
      languages: ['de-DE', 'de'],
      timeZone: 'Europe/Berlin',
    })
    assert.deepEqual(localeOf({ country: 'US' }), { languages: ['en-US', 'en'] })
    assert.deepEqual(localeOf({ country: 'JP', languages: ['EN-gb'], timeZone: 'Asia/Seoul' }), {
      languages: ['en-GB'],
      timeZone: 'Asia/Seoul',
    })
    assert.equal(localeOf({}), undefined)
    assert.throws(() => localeOf({ timeZone: '+01:00' }), /not a time zone/)
  })
})

describe('the limits of a way', () => {
  it('let so many pages through at a time, and send the others of a job away', async () => {
    const gate = createGate(way('small', { maxConcurrent: 2 }))
    const { promise, resolve } = Promise.withResolvers<void>()
    let most = 0
    let running = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await promise
      running--
    }
    const first = [1, 2].map(() => gate.hold('a.test', signal, work))
    await assert.rejects(gate.hold('b.test', signal, work), (error: AppError) => {
      assert.ok(isWayBusy(error))
      return error.code === 'overloaded'
    })
    resolve()
    await Promise.all(first)
    assert.equal(most, 2)
  })

  it('keep a pause for each host', async () => {
    const gate = createGate(way('slow', { perHostDelayMs: 120 }))
    const at: number[] = []
    const hold = (host: string) =>
      gate.hold(host, signal, async () => void at.push(performance.now()))
    await Promise.all([hold('a.test'), hold('a.test'), hold('a.test')])
    // The first may begin late in its turn.
    assert.ok((at[2] ?? 0) - (at[0] ?? 0) >= 180, `${at}`)
  })
})

describe('ways', () => {
  let web: SimulatedWeb
  let egress: Egress
  before(async () => {
    web = await createSimulatedWeb()
    web.site('a.test', () => 'a')
    web.site('b.test', () => 'b')
    egress = createEgress({ outbound: web.outbound })
  })
  after(async () => {
    await egress.close()
    await web.close()
  })

  const fetchBy =
    (url: string) =>
    ({ egress }: WayOut) =>
      guardedFetch(egress, { url }).then(({ bytes }) => String(bytes))

  it('have sessions that stay with what they stick to, and share no connection', async () => {
    const seen: string[] = []
    const spying: Egress = {
      ...egress,
      through(by) {
        seen.push(decodeURIComponent(by.url.username))
        return { ...egress, close: async () => undefined }
      },
    }
    const url = 'http://u-{country}-{session}:p@127.0.0.1:1/'
    const rotating = readWay({ name: 'r', url, countries: ['DE', 'FR'], sticky: 'host' })
    const ways = createWays({ egress: spying, uses: uncounted }, [rotating])
    const exit = { country: 'FR', retries: 0 }
    for (const host of ['a.test', 'b.test', 'a.test'])
      await ways.use({ exit, url: new URL(`http://${host}/`), signal }, fetchBy(`http://${host}/`))
    // One for robots.txt, and one for each host.
    assert.equal(seen.length, 3)
    assert.equal(new Set(seen).size, 3)
    for (const user of seen) assert.match(user, /^u-fr-[0-9a-f]{12}$/)
  })

  it('are left for the next one after a fault, and remembered for it', async () => {
    const doubts = new Map<string, 0 | 1 | 2>([['one', 2]])
    const uses: WayUses = { ...uncounted, doubtOf: name => doubts.get(name) ?? 0 }
    const ways = createWays({ egress, uses }, [
      way('one', { sticky: 'host', weight: 1_000_000 }),
      way('two', { sticky: 'host' }),
    ])
    const order: string[] = []
    const failing = async ({ chosen }: WayOut) => {
      order.push(chosen?.way ?? '')
      throw new AppError('page_blocked', 'A wall.')
    }
    const trip = { exit: { country: 'DE', retries: 3 }, url: new URL('http://a.test/'), signal }
    await assert.rejects(ways.use(trip, failing), /A wall\. \(Ways tried: two, one\.\)/)
    assert.deepEqual(order, ['two', 'one'])
    order.length = 0
    const byRobots = async ({ chosen }: WayOut) => {
      order.push(chosen?.way ?? '')
      throw new AppError('page_blocked', 'Not here.', { byRobots: true })
    }
    await assert.rejects(ways.use(trip, byRobots), /^AppError: Not here\.$/)
    assert.deepEqual(order, ['two'])
  })

  it('go the server’s own way where none is chosen, and cost nothing then', async () => {
    const ways = createWays({ egress, uses: uncounted })
    const out = await ways.use({ url: new URL('http://a.test/'), signal }, async out => out)
    assert.equal(out, ways.direct)
    assert.equal(await fetchBy('http://a.test/')(out), 'a')
  })

  it('that are replaced while a page is read let it end', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const plain = await createWayProxy({ kind: 'socks5', from: '127.0.0.52' })
    const defined = readWay({ name: 'p', url: plain.url })
    const ways = createWays({ egress, uses: uncounted }, [defined])
    const trip = { exit: { way: 'p', retries: 0 }, url: new URL('http://a.test/'), signal }
    const reading = ways.use(trip, async out => {
      await promise
      return fetchBy('http://a.test/')(out)
    })
    await breathe()
    ways.replace([{ ...defined, weight: 2 }])
    ways.replace([])
    resolve()
    assert.equal(await reading, 'a')
    await assert.rejects(ways.use(trip, fetchBy('http://a.test/')), { code: 'way_unknown' })
    await plain.close()
  })
})
