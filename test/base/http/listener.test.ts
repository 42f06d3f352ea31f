import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { listenBare } from '../../../src/base/http/listener.ts'
import { createHttpServer } from '../../../src/base/http/server.ts'
import { settings } from '../../../src/config/settings.ts'

describe('a listener that reads no bodies', () => {
  it('answers requests that have one, and the next on the same connection', async () => {
    const asked: string[] = []
    const listener = await listenBare(
      ({ method, url }, response) => {
        asked.push(`${method} ${url}`)
        response.end('ok')
      },
      { host: '127.0.0.1', port: 0, readsBodies: false },
    )
    const socket = connect(listener.place.port, '127.0.0.1')
    let said = ''
    socket.on('data', part => {
      said += part
    })
    const head = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\n`
    socket.write(`${head('GET /body')}Content-Length: 15\r\n\r\nGET /inside HTT`)
    socket.write(`${head('POST /chunks')}Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n`)
    socket.end(`${head('GET /none')}Connection: close\r\n\r\n`)
    await once(socket, 'close')
    await listener.close()
    assert.deepEqual(asked, ['GET /body', 'POST /chunks', 'GET /none'])
    assert.equal(said.match(/HTTP\/1\.1 200 OK/g)?.length, 3)
  })
})

describe('the server', () => {
  it('has time for the largest file over a slow line, and little for a head', async () => {
    const log = pino({ level: 'silent' })
    const server = createHttpServer({
      ...{ log, trustedProxies: [], isDatabaseAway: () => false, isOurHost: () => true },
    })
    const fileBits = Number(settings.FILE_MAX_MB.default) * 8_000_000
    const bitsPerSecond = 2_000_000
    assert.ok(server.server.requestTimeout >= (fileBits / bitsPerSecond) * 1_000)
    assert.ok(server.server.headersTimeout <= 60_000)
    await server.close()
  })
})
