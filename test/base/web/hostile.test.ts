import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createEgress } from '../../../src/base/web/egress.ts'
import { guardedFetch } from '../../../src/base/web/fetch.ts'
import { type Fetching, openFetching, packings } from '../../support/fetching.ts'
import type { Handler } from '../../support/simulated-web.ts'
import { stretched } from '../../support/slowness.ts'
import { endless } from '../../support/streams.ts'

let web: Fetching['web']
let get: Fetching['get']
let refuses: Fetching['refuses']
before(async () => {
  ;({ web, get, refuses } = await openFetching())
})

describe('a hostile host', () => {
  for (const [encoding, pack] of Object.entries(packings)) {
    it(`cannot fill memory with a ${encoding} bomb`, async () => {
      const body = pack(Buffer.alloc(100_000_000))
      web.site('bomb.example', { '/': { headers: { 'content-encoding': encoding }, body } })
      const peak = await peakMemory(() =>
        refuses('http://bomb.example/', 'page_too_large', /^bomb\.example sent/),
      )
      assert.ok(peak < 30_000_000, `${peak} bytes`)
      // And where the caller allows more, the ratio alone gives it away.
      const sentence = /^bomb\.example sent a body that unpacks to more than 200 times its size/
      await refuses('http://bomb.example/', 'page_too_large', sentence, { maxBytes: 90_000_000 })
    })
  }

  it('cannot hide a bomb in two layers', async () => {
    const body = gzipSync(gzipSync(Buffer.alloc(10_000_000)))
    web.site('twice.example', { '/': { headers: { 'content-encoding': 'gzip, gzip' }, body } })
    await refuses('http://twice.example/', 'page_unreachable', /compressed twice/)
  })

  it('cannot send without end', async () => {
    web.site('endless.example', endless('x'.repeat(65_536)))
    const peak = await peakMemory(() =>
      refuses(
        'http://endless.example/',
        'page_too_large',
        /^endless\.example sent more than 10 MB/,
      ),
    )
    assert.ok(peak < 30_000_000, `${peak} bytes`)
  })

  it('cannot hold us with silence, before the headers or after', async () => {
    web.site('silent.example', {
      '/headers': () => undefined,
      '/body': (_request, response) => {
        response.writeHead(200).write('start')
        return undefined
      },
    })
    for (const path of ['/headers', '/body']) {
      const startedMs = performance.now()
      const sentence = /^silent\.example did not send its whole answer within 0\.3 seconds\.$/
      await refuses(`http://silent.example${path}`, 'page_timeout', sentence, { timeoutMs: 300 })
      assert.ok(performance.now() - startedMs < stretched(1_500))
    }
  })

  it('cannot trickle', async () => {
    web.site('trickle.example', trickle)
    const sentence = /^trickle\.example sends its answer too slowly\.$/
    await refuses('http://trickle.example/', 'page_timeout', sentence, { timeoutMs: 20_000 })
  })

  it('cannot lie about its length', async () => {
    web.site('short.example', raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this'))
    await refuses('http://short.example/', 'page_unreachable', /closed the connection before/)
    web.site('long.example', raw('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nthis and more'))
    assert.equal((await get('http://long.example/')).bytes.toString(), 'this')
    web.site(
      'chunk.example',
      raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffff\r\nx'),
    )
    await refuses('http://chunk.example/', 'page_unreachable', /closed the connection before/)
    web.site(
      'two.example',
      raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 9\r\n\r\nx'),
    )
    await refuses('http://two.example/', 'page_unreachable', /not proper HTTP/)
  })

  it('may send as many headers as large sites do', async () => {
    const many = `HTTP/1.1 200 OK\r\n${'link: </a.js>; rel=preload\r\n'.repeat(1_000)}content-length: 2\r\n\r\nok`
    web.site('preloads.example', raw(many))
    const answer = await get('http://preloads.example/')
    assert.equal(Buffer.from(answer.bytes).toString(), 'ok')
  })
  it('cannot flood us with headers', async () => {
    const flood = `HTTP/1.1 200 OK\r\n${'x-flood: yes\r\n'.repeat(10_000)}\r\n`
    web.site('flood.example', raw(flood))
    await refuses('http://flood.example/', 'page_too_large', /^flood\.example sent more than 64 kB/)
  })

  it('that does not speak HTTP or sends rubbish is named', async () => {
    web.site('rubbish.example', raw('220 mail.example ESMTP\r\n'))
    await refuses(
      'http://rubbish.example/',
      'page_unreachable',
      /^rubbish\.example .*not proper HTTP/,
    )
    for (const encoding of Object.keys(packings)) {
      web.site('broken.example', {
        '/': { headers: { 'content-encoding': encoding }, body: 'x'.repeat(1000) },
      })
      const sentence = /^broken\.example sent a compressed body that cannot be unpacked\.$/
      await refuses('http://broken.example/', 'page_unreachable', sentence)
    }
  })

  it('that resets or refuses the connection is named', async () => {
    web.site('reset.example', (_request, response) => {
      response.socket?.resetAndDestroy()
      return undefined
    })
    const closed = /^reset\.example closed the connection before its answer was complete\.$/
    await refuses('http://reset.example/', 'page_unreachable', closed)
    await refuses('http://nobody.example/', 'page_unreachable', /^nobody\.example closed/)
    const closedPort = { host: '*', port: 80, address: '127.0.0.1', targetPort: 1 }
    const away = createEgress({ outbound: { ...web.outbound, resolve: [closedPort] } })
    await assert.rejects(guardedFetch(away, { url: 'http://away.example/' }), {
      code: 'page_unreachable',
      message: 'away.example refused the connection.',
    })
    await away.close()
  })

  it('with a bad certificate is told apart by what is wrong with it', async () => {
    const faults = {
      expired: 'expired',
      untrusted: 'its authority is unknown',
      'wrong-host': 'issued for another name',
    } as const
    for (const [certificate, reason] of Object.entries(faults)) {
      const host = `${certificate}.example`
      web.site(host, { '/': 'secret' }, { certificate: certificate as keyof typeof faults })
      await assert.rejects(get(`https://${host}/`), {
        code: 'page_unreachable',
        message: `${host} answered with a TLS certificate that is not trusted (${reason}).`,
      })
    }
  })
})

const trickle: Handler = (_request, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'), 100)
  response.on('close', () => clearInterval(timer))
  return undefined
}

/** Exactly these bytes, then the end of the connection. */
const raw =
  (bytes: string): Handler =>
  (_request, response) => {
    response.socket?.end(bytes)
    return undefined
  }

/** How far buffers outside the heap grew while something ran. */
const peakMemory = async (work: () => Promise<void>): Promise<number> => {
  const before = process.memoryUsage().arrayBuffers
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers)
  }, 2)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak - before
}
