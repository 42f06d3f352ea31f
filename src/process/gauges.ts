import type { Registry } from 'prom-client'
import { creditCounter } from '../base/accounts/credits.ts'
import type { UsageCounter } from '../base/accounts/usage.ts'
import { stateStore } from '../base/backup/state-store.ts'
import type { Notifications } from '../base/db/notify.ts'
import type { Database } from '../base/db/sql.ts'
import type { OnDemand } from '../base/processes/on-demand.ts'
import type { Queue } from '../base/queue/queue.ts'
import type { Browsers } from '../base/web/browser.ts'
import { deliveryStore } from '../base/webhooks/delivery-store.ts'
import { within } from '../kit/deadline.ts'
import { type Told, type ToldMetrics, toldMetrics } from '../kit/told-metrics.ts'

type Parts = {
  sql: Database
  queue: Pick<Queue, 'stats'>
  browsers: { status(): BrowserCounts }
  fileProcesses: Pick<OnDemand, 'status'>
  ocrProcesses: Pick<OnDemand, 'status'>
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

/**
 * What `/metrics` tells of the parts. Each is asked when the metrics are read. A database that is
 * away or slow leaves out what only it knows, and never the rest: that is when they are read most.
 */
export const openGauges = (registry: Registry, parts: Parts): void => {
  const metrics = toldMetrics(registry)
  tellQueue(metrics, parts.queue)
  tellBrowsers(metrics, parts.browsers)
  tellFileProcesses(metrics, { office: parts.fileProcesses, ocr: parts.ocrProcesses })
  tellWebhooks(metrics, parts.sql)
  tellCredits(metrics)
  if (parts.makesBackups) tellBackups(metrics, parts.sql)
}

/** The part of it that every process has. */
export const openDatabaseGauges = (registry: Registry, parts: DatabaseParts): void => {
  const metrics = toldMetrics(registry)
  tellDatabase(metrics, parts)
  metrics.gauge('siteray_usage_requests_waiting', () => [[parts.usage.waiting().requests]])
  metrics.counter('siteray_usage_requests_dropped_total', () => [[parts.usage.waiting().dropped]])
}

const tellQueue = ({ gauge }: ToldMetrics, queue: Parts['queue']): void => {
  const stats = inOneGo(queue.stats)
  gauge('siteray_queue_jobs', async () =>
    (await stats())?.flatMap(({ name, waiting, deferred, active, failed }) =>
      Object.entries({ waiting, deferred, active, failed }).map(
        ([state, count]): Told => [count, { queue: name, state }],
      ),
    ),
  )
  gauge('siteray_queue_oldest_seconds', async () =>
    (await stats())?.map(({ name, oldestSeconds }): Told => [oldestSeconds, { queue: name }]),
  )
  gauge('siteray_queue_running', async () =>
    (await stats())?.map(({ name, running }): Told => [running, { queue: name }]),
  )
}

const tellBrowsers = ({ gauge, counter }: ToldMetrics, { status }: Parts['browsers']): void => {
  gauge('siteray_browsers', () => [[status().running]])
  gauge('siteray_browser_pages', () => [
    [status().pages, { state: 'open' }],
    [status().waiting, { state: 'waiting' }],
  ])
  counter('siteray_browser_starts_total', () => [[status().launches]])
  counter('siteray_browser_crashes_total', () => [[status().crashes]])
}

const tellFileProcesses = (
  { gauge, counter }: ToldMetrics,
  kinds: Record<string, Pick<OnDemand, 'status'>>,
): void => {
  const all = Object.entries(kinds)
  gauge('siteray_file_processes', () =>
    all.map(([kind, { status }]) => [status().running, { kind }]),
  )
  counter('siteray_file_process_starts_total', () =>
    all.map(([kind, { status }]) => [status().starts, { kind }]),
  )
  counter('siteray_file_process_kills_total', () =>
    all.flatMap(([kind, { status }]) =>
      Object.entries(status().killed).map(([reason, count]): Told => [count, { kind, reason }]),
    ),
  )
}

const tellWebhooks = ({ gauge }: ToldMetrics, sql: Database): void => {
  const backlog = inOneGo(() => deliveryStore.backlog(sql))
  const one = async (pick: (told: Awaited<ReturnType<typeof deliveryStore.backlog>>) => number) => {
    const told = await backlog()
    return told && [[pick(told)] as const]
  }
  gauge('siteray_webhook_events_waiting', () => one(({ waiting }) => waiting))
  gauge('siteray_webhook_oldest_seconds', () => one(({ oldestSeconds }) => oldestSeconds))
  gauge('siteray_webhook_lag_seconds', () => one(({ overdueSeconds }) => overdueSeconds))
}

const tellBackups = ({ gauge }: ToldMetrics, sql: Database): void => {
  const state = inOneGo(() => stateStore.read(sql))
  gauge('siteray_backup_age_seconds', async () => {
    const madeAt = (await state())?.madeAt
    return madeAt ? [[(Date.now() - madeAt.getTime()) / 1_000]] : []
  })
  gauge('siteray_backup_failures', async () => {
    const told = await state()
    return told && [[told.failures]]
  })
}

const tellDatabase = ({ gauge }: ToldMetrics, parts: DatabaseParts): void => {
  const { notifications } = parts
  const sql = parts.pools.requests
  const pools = Object.entries(parts.pools)
  const answer = inOneGo(async () => {
    const startedMs = performance.now()
    await sql.unsafe('select 1')
    return (performance.now() - startedMs) / 1_000
  })
  gauge('siteray_database_connections', () =>
    pools.flatMap(([pool, of]): Told[] => {
      const { max, open, busy } = of.load()
      return [
        [busy, { pool, state: 'busy' }],
        [open - busy, { pool, state: 'idle' }],
        [max - open, { pool, state: 'closed' }],
      ]
    }),
  )
  gauge('siteray_database_queries_waiting', () =>
    pools.map(([pool, of]): Told => [of.load().waiting, { pool }]),
  )
  gauge('siteray_database_up', async () => [[(await answer()) === undefined ? 0 : 1]])
  gauge('siteray_database_answer_seconds', async () => {
    const seconds = await answer()
    return seconds === undefined ? [] : [[seconds]]
  })
  gauge('siteray_notifications_live', () => [[notifications.isLive() ? 1 : 0]])
}

const tellCredits = ({ counter }: ToldMetrics): void => {
  counter('siteray_credits_settled_total', () => [[creditCounter.settled]])
  counter('siteray_credits_released_total', () => [[creditCounter.released]])
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
