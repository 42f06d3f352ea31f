import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  cookieName,
  newSessionToken,
  readCookie,
} from '../../../../src/base/accounts/people/cookies.ts'
import { deviceCookie, knownDevice } from '../../../../src/base/accounts/people/device.ts'
import { normalEmail } from '../../../../src/base/accounts/people/email.ts'
import {
  isRefusal,
  notingFaults,
  refusalCode,
  tellingFaults,
} from '../../../../src/base/accounts/people/faults.ts'
import {
  makeRecoveryCodes,
  readRecoveryCode,
} from '../../../../src/base/accounts/people/recovery-codes.ts'

const vault = { secretFor: (purpose: string) => `secret for ${purpose}` }
const person = { id: 'p1', email: 'ann@a.example', password: 'hash' }
const given = (cookie: string) => new Headers({ cookie: `x=1; ${cookie.split(';', 1)[0]}; y=2` })

describe('the cookie of a browser that somebody signed in with', () => {
  for (const isSecure of [true, false]) {
    const deps = { vault, isSecure }
    it(`lasts half a year and is known again, ${isSecure ? 'over https alone' : 'also over http'}`, () => {
      const cookie = deviceCookie(deps, person, undefined)
      assert.match(cookie, /; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax(?:; Secure)?$/)
      assert.equal(cookie.endsWith('; Secure'), isSecure)
      assert.equal(cookie.startsWith('__Host-siteray-device-'), isSecure)
      const id = knownDevice(deps, person, given(cookie))
      assert.match(id ?? '', /^device_/)
      assert.equal(knownDevice(deps, person, given(deviceCookie(deps, person, id))), id)
    })
  }

  it('is none of another person, password, browser or server', () => {
    const deps = { vault, isSecure: true }
    const cookie = deviceCookie(deps, person, 'device_1')
    const known = (who: typeof person | undefined, headers = given(cookie), by = deps) =>
      knownDevice(by, who, headers)
    assert.equal(known(person), 'device_1')
    assert.equal(known(undefined), undefined)
    assert.equal(known({ ...person, password: 'other' }), undefined)
    assert.equal(known({ ...person, id: 'p2' }), undefined)
    assert.equal(known({ ...person, email: 'bo@a.example' }), undefined)
    assert.equal(known(person, given(cookie.replace('device_1.', 'device_2.'))), undefined)
    assert.equal(known(person, given(cookie.replace(/\.[^;]*/, '.'))), undefined)
    assert.equal(known(person, given(cookie.replace(/\.(..)[^;]*/, '.$1'))), undefined)
    assert.equal(known(person, new Headers()), undefined)
    const other = { vault: { secretFor: () => 'other' }, isSecure: true }
    assert.equal(known(person, given(cookie), other), undefined)
    assert.equal(known(person, given(cookie), { vault, isSecure: false }), undefined)
  })
})

describe('cookies', () => {
  it('are found by their whole name', () => {
    const headers = new Headers({ cookie: 'ab=1;a=2=3;  b=4' })
    assert.equal(readCookie(headers, 'a'), '2=3')
    assert.equal(readCookie(headers, 'b'), '4')
    assert.equal(readCookie(headers, 'c'), undefined)
    assert.equal(readCookie(new Headers(), 'a'), undefined)
    assert.deepEqual([cookieName(true, 'a'), cookieName(false, 'a')], ['__Host-a', 'a'])
  })

  it('of an answer say the token of the session that begins', () => {
    const cookies = ['other=1', '__Host-siteray=tok%2Fen.sig%3D; Path=/', 'siteray=plain.sig']
    assert.equal(newSessionToken(true, cookies), 'tok/en')
    assert.equal(newSessionToken(false, cookies), 'plain')
    assert.throws(() => newSessionToken(true, ['siteray=plain.sig']), /no session/)
    assert.throws(() => newSessionToken(false, ['siteray=; Path=/']), /no session/)
  })
})

describe('what people type', () => {
  it('is the same address however it is written, or none', () => {
    assert.equal(normalEmail('  Ann@A.Example '), 'ann@a.example')
    const long = `${'a'.repeat(252)}@b`
    assert.equal(normalEmail(long), long)
    for (const wrong of ['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b\u0000', `a${long}`])
      assert.throws(() => normalEmail(wrong), { code: 'invalid_request' }, wrong)
  })

  it('is the same recovery code with whatever signs between', () => {
    const codes = makeRecoveryCodes()
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) {
      assert.match(code, /^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/)
      assert.equal(readRecoveryCode(` ${code.toUpperCase().replace('-', ' - ')} `), code)
      assert.equal(readRecoveryCode(code.replace('-', '')), code)
    }
    const signs = new Set(Array.from({ length: 60 }, makeRecoveryCodes).flat().join(''))
    assert.equal(signs.size, 32, 'each of the 31 signs, and the dash')
  })
})

describe('what fails below the library for signing in', () => {
  it('is told to whoever made the call, and to nobody else', async () => {
    const away = new Error('the database is away')
    const store = notingFaults({
      name: 'store',
      async find(id: string) {
        if (id === 'bad') throw away
        return `${this.name} ${id}`
      },
    })
    assert.equal(store.name, 'store')
    assert.equal(await tellingFaults(() => store.find('a')), 'store a')
    const hiding = (id: string) => () =>
      store.find(id).catch(() => {
        throw new Error('it failed')
      })
    await assert.rejects(tellingFaults(hiding('bad')), away)
    await assert.rejects(
      tellingFaults(() => Promise.reject(new Error('its own'))),
      /its own/,
    )
    await assert.rejects(store.find('bad'), away)
    const both = await Promise.allSettled([
      tellingFaults(hiding('bad')),
      tellingFaults(() => Promise.reject(new Error('its own'))),
    ])
    assert.deepEqual(
      both.map(one => one.status === 'rejected' && one.reason.message),
      ['the database is away', 'its own'],
    )
  })

  it('is no refusal, which has a status of its own', () => {
    const cases: [status: unknown, is: boolean][] = [
      [399, false],
      [400, true],
      [499, true],
      [500, false],
      [undefined, false],
    ]
    for (const [statusCode, is] of cases) assert.equal(isRefusal({ statusCode }), is)
    assert.equal(isRefusal(undefined), false)
    assert.equal(refusalCode({ body: { code: 'INVALID' } }), 'INVALID')
    assert.equal(refusalCode(undefined), 'undefined')
  })
})
