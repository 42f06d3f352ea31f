import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isIPv6 } from 'node:net'
import type { NodeHandler } from './server.ts'

type Listener = { url: string; close(): Promise<void> }

/** What is under way may end; what takes longer is cut off. */
const closeGraceMs = 3_000

/** A bare HTTP server for a handler that is its own framework; limits as on the other port. */
export const listenBare = async (
  handler: NodeHandler,
  { host, port }: { host: string; port: number },
): Promise<Listener> => {
  const server = createServer(
    { requestTimeout: 60_000, keepAliveTimeout: 65_000, noDelay: true },
    handler,
  )
  server.listen(port, host)
  await once(server, 'listening')
  const shownHost = isIPv6(host) ? `[${host}]` : host
  return {
    url: `http://${shownHost}:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeIdleConnections()
      const impatience = setTimeout(() => server.closeAllConnections(), closeGraceMs)
      await closed
      clearTimeout(impatience)
    },
  }
}

/** Takes the requests for one host name on a port that serves several. */
export const divertByHost = (publicUrl: string, otherUrl: string, handler: NodeHandler) => {
  const ours = new URL(publicUrl)
  // Where two addresses differ in the port alone, the port tells them apart.
  const byPort = ours.hostname === new URL(otherUrl).hostname
  const wanted = byPort ? ours.host : ours.hostname
  return (...[request, response]: Parameters<NodeHandler>): boolean => {
    const given = (request.headers.host ?? '').toLowerCase()
    if ((byPort ? given : given.replace(/:\d*$/, '')) !== wanted) return false
    handler(request, response)
    return true
  }
}
