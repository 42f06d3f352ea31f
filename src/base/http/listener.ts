import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import { createServer } from '../../kit/node-http.ts'
import { createEndIdle } from './end-idle.ts'
import type { NodeHandler } from './server.ts'
import { type Upgrade, withUpgrades } from './upgrades.ts'

export type ListenAddress = { host: string; port: number }
export type Listener = {
  url: string
  place: ListenAddress
  close(): Promise<void>
}

/** Whether several processes can listen on one port, each with connections of its own. */
export const canSharePorts = process.platform === 'linux' || process.platform === 'freebsd'

/**
 * A place that processes of ours will share. Sharing would take in whoever else shares the port, an
 * older Siteray too: so it is taken for a moment by this process alone, which fails while anybody is
 * there. With port 0 the system chooses one.
 */
export const findSharedPlace = async (place: ListenAddress): Promise<ListenAddress> => {
  const listener = await listenBare(() => undefined, place)
  await listener.close()
  return listener.place
}

export const urlOf = ({ host, port }: ListenAddress): string =>
  `http://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** Slow senders do not hold a socket for ever; work itself has deadlines of its own. */
export const connectionLimits = { requestTimeout: 60_000, keepAliveTimeout: 65_000 }

/** What is under way may end; what takes longer is cut off. */
const closeGraceMs = 3_000

type BareOptions = ListenAddress & {
  shared?: boolean
  /**
   * Where the handler reads none, Node need not take a request without a body through the whole life
   * of a stream, which costs about a tenth of a small answer.
   */
  readsBodies?: boolean
}

/** A bare HTTP server for a handler that is its own framework; limits as on the other port. */
export const listenBare = async (
  handler: NodeHandler,
  { host, port, shared = false, readsBodies = true }: BareOptions,
  upgrade?: Upgrade,
): Promise<Listener> => {
  const limits = { ...connectionLimits, noDelay: true, optimizeEmptyRequests: !readsBodies }
  const server = withUpgrades(upgrade, extra => createServer({ ...limits, ...extra }, handler))
  const endIdle = createEndIdle(server)
  server.listen({ port, host, reusePort: shared })
  await once(server, 'listening')
  const place = { host, port: (server.address() as AddressInfo).port }
  return {
    url: urlOf(place),
    place,
    async close() {
      const closed = once(server, 'close')
      server.close()
      endIdle()
      const impatience = setTimeout(() => server.closeAllConnections(), closeGraceMs)
      await closed
      clearTimeout(impatience)
    },
  }
}

/** Whether it took the request. */
export type Divert = (...given: Parameters<NodeHandler>) => boolean

/** Takes the requests for one host name on a port that serves several. */
export const divertByHost = (publicUrl: string, otherUrl: string, handler: NodeHandler): Divert => {
  const isFor = forHost(publicUrl, otherUrl)
  return (request, response) => {
    if (!isFor(request)) return false
    handler(request, response)
    return true
  }
}

/** Whether a request calls by this address and not by the other. */
export const forHost = (publicUrl: string, otherUrl: string) => {
  const ours = new URL(publicUrl)
  // Where two addresses differ in the port alone, the port tells them apart.
  const byPort = ours.hostname === new URL(otherUrl).hostname
  const wanted = byPort ? ours.host : ours.hostname
  return (request: IncomingMessage): boolean => {
    const given = (request.headers.host ?? '').toLowerCase()
    return (byPort ? given : given.replace(/:\d*$/, '')) === wanted
  }
}
