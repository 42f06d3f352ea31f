import type { Logger } from 'pino'
import { readPlans } from '../base/accounts/plans.ts'
import { createRequestLog } from '../base/accounts/request-log.ts'
import type { OpenedDatabase } from '../base/db/open.ts'
import { closeSql, openSql } from '../base/db/sql.ts'
import { countAdmissions } from '../base/http/admission-metrics.ts'
import { createRateLimit } from '../base/http/rate-limit.ts'
import { statusLimits } from '../base/jobs/status.ts'
import { openObjects } from '../base/objects/open.ts'
import { openOnDemand } from '../base/processes/on-demand.ts'
import { fileProcessLimits, ocrProcessLimits } from '../base/reader/file-limits.ts'
import { openThreads, type Threads } from '../base/threads/threads.ts'
import { openWays } from '../base/ways/open.ts'
import type { Config } from '../config/config.ts'
import { capabilities } from '../config/roles.ts'
import { createAdmissionQueue } from '../kit/admission-queue.ts'
import type { Closers } from '../kit/closers.ts'
import { createCompanies } from '../products/companies/companies.ts'
import { createOwnReadings } from '../products/companies/own-readings.ts'
import { openOwnBrowsers } from './browsers.ts'
import { openImageService } from './image-service.ts'
import { pageTasks } from './page-thread.ts'
import { openSharedResources } from './shared-resources.ts'

/** How users reach this server, without a trailing slash. */
type Reach = { publicUrl: string; imagePublicUrl: string; firecrawlUrl?: string }

/** What tests may replace: the clock, and threads that several apps of a process share. */
export type Seams = { now: () => number; pageThreads?: Threads<typeof pageTasks> }

/** And the database, which is opened while the code is loaded. */
export type Given = Seams & { database: OpenedDatabase }

export type Resources = Awaited<ReturnType<typeof openResources>>

/** All that a process holds open before it does anything: connections, browsers, threads, files. */
export const openResources = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { now, pageThreads: shared, database }: Given,
) => {
  // With port 0 the system chooses, and how to reach us is known only after listening.
  const reach: Reach = { publicUrl: config.publicUrl, imagePublicUrl: config.imagePublicUrl }
  const share = capabilities[config.role]
  const ground = await openSharedResources(config, log, closers, database)
  const { store, egress, registry } = ground
  // For what nobody waits for: with connections and time of its own.
  const { work } = share.connections
  const workSql = openSql(store.target, { name: 'siteray-work', maxConnections: work })
  closers.add('work sql', () => closeSql(workSql))
  const requestLog = createRequestLog({
    ...{ sql: workSql, registry, days: config.requestLogDays },
    onError: err => log.warn({ err }, 'request log not written'),
  })
  closers.add('request log', requestLog.close)
  const objects = openObjects({ ...ground, log, reach, place: config.s3 })
  const ownReadings = createOwnReadings({ ...ground, objects })
  const companies = createCompanies(ground.pins, ownReadings)
  const ways = await openWays({ ...ground, log, file: config.waysFile })
  closers.add('ways', ways.close)
  const browsers = openOwnBrowsers({ config, egress, log, closers })
  const file = new URL('./page-thread.ts', import.meta.url)
  const threads = shared ?? openThreads(file, pageTasks, { isUntimed: config.debugThreads })
  if (!shared) closers.add('page threads', threads.close)
  const fileProcesses = openOnDemand(
    new URL('./file-process.ts', import.meta.url),
    fileProcessLimits,
  )
  closers.add('file processes', fileProcesses.close)
  const ocrProcesses = openOnDemand(new URL('./ocr-process.ts', import.meta.url), ocrProcessLimits)
  closers.add('OCR processes', ocrProcesses.close)
  const imageService = share.servesImages
    ? openImageService({ ground, objects, companies, config, log, closers, now })
    : undefined
  const statusLine = createAdmissionQueue(statusLimits)
  countAdmissions(registry, {
    pages: threads.line('readPage'),
    rendered: browsers.line,
    extract: threads.line('extractFromPage'),
    branding: threads.line('surveyPage'),
    maps: threads.line('readLinks'),
    status: statusLine,
    files: fileProcesses.line,
    ocr: ocrProcesses.line,
    ...(imageService ? { images: imageService.line } : {}),
  })
  return {
    ...{ ...ground, config, log, closers, now, reach, share, works: share.jobs !== 'none' },
    ...{
      workSql,
      requestLog,
      objects,
      companies,
      ownReadings,
      ways,
      browsers,
      threads,
      fileProcesses,
      ocrProcesses,
      imageService,
      statusLine,
    },
    plans: readPlans(config.plansFile),
    rateLimit: createRateLimit(config.rateLimitPerMinute),
  }
}
