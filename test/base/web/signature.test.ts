import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import { helpers, jwkToKeyID, verify } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import { createEgress } from '../../../src/base/web/egress.ts'
import { guardedFetch } from '../../../src/base/web/fetch.ts'
import {
  isSignedBy,
  type SigningKey,
  signRequest,
  thumbprintOf,
} from '../../../src/base/web/message-signature.ts'
import { createRequestSigner } from '../../../src/base/web/request-signer.ts'
import { atEnd } from '../../support/at-end.ts'
import { createSimulatedWeb, type WebRequest } from '../../support/simulated-web.ts'

/** RFC 9421, B.1.4. */
const rfcKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
}
const agent = 'https://bot.example'
const keyOf = (jwk: typeof rfcKey): SigningKey => ({
  id: thumbprintOf(jwk.x),
  privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
})
const newJwk = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as typeof rfcKey

/** By the other implementation: the request as the site saw it. */
const verifies = async (request: Pick<WebRequest, 'url' | 'headers' | 'method'>, jwk = rfcKey) => {
  const { d: _, ...publicJwk } = jwk
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const message = { method: request.method, url: request.url.href, headers: new Headers(headers) }
  return verify(message, await verifierFromJWK(publicJwk))
}

const open = async (when: 'always' | 'challenge', key = () => keyOf(rfcKey), now = Date.now) => {
  const web = await createSimulatedWeb()
  const signer = createRequestSigner({ when, agent, key, now })
  const egress = createEgress({ outbound: web.outbound, signer })
  atEnd(async () => {
    await egress.close()
    await web.close()
  })
  return { web, get: (url: string, more = {}) => guardedFetch(egress, { url, ...more }) }
}

describe('a signed request', () => {
  it('is verified by another implementation, by a key of the thumbprint that it computes', async () => {
    const { web, get } = await open('always')
    web.site('a.example', { '/': 'hello' })
    await get('https://a.example/?q=1')
    const [request] = web.requestsTo('a.example')
    assert.ok(request)
    await verifies(request)
    const id = await jwkToKeyID(rfcKey, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE)
    assert.equal(thumbprintOf(rfcKey.x), id)
    assert.match(String(request.headers['signature-input']), new RegExp(`keyid="${id}"`))
    assert.equal(request.headers['signature-agent'], `"${agent}"`)
  })

  it('is signed anew for each hop, and worth nothing at another authority', async () => {
    const { web, get } = await open('always')
    web.site('a.example', { '/': { status: 302, headers: { location: 'https://b.example/x' } } })
    web.site('b.example', { '/x': 'there' })
    await get('https://a.example/')
    const [first, second] = web.requests
    assert.ok(first && second)
    await verifies(first)
    await verifies(second)
    const moved = { ...second, headers: { ...second.headers, ...signatureOf(first) } }
    await assert.rejects(verifies(moved))
    assert.notEqual(first.headers.signature, second.headers.signature)
  })

  it('names its port, where it is not the usual one', () => {
    const url = new URL('http://a.example:8080/')
    const headers = signRequest(keyOf(rfcKey), agent, url, Date.now())
    const key = { id: thumbprintOf(rfcKey.x), x: rfcKey.x }
    assert.ok(isSignedBy(key, headers, url, Date.now()))
    assert.ok(!isSignedBy(key, headers, new URL('http://a.example/'), Date.now()))
    return verifies({ url, headers, method: 'GET' })
  })

  it('ends after a minute', async () => {
    const then = Date.now() - 61_000
    const { web, get } = await open('always', undefined, () => then)
    web.site('a.example', { '/': 'hello' })
    await get('https://a.example/')
    const [request] = web.requests
    assert.ok(request)
    await assert.rejects(verifies(request), /expired/)
    const key = { id: thumbprintOf(rfcKey.x), x: rfcKey.x }
    assert.ok(isSignedBy(key, request.headers, request.url, then))
    assert.ok(!isSignedBy(key, request.headers, request.url, Date.now()))
  })

  it('never has the same nonce twice, so that a site can refuse a replay', async () => {
    const { web, get } = await open('always')
    web.site('a.example', { '/': 'hello' })
    for (let n = 0; n < 20; n++) await get('https://a.example/')
    const nonces = web.requests.map(
      ({ headers }) => /nonce="([^"]+)"/.exec(String(headers['signature-input']))?.[1],
    )
    assert.equal(new Set(nonces).size, 20)
    assert.ok(nonces.every(nonce => Buffer.from(nonce ?? '', 'base64').length === 64))
  })

  it('is signed by the new key once the key is rolled', async () => {
    const next = newJwk()
    let jwk = rfcKey
    const { web, get } = await open('always', () => keyOf(jwk))
    web.site('a.example', { '/': 'hello' })
    await get('https://a.example/')
    jwk = next
    await get('https://a.example/')
    const [before, after] = web.requests
    assert.ok(before && after)
    await verifies(before, rfcKey)
    await verifies(after, next)
    await assert.rejects(verifies(after, rfcKey))
  })

  it('keeps the signature that a caller brings, at the caller’s own origin', async () => {
    const { web, get } = await open('always')
    web.site('a.example', { '/': { status: 302, headers: { location: 'https://b.example/' } } })
    web.site('b.example', { '/': 'there' })
    await get('https://a.example/', { headers: { signature: 'theirs' } })
    const [first, second] = web.requests
    assert.equal(first?.headers.signature, 'theirs')
    assert.ok(second)
    await verifies(second)
  })

  it('is no webhook', async () => {
    const { web, get } = await open('always')
    web.site('a.example', { '/': 'hello' })
    await get('https://a.example/', { method: 'POST', body: '{}' })
    assert.equal(web.requests[0]?.headers.signature, undefined)
  })
})

describe('a challenge', () => {
  const asking = {
    status: 403,
    headers: { 'accept-signature': 'sig1=("@authority");tag="web-bot-auth"' },
  }

  it('is answered with a signature, and then it is known who asks for one', async () => {
    const { web, get } = await open('challenge')
    web.site('a.example', ({ headers }) => (headers.signature ? 'hello' : asking))
    web.site('b.example', { '/': 'no need' })
    const answer = await get('https://a.example/')
    assert.equal(answer.bytes.toString(), 'hello')
    assert.deepEqual(
      web.requestsTo('a.example').map(({ headers }) => headers.signature !== undefined),
      [false, true],
    )
    await get('https://a.example/')
    assert.equal(web.requestsTo('a.example').length, 3)
    await get('https://b.example/')
    assert.equal(web.requestsTo('b.example')[0]?.headers.signature, undefined)
  })

  it('is met once: whoever refuses a signed request is not asked again', async () => {
    const { web, get } = await open('challenge')
    web.site('a.example', { '/': asking })
    web.site('plain.example', { '/': { status: 403 } })
    assert.equal((await get('https://a.example/')).status, 403)
    assert.equal(web.requestsTo('a.example').length, 2)
    assert.equal((await get('https://plain.example/')).status, 403)
    assert.equal(web.requestsTo('plain.example').length, 1)
  })
})

const signatureOf = ({ headers }: WebRequest) => ({
  signature: headers.signature,
  'signature-input': headers['signature-input'],
  'signature-agent': headers['signature-agent'],
})
