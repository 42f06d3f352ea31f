import type { Logger } from 'pino'
import {
  ensureFirstAccount,
  ensureNamedKeys,
  type FirstRun,
  prepareFirstRun,
} from '../base/accounts/first-run.ts'
import { createSetupLink } from '../base/accounts/people/links.ts'
import { ensureOwner } from '../base/accounts/people/people.ts'
import { listenForMetrics } from '../base/http/metrics.ts'
import type { Config } from '../config/config.ts'
import { firecrawlEvent } from '../doors/firecrawl/event.ts'
import type { Closers } from '../kit/closers.ts'
import { lendBrowsers } from './browsers.ts'
import { type Doors, openDoors } from './doors.ts'
import { openDatabaseGauges, openGauges } from './gauges.ts'
import { openExtraction } from './products.ts'
import { openJobQueue, openMail, startJobs } from './queue.ts'
import { type Given, openResources, type Resources } from './resources.ts'
import { listenAtPort } from './server.ts'
import { hasNoPort } from './shared-resources.ts'

export type App = {
  /** Where it listens, once the ports are known. */
  apiUrl: string
  imageUrl: string
  /** How users reach the first of them. */
  publicUrl: string
  /** Set when FIRECRAWL_PORT is. */
  firecrawlUrl: string | undefined
  /** Of METRICS_PORT. */
  metricsUrl: string | undefined
  firstRun: FirstRun
  /** While nobody owns the dashboard: the one-time link to whoever reads our output. */
  setupUrl: string | undefined
  /** Reads again what may change while it runs: WAYS_FILE. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** The composition root: each resource is opened once, here, and closed in reverse. */
export const openWholeApp = async (
  config: Config,
  log: Logger,
  closers: Closers,
  given: Given,
): Promise<Omit<App, 'close'>> => {
  const resources = await openResources(config, log, closers, given)
  const queue = await openJobQueue(resources)
  const mail = openMail(resources, queue)
  const extraction = openExtraction({ ...resources, queue, firecrawlEvent, sendMail: mail.send })
  closers.add('extraction', extraction.close)
  await startJobs(resources, { queue, mail, extraction })
  openGauges(resources.registry, {
    ...resources,
    queue,
    makesBackups: config.backups !== undefined,
  })
  const pools = { requests: resources.sql, jobs: resources.workSql }
  openDatabaseGauges(resources.registry, { ...resources, pools })
  const doors = await openDoors({ ...resources, queue, mail, extraction })
  await ensureNamedKeys(resources, config.bootstrap)
  const urls = await listen(resources, doors)
  // After the ports are ours: a start that fails has made no keys that nobody saw.
  const firstRun = await prepareFirstRun(resources, config.bootstrap)
  const setupUrl = await prepareOwner(resources, firstRun)
  return { ...urls, firstRun, setupUrl, reload: resources.ways.reload }
}

type Urls = Pick<App, 'apiUrl' | 'imageUrl' | 'publicUrl' | 'firecrawlUrl' | 'metricsUrl'>

/** Takes the ports, one after the other, and learns from them how it is reached. */
const listen = async (resources: Resources, { server, firecrawl }: Doors): Promise<Urls> => {
  const { config, log, closers, registry, imageService, reach, keep } = resources
  const apiUrl = await listenAtPort(server, config, resources)
  if (hasNoPort(config.publicUrl)) reach.publicUrl = apiUrl
  if (imageService && !imageService.sharesPort) {
    const url = keep('image', await imageService.listen())
    if (hasNoPort(config.imagePublicUrl)) reach.imagePublicUrl = url
  }
  const lent = await lendBrowsers(config, log, closers)
  if (lent) keep('browsers', lent)
  const firecrawlListener = await firecrawl.listen(server, config.host)
  const firecrawlUrl = firecrawlListener && keep('firecrawl', firecrawlListener)
  const forFirecrawl = config.firecrawl?.publicUrl
  if (forFirecrawl)
    reach.firecrawlUrl = hasNoPort(forFirecrawl) ? (firecrawlUrl ?? forFirecrawl) : forFirecrawl
  const metricsListener = await listenForMetrics(config.host, config.metrics, registry)
  const metricsUrl = metricsListener && `${keep('metrics', metricsListener)}/metrics`
  const { publicUrl, imagePublicUrl: imageUrl } = reach
  return { apiUrl, imageUrl, publicUrl, firecrawlUrl, metricsUrl }
}

const prepareOwner = async (
  { sql, vault, config, reach, share }: Resources,
  { pair }: FirstRun,
): Promise<string | undefined> => {
  const { id: accountId } = await ensureFirstAccount(sql)
  if (await ensureOwner(sql, accountId, config.admin)) return undefined
  if (!share.servesApi) return undefined
  const firstKeys = pair && { keys: pair, vault }
  const { publicUrl } = reach
  return createSetupLink(sql, { accountId, publicUrl, actor: 'start', firstKeys })
}
