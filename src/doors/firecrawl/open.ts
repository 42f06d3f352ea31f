import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Divert, forHost, type Listener, listenBare } from '../../base/http/listener.ts'
import type { HttpServer } from '../../base/http/server.ts'
import type { Upgrade } from '../../base/http/upgrades.ts'
import type { CopyDeps } from '../../base/reader/copies.ts'
import type { FileAllowance } from '../../base/reader/large-files.ts'
import type { Ways } from '../../base/ways/ways.ts'
import { createCallOwnApi } from '../call-own-api.ts'
import { enterAtRoot, prefix } from './entrance.ts'
import { createExtract } from './extract.ts'
import { firecrawlRoutes } from './routes.ts'
import { createWatchers, type Watchers } from './watch.ts'

type Root = { port: number | undefined; publicUrl: string }
type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Deps = CopyDeps & {
  ways: Pick<Ways, 'list'>
  files: FileAllowance
  /** Counts a call of the key; where our own routes are asked, they count. */
  guard: Guard
  /** Before anything of a request is read: the key, and whether it has calls left. */
  admit: Guard
}

/**
 * The door for clients of Firecrawl: their requests become ours, our answers become theirs. It is
 * below `/firecrawl` on the API's port and, where that is set, at the root of a port or a host name.
 */
export const createFirecrawl = (own: Root | undefined, reach: { publicUrl: string }) => {
  const root = own && { ...own }
  const isForRoot =
    root && root.port === undefined ? forHost(root.publicUrl, reach.publicUrl) : undefined
  let watchers: Watchers | undefined
  const upgradeAfter = (enter: (request: IncomingMessage) => void): Upgrade => ({
    wants(request) {
      enter(request)
      return watchers?.wants(request) ?? false
    },
    take: (request, socket, head) => watchers?.take(request, socket, head),
  })
  /** What calls by the door's own name has no prefix. */
  const admit = (request: IncomingMessage): void => {
    if (isForRoot?.(request)) enterAtRoot(request)
  }
  return {
    /** On the port of the API, before whoever else takes requests by their host. */
    divertBefore:
      (next: Divert | undefined): Divert =>
      (request, response) => {
        admit(request)
        return next?.(request, response) ?? false
      },
    upgrade: upgradeAfter(admit),

    async mount(server: HttpServer, deps: Deps): Promise<void> {
      const ask = createCallOwnApi(server)
      const extract = createExtract(deps)
      watchers = createWatchers(ask)
      server.addHook('preClose', async () => watchers?.close())
      const { admit, ways, files } = deps
      const routes = { ask, extract, reach, root, admit, ways, files }
      await server.register(async door => firecrawlRoutes(door, routes), { prefix })
    },

    /** The port of its own, if there is to be one and anything was mounted. */
    async listen(server: HttpServer, host: string): Promise<Listener | undefined> {
      if (root?.port === undefined || !watchers) return undefined
      const listener = await listenBare(
        (request, response) => {
          enterAtRoot(request)
          server.routing(request, response)
        },
        { host, port: root.port },
        upgradeAfter(enterAtRoot),
      )
      // With port 0 the system chose.
      if (new URL(root.publicUrl).port === '0') root.publicUrl = listener.url
      return listener
    },
  }
}
