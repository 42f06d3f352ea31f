import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOriginAllowed, parseOriginEntry } from '../../../src/base/accounts/origins.ts'

type Case = [
  allowed: boolean,
  origins: string[],
  headers: { origin?: string; referer?: string },
  why: string,
]

const one = ['example.com']
const wild = ['*.example.com']
const both = ['example.com', '*.example.com']

const cases: Case[] = [
  [true, [], { origin: 'https://anything.test' }, 'an empty list allows any site'],
  [true, [], { origin: 'null' }, 'an empty list allows a sandboxed page too'],
  [true, [], { referer: 'https://anything.test/a' }, 'an empty list allows any referer'],
  [true, [], {}, 'an empty list allows a request without headers'],
  [true, one, {}, 'neither header: always allowed'],
  [true, one, { origin: '', referer: '' }, 'empty headers are absent headers'],
  [true, one, { origin: 'https://example.com' }, 'the exact host'],
  [true, one, { origin: 'http://example.com' }, 'either scheme'],
  [true, one, { origin: 'https://example.com:8443' }, 'any port'],
  [true, one, { origin: 'http://example.com:80' }, 'the default port written out'],
  [true, one, { origin: 'https://EXAMPLE.com' }, 'upper case'],
  [true, one, { origin: 'HTTPS://Example.Com' }, 'upper-case scheme'],
  [true, one, { origin: 'https://example.com.' }, 'a trailing dot is the same host'],
  [false, one, { origin: 'https://example.com..' }, 'two trailing dots are not'],
  [false, one, { origin: 'https://www.example.com' }, 'www is another host'],
  [false, one, { origin: 'https://a.example.com' }, 'a subdomain is another host'],
  [false, one, { origin: 'https://example.com.evil.net' }, 'look-alike: prefix of another host'],
  [false, one, { origin: 'https://evilexample.com' }, 'look-alike: suffix without a dot'],
  [false, one, { origin: 'https://example.org' }, 'another ending'],
  [false, one, { origin: 'https://example.co' }, 'a cut ending'],
  [false, one, { origin: 'https://example.com.br' }, 'a longer ending'],
  [false, one, { origin: 'https://exаmple.com' }, 'look-alike: Cyrillic а'],
  [false, one, { origin: 'null' }, 'a sandboxed page is an unlisted host'],
  [false, one, { origin: 'null', referer: 'https://example.com/' }, 'Origin decides over Referer'],
  [false, one, { origin: 'NULL' }, 'null in upper case'],
  [false, one, { origin: 'https://evil.net', referer: 'https://example.com/' }, 'Origin wins, bad'],
  [true, one, { origin: 'https://example.com', referer: 'https://evil.net/' }, 'Origin wins, good'],
  [true, one, { referer: 'https://example.com/' }, 'Referer decides when Origin is absent'],
  [true, one, { origin: '', referer: 'https://example.com/a?b#c' }, 'Referer with path and query'],
  [false, one, { referer: 'https://evil.net/https://example.com' }, 'the host in the path'],
  [false, one, { referer: 'https://evil.net/?u=example.com' }, 'the host in the query'],
  [false, one, { referer: 'https://evil.net/#example.com' }, 'the host in the fragment'],
  [false, one, { referer: 'https://example.com@evil.net/' }, 'the host as user name'],
  [false, one, { referer: 'https://example.com:x@evil.net/' }, 'the host as user with password'],
  [true, one, { referer: 'https://user:pw@example.com/' }, 'userinfo before the right host'],
  [false, one, { referer: 'https://evil.net\\@example.com/' }, 'backslash before @ ends the host'],
  [false, one, { referer: 'https:\\\\evil.net/example.com' }, 'backslashes as slashes'],
  [false, one, { origin: 'example.com' }, 'no scheme is no origin'],
  [false, one, { origin: '//example.com' }, 'no scheme, slashes'],
  [false, one, { origin: 'ftp://example.com' }, 'not a web page'],
  [false, one, { origin: 'chrome-extension://example.com' }, 'an extension is not a site'],
  [false, one, { origin: 'android-app://example.com' }, 'an app is not a site'],
  [false, one, { origin: 'file://' }, 'a file'],
  [false, one, { origin: 'data:text/html,x' }, 'a data URL'],
  [false, one, { origin: 'about:blank' }, 'about:blank'],
  [false, one, { origin: 'https://' }, 'no host'],
  [false, one, { origin: 'https://exa mple.com' }, 'a space in the host'],
  [false, one, { origin: 'https://example.com https://evil.net' }, 'two origins in one header'],
  [true, wild, { origin: 'https://a.example.com' }, 'wildcard: a subdomain'],
  [true, wild, { origin: 'https://a.b.c.d.example.com' }, 'wildcard: deep subdomains'],
  [true, wild, { origin: 'https://www.example.com:3000' }, 'wildcard: with a port'],
  [true, wild, { origin: 'https://A.EXAMPLE.COM.' }, 'wildcard: case and trailing dot'],
  [false, wild, { origin: 'https://example.com' }, 'wildcard: not the domain itself'],
  [false, wild, { origin: 'https://.example.com' }, 'wildcard: an empty label'],
  [false, wild, { origin: 'https://evilexample.com' }, 'wildcard: suffix without a dot'],
  [false, wild, { origin: 'https://a.example.com.evil.net' }, 'wildcard: prefix of another host'],
  [false, wild, { origin: 'https://a.example.org' }, 'wildcard: another ending'],
  [true, both, { origin: 'https://example.com' }, 'both entries: the domain'],
  [true, both, { origin: 'https://x.example.com' }, 'both entries: a subdomain'],
  [true, ['a.test', 'b.test'], { origin: 'https://b.test' }, 'the second of two entries'],
  [false, ['a.test', 'b.test'], { origin: 'https://c.test' }, 'none of two entries'],
  [true, one, { origin: 'http://localhost' }, 'localhost is always allowed'],
  [true, one, { origin: 'http://localhost:5173' }, 'localhost with a port'],
  [true, one, { origin: 'http://LOCALHOST:1' }, 'localhost in upper case'],
  [true, one, { origin: 'http://localhost.' }, 'localhost with a trailing dot'],
  [true, one, { origin: 'http://app.localhost:3000' }, 'a name below localhost'],
  [true, one, { origin: 'http://a.b.localhost' }, 'a deep name below localhost'],
  [false, one, { origin: 'http://localhost.evil.net' }, 'localhost as a prefix'],
  [false, one, { origin: 'http://evillocalhost' }, 'localhost as a suffix without a dot'],
  [false, one, { origin: 'http://127.0.0.1:3000' }, 'an address is not the name localhost'],
  [true, ['127.0.0.1'], { origin: 'http://127.0.0.1:3000' }, 'a listed IPv4 address'],
  [true, ['127.0.0.1'], { origin: 'http://0x7f.1' }, 'the same address spelt otherwise'],
  [true, ['[::1]'], { origin: 'http://[::1]:3000' }, 'a listed IPv6 address'],
  [true, ['[::1]'], { origin: 'http://[0:0:0:0:0:0:0:1]' }, 'the same IPv6 address in full'],
  [false, ['[::1]'], { origin: 'http://[::2]' }, 'another IPv6 address'],
  [true, ['xn--mnchen-3ya.de'], { origin: 'https://münchen.de' }, 'an IDN as Unicode'],
  [true, ['xn--mnchen-3ya.de'], { origin: 'https://xn--mnchen-3ya.de' }, 'an IDN as punycode'],
  [true, ['*.xn--mnchen-3ya.de'], { origin: 'https://www.MÜNCHEN.de' }, 'IDN wildcard, upper case'],
  [false, ['xn--mnchen-3ya.de'], { origin: 'https://munchen.de' }, 'an IDN without its umlaut'],
]

describe('allowed origins', () => {
  assert.ok(cases.length >= 60)
  for (const [allowed, origins, headers, why] of cases)
    it(`${allowed ? 'allows' : 'refuses'} ${JSON.stringify(headers)} for [${origins}]: ${why}`, () => {
      assert.equal(isOriginAllowed(origins, headers), allowed)
    })
})

describe('an entry of the allowed-origins list', () => {
  const stored: [typed: string, entry: string][] = [
    ['example.com', 'example.com'],
    [' Example.COM. ', 'example.com'],
    ['https://example.com/path?x#y', 'example.com'],
    ['*.Example.com', '*.example.com'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['*.münchen.de', '*.xn--mnchen-3ya.de'],
    ['192.0.2.1', '192.0.2.1'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    ['intranet', 'intranet'],
    ['my_host.example.com', 'my_host.example.com'],
  ]
  for (const [typed, entry] of stored)
    it(`stores "${typed}" as "${entry}"`, () => {
      assert.deepEqual(parseOriginEntry(typed), { ok: true, entry })
    })

  const refused: [typed: string, hint: RegExp][] = [
    ['', /empty/],
    ['*.', /empty/],
    ['*', /too wide|elsewhere/],
    ['*.com', /too wide/],
    ['a.*.example.com', /elsewhere/],
    ['*example.com', /elsewhere/],
    ['example.com:3000', /port/],
    ['user@example.com', /@/],
    ['exa mple.com', /not a host name/],
    ['*.192.0.2.1', /IP address/],
    ['ftp://example.com', /not a host name|port/],
  ]
  for (const [typed, hint] of refused)
    it(`refuses "${typed}" and says why`, () => {
      const entry = parseOriginEntry(typed)
      assert.ok(!entry.ok)
      assert.match(entry.problem, hint)
    })
})
