import type { Logger } from 'pino'
import { warnOverAllowance } from '../base/accounts/allowance.ts'
import {
  ensureFirstAccount,
  ensureNamedKeys,
  type FirstRun,
  prepareFirstRun,
} from '../base/accounts/first-run.ts'
import { createCallCounter, createSecretKeyGuard } from '../base/accounts/guard.ts'
import { type CarriedKeys, createSetupLink } from '../base/accounts/people/links.ts'
import { ensureOwner, openPeople } from '../base/accounts/people/people.ts'
import { createResetJob } from '../base/accounts/people/reset.ts'
import { readPlans } from '../base/accounts/plans.ts'
import { createCallLog, createRequestLog } from '../base/accounts/request-log.ts'
import { usageRoutes } from '../base/accounts/routes.ts'
import { type DailyDeps, judge, makeDaily, tellFailed } from '../base/backup/daily.ts'
import { stateStore } from '../base/backup/state-store.ts'
import { closeSql, type Database, isDatabaseAway, openSql, type Sql } from '../base/db/sql.ts'
import { countAdmissions } from '../base/http/admission-metrics.ts'
import { compressAnswers } from '../base/http/compress.ts'
import { serveHealth } from '../base/http/health.ts'
import { divertByHost } from '../base/http/listener.ts'
import { listenForMetrics, serveMetrics, timeRequests } from '../base/http/metrics.ts'
import { describeApi } from '../base/http/openapi.ts'
import { createHostCheck } from '../base/http/own-hosts.ts'
import { createRateLimit } from '../base/http/rate-limit.ts'
import { createHttpServer, type HttpServer, refuseUnknownQueries } from '../base/http/server.ts'
import { statusLimits } from '../base/jobs/status.ts'
import { createMailJob, type MailPayload, sendKept, sendMail } from '../base/mail/mail.ts'
import { createMailTransport } from '../base/mail/transport.ts'
import { openObjects } from '../base/objects/open.ts'
import { openQueue, type Queue } from '../base/queue/queue.ts'
import { openThreads, type Threads } from '../base/threads/threads.ts'
import type { Config } from '../config/config.ts'
import { capabilities } from '../config/roles.ts'
import { mountDashboard } from '../doors/dashboard/routes.ts'
import { docsRoutes } from '../doors/docs/routes.ts'
import { firecrawlEvent } from '../doors/firecrawl/event.ts'
import { createFirecrawl } from '../doors/firecrawl/open.ts'
import { mountMcp } from '../doors/mcp/routes.ts'
import { createAdmissionQueue } from '../kit/admission-queue.ts'
import type { Closers } from '../kit/closers.ts'
import { plainLog } from '../kit/log.ts'
import { version } from '../kit/version.ts'
import { exportProfile } from '../products/branding/exports/export.ts'
import { describeImages } from '../products/images/describe.ts'
import { imageRoutes } from '../products/images/routes.ts'
import { lendBrowsers, openOwnBrowsers } from './browsers.ts'
import { glance } from './doctor.ts'
import { openDatabaseGauges, openGauges } from './gauges.ts'
import { openImageService } from './image-service.ts'
import { maintenanceJobs } from './maintenance.ts'
import { pageTasks } from './page-thread.ts'
import { openExtraction } from './products.ts'
import { checkParts } from './readiness.ts'
import { hasNoPort, openSharedResources, ownHosts } from './shared-resources.ts'

export type App = {
  /** Where it listens, once the ports are known. */
  apiUrl: string
  imageUrl: string
  /** How users reach the first of them. */
  publicUrl: string
  /** Of FIRECRAWL_PORT. */
  firecrawlUrl: string | undefined
  /** Of METRICS_PORT. */
  metricsUrl: string | undefined
  firstRun: FirstRun
  /** While nobody owns the dashboard: the one-time link to whoever reads our output. */
  setupUrl: string | undefined
  close(): Promise<void>
}

/** How users reach this server, without a trailing slash. */
type Reach = { publicUrl: string; imagePublicUrl: string; firecrawlUrl?: string }

/** What tests may replace: the clock, and threads that several apps of a process share. */
export type Seams = { now: () => number; pageThreads?: Threads<typeof pageTasks> }

/** The composition root: each resource is opened once, here, and closed in reverse. */
export const openWholeApp = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { now, pageThreads: shared }: Seams,
): Promise<Omit<App, 'close'>> => {
  // With port 0 the system chooses, and how to reach us is known only after listening.
  const reach: Reach = { publicUrl: config.publicUrl, imagePublicUrl: config.imagePublicUrl }
  const share = capabilities[config.role]
  const works = share.jobs !== 'none'
  const plans = readPlans(config.plansFile)

  const ground = await openSharedResources(config, log, closers)
  const { store, sql, notifications, vault, egress, keyring, pins, usage, registry } = ground
  // For what nobody waits for: with connections and time of its own.
  const { work } = share.connections
  const workSql = openSql(store.target, { name: 'siteray-work', maxConnections: work })
  closers.add('work sql', () => closeSql(workSql))
  const rateLimit = createRateLimit(config.rateLimitPerMinute)
  const requestLog = createRequestLog({
    ...{ sql: workSql, registry, days: config.requestLogDays },
    onError: err => log.warn({ err }, 'request log not written'),
  })
  closers.add('request log', requestLog.close)

  const objects = openObjects({ ...ground, log, reach, place: config.s3 })
  const browsers = openOwnBrowsers({ config, egress, log, closers })
  const pageThreads =
    shared ??
    openThreads(new URL('./page-thread.ts', import.meta.url), pageTasks, {
      isUntimed: config.debugThreads,
    })
  if (!shared) closers.add('page threads', pageThreads.close)
  const imageService = share.servesImages
    ? openImageService({ ground, objects, config, log, closers, now })
    : undefined
  const images = imageService?.images
  const statusLine = createAdmissionQueue(statusLimits)
  countAdmissions(registry, {
    pages: pageThreads.line('readPage'),
    rendered: browsers.line,
    extract: pageThreads.line('extractFromPage'),
    branding: pageThreads.line('surveyPage'),
    maps: pageThreads.line('readLinks'),
    status: statusLine,
    ...(imageService ? { images: imageService.line } : {}),
  })
  let queue: Queue | undefined
  const openedQueue = (): Queue => {
    if (!queue) throw new Error('the queue is not open yet')
    return queue
  }
  const { smtpUrl } = config.mail
  const transport = smtpUrl ? createMailTransport({ ...config.mail, smtpUrl }) : undefined
  const mailJob = createMailJob({ sql: workSql, transport, vault })
  const enqueueMail = {
    vault,
    enqueue: (sql: Sql, payload: MailPayload) => openedQueue().enqueue(sql, mailJob, payload),
  }
  const extraction = openExtraction({
    ...{ sql, workSql, works, objects, vault, plans, egress, browsers, reach, pins },
    isPart: config.role !== 'all',
    threads: pageThreads,
    statusLine,
    queue: openedQueue,
    sendMail: (sql, mail) => sendMail(enqueueMail, sql, mail),
    now,
    llm: config.llm,
    searchUrl: config.searchUrl,
    hostDelayMs: config.hostDelayMs,
    allowed: config.allowed,
    keepHours: config.resultsKeepHours,
    firecrawlEvent,
    registry,
  })
  closers.add('extraction', extraction.close)
  const resetJob = createResetJob({
    ...{ sql: workSql, reach },
    send: (sql, mail) => sendMail(enqueueMail, sql, mail),
  })
  const tellOver = () =>
    warnOverAllowance(
      {
        ...{ sql: workSql, plans, publicUrl: reach.publicUrl },
        send: mail => sendMail(enqueueMail, workSql, mail),
      },
      new Date(now()),
    )
  const daily: DailyDeps = {
    ...{ ...config, target: store.direct, version, now, log, sql: workSql },
    operatorEmail: async () => (await ensureFirstAccount(workSql)).ownerEmail,
    send: mail => sendMail(enqueueMail, workSql, mail),
  }
  const backups = {
    minute: (config.backups?.atMinute ?? 0) % 60,
    make: async (signal: AbortSignal) => config.backups && makeDaily(daily, config.backups, signal),
    tellFailed: async () => config.backups && tellFailed(daily, config.backups),
  }
  queue = await openQueue({
    target: store.target,
    connections: share.connections,
    jobs: [
      ...maintenanceJobs({
        ...{ ...config, sql: workSql, objects, plans, queue: openedQueue, tellOver, backups },
        kinds: extraction.kinds,
      }),
      ...[...extraction.jobs, mailJob, resetJob],
    ],
    works,
    takes: job => share.jobs === 'all' || extraction.renderedJobs.includes(job),
    notifications,
    log: plainLog(log),
    report: ({ error, ...report }) =>
      log[error ? 'warn' : 'info']({ ...report, ...(error ? { err: error } : {}) }, 'job'),
  })
  closers.add('queue', () => openedQueue().close({ graceMs: 4_000 }), 9_000)

  openGauges(registry, { sql, queue, browsers, makesBackups: config.backups !== undefined })
  const pools = { requests: sql, jobs: workSql }
  openDatabaseGauges(registry, { pools, notifications, usage })

  if (transport && works) await sendKept(enqueueMail, sql)

  const mountApi = (v1: HttpServer) => {
    usageRoutes(v1, { sql, plans, usage })
    extraction.mount(v1)
    imageRoutes(v1, { sql, images, pins })
  }
  const firecrawl = createFirecrawl(config.firecrawl, reach)
  const divertImages =
    images && imageService?.sharesPort
      ? divertByHost(reach.imagePublicUrl, reach.publicUrl, images.handler)
      : undefined
  const server = createHttpServer({
    log,
    isDatabaseAway,
    trustedProxies: config.trustedProxies,
    isOurHost: createHostCheck(ownHosts(config)),
    isSecure: config.publicUrl.startsWith('https:'),
    imageUrl: () => reach.imagePublicUrl,
    divert: firecrawl.divertBefore(divertImages),
    upgrade: firecrawl.upgrade,
  })
  closers.add('http', () => server.close(), 10_000)
  const { servesApi } = share
  // Before the routes it describes.
  if (servesApi) await describeApi(server, { version, reach, images: describeImages })
  ground.traces.follow(server)
  timeRequests(server, registry)
  const { metrics } = config
  serveMetrics(server, registry, metrics.port === undefined ? metrics.token : undefined)
  const renders = share.jobs === 'rendered'
  const parts = {
    notifications,
    queue,
    browsers,
    works,
    renders,
    llm: config.llm,
    images: imageService,
  }
  const { backups: kept } = config
  const judgeBackups = async () => kept && judge(await stateStore.read(sql), kept, now())
  serveHealth(server, async () => {
    const [database, backups] = await Promise.all([
      store.proveWrite(),
      judgeBackups().catch(() => undefined),
    ])
    return checkParts(parts, database, backups)
  })
  if (servesApi) {
    docsRoutes(server, { reach })
    mountMcp(server, {
      ...{ keyring, rateLimit, reach, version, log, draw: images?.draw, run: pageThreads.run },
      searches: config.searchUrl !== undefined,
    })
    const guard = createSecretKeyGuard({ keyring, rate: rateLimit.take })
    await server.register(
      async v1 => {
        refuseUnknownQueries(v1)
        compressAnswers(v1)
        v1.addHook('onRequest', guard)
        v1.addHook('onResponse', createCallCounter(usage))
        v1.addHook('onResponse', createCallLog(requestLog))
        mountApi(v1)
      },
      { prefix: '/v1' },
    )
    objects.mount(server)
    const admit = createSecretKeyGuard({ keyring, rate: rateLimit.peek })
    await firecrawl.mount(server, { sql, objects, guard, admit })
    const people = openPeople({ sql, vault, publicUrl: config.publicUrl })
    await mountDashboard(server, {
      ...{ people, plans, usage, requestLog, reach, version, mountApi, pins },
      files: { egress, decode: imageService?.decode ?? noImages },
      limits: config,
      ...{ hasModel: config.llm !== undefined, hasSearch: config.searchUrl !== undefined },
      checkUrl: extraction.checkUrl,
      examine: () => glance(config, { sql, browsers }),
      sendReset: transport && (payload => openedQueue().enqueue(sql, resetJob, payload)),
      drawPicture: async url => images?.drawPicture(url),
      checkSchema: extraction.checkSchema,
      exportProfile,
    })
  }
  await ensureNamedKeys({ sql, vault }, config.bootstrap)
  const apiUrl = await server.listen({ host: config.host, port: config.port })
  ground.ownPlace({ host: config.host, port: Number(new URL(apiUrl).port) })
  if (hasNoPort(config.publicUrl)) reach.publicUrl = apiUrl
  if (imageService && !imageService.sharesPort) {
    const url = ground.keep('image', await imageService.listen())
    if (hasNoPort(config.imagePublicUrl)) reach.imagePublicUrl = url
  }
  const lent = await lendBrowsers(config, log, closers)
  if (lent) ground.keep('browsers', lent)
  const firecrawlListener = await firecrawl.listen(server, config.host)
  const firecrawlUrl = firecrawlListener && ground.keep('firecrawl', firecrawlListener)
  const forFirecrawl = config.firecrawl?.publicUrl
  if (forFirecrawl)
    reach.firecrawlUrl = hasNoPort(forFirecrawl) ? (firecrawlUrl ?? forFirecrawl) : forFirecrawl
  const metricsListener = await listenForMetrics(config.host, metrics, registry)
  const metricsUrl = metricsListener && `${ground.keep('metrics', metricsListener)}/metrics`
  // After the ports are ours: a start that fails has made no keys that nobody saw.
  const firstRun = await prepareFirstRun({ sql, vault }, config.bootstrap)
  const firstKeys = firstRun.pair && { keys: firstRun.pair, vault }
  const setupUrl = await prepareOwner(sql, config, reach, firstKeys)
  const { publicUrl, imagePublicUrl: imageUrl } = reach
  return { apiUrl, imageUrl, publicUrl, firecrawlUrl, metricsUrl, firstRun, setupUrl }
}

const prepareOwner = async (
  sql: Database,
  config: Config,
  { publicUrl }: Reach,
  firstKeys: CarriedKeys | undefined,
): Promise<string | undefined> => {
  const { id: accountId } = await ensureFirstAccount(sql)
  if (await ensureOwner(sql, accountId, config.admin)) return undefined
  if (!capabilities[config.role].servesApi) return undefined
  return createSetupLink(sql, { accountId, publicUrl, actor: 'start', firstKeys })
}

/** Where images are served elsewhere, the command pins them. */
const noImages = async () => ({ problem: 'this process serves none. The command pins them' })
