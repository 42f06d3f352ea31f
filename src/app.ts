import type { Logger } from 'pino'
import { tellOverAllowance } from './base/accounts/allowance.ts'
import {
  ensureFirstAccount,
  ensureNamedKeys,
  type FirstRun,
  prepareFirstRun,
} from './base/accounts/first-run.ts'
import { createCallCounter, createSecretKeyGuard } from './base/accounts/guard.ts'
import { createKeyring } from './base/accounts/keyring.ts'
import { type CarriedKeys, createSetupLink } from './base/accounts/people/links.ts'
import { ensureOwner, openPeople } from './base/accounts/people/people.ts'
import { createResetJob } from './base/accounts/people/reset.ts'
import { readPlans } from './base/accounts/plans.ts'
import { createCallLog, createRequestLog } from './base/accounts/request-log.ts'
import { usageRoutes } from './base/accounts/routes.ts'
import { createUsageCounter } from './base/accounts/usage.ts'
import { keepBackups } from './base/backup/keep.ts'
import { createWriteProof, examineServer } from './base/db/examine.ts'
import { migrate } from './base/db/migrate.ts'
import { openNotifications } from './base/db/notify.ts'
import { openDatabase } from './base/db/open.ts'
import {
  closeSql,
  type Database,
  isDatabaseAway,
  openSql,
  requestStatementMs,
  type Sql,
} from './base/db/sql.ts'
import { openVault } from './base/db/vault.ts'
import { compressAnswers } from './base/http/compress.ts'
import { serveHealth } from './base/http/health.ts'
import { countLines } from './base/http/line-metrics.ts'
import { divertByHost, type Listener, listenBare } from './base/http/listener.ts'
import { createMetrics, listenForMetrics, serveMetrics, timeRequests } from './base/http/metrics.ts'
import { describeApi } from './base/http/openapi.ts'
import { createHostCheck } from './base/http/own-hosts.ts'
import { createRateLimit } from './base/http/rate-limit.ts'
import { createHttpServer, type HttpServer } from './base/http/server.ts'
import { refuseUnknownQueries } from './base/http/strict-query.ts'
import { createMailJob, type MailPayload, sendKept, sendMail } from './base/mail/mail.ts'
import { createMailTransport } from './base/mail/transport.ts'
import { openObjects } from './base/objects/open.ts'
import { openQueue, type Queue } from './base/queue/queue.ts'
import { openThreads } from './base/threads/threads.ts'
import { type Browsers, openBrowsers } from './base/web/browser.ts'
import { createEgress } from './base/web/egress.ts'
import { findBrowser } from './base/web/find-browser.ts'
import { provisionBrowser } from './base/web/provision.ts'
import { siterayUserAgent } from './base/web/user-agent.ts'
import { type Closers, createClosers } from './closers.ts'
import type { Config } from './config.ts'
import { glance } from './doctor.ts'
import { mountDashboard } from './doors/dashboard/routes.ts'
import { docsRoutes } from './doors/docs/routes.ts'
import { firecrawlEvent } from './doors/firecrawl/event.ts'
import { createFirecrawl } from './doors/firecrawl/open.ts'
import { mountMcp } from './doors/mcp/routes.ts'
import { openGauges } from './gauges.ts'
import { maintenanceJobs } from './maintenance.ts'
import { pageTasks } from './page-thread.ts'
import { pixelTasks } from './pixel-thread.ts'
import { exportProfile } from './products/branding/exports/export.ts'
import { describeImages } from './products/images/describe.ts'
import { openImages } from './products/images/open.ts'
import { imageRoutes } from './products/images/routes.ts'
import { openExtraction } from './products.ts'
import { checkParts } from './readiness.ts'
import { version } from './version.ts'

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

/** What tests may replace. */
export type Seams = { now: () => number }

/** The composition root: each resource is opened once, here, and closed in reverse. */
export const openApp = async (
  config: Config,
  log: Logger,
  seams: Seams = { now: Date.now },
): Promise<App> => {
  const closers = createClosers()
  const close = () =>
    closers.closeAll((name, error) => log.error({ err: error, step: name }, 'not closed cleanly'))
  try {
    return { ...(await open(config, log, closers, seams)), close }
  } catch (error) {
    await close()
    throw error
  }
}

const open = async (
  config: Config,
  log: Logger,
  closers: Closers,
  { now }: Seams,
): Promise<Omit<App, 'close'>> => {
  // With port 0 the system chooses, and how to reach us is known only after listening.
  const reach: Reach = { publicUrl: config.publicUrl, imagePublicUrl: config.imagePublicUrl }
  const works = config.role === 'all' || config.role === 'worker'
  const plans = readPlans(config.plansFile)

  const database = await openDatabase({ ...config, log: plainLog(log) }, 'server')
  closers.add('database', database.close, 8_000)
  // For what somebody waits for, and for what nobody does: each has its own connections and time.
  const sql = openSql(database.target, {
    name: 'siteray',
    maxConnections: 16,
    statementTimeoutMs: requestStatementMs,
  })
  closers.add('sql', () => closeSql(sql))
  const workSql = openSql(database.target, { name: 'siteray-work', maxConnections: 12 })
  closers.add('work sql', () => closeSql(workSql))
  await examineServer(sql)
  const notifications = await openNotifications(database.target, { name: 'siteray listen' })
  closers.add('notifications', notifications.close)
  await migrate(sql)
  const vault = await openVault({ ...config, sql })

  const listeners: { host: string; port: number }[] = []
  const egress = createEgress({
    outbound: config.outbound,
    listeners: () => listeners,
    userAgent: siterayUserAgent(contactOf(config.publicUrl)),
  })
  closers.add('egress', egress.close)
  const keyring = await createKeyring({ sql, notifications })
  const usage = createUsageCounter({ sql, onError: err => log.warn({ err }, 'usage not written') })
  closers.add('usage', usage.close)
  const rateLimit = createRateLimit(config.rateLimitPerMinute)
  const registry = createMetrics()
  const requestLog = createRequestLog({
    ...{ sql: workSql, registry, days: config.requestLogDays },
    onError: err => log.warn({ err }, 'request log not written'),
  })
  closers.add('request log', requestLog.close)

  const objects = openObjects({ sql, vault, egress, reach, registry, log, place: config.s3 })
  const browsers = openBrowsers({
    egress,
    find: () => findBrowser(config),
    log: plainLog(log),
  })
  closers.add('browsers', browsers.close)
  provideBrowser(config, log, closers, browsers)
  const pageThreads = openThreads(new URL('./page-thread.ts', import.meta.url), pageTasks)
  closers.add('page threads', pageThreads.close)
  const pixelThreads = openThreads(new URL('./pixel-thread.ts', import.meta.url), pixelTasks)
  closers.add('pixel threads', pixelThreads.close)
  countLines(registry, {
    pages: pageThreads.line('readPage'),
    rendered: browsers.line,
    extract: pageThreads.line('extractFromPage'),
    branding: pageThreads.line('surveyPage'),
    maps: pageThreads.line('readLinks'),
    images: pixelThreads.line('draw'),
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
    ...{ sql, workSql, objects, vault, plans, egress, browsers, reach },
    threads: pageThreads,
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
    tellOverAllowance(
      {
        ...{ sql: workSql, plans, publicUrl: reach.publicUrl },
        send: mail => sendMail(enqueueMail, workSql, mail),
      },
      new Date(now()),
    )
  const backups = {
    minute: (config.backups?.atMinute ?? 0) % 60,
    make: async (signal: AbortSignal) => {
      if (!config.backups) return
      const deps = { ...config, target: database.target, version, now }
      const file = await keepBackups(deps, config.backups, signal)
      if (file) log.info({ file }, 'back-up made')
    },
  }
  queue = await openQueue({
    target: database.target,
    jobs: [
      ...maintenanceJobs({
        ...{ ...config, sql: workSql, objects, plans, queue: openedQueue, tellOver, backups },
        kinds: extraction.kinds,
      }),
      ...[...extraction.jobs, mailJob, resetJob],
    ],
    works,
    notifications,
    log: plainLog(log),
    report: ({ error, ...report }) =>
      log[error ? 'warn' : 'info']({ ...report, ...(error ? { err: error } : {}) }, 'job'),
  })
  closers.add('queue', () => openedQueue().close({ graceMs: 4_000 }), 9_000)

  openGauges(registry, { sql, workSql, queue, browsers, notifications })

  if (transport && works) await sendKept(enqueueMail, sql)

  const images =
    config.role === 'all' || config.role === 'image'
      ? openImages({
          ...{ sql, objects, keyring, usage, egress, threads: pixelThreads },
          ...{ isDatabaseAway, log, now },
          faviconServices: config.faviconServices,
          registry,
        })
      : undefined
  if (images) closers.add('images', images.close)
  const sharesPort = config.port !== 0 && config.port === config.imagePort

  const mountApi = (v1: HttpServer) => {
    usageRoutes(v1, { sql, plans, usage })
    extraction.mount(v1)
    imageRoutes(v1, { sql, images })
  }
  const firecrawl = createFirecrawl(config.firecrawl, reach)
  const divertImages =
    images && sharesPort
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
  const servesApi = config.role === 'all' || config.role === 'api'
  // Before the routes it describes.
  if (servesApi) await describeApi(server, { version, reach, images: describeImages(version) })
  timeRequests(server, registry)
  const { metrics } = config
  serveMetrics(server, registry, metrics.port === undefined ? metrics.token : undefined)
  const proveWrite = createWriteProof(sql)
  const parts = { notifications, queue, browsers, works, llm: config.llm }
  serveHealth(server, async () => checkParts(parts, await proveWrite()))
  if (servesApi) {
    docsRoutes(server, { reach })
    mountMcp(server, {
      ...{ keyring, rateLimit, reach, version, log, draw: images?.draw, run: pageThreads.run },
      searches: config.searchUrl !== undefined,
    })
    const guard = createSecretKeyGuard({ keyring, rateLimit })
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
    await firecrawl.mount(server, { sql, objects, guard })
    const people = openPeople({ sql, vault, publicUrl: config.publicUrl })
    await mountDashboard(server, {
      ...{ people, plans, usage, requestLog, reach, version, mountApi },
      limits: config,
      examine: () => glance(config, { sql, browsers }),
      sendReset: transport && (payload => openedQueue().enqueue(sql, resetJob, payload)),
      drawPicture: async url => images?.drawPicture(url),
      checkSchema: extraction.checkSchema,
      exportProfile,
    })
  }
  await ensureNamedKeys(sql, config.bootstrap)
  const apiUrl = await server.listen({ host: config.host, port: config.port })
  listeners.push({ host: config.host, port: Number(new URL(apiUrl).port) })
  if (hasNoPort(config.publicUrl)) reach.publicUrl = apiUrl
  const keep = (name: string, listener: Listener | undefined): string | undefined => {
    if (!listener) return undefined
    closers.add(`${name} http`, listener.close)
    listeners.push(listener.place)
    return listener.url
  }
  if (images && !sharesPort) {
    const place = { host: config.host, port: config.imagePort }
    const url = keep('image', await listenBare(images.handler, place))
    if (url && hasNoPort(config.imagePublicUrl)) reach.imagePublicUrl = url
  }
  const firecrawlUrl = keep('firecrawl', await firecrawl.listen(server, config.host))
  const forFirecrawl = config.firecrawl?.publicUrl
  if (forFirecrawl)
    reach.firecrawlUrl = hasNoPort(forFirecrawl) ? (firecrawlUrl ?? forFirecrawl) : forFirecrawl
  const metricsListener = await listenForMetrics(config.host, metrics, registry)
  const metricsUrl = metricsListener && `${keep('metrics', metricsListener)}/metrics`
  // After the ports are ours: a start that fails has made no keys that nobody saw.
  const firstRun = await prepareFirstRun({ sql, vault }, config.bootstrap)
  const firstKeys = firstRun.pair && { keys: firstRun.pair, vault }
  const setupUrl = await prepareOwner(sql, config, reach, firstKeys)
  const { publicUrl, imagePublicUrl: imageUrl } = reach
  return { apiUrl, imageUrl, publicUrl, firecrawlUrl, metricsUrl, firstRun, setupUrl }
}

/** By which names a request may call us. The image API asks for none: see docs/self-hosting.md. */
const ownHosts = (config: Config): string[] => {
  const { publicUrl, imagePublicUrl, firecrawl, host, allowedHosts } = config
  const urls = [publicUrl, imagePublicUrl, firecrawl?.publicUrl ?? publicUrl]
  return [...urls.map(url => new URL(url).hostname), host, ...allowedHosts]
}

/** Made from PORT=0 and not set by the operator. */
const hasNoPort = (url: string): boolean => new URL(url).port === '0'

const prepareOwner = async (
  sql: Database,
  config: Config,
  { publicUrl }: Reach,
  firstKeys: CarriedKeys | undefined,
): Promise<string | undefined> => {
  const { id: accountId } = await ensureFirstAccount(sql)
  if (await ensureOwner(sql, accountId, config.admin)) return undefined
  if (config.role === 'worker' || config.role === 'image') return undefined
  return createSetupLink(sql, { accountId, publicUrl, actor: 'start', firstKeys })
}

/** Site owners can only reach us at an address that is not just this machine's. */
const contactOf = (publicUrl: string): string | undefined =>
  /^https:/.test(publicUrl) ? publicUrl : undefined

/** Behind the start: everything that needs no browser works while one is being installed. */
const provideBrowser = (
  config: Config,
  log: Logger,
  closers: Closers,
  browsers: Browsers,
): void => {
  const stop = new AbortController()
  closers.add('browser installation', () => stop.abort())
  const say = (line: string) => log.info(line)
  provisionBrowser({ search: config, say, signal: stop.signal }).then(
    async found => {
      if (stop.signal.aborted) return
      if ('instruction' in found) log.warn(found.instruction)
      else await browsers.checkContainment().catch(error => log.warn(error.message))
    },
    err => log.warn({ err }, 'no browser could be provided'),
  )
}

const plainLog = (log: Logger) => ({
  info: (message: string) => log.info(message),
  warn: (message: string) => log.warn(message),
})
