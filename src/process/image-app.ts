import type { Logger } from 'pino'
import { ensureNamedKeys } from '../base/accounts/first-run.ts'
import { openConnections } from '../base/db/sql.ts'
import { countAdmissions } from '../base/http/admission-metrics.ts'
import { divertByHost } from '../base/http/listener.ts'
import { listenForMetrics } from '../base/http/metrics.ts'
import { openObjects } from '../base/objects/open.ts'
import type { Config } from '../config/config.ts'
import { capabilities } from '../config/roles.ts'
import type { Closers } from '../kit/closers.ts'
import { createCompanies } from '../products/companies/companies.ts'
import { createOwnReadings } from '../products/companies/own-readings.ts'
import type { App } from './app.ts'
import { openDatabaseGauges } from './gauges.ts'
import { openImageService } from './image-service.ts'
import { checkImageParts } from './readiness.ts'
import type { Given } from './resources.ts'
import { listenAtPort, observe, openServer } from './server.ts'
import { hasNoPort, openSharedResources } from './shared-resources.ts'

/**
 * `ROLE=image`: images, health and metrics, and nothing else is loaded. Often far from the database,
 * so connections are open before somebody waits for them.
 */
export const openImageApp = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { now, database }: Given,
): Promise<Omit<App, 'close'>> => {
  const ground = await openSharedResources(config, log, closers, database)
  const { sql, notifications, registry, usage } = ground
  await Promise.all([
    openConnections(sql, capabilities.image.connections.requests),
    ensureNamedKeys(ground, config.bootstrap),
  ])
  const objects = openObjects({ ...ground, log, reach: config, place: config.s3 })
  const companies = createCompanies(ground.pins, createOwnReadings({ sql, objects }))
  const service = openImageService({ ground, objects, companies, config, log, closers, now })
  countAdmissions(registry, { images: service.line })
  openDatabaseGauges(registry, { pools: { requests: sql }, notifications, usage })

  const server = openServer(
    { config, log, closers },
    {
      imageUrl: () => imageUrl,
      divert: service.sharesPort
        ? divertByHost(config.imagePublicUrl, config.publicUrl, service.images.handler)
        : undefined,
    },
  )
  observe(server, config, ground, async () =>
    checkImageParts({ notifications, images: service.status() }, await ground.store.proveWrite()),
  )
  const apiUrl = await listenAtPort(server, config, ground)
  const listening = service.sharesPort ? apiUrl : ground.keep('image', await service.listen())
  const imageUrl = hasNoPort(config.imagePublicUrl) ? listening : config.imagePublicUrl
  const metricsListener = await listenForMetrics(config.host, config.metrics, registry)
  return {
    apiUrl,
    imageUrl,
    publicUrl: hasNoPort(config.publicUrl) ? apiUrl : config.publicUrl,
    firecrawlUrl: undefined,
    metricsUrl: metricsListener && `${ground.keep('metrics', metricsListener)}/metrics`,
    firstRun: { made: {}, pair: undefined },
    setupUrl: undefined,
    reload: async () => undefined,
  }
}
