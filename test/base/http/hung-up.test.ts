import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { whileConnected } from '../../../src/base/http/client-disconnect.ts'
import { createHttpServer } from '../../../src/base/http/server.ts'
import { until } from '../../support/until.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
const server = createHttpServer({
  ...{ log, trustedProxies: [], isDatabaseAway: () => false, isOurHost: () => true },
})
const hungUp: string[] = []
/** More than the buffers of a connection hold, so that its end cannot be handed over unread. */
const large = Buffer.alloc(32_000_000, 'x')
server.addHook('onRequest', async (request, reply) => {
  whileConnected(reply).addEventListener('abort', () => hungUp.push(request.url))
})
// As the routes that cost credits have it: a handler's promise then waits for the answer's end.
server.addHook('onSend', async (_request, _reply, payload) => {
  await new Promise(setImmediate)
  return payload
})
server.get('/small', async (_request, reply) => reply.send({ is: 'small' }))
server.get('/large', async (_request, reply) => reply.type('text/plain').send(large))

let port: number
before(async () => {
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})
after(() => server.close())

const linesOf = (route: string) => lines.filter(line => line.route === route)
const complaints = () => lines.filter(({ level }) => Number(level) > 30)

describe('a caller that hung up', () => {
  it('is not one that asked in the process and has its answer', async () => {
    const { statusCode } = await server.inject({ url: '/small' })
    // The closing of the answer comes after its end.
    await new Promise(setImmediate)
    assert.equal(statusCode, 200)
    assert.deepEqual([linesOf('/small').length, complaints(), hungUp], [1, [], []])
  })

  it('is not one that has read its answer', async () => {
    const before = linesOf('/small').length
    const answer = await fetch(`http://127.0.0.1:${port}/small`, {
      headers: { connection: 'close' },
    })
    await answer.text()
    await until('it is logged', () => linesOf('/small').length === before + 1)
    assert.deepEqual([complaints(), hungUp], [[], []])
  })

  it('is logged once, as information and without a stack', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /large HTTP/1.1\r\nHost: here\r\n\r\n')
    await once(socket, 'data')
    socket.destroy()
    await until('it is logged', () => linesOf('/large').length === 1)
    await until('whoever works for it is told', () => hungUp.includes('/large'))
    assert.deepEqual([linesOf('/large')[0]?.level, complaints()], [30, []])
    assert.ok(!JSON.stringify(lines).includes('stack'))
  })
})
