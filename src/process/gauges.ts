import { Counter, Gauge, type Registry } from 'prom-client'
import { creditCounter } from '../base/accounts/credit-counter.ts'
import type { UsageCounter } from '../base/accounts/usage.ts'
import { stateStore } from '../base/backup/state-store.ts'
import type { Notifications } from '../base/db/notify.ts'
import type { Database } from '../base/db/sql.ts'
import type { Queue } from '../base/queue/queue.ts'
import type { Browsers } from '../base/web/browser.ts'
import { deliveryStore } from '../base/webhooks/delivery-store.ts'
import { within } from '../kit/deadline.ts'

type Parts = {
  sql: Database
  queue: Pick<Queue, 'stats'>
  browsers: { status(): BrowserCounts }
  /** Whether there is one every day. */
  makesBackups: boolean
}
type DatabaseParts = {
  /** By what they are for; the smallest query is asked of the first. */
  pools: { requests: Database; jobs?: Database }
  notifications: Pick<Notifications, 'isLive'>
  usage: Pick<UsageCounter, 'waiting'>
}

type BrowserCounts = Pick<
  ReturnType<Browsers['status']>,
  'running' | 'pages' | 'waiting' | 'launches' | 'crashes'
>

/** A value, with its labels where there are several. */
type Told = readonly [value: number, labels?: Record<string, string>]

/**
 * What `/metrics` tells of the parts. Each is asked when the metrics are read. A database that is
 * away or slow leaves out what only it knows, and never the rest: that is when they are read most.
 */
export const openGauges = (registry: Registry, parts: Parts): void => {
  const gauge = gaugesOf(registry)
  tellQueue(gauge, parts.queue)
  tellBrowsers(gauge, registry, parts.browsers)
  tellWebhooks(gauge, parts.sql)
  tellCredits(registry)
  if (parts.makesBackups) tellBackups(gauge, parts.sql)
}

/** The part of it that every process has. */
export const openDatabaseGauges = (registry: Registry, parts: DatabaseParts): void => {
  const gauge = gaugesOf(registry)
  tellDatabase(gauge, parts)
  gauge(
    'siteray_usage_requests_waiting',
    'Counted requests that the database does not know of.',
    () => [[parts.usage.waiting().requests]],
  )
  countFrom(
    registry,
    'siteray_usage_requests_dropped_total',
    'Requests that were not counted: too many kinds of them waited for the database.',
    () => parts.usage.waiting().dropped,
  )
}

type AddGauge = (
  name: string,
  help: string,
  tell: () => Iterable<Told> | Promise<Iterable<Told> | undefined>,
) => void

const gaugesOf =
  (registry: Registry): AddGauge =>
  (name, help, tell) => {
    const labelNames = labelsOf[name] ?? []
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        this.reset()
        // A gauge that is not known has no value, not a 0.
        if (labelNames.length === 0) this.remove()
        for (const [value, labels] of (await tell()) ?? []) this.set(labels ?? {}, value)
      },
    })
  }

const labelsOf: Record<string, string[]> = {
  siteray_queue_jobs: ['queue', 'state'],
  siteray_queue_running: ['queue'],
  siteray_queue_oldest_seconds: ['queue'],
  siteray_browser_pages: ['state'],
  siteray_database_connections: ['pool', 'state'],
  siteray_database_queries_waiting: ['pool'],
}

const tellQueue = (gauge: AddGauge, queue: Parts['queue']): void => {
  const stats = inOneGo(queue.stats)
  gauge(
    'siteray_queue_jobs',
    'Jobs in the database by queue: waiting (could run now), deferred (not yet due), active in all processes, failed for good within the last hour.',
    async () =>
      (await stats())?.flatMap(({ name, waiting, deferred, active, failed }) =>
        Object.entries({ waiting, deferred, active, failed }).map(
          ([state, count]): Told => [count, { queue: name, state }],
        ),
      ),
  )
  gauge(
    'siteray_queue_oldest_seconds',
    'For how long the oldest waiting job could run.',
    async () =>
      (await stats())?.map(({ name, oldestSeconds }): Told => [oldestSeconds, { queue: name }]),
  )
  gauge('siteray_queue_running', 'Jobs that run in this process.', async () =>
    (await stats())?.map(({ name, running }): Told => [running, { queue: name }]),
  )
}

const tellBrowsers = (gauge: AddGauge, registry: Registry, { status }: Parts['browsers']): void => {
  gauge('siteray_browsers', 'Browsers that run.', () => [[status().running]])
  gauge(
    'siteray_browser_pages',
    'Pages of browsers: open ones, and those who wait for one.',
    () => [
      [status().pages, { state: 'open' }],
      [status().waiting, { state: 'waiting' }],
    ],
  )
  countFrom(registry, 'siteray_browser_starts_total', 'Browsers started.', () => status().launches)
  countFrom(
    registry,
    'siteray_browser_crashes_total',
    'Browsers that ended and were not told to.',
    () => status().crashes,
  )
}

const tellWebhooks = (gauge: AddGauge, sql: Database): void => {
  const backlog = inOneGo(() => deliveryStore.backlog(sql))
  const one = async (pick: (told: Awaited<ReturnType<typeof deliveryStore.backlog>>) => number) => {
    const told = await backlog()
    return told && [[pick(told)] as const]
  }
  gauge('siteray_webhook_events_waiting', 'Webhook events that are not delivered yet.', () =>
    one(({ waiting }) => waiting),
  )
  gauge(
    'siteray_webhook_oldest_seconds',
    'Age of the oldest undelivered event; receivers that fail make it grow.',
    () => one(({ oldestSeconds }) => oldestSeconds),
  )
  gauge(
    'siteray_webhook_lag_seconds',
    'For how long the first undelivered event is due: the delay that is our own.',
    () => one(({ overdueSeconds }) => overdueSeconds),
  )
}

const tellBackups = (gauge: AddGauge, sql: Database): void => {
  const state = inOneGo(() => stateStore.read(sql))
  gauge('siteray_backup_age_seconds', 'Age of the last daily back-up.', async () => {
    const madeAt = (await state())?.madeAt
    return madeAt ? [[(Date.now() - madeAt.getTime()) / 1_000]] : []
  })
  gauge(
    'siteray_backup_failures',
    'Attempts of the daily back-up that failed in a row.',
    async () => {
      const told = await state()
      return told && [[told.failures]]
    },
  )
}

const tellDatabase = (gauge: AddGauge, parts: DatabaseParts): void => {
  const { notifications } = parts
  const sql = parts.pools.requests
  const pools = Object.entries(parts.pools)
  const answer = inOneGo(async () => {
    const startedMs = performance.now()
    await sql.unsafe('select 1')
    return (performance.now() - startedMs) / 1_000
  })
  gauge('siteray_database_connections', 'Connections of this process’s pools by state.', () =>
    pools.flatMap(([pool, of]): Told[] => {
      const { max, open, busy } = of.load()
      return [
        [busy, { pool, state: 'busy' }],
        [open - busy, { pool, state: 'idle' }],
        [max - open, { pool, state: 'closed' }],
      ]
    }),
  )
  gauge('siteray_database_queries_waiting', 'Queries that wait for a connection.', () =>
    pools.map(([pool, of]): Told => [of.load().waiting, { pool }]),
  )
  gauge('siteray_database_up', 'Whether the database answered within two seconds.', async () => [
    [(await answer()) === undefined ? 0 : 1],
  ])
  gauge(
    'siteray_database_answer_seconds',
    'Time of the smallest query, with its wait for a connection.',
    async () => {
      const seconds = await answer()
      return seconds === undefined ? [] : [[seconds]]
    },
  )
  gauge(
    'siteray_notifications_live',
    'Whether this process hears what others tell through the database; while it does not, it asks for every key.',
    () => [[notifications.isLive() ? 1 : 0]],
  )
}

const tellCredits = (registry: Registry): void => {
  countFrom(
    registry,
    'siteray_credits_settled_total',
    'Credits charged for work of this process.',
    () => creditCounter.settled,
  )
  countFrom(
    registry,
    'siteray_credits_released_total',
    'Credits given back for work that failed.',
    () => creditCounter.released,
  )
}

/** A counter of what is counted elsewhere. */
const countFrom = (registry: Registry, name: string, help: string, count: () => number): void => {
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      this.reset()
      this.inc(count())
    },
  })
}

const patienceMs = 2_000

/** Asked once for all gauges of one reading; undefined when there is no answer in time. */
const inOneGo = <T>(read: () => Promise<T>): (() => Promise<T | undefined>) => {
  let asked: Promise<T | undefined> | undefined
  return () => {
    asked ??= within(patienceMs, read())
      .catch(() => undefined)
      .finally(() => {
        asked = undefined
      })
    return asked
  }
}
