import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { type Body, createBodyReader } from '../../../src/base/web/body.ts'
import { publicHeaders, retryAfterSeconds, usableHeaders } from '../../../src/base/web/headers.ts'
import { isSignedBy, signRequest } from '../../../src/base/web/message-signature.ts'

describe('headers', () => {
  it('of a caller are sent but for those that are ours to decide', () => {
    assert.deepEqual(
      usableHeaders({ 'X-A': 'ü\t~', Host: 'b', 'Proxy-Authorization': 'c', cookie: '' }),
      {
        ...{ 'x-a': 'ü\t~', cookie: '' },
      },
    )
    for (const [name, value] of [
      ['a b', 'c'],
      ['', 'c'],
      ['a', 'b\nc'],
      ['a', '日'],
      ['a', '\x7f'],
      ['a:', 'b'],
    ] as const)
      assert.throws(() => usableHeaders({ [name]: value }), { code: 'invalid_request' }, name)
  })

  it('cross to another origin only where they say nothing secret', () => {
    const headers = {
      accept: 'a',
      'user-agent': 'b',
      authorization: 'c',
      cookie: 'd',
      'x-key': 'e',
    }
    assert.deepEqual(publicHeaders(headers), { accept: 'a', 'user-agent': 'b' })
  })

  it('say when to come again, in seconds or as a date', t => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2031, 4, 6) })
    const cases: [value: string | undefined, seconds: number | undefined][] = [
      [undefined, undefined],
      ['7', 7],
      ['0', undefined],
      ['-1', undefined],
      ['soon', undefined],
      ['Tue, 06 May 2031 00:00:30 GMT', 30],
      ['Tue, 06 May 2031 00:00:00 GMT', undefined],
      ['Mon, 05 May 2031 00:00:00 GMT', undefined],
      ['9'.repeat(400), undefined],
    ]
    for (const [value, seconds] of cases) assert.equal(retryAfterSeconds(value), seconds, value)
  })
})

describe('a body', () => {
  const read = (bytes: Buffer, encoding = '', some: object = {}, pieces = 3) =>
    new Promise<Body & { wireBytes: number }>((resolve, reject) => {
      const meter = { wireBytes: 0 }
      const limits = { maxBytes: 5_000_000, onLimit: 'fail' as const, ...some }
      const reader = createBodyReader(encoding, limits, meter, 'a.example', {
        done: body => resolve({ ...body, ...meter }),
        fail: reject,
        drained() {},
      })
      const size = Math.ceil(bytes.length / pieces)
      for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size))
      reader.end()
    })
  const text = Buffer.from('Lamps of brass. '.repeat(50))

  it('is unpacked as it says it is packed, and unknown words are slips', async () => {
    const cases: [encoding: string, bytes: Buffer][] = [
      ['', text],
      ['none', text],
      ['GZIP', gzipSync(text)],
      ['utf-8, gzip', gzipSync(text)],
      ['br', brotliCompressSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
    ]
    for (const [encoding, bytes] of cases) {
      const body = await read(bytes, encoding)
      assert.deepEqual(body, { bytes: text, truncated: false, wireBytes: bytes.length }, encoding)
    }
    await assert.rejects(async () => read(text, 'gzip, br'), /compressed twice/)
    const gzip = gzipSync(text)
    const packings: [encoding: string, bytes: Buffer][] = [
      ...cases.slice(2),
      ['zstd', zstdCompressSync(text)],
    ]
    for (const [encoding, bytes] of packings)
      assert.equal((await read(bytes.subarray(0, -3), encoding)).endsEarly, true, encoding)
    const { wireBytes: _, ...early } = await read(gzip.subarray(0, -8), 'gzip')
    assert.deepEqual(early, { bytes: text, truncated: false, endsEarly: true })
    await assert.rejects(async () => read(text, 'gzip'), { code: 'Z_DATA_ERROR' })
    assert.equal((await read(Buffer.alloc(0))).bytes.length, 0)
  })

  it('has a limit: beyond it there is an error, or what came until then', async () => {
    const of = (maxBytes: number, some: object = {}) => read(text, '', { maxBytes, ...some })
    assert.equal((await of(800)).bytes.length, 800)
    await assert.rejects(of(799), { code: 'page_too_large' })
    const cut = await of(799, { onLimit: 'truncate' })
    assert.deepEqual([cut.bytes.length, cut.truncated], [799, true])
    const starts: string[] = []
    const maxBytesOf = (start: Buffer) => {
      starts.push(start.toString('utf8', 0, 5))
      return 800
    }
    assert.equal((await of(300, { maxBytesOf })).bytes.length, 800)
    assert.equal(starts[0], 'Lamps')
    await assert.rejects(of(300, { maxBytesOf: () => 799 }), { code: 'page_too_large' })
    assert.equal((await of(800, { maxBytesOf: () => 1 })).bytes.length, 800)
  })

  it('that unpacks to two hundred times its size is none, from a megabyte on', async () => {
    const zeros = (bytes: number) => gzipSync(Buffer.alloc(bytes))
    assert.equal((await read(zeros(1_000_000), 'gzip')).bytes.length, 1_000_000)
    await assert.rejects(read(zeros(2_000_000), 'gzip'), /more than 200 times its size/)
    // Blocks of nothing, one after the other.
    const nothing = Buffer.alloc(1_250_000, Buffer.from([0, 0, 0, 0xff, 0xff]))
    await assert.rejects(read(nothing, 'deflate', { maxBytes: 1_000 }), { code: 'page_too_large' })
  })
})

describe('a signed request', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = { id: 'k', privateKey }
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const url = new URL('https://a.example/x')
  const nowMs = 1_000_999
  const headers = { ...signRequest(key, 'https://us.example', url, nowMs) }
  const isOurs = (some: object = {}, at = nowMs, to = url, by = { id: 'k', x }) =>
    isSignedBy(by, { ...headers, ...some }, to, at)

  it('is believed for a minute, by its own host, and by its own key', () => {
    assert.equal(isOurs(), true)
    assert.equal(isOurs({}, 1_000_000), true)
    assert.equal(isOurs({}, 999_999), false)
    assert.equal(isOurs({}, 1_060_000), true)
    assert.equal(isOurs({}, 1_060_001), false)
    assert.equal(isOurs({}, nowMs, new URL('https://a.example/other')), true)
    assert.equal(isOurs({}, nowMs, new URL('https://b.example/x')), false)
    assert.equal(isOurs({}, nowMs, url, { id: 'other', x }), false)
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    assert.equal(isOurs({}, nowMs, url, { id: 'k', x: other.x ?? '' }), false)
  })

  it('says who we are, and nothing of it can be changed', () => {
    assert.equal(headers['signature-agent'], '"https://us.example"')
    assert.match(
      headers['signature-input'],
      /^sig1=\("@authority" "signature-agent"\);created=1000;expires=1060;keyid="k";alg="ed25519";nonce="[^"]{88}";tag="web-bot-auth"$/,
    )
    assert.equal(isOurs({ 'signature-agent': '"https://other.example"' }), false)
    for (const name of ['signature', 'signature-input'])
      assert.equal(isOurs({ [name]: undefined }), false)
    const later = headers['signature-input'].replace('expires=1060', 'expires=9999')
    assert.equal(isOurs({ 'signature-input': later }), false)
    const less = headers['signature-input'].replace(' "signature-agent"', '')
    assert.equal(isOurs({ 'signature-input': less }), false)
  })
})
