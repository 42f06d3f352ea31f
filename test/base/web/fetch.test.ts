import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { type Fetching, openFetching, packings } from '../../support/fetching.ts'
import type { Handler } from '../../support/simulated-web.ts'
import { endless } from '../../support/streams.ts'

let web: Fetching['web']
let get: Fetching['get']
let refuses: Fetching['refuses']
before(async () => {
  ;({ web, get, refuses } = await openFetching())
})

describe('a page', () => {
  it('arrives with its final URL, status, headers, bytes and the way it took', async () => {
    // As servers write it, in bytes of UTF-8, and as some still do, in latin1.
    const location = Buffer.from('/é').toString('latin1')
    web.site('a.example', {
      '/old': { status: 301, headers: { location } },
      '/%C3%A9': { status: 308, headers: { location: 'https://b.example/né w?q=1' } },
    })
    web.site('b.example', {
      '/n%C3%A9%20w?q=1': {
        status: 404,
        headers: { 'content-type': 'text/plain', link: ['<a>', '<b>'] },
        body: 'gone',
      },
    })
    const response = await get('http://a.example/old#part')
    assert.equal(response.url.href, 'https://b.example/n%C3%A9%20w?q=1#part')
    assert.equal(response.status, 404)
    assert.equal(response.headers['content-type'], 'text/plain')
    assert.equal(response.headers.link, '<a>, <b>')
    assert.equal(response.bytes.toString(), 'gone')
  })

  it('is unpacked from every encoding we ask for, and from deflate in both forms', async () => {
    const text = 'Grüße '.repeat(1000)
    const packed = Object.entries(packings).map(([name, pack]) => [name, pack(text)] as const)
    for (const [encoding, body] of [...packed, ['deflate', deflateRawSync(text)] as const]) {
      web.site('packed.example', { '/': { headers: { 'content-encoding': encoding }, body } })
      assert.equal((await get('http://packed.example/')).bytes.toString(), text, encoding)
    }
    const [request] = web.requestsTo('packed.example')
    assert.equal(request?.headers['accept-encoding'], 'gzip, br, zstd')
  })

  it('is in memory of its own, however it came: a thread that is given it gets nothing besides', async () => {
    const headers = { 'content-encoding': 'gzip' }
    web.site('small.example', {
      '/': 'small',
      '/packed': { headers, body: gzipSync('small') },
    })
    for (const path of ['/', '/packed']) {
      const { bytes } = await get(`http://small.example${path}`)
      assert.equal(bytes.toString(), 'small')
      assert.equal(bytes.buffer.byteLength, bytes.length, path)
    }
  })

  it('without a body, with an unknown encoding or without the last bytes is taken as browsers do', async () => {
    for (const encoding of Object.keys(packings)) {
      web.site('empty.example', { '/': { headers: { 'content-encoding': encoding } } })
      assert.equal((await get('http://empty.example/')).bytes.length, 0, encoding)
    }
    for (const encoding of ['utf-8', 'constructor', '__proto__']) {
      const headers = { 'content-encoding': encoding }
      web.site('odd.example', { '/': { headers, body: 'plain' } })
      assert.equal((await get('http://odd.example/')).bytes.toString(), 'plain', encoding)
    }
    const cut = gzipSync('x'.repeat(50)).subarray(0, -8)
    web.site('cut.example', { '/': { headers: { 'content-encoding': 'gzip' }, body: cut } })
    assert.equal((await get('http://cut.example/')).bytes.toString(), 'x'.repeat(50))
  })

  it('can be read only up to a point', async () => {
    web.site('long.example', { '/': 'x'.repeat(500_000), '/endless': endless('x'.repeat(1000)) })
    for (const path of ['/', '/endless']) {
      const head = await get(`http://long.example${path}`, { maxBytes: 1000, onLimit: 'truncate' })
      assert.deepEqual([head.bytes.toString(), head.truncated], ['x'.repeat(1000), true])
    }
    const headers = await get('http://long.example/endless', { maxBytes: 0, onLimit: 'truncate' })
    assert.deepEqual([headers.status, headers.bytes.length], [200, 0])
    assert.equal((await get('http://long.example/')).truncated, false)
  })
})

describe('what we send', () => {
  it('names us, and never where a caller came from', async () => {
    web.site('who.example', { '/': 'hello' })
    await get('http://who.example/', { headers: { Referer: 'http://secret.example/', Host: 'x' } })
    const [request] = web.requestsTo('who.example')
    assert.match(request?.headers['user-agent'] ?? '', /^Mozilla\/5\.0 \(compatible; Siteray\/\d/)
    assert.equal(request?.headers.referer, undefined)
    assert.equal(request?.headers.host, 'who.example')
    await get('http://who.example/', { headers: { 'User-Agent': 'Other/1' } })
    assert.equal(web.requestsTo('who.example')[1]?.headers['user-agent'], 'Other/1')
  })

  it('to one origin is never sent to another', async () => {
    web.site('first.example', {
      '/': { status: 302, headers: { location: '/again', 'set-cookie': 'seen=1; Path=/' } },
      '/again': { status: 307, headers: { location: 'http://second.example/' } },
    })
    web.site('second.example', { '/': 'here' })
    const headers = { authorization: 'Bearer 1', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/x' }
    await get('http://first.example/', { headers })
    const [, again] = web.requestsTo('first.example')
    assert.equal(again?.headers.authorization, 'Bearer 1')
    assert.equal(again?.headers.cookie, 'a=b; seen=1')
    const [there] = web.requestsTo('second.example')
    assert.deepEqual(
      [there?.headers.authorization, there?.headers.cookie, there?.headers['x-api-key']],
      [undefined, undefined, undefined],
    )
    assert.equal(there?.headers.accept, 'text/x')
  })

  it('has the cookies that the hops before it set for its host, as browsers send them', async () => {
    web.site('www.gate.example', {
      '/': request =>
        /\bpass=1\b/.test(request.headers.cookie ?? '')
          ? (request.headers.cookie ?? '')
          : {
              status: 302,
              headers: {
                location: 'https://id.gate.example/check',
                'set-cookie': ['tried=1', 'old=1'],
              },
            },
      '/leave': {
        status: 302,
        headers: { location: '/', 'set-cookie': 'old=; Max-Age=0; Path=/' },
      },
    })
    web.site('id.gate.example', {
      '/check': {
        status: 302,
        headers: {
          location: 'https://www.gate.example/leave',
          'set-cookie': [
            'pass=1; Domain=gate.example; Path=/; Secure',
            'own=1',
            'all=1; Domain=example',
          ],
        },
      },
    })
    // The first hop is http, and the cookie that it sets holds for https, too.
    const { bytes } = await get('http://www.gate.example/')
    assert.equal(bytes.toString(), 'tried=1; pass=1')
  })

  it('is posted again only where the redirect says so', async () => {
    web.site('post.example', {
      '/302': { status: 302, headers: { location: '/end' } },
      '/307': { status: 307, headers: { location: '/end' } },
      '/end': request => `${request.method} ${request.body}`,
    })
    const post = { method: 'POST', body: 'data' } as const
    assert.equal((await get('http://post.example/302', post)).bytes.toString(), 'GET ')
    assert.equal((await get('http://post.example/307', post)).bytes.toString(), 'POST data')
  })

  it('cannot be broken by a header', async () => {
    for (const headers of [{ 'a b': 'c' }, { a: 'b\r\nc: d' }, { a: 'ü\u0100' }])
      await refuses('http://who.example/', 'invalid_request', /cannot be sent/, { headers })
  })
})

describe('redirects', () => {
  it('end after ten', async () => {
    web.site('loop.example', { '*': { status: 302, headers: { location: '/' } } })
    const sentence = /^loop\.example redirects more than 10 times\.$/
    await refuses('http://loop.example/', 'page_unreachable', sentence)
    assert.equal(web.requestsTo('loop.example').length, 11)
  })

  it('are not followed when the caller wants none', async () => {
    const response = await get('http://loop.example/', { maxRedirects: 0 })
    assert.equal(response.status, 302)
  })

  it('to something that is no web page are a fault of the site', async () => {
    for (const location of [
      'ftp://x.example/',
      'http://',
      'mailto:a@b.example',
      'http://x.example:22/',
    ]) {
      web.site('away.example', { '/': { status: 302, headers: { location } } })
      const sentence = /^away\.example redirects to an address that cannot be used/
      await refuses('http://away.example/', 'page_unreachable', sentence)
    }
  })

  it('to an address that is not public are told as such', async () => {
    web.site('inside.example', { '/': { status: 302, headers: { location: 'http://10.0.0.1/' } } })
    const sentence =
      /^inside\.example redirects to an address that is not allowed\. 10\.0\.0\.1 is not a public address/
    await refuses('http://inside.example/', 'blocked_target', sentence)
  })

  it('are asked about one by one', async () => {
    web.site('asked.example', { '/': { status: 302, headers: { location: '/private' } } })
    const hops: string[] = []
    const checkHop = async (url: URL, hop: number) => {
      hops.push(`${hop} ${url.pathname}`)
      if (url.pathname === '/private') throw new Error('not there')
    }
    await assert.rejects(get('http://asked.example/', { checkHop }), /not there/)
    assert.deepEqual(hops, ['0 /', '1 /private'])
    assert.equal(web.requestsTo('asked.example').length, 1)
  })
})

describe('a call', () => {
  it('that is aborted ends with the reason of the abort', async () => {
    web.site('waiting.example', () => undefined)
    const aborting = new AbortController()
    const call = get('http://waiting.example/', { signal: aborting.signal })
    await web.waitForRequest('waiting.example')
    aborting.abort(new Error('nobody waits'))
    await assert.rejects(call, /nobody waits/)
    await assert.rejects(
      get('http://waiting.example/', { signal: aborting.signal }),
      /nobody waits/,
    )
    assert.equal(web.requestsTo('waiting.example').length, 1)
  })

  it('leaves no connection open after a failure', async () => {
    let open = 0
    const counted =
      (handler: Handler): Handler =>
      (request, response) => {
        open++
        response.socket?.once('close', () => open--)
        return handler(request, response)
      }
    web.site('leak.example', {
      '/endless': counted(endless('x'.repeat(65_536))),
      '/silent': counted(() => undefined),
      '/cut': counted(endless('x')),
    })
    await Promise.allSettled([
      get('http://leak.example/endless'),
      get('http://leak.example/silent', { timeoutMs: 200 }),
      get('http://leak.example/cut', { maxBytes: 0, onLimit: 'truncate' }),
    ])
    const waitUntilMs = performance.now() + 2000
    while (open > 0 && performance.now() < waitUntilMs) await new Promise(setImmediate)
    assert.equal(open, 0)
  })
})
