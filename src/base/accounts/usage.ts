import { newId } from '../../ids.ts'
import type { Sql } from '../db/sql.ts'
import { type UsageRow, usageStore } from './usage-store.ts'

export type Use = { keyId: string; accountId: string; endpoint: string; outcome: string }

export type UsageCounter = {
  /** A look into a map: on the path of every cached image. */
  count(use: Use): void
  flush(): Promise<void>
  close(): Promise<void>
}

/**
 * Requests are counted in memory and written in one statement every second and at the end. A
 * flush whose answer is lost is repeated under its own id, so nothing is counted twice.
 */
export const createUsageCounter = (deps: {
  sql: Sql
  onError: (error: unknown) => void
}): UsageCounter => {
  let counts = new Map<string, UsageRow>()
  // Most requests are like the one before: those cost no name and no look-up.
  let last: UsageRow | undefined
  let unwritten: { id: string; rows: UsageRow[] } | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const write = async () => {
    if (unwritten === undefined) {
      if (counts.size === 0) return
      unwritten = { id: newId('flush'), rows: [...counts.values()] }
      counts = new Map()
      last = undefined
    }
    await usageStore.write(deps.sql, unwritten.id, unwritten.rows)
    unwritten = undefined
  }
  /** All who ask while one is under way share the next: with a slow database no line forms. */
  const flush = (): Promise<void> => {
    next ??= running.then(() => {
      next = undefined
      const written = write()
      running = written.catch(() => {})
      return written
    })
    return next
  }
  const timer = setInterval(() => flush().catch(deps.onError), 1_000)

  return {
    count({ keyId, accountId, endpoint, outcome }) {
      const day = today()
      if (
        last?.keyId === keyId &&
        last.endpoint === endpoint &&
        last.outcome === outcome &&
        last.day === day
      ) {
        last.requests++
        return
      }
      const name = `${keyId} ${day} ${endpoint} ${outcome}`
      last = counts.get(name) ?? { keyId, accountId, day, endpoint, outcome, requests: 0 }
      last.requests++
      counts.set(name, last)
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
      // What was counted while the last repeat was under way.
      await flush()
    },
  }
}

let cachedDay = ''
let cachedUntilMs = 0

/** The UTC day; formatting a date for each request would be most of the cost of counting. */
const today = (): string => {
  const nowMs = Date.now()
  if (nowMs >= cachedUntilMs) {
    cachedDay = new Date(nowMs).toISOString().slice(0, 10)
    cachedUntilMs = Date.parse(cachedDay) + 86_400_000
  }
  return cachedDay
}
