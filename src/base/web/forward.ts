import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { request as requestHttp } from '../../kit/node-http.ts'
import { describeFailure } from './failures.ts'
import { refusalHeader } from './refusal.ts'
import { createChunkCount } from './tiny-chunk-guard.ts'

/**
 * One plain HTTP request over a connection that was opened for it, and for nothing else: a second
 * request on the same connection could name another host without anyone checking it.
 */
export const forwardRequest = async (
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  upstream: Socket,
): Promise<void> => {
  try {
    const answer = await ask(request, target, upstream)
    limitChunks(answer, target.hostname)
    response.writeHead(answer.statusCode ?? 502, {
      ...endToEnd(answer.headers),
      connection: 'close',
    })
    await pipeline(answer, response)
  } catch (error) {
    throw describeFailure(error, target.hostname)
  } finally {
    upstream.destroy()
  }
}

const ask = (request: IncomingMessage, target: URL, upstream: Socket): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const outgoing = requestHttp({
      createConnection: () => upstream,
      method: request.method,
      path: `${target.pathname}${target.search}`,
      headers: { ...endToEnd(request.headers), host: target.host, connection: 'close' },
      setHost: false,
      maxHeaderSize: 64 * 1024,
    })
    const count = createChunkCount()
    const inform = () => {
      const fault = count.informational(target.hostname)
      if (fault) outgoing.destroy(fault)
    }
    outgoing.on('continue', inform).on('information', inform)
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    // A server that switches protocols unasked gets nothing more from us.
    outgoing.on('upgrade', () => reject(new Error('The server switched protocols unasked.')))
    pipeline(request, outgoing).catch(reject)
  })

const limitChunks = (answer: IncomingMessage, hostname: string): void => {
  const count = createChunkCount()
  answer.on('data', (chunk: Buffer) => {
    const fault = count.part(chunk.length, hostname)
    if (fault) answer.destroy(fault)
  })
}

/** Headers of one connection only, and those by which someone could pose as us. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  refusalHeader,
])

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name)))
