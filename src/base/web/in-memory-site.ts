import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { createServer } from '../../kit/node-http.ts'

/** A site of our own that only this process can reach: it listens nowhere. */
export type InMemorySite = { hostname: string; connect: () => Socket }

/**
 * For pages that work without a network. A connection to it is a pair of streams in memory: no
 * address is dialled, so nothing a caller can ask for is opened by it.
 */
export const inMemorySite = (hostname: string, answer: RequestListener): InMemorySite => {
  const server = createServer(answer)
  return {
    hostname,
    connect() {
      const [near, far] = duplexPair()
      server.emit('connection', far)
      // An end that closes takes the other one along, as on a network.
      near.once('close', () => far.destroy())
      far.once('close', () => near.destroy())
      return asSocket(near)
    },
  }
}

/** What clients of a connection ask of one beside reading and writing; in memory it means nothing. */
const asSocket = (stream: ReturnType<typeof duplexPair>[0]): Socket => {
  const itself = () => stream
  const silent = { setNoDelay: itself, setKeepAlive: itself, setTimeout: itself }
  const socket: unknown = Object.assign(stream, { ...silent, ref: itself, unref: itself })
  return socket as Socket
}
