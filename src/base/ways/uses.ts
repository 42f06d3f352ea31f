import type { Socket } from 'node:net'
import { Counter, Histogram, type Registry } from 'prom-client'
import { metric } from '../../kit/metrics.ts'
import type { Sql } from '../db/sql.ts'
import { isBlock, isWayFault } from './blocks.ts'
import { type Use, useStore } from './use-store.ts'

/** How ways do: counted for `/metrics`, kept for the dashboard, remembered for the next choice. */
export type WayUses = {
  record<T>(use: Recorded, work: () => Promise<T>): Promise<T>
  /** 0: nothing speaks against it; 1: this host turned it away lately; 2: it failed just now. */
  doubtOf(way: string, hostname: string): 0 | 1 | 2
  countBytes(way: string): (socket: Socket) => void
  /** Writes down what is not kept yet. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** `isPage`: not for robots.txt and sitemaps, which only tell how the way is. */
type Recorded = { way: string; hostname: string; isPage: boolean; signal: AbortSignal }

const failingMs = 30_000
const blockedMs = 10 * 60_000
const maxBlocks = 10_000
const flushEveryMs = 2_000

/** For whoever only tries ways. */
export const uncounted: WayUses = {
  record: (_use, work) => work(),
  doubtOf: () => 0,
  countBytes: () => () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
}

type UsesDeps = { sql: Sql; registry: Registry; onError: (error: unknown) => void }

export const createWayUses = ({ sql, registry, onError }: UsesDeps): WayUses => {
  const pages = new Counter(metric('siteray_way_pages_total', registry))
  const seconds = new Histogram({
    ...metric('siteray_way_page_seconds', registry),
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  })
  const bytes = new Counter(metric('siteray_way_bytes_total', registry))
  const failedMs = new Map<string, number>()
  const blocks = new Map<string, number>()
  let unwritten = new Map<string, Use>()

  /** Without an outcome it was no page, and only says that the way is well. */
  const note = (way: string, outcome: Outcome | undefined, failure?: string) => {
    if (outcome) pages.inc({ way, outcome })
    const use = unwritten.get(way) ?? { pages: 0, blocked: 0, failures: 0, failure: undefined }
    use.pages += outcome === 'answer' ? 1 : 0
    use.blocked += outcome === 'blocked' ? 1 : 0
    use.failures += outcome === 'way_failed' ? 1 : 0
    // What was last decides whether it is well.
    if (outcome === 'way_failed') use.failure = failure
    else delete use.failure
    unwritten.set(way, use)
  }

  const flush = async () => {
    if (unwritten.size === 0) return
    const writing = unwritten
    unwritten = new Map()
    await useStore.add(sql, writing).catch(error => {
      onError(error)
    })
  }
  const timer = setInterval(() => void flush(), flushEveryMs).unref()

  return {
    async record({ way, hostname, isPage, signal }, work) {
      const place = `${way} ${hostname}`
      const startedMs = performance.now()
      const ended = (outcome: Outcome) => note(way, isPage ? outcome : undefined)
      try {
        const result = await work()
        failedMs.delete(way)
        blocks.delete(place)
        ended('answer')
        return result
      } catch (error) {
        if (signal.aborted) throw error
        if (isWayFault(error)) {
          failedMs.set(way, performance.now())
          note(way, 'way_failed', error.message)
        } else if (isBlock(error)) {
          if (blocks.size >= maxBlocks) blocks.clear()
          blocks.set(place, performance.now())
          ended('blocked')
        } else ended('page_failed')
        throw error
      } finally {
        if (isPage) seconds.observe({ way }, (performance.now() - startedMs) / 1_000)
      }
    },
    doubtOf(way, hostname) {
      const now = performance.now()
      if (now - (failedMs.get(way) ?? Number.NEGATIVE_INFINITY) < failingMs) return 2
      const blockedAt = blocks.get(`${way} ${hostname}`) ?? Number.NEGATIVE_INFINITY
      return now - blockedAt < blockedMs ? 1 : 0
    },
    countBytes: way => socket =>
      void socket.once('close', () => {
        bytes.inc({ way, direction: 'received' }, socket.bytesRead)
        bytes.inc({ way, direction: 'sent' }, socket.bytesWritten)
      }),
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

type Outcome = 'answer' | 'blocked' | 'way_failed' | 'page_failed'
