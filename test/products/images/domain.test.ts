import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../src/kit/errors.ts'
import { parseDomain } from '../../../src/products/images/domain.ts'
import { readRequest, renditionKey, splitTarget } from '../../../src/products/images/request.ts'

const same: [typed: string, host: string][] = [
  ['example.com', 'example.com'],
  ['EXAMPLE.Com', 'example.com'],
  ['example.com.', 'example.com'],
  ['www.example.com', 'example.com'],
  ['WWW.example.com', 'example.com'],
  ['https://example.com', 'example.com'],
  ['http://www.example.com/a/b?c=d#e', 'example.com'],
  ['https:/example.com/a', 'example.com'],
  ['HTTPS://EXAMPLE.COM', 'example.com'],
  ['//example.com/x', 'example.com'],
  ['https%3A%2F%2Fexample.com%2Fpath%3Fq%3D1', 'example.com'],
  ['example.com/path', 'example.com'],
  ['example.com:8443', 'example.com'],
  ['https://example.com:8443/x', 'example.com'],
  ['https://user:secret@example.com/', 'example.com'],
  ['user@example.com', 'example.com'],
  ['%20example.com%20', 'example.com'],
  // A path may be in any encoding, or in none.
  ['https://example.com/caf%E9', 'example.com'],
  ['https%3A%2F%2Fexample.com%2F%8E%A9', 'example.com'],
  ['https://example.com/100%', 'example.com'],
  ['https://example.com/a%0Ab', 'example.com'],
  ['example.com?q=%', 'example.com'],
  ['example.com#%E9', 'example.com'],
  ['EXAMPLE%E3%80%82com', 'example.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['m%C3%BCnchen.de', 'xn--mnchen-3ya.de'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['XN--MNCHEN-3YA.DE', 'xn--mnchen-3ya.de'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['faß.de', 'xn--fa-hia.de'],
  ['mail.example.co.uk', 'mail.example.co.uk'],
  ['www.mail.example.co.uk', 'mail.example.co.uk'],
  ['octocat.github.io', 'octocat.github.io'],
  ['github.io', 'github.io'],
  ['www.co.uk', 'www.co.uk'],
  ['acme.example', 'acme.example'],
  ['shop.acme.test', 'shop.acme.test'],
]

const refused: [typed: string, sentence: RegExp][] = [
  ['', /Name a domain/],
  ['%20', /Name a domain/],
  ['localhost', /single name/],
  ['intranet', /single name/],
  ['com', /single name/],
  ['co.uk', /registered under/],
  ['https://co.uk/', /registered under/],
  ['printer.local', /not a public domain/],
  ['db.internal', /not a public domain/],
  ['router.home.arpa', /not a public domain/],
  ['nas.lan', /not a public domain/],
  ['foo.notatld', /not a public domain/],
  ['foo.localhost', /not a public domain/],
  ['127.0.0.1', /IP address/],
  ['2130706433', /IP address/],
  ['0x7f.1', /IP address/],
  ['0177.0.0.1', /IP address/],
  ['127.1', /IP address/],
  ['http://127.0.0.1:8080/x', /IP address/],
  ['[::1]', /IP address/],
  ['[::ffff:127.0.0.1]', /IP address/],
  ['１２７.0.0.1', /IP address/],
  ['example..com', /not a domain name/],
  ['-example.com', /not a domain name/],
  ['exa_mple.com', /not a domain name/],
  ['exa mple.com', /not a domain name/],
  ['exa%09mple.com', /not a domain name/],
  ['exam%00ple.com', /not a domain name/],
  ['xn--a.com', /not a domain name/],
  ['example.com:99999', /not a domain name/],
  [`${'a'.repeat(64)}.com`, /not a domain name/],
  [`${'a.'.repeat(130)}com`, /not a domain name/],
  ['%', /percent-encoded/],
  ['%E0%A4%A', /percent-encoded/],
  ['exampl%E9.com/', /percent-encoded/],
  ['exa%0Ample.com/a', /not a domain name/],
  [`${'a'.repeat(5000)}.com`, /too long/],
  ['favicon.ico', /not a public domain/],
  ['javascript:alert(1)', /./],
]

describe('a domain', () => {
  for (const [typed, host] of same)
    it(`"${typed}" is ${host}`, () => assert.equal(parseDomain(typed).host, host))

  for (const [typed, sentence] of refused)
    it(`"${typed.slice(0, 40)}" is refused with a sentence`, () =>
      assert.throws(
        () => parseDomain(typed),
        error => error instanceof AppError && error.status === 400 && sentence.test(error.message),
      ))

  it('has its parents up to the registrable domain and never past it', () => {
    assert.deepEqual(parseDomain('example.com').parents, [])
    assert.deepEqual(parseDomain('mail.example.co.uk').parents, ['example.co.uk'])
    assert.deepEqual(parseDomain('a.b.c.example.com').parents, ['b.c.example.com', 'example.com'])
    assert.deepEqual(parseDomain('octocat.github.io').parents, [])
    assert.deepEqual(parseDomain('docs.octocat.github.io').parents, ['octocat.github.io'])
  })
})

describe('the query', () => {
  const read = (target: string) => readRequest(splitTarget(target))
  const defaults = {
    sizePx: 128,
    format: 'png',
    theme: 'light',
    fallback: 'monogram',
    retina: false,
    version: undefined,
  }
  const table: [target: string, expected: object][] = [
    ['/example.com', defaults],
    ['/og/example.com', { ...defaults, sizePx: 1200, fallback: '404' }],
    ['/example.com?size=64', { sizePx: 64 }],
    ['/example.com?size=0', { sizePx: 1 }],
    ['/example.com?size=-5', { sizePx: 1 }],
    ['/example.com?size=99999', { sizePx: 2048 }],
    ['/example.com?size=99999999999999999999', { sizePx: 2048 }],
    ['/example.com?size=64.9', { sizePx: 64 }],
    ['/example.com?size=abc', { sizePx: 128 }],
    ['/example.com?size=64px', { sizePx: 128 }],
    ['/example.com?size=', { sizePx: 128 }],
    ['/example.com?size=1e3', { sizePx: 128 }],
    ['/og/example.com?size=junk', { sizePx: 1200 }],
    ['/og/example.com?size=5000', { sizePx: 2048 }],
    ['/example.com?format=webp', { format: 'webp' }],
    ['/example.com?format=jpg', { format: 'jpg' }],
    ['/example.com?format=jpeg', { format: 'png' }],
    ['/example.com?format=svg', { format: 'png' }],
    ['/example.com?format=WEBP', { format: 'png' }],
    ['/example.com?theme=dark', { theme: 'dark' }],
    ['/example.com?theme=auto', { theme: 'light' }],
    ['/og/example.com?theme=dark', { theme: 'light' }],
    ['/example.com?fallback=404', { fallback: '404' }],
    ['/example.com?fallback=none', { fallback: 'monogram' }],
    ['/og/example.com?fallback=monogram', { fallback: 'monogram' }],
    ['/og/example.com?fallback=none', { fallback: '404' }],
    ['/example.com?retina=true', { retina: true }],
    ['/example.com?retina=1', { retina: false }],
    ['/example.com?v=7', { version: '7' }],
    ['/example.com?v=', { version: undefined }],
    ['/https://example.com/a/b?token=x&size=32', { kind: 'icon', sizePx: 32 }],
    ['/https:/example.com/a?size=32', { sizePx: 32 }],
    ['/og/https://www.example.com/a?size=32', { kind: 'og', sizePx: 32 }],
    ['/og/https%3A%2F%2Fexample.com%2Fa%3Fsize%3D1?size=32', { kind: 'og', sizePx: 32 }],
    ['http://images.test/example.com?size=32', { kind: 'icon', sizePx: 32 }],
  ]
  for (const [target, expected] of table)
    it(`${target} is ${JSON.stringify(expected)}`, () => {
      const request = read(target)
      assert.equal(request.domain.host, 'example.com')
      assert.deepEqual({ ...request, ...expected }, request)
    })

  it('every parameter that changes the image changes the rendition, and no other', () => {
    const keys = [
      '/example.com',
      '/og/example.com',
      '/example.com?size=64',
      '/example.com?format=webp',
      '/example.com?theme=dark',
      '/example.com?fallback=404',
      '/example.com?retina=true',
      '/example.com?v=1',
      '/mail.example.com',
    ].map(target => renditionKey(read(target)))
    assert.equal(new Set(keys).size, keys.length)
    assert.equal(
      renditionKey(read('/example.com?token=a&x=1')),
      renditionKey(read('/www.example.com')),
    )
  })
})
