import type { Logger } from 'pino'
import { isDatabaseAway } from '../base/db/sql.ts'
import { serveHealth } from '../base/http/health.ts'
import { serveMetrics, timeRequests } from '../base/http/metrics.ts'
import { createHostCheck } from '../base/http/own-hosts.ts'
import { createHttpServer, type HttpServer } from '../base/http/server.ts'
import type { Config } from '../config/config.ts'
import type { Closers } from '../kit/closers.ts'
import { ownHosts, type SharedResources } from './shared-resources.ts'

/** The server at PORT, whatever the role. */
export const openServer = (
  { config, log, closers }: { config: Config; log: Logger; closers: Closers },
  own: Pick<Parameters<typeof createHttpServer>[0], 'imageUrl' | 'divert' | 'upgrade'>,
): HttpServer => {
  const server = createHttpServer({
    ...{ ...own, log, isDatabaseAway, trustedProxies: config.trustedProxies },
    isOurHost: createHostCheck(ownHosts(config)),
    isSecure: config.publicUrl.startsWith('https:'),
  })
  closers.add('http', () => server.close(), 10_000)
  return server
}

/** What operators see of it: traces, metrics, health. */
export const observe = (
  server: HttpServer,
  { metrics }: Pick<Config, 'metrics'>,
  { traces, registry }: Pick<SharedResources, 'traces' | 'registry'>,
  checks: Parameters<typeof serveHealth>[1],
): void => {
  traces.follow(server)
  timeRequests(server, registry)
  serveMetrics(server, registry, metrics.port === undefined ? metrics.token : undefined)
  serveHealth(server, checks)
}

/** Its address, which nobody is fetched from. */
export const listenAtPort = async (
  server: HttpServer,
  { host, port }: Pick<Config, 'host' | 'port'>,
  { ownPlace }: Pick<SharedResources, 'ownPlace'>,
): Promise<string> => {
  const url = await server.listen({ host, port })
  ownPlace({ host, port: Number(new URL(url).port) })
  return url
}
