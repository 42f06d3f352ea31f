import type { Logger } from 'pino'
import { ensureNamedKeys } from '../base/accounts/first-run.ts'
import { isDatabaseAway, openConnections } from '../base/db/sql.ts'
import { countAdmissions } from '../base/http/admission-metrics.ts'
import { serveHealth } from '../base/http/health.ts'
import { divertByHost } from '../base/http/listener.ts'
import { listenForMetrics, serveMetrics, timeRequests } from '../base/http/metrics.ts'
import { createHostCheck } from '../base/http/own-hosts.ts'
import { createHttpServer } from '../base/http/server.ts'
import { openObjects } from '../base/objects/open.ts'
import type { Config } from '../config/config.ts'
import { capabilities } from '../config/roles.ts'
import type { Closers } from '../kit/closers.ts'
import type { App, Seams } from './app.ts'
import { openDatabaseGauges } from './gauges.ts'
import { openImageService } from './image-service.ts'
import { checkImageParts } from './readiness.ts'
import { hasNoPort, openSharedResources, ownHosts } from './shared-resources.ts'

/**
 * `ROLE=image`: images, health and metrics, and nothing else is loaded. Often far from the database,
 * so connections are open before somebody waits for them.
 */
export const openImageApp = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { now }: Seams,
): Promise<Omit<App, 'close'>> => {
  const ground = await openSharedResources(config, log, closers)
  const { sql, notifications, registry, usage } = ground
  await Promise.all([
    openConnections(sql, capabilities.image.connections.requests),
    ensureNamedKeys(ground, config.bootstrap),
  ])
  const objects = openObjects({ ...ground, log, reach: config, place: config.s3 })
  const service = openImageService({ ground, objects, config, log, closers, now })
  countAdmissions(registry, { images: service.line })
  openDatabaseGauges(registry, { pools: { requests: sql }, notifications, usage })

  const server = createHttpServer({
    ...{ log, isDatabaseAway, trustedProxies: config.trustedProxies },
    isOurHost: createHostCheck(ownHosts(config)),
    isSecure: config.publicUrl.startsWith('https:'),
    imageUrl: () => imageUrl,
    divert: service.sharesPort
      ? divertByHost(config.imagePublicUrl, config.publicUrl, service.images.handler)
      : undefined,
  })
  closers.add('http', () => server.close(), 10_000)
  ground.traces.follow(server)
  timeRequests(server, registry)
  const { metrics } = config
  serveMetrics(server, registry, metrics.port === undefined ? metrics.token : undefined)
  serveHealth(server, async () =>
    checkImageParts({ notifications, images: service.status() }, await ground.store.proveWrite()),
  )
  const apiUrl = await server.listen({ host: config.host, port: config.port })
  ground.ownPlace({ host: config.host, port: Number(new URL(apiUrl).port) })
  const listening = service.sharesPort ? apiUrl : ground.keep('image', await service.listen())
  const imageUrl = hasNoPort(config.imagePublicUrl) ? listening : config.imagePublicUrl
  const metricsListener = await listenForMetrics(config.host, metrics, registry)
  return {
    apiUrl,
    imageUrl,
    publicUrl: hasNoPort(config.publicUrl) ? apiUrl : config.publicUrl,
    firecrawlUrl: undefined,
    metricsUrl: metricsListener && `${ground.keep('metrics', metricsListener)}/metrics`,
    firstRun: { made: {}, pair: undefined },
    setupUrl: undefined,
  }
}
