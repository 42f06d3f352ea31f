import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Cookie, openJar } from '../../../src/base/web/cookie-jar.ts'

const nowMs = Date.parse('2026-11-18T00:00:00Z')
const jarOf = (
  cookies: Cookie[] = [],
  hosts = ['a.test', 'b.a.test', 'shop.co.uk', 'me.github.io'],
) =>
  openJar(
    cookies,
    host => hosts.includes(host),
    {},
    () => nowMs,
  )
const cookie = (more: Partial<Cookie>): Cookie => ({
  ...{ name: 'n', value: 'v', domain: 'a.test', path: '/', expires: -1 },
  ...{ httpOnly: false, secure: false, sameSite: 'Lax', ...more },
})
const sent = (cookies: Cookie[], url: string) => jarOf(cookies).header(new URL(url))

describe('a cookie', () => {
  it('is sent where it belongs', () => {
    const cases: [Partial<Cookie>, string, boolean][] = [
      [{}, 'http://a.test/x', true],
      [{}, 'http://b.a.test/', false],
      [{ domain: '.a.test' }, 'http://b.a.test/', true],
      [{ domain: '.a.test' }, 'http://a.test/', true],
      [{ domain: '.a.test' }, 'http://c.a.test/', false],
      [{ domain: '.test' }, 'http://a.test.evil/', false],
      [{ path: '/in' }, 'http://a.test/in', true],
      [{ path: '/in' }, 'http://a.test/in/side', true],
      [{ path: '/in' }, 'http://a.test/inside', false],
      [{ secure: true }, 'http://a.test/', false],
      [{ secure: true }, 'https://a.test/', true],
      [{ expires: nowMs / 1_000 }, 'http://a.test/', false],
      [{ expires: nowMs / 1_000 + 1 }, 'http://a.test/', true],
    ]
    for (const [more, url, isSent] of cases)
      assert.equal(sent([cookie(more)], url) === 'n=v', isSent, `${JSON.stringify(more)} ${url}`)
  })

  it('of a longer path comes first', () => {
    const cookies = [cookie({ name: 'a' }), cookie({ name: 'b', path: '/in' })]
    assert.equal(sent(cookies, 'http://a.test/in'), 'b=v; a=v')
  })

  it('is set as browsers set it', () => {
    const cases: [line: string, url: string, kept: Partial<Cookie> | undefined][] = [
      ['s=1', 'https://a.test/x/y', { domain: 'a.test', path: '/x', expires: -1 }],
      ['s=1; Domain=a.test; Path=/', 'https://b.a.test/', { domain: '.a.test', path: '/' }],
      ['s=1; Domain=.a.test', 'https://a.test/', { domain: '.a.test' }],
      ['s=1; Domain=evil.test', 'https://a.test/', undefined],
      ['s=1; Domain=co.uk', 'https://shop.co.uk/', undefined],
      ['s=1', 'https://elsewhere.test/', undefined],
      [
        's=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
        'https://a.test/',
        { expires: nowMs / 1_000 + 60 },
      ],
      ['s=; Max-Age=0', 'https://a.test/', { expires: nowMs / 1_000 }],
      ['s=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'https://a.test/', { expires: 0 }],
      [
        's=a=b; HttpOnly; Secure; SameSite=strict',
        'https://a.test/',
        { value: 'a=b', httpOnly: true, secure: true, sameSite: 'Strict' },
      ],
      ['=1', 'https://a.test/', undefined],
      [`s=${'x'.repeat(5_000)}`, 'https://a.test/', undefined],
      // RFC 6265bis: 4096 bytes are for name and value, and what stands behind them is not counted.
      [`s=${'x'.repeat(4_095)}; Path=/; SameSite=Lax`, 'https://a.test/', { path: '/' }],
      [`s=${'x'.repeat(4_096)}`, 'https://a.test/', undefined],
      [`s=1; Path=/${'x'.repeat(1_024)}`, 'https://a.test/y/', { path: '/y' }],
      ['s=1; Domain=github.io', 'https://me.github.io/', undefined],
    ]
    for (const [line, url, kept] of cases) {
      const jar = jarOf()
      jar.store(new URL(url), [line])
      const [change] = jar.changes()
      assert.equal(change === undefined, kept === undefined, line)
      for (const [name, value] of Object.entries(kept ?? {}))
        assert.equal(Object(change)[name], value, `${line}: ${name}`)
    }
  })

  it('is kept until the date that browsers read (RFC 6265, 5.1.1), and no date is none', () => {
    const at = (iso: string) => Date.parse(iso) / 1_000
    const cases: [expires: string, seconds: number][] = [
      ['Wed, 09 Jun 2027 10:18:14 GMT', at('2027-06-09T10:18:14Z')],
      ['Wed, 09-Jun-2027 10:18:14 GMT', at('2027-06-09T10:18:14Z')],
      ['Wednesday, 09-Jun-27 10:18:14 GMT', at('2027-06-09T10:18:14Z')],
      ['Wed Jun  9 10:18:14 2027', at('2027-06-09T10:18:14Z')],
      // Whatever is said of a zone, and whatever ours is.
      ['Wed, 09 Jun 2027 10:18:14', at('2027-06-09T10:18:14Z')],
      ['Wed, 09 Jun 2027 10:18:14 PST', at('2027-06-09T10:18:14Z')],
      ['Tue, 31-Dec-69 23:00:00 GMT', at('2069-12-31T23:00:00Z')],
      ['Thu, 01-Jan-70 00:00:01 GMT', 1],
      ['Mon, 01 Jan 0001 00:00:00 GMT', at('2001-01-01T00:00:00Z')],
      ['Mon, 31 Feb 2027 00:00:00 GMT', -1],
      ['0', -1],
      ['-1', -1],
      ['Session', -1],
      ['', -1],
      ['Fri, 31 Dec 99999 23:59:59 GMT', -1],
    ]
    for (const [expires, seconds] of cases) {
      const jar = jarOf()
      jar.store(new URL('https://a.test/'), [`s=1; Expires=${expires}`])
      assert.equal(jar.changes()[0]?.expires, seconds, expires)
    }
    const jar = jarOf()
    jar.store(new URL('https://a.test/'), ['s=1; Max-Age=1900000000000'])
    assert.equal(jar.changes()[0]?.expires, at('9999-12-31T23:59:59Z'))
  })

  it('in any script goes over the wire as UTF-8, and comes from it so', () => {
    const wire = (text: string) => Buffer.from(text).toString('latin1')
    for (const value of ['山田', 'zoë', 'plain']) {
      assert.equal(sent([cookie({ value })], 'http://a.test/'), wire(`n=${value}`), value)
      const jar = jarOf()
      jar.store(new URL('https://a.test/'), [wire(`n=${value}; Path=/`)])
      assert.equal(jar.changes()[0]?.value, value)
    }
    // Bytes that are no UTF-8 go back as they came.
    const jar = jarOf()
    jar.store(new URL('https://a.test/'), ['n=zo\xeb; Path=/'])
    assert.equal(jar.header(new URL('https://a.test/')), 'n=zo\xeb')
  })

  it('that is set again takes the place of the first', () => {
    const jar = jarOf([cookie({ name: 's', value: 'old' })])
    jar.store(new URL('https://a.test/'), ['s=new; Path=/'])
    assert.equal(jar.header(new URL('https://a.test/')), 's=new')
    jar.store(new URL('https://a.test/'), ['s=; Path=/; Max-Age=0'])
    assert.equal(jar.header(new URL('https://a.test/')), undefined)
  })
})
