import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCookieFile } from '../../../src/base/sessions/cookie-file.ts'
import { checkHosts } from '../../../src/base/sessions/hosts.ts'
import {
  changesBetween,
  hostIn,
  stateWithin,
  withChanges,
} from '../../../src/base/sessions/state.ts'
import { oneTimeCode, readTotpKey } from '../../../src/base/sessions/totp.ts'
import { type Cookie, openJar } from '../../../src/base/web/cookie-jar.ts'
import { totp } from '../../support/totp.ts'

const cookie = (more: Partial<Cookie>): Cookie => ({
  ...{ name: 'n', value: 'v', domain: 'a.test', path: '/', expires: -1 },
  ...{ httpOnly: false, secure: false, sameSite: 'Lax', ...more },
})

describe('the state of a session', () => {
  it('is for the hosts that it names', () => {
    const covers = hostIn(['a.test', '*.b.test'])
    for (const host of ['a.test', 'x.b.test', 'y.x.b.test']) assert.ok(covers(host), host)
    for (const host of ['x.a.test', 'b.test', 'evilb.test', 'a.test.evil'])
      assert.ok(!covers(host), host)
  })

  it('is for hosts in any letters, as URLs write them', () => {
    const given = ['müller.example', '*.Müller.example', ' Shop.a_b.TEST ', 'xn--mller-kva.example']
    const written = ['xn--mller-kva.example', '*.xn--mller-kva.example', 'shop.a_b.test']
    assert.deepEqual(checkHosts(given), [...written, 'xn--mller-kva.example'])
    for (const host of [
      '*.com',
      '*.',
      '*',
      '',
      'http://a.test',
      'a b.test',
      'a..test',
      '[::1]',
      'a.test:80',
      'a/b.test',
      'ex%61mple.com',
    ])
      assert.throws(() => checkHosts([host]), { code: 'invalid_request' }, host)
  })

  it('keeps what is theirs and what browsers take', () => {
    const cookies = [
      cookie({ name: 'own' }),
      cookie({ name: 'above', domain: '.test' }),
      cookie({ name: 'other', domain: 'b.test' }),
      cookie({ name: 'old', expires: 1 }),
      cookie({ name: 'bad', value: 'a;b' }),
      cookie({ name: '__Host-x', domain: '.a.test' }),
      cookie({ name: '__Secure-x' }),
      cookie({ name: 'none', sameSite: 'None' }),
      // In milliseconds, as some tools write it.
      cookie({ name: 'long', expires: 1_900_000_000_000 }),
    ]
    const origins = [
      { origin: 'https://a.test', localStorage: [{ name: 'k', value: 'v' }] },
      { origin: 'https://b.test', localStorage: [{ name: 'k', value: 'v' }] },
      { origin: 'https://a.test:8443', localStorage: [] },
    ]
    const kept = stateWithin({ cookies, origins }, ['a.test'], Date.now())
    assert.deepEqual(
      kept.cookies.map(({ name }) => name),
      ['own', '__Secure-x', 'none', 'long'],
    )
    assert.equal(kept.cookies[3]?.expires, Date.parse('9999-12-31T23:59:59Z') / 1_000)
    assert.equal(kept.cookies[1]?.secure, true)
    assert.equal(kept.cookies[2]?.sameSite, 'Lax')
    assert.deepEqual(
      kept.origins.map(({ origin }) => origin),
      ['https://a.test'],
    )
  })

  it('has the longer life that a site gives a cookie with every page', () => {
    const nowMs = Date.parse('2026-11-18T00:00:00Z')
    const inMinutes = (minutes: number) => nowMs / 1_000 + minutes * 60
    const url = new URL('https://a.test/')
    const changed = (known: number, setCookie: string): boolean => {
      const before = { cookies: [cookie({ name: 's', expires: known })], origins: [] }
      const jar = openJar(
        before.cookies,
        () => true,
        {},
        () => nowMs,
      )
      jar.store(url, [`s=v; Path=/${setCookie}`])
      const [change] = changesBetween(before, jar, undefined, nowMs)?.cookies ?? []
      return change !== undefined
    }
    const cases: [known: number, setCookie: string, isKept: boolean][] = [
      [inMinutes(20), '; Max-Age=1800', true],
      [inMinutes(20), '', true],
      // A tenth of its life may go by first: not every page is a change.
      [inMinutes(29), '; Max-Age=1800', false],
      [inMinutes(30), '; Max-Age=60', false],
      [-1, '; Max-Age=1800', false],
      [-1, '', false],
      // Taken back, whatever its value is then.
      [inMinutes(20), '; Max-Age=0', true],
      [-1, '; Max-Age=0', true],
    ]
    for (const [known, setCookie, isKept] of cases)
      assert.equal(changed(known, setCookie), isKept, `${known} ${setCookie}`)
    const before = { cookies: [cookie({ expires: inMinutes(20) })], origins: [] }
    const after = { cookies: [cookie({ expires: inMinutes(60) })], origins: [] }
    const jar = openJar(before.cookies, () => true)
    assert.deepEqual(changesBetween(before, jar, after, nowMs)?.cookies, after.cookies)
  })

  it('takes changes cookie by cookie, and origin by origin', () => {
    const before = {
      cookies: [cookie({ name: 'a' }), cookie({ name: 'b' })],
      origins: [{ origin: 'https://a.test', localStorage: [{ name: 'k', value: '1' }] }],
    }
    const after = withChanges(before, { cookies: [cookie({ name: 'b', value: 'new' })] })
    assert.deepEqual(
      after.cookies.map(({ value }) => value),
      ['v', 'new'],
    )
    assert.deepEqual(after.origins, before.origins)
  })

  it('is read from a cookies.txt', () => {
    const file =
      '# Netscape\n\n.a.test\tTRUE\t/\tTRUE\t0\ts\t1\r\n#HttpOnly_a.test\tFALSE\t/x\tFALSE\t99\tt\t\n.a.test\tTRUE\t/\tFALSE\t99.482\tu\t2\n'
    const [first, second, third] = readCookieFile(file)
    assert.equal(third?.expires, 99)
    assert.deepEqual(first, cookie({ name: 's', value: '1', domain: '.a.test', secure: true }))
    assert.deepEqual(
      second,
      cookie({ name: 't', value: '', path: '/x', expires: 99, httpOnly: true }),
    )
  })
})

describe('a one-time code', () => {
  it('is that of RFC 6238', () => {
    const seed = (text: string) => base32(Buffer.from(text))
    const sha1 = seed('12345678901234567890')
    const sha256 = seed('12345678901234567890123456789012')
    const uri = (key: string, algorithm: string) =>
      `otpauth://totp/x?secret=${key}&digits=8&algorithm=${algorithm}`
    assert.equal(oneTimeCode(uri(sha1, 'SHA1'), 59_000), '94287082')
    assert.equal(oneTimeCode(uri(sha1, 'SHA1'), 1111111109_000), '07081804')
    assert.equal(oneTimeCode(uri(sha256, 'SHA256'), 59_000), '46119246')
    assert.equal(
      oneTimeCode('jbsw y3dp ehpk 3pxp', Date.now()),
      totp('otpauth://totp/x?secret=JBSWY3DPEHPK3PXP'),
    )
  })

  it('needs a key that is one', () => {
    for (const key of [
      '',
      'short',
      'not base32!',
      'otpauth://totp/x',
      'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=1',
    ])
      assert.throws(() => readTotpKey(key), /base32/, key)
  })
})

const base32 = (bytes: Buffer): string =>
  (
    [...bytes]
      .map(byte => byte.toString(2).padStart(8, '0'))
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map(bits => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('')
