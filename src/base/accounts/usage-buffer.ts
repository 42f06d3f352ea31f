import type { UsageRow } from './usage-store.ts'

export type Use = { keyId: string; accountId: string; endpoint: string; outcome: string }

export type UsageBuffer = {
  /** A look into a map: on the path of every cached image. */
  count(use: Use): void
  /** What was counted elsewhere. */
  add(rows: readonly UsageRow[]): void
  /** So many rows at most, which are then no longer in here. */
  take(most: number): UsageRow[]
  /** All rows, without removing them. */
  rows(): UsageRow[]
  /** Requests that were not counted because there was no room for one more kind of them. */
  dropped(): number
}

/**
 * Requests by key, day, endpoint and outcome. What a row counts has no bound; how many rows there
 * are has, for the days when nobody can be told of them.
 */
export const createUsageBuffer = (maxRows: number): UsageBuffer => {
  const rows = new Map<string, UsageRow>()
  // Most requests are like the one before: those cost no name and no look-up.
  let last: UsageRow | undefined
  let dropped = 0

  const find = (use: Use, day: string): UsageRow | undefined => {
    if (
      last?.keyId === use.keyId &&
      last.endpoint === use.endpoint &&
      last.outcome === use.outcome &&
      last.day === day
    )
      return last
    const name = `${use.keyId} ${day} ${use.endpoint} ${use.outcome}`
    const known = rows.get(name)
    if (!known && rows.size >= maxRows) return undefined
    const { keyId, accountId, endpoint, outcome } = use
    last = known ?? { keyId, accountId, day, endpoint, outcome, requests: 0 }
    if (!known) rows.set(name, last)
    return last
  }
  const add = (use: Use, day: string, requests: number) => {
    const row = find(use, day)
    if (row) row.requests += requests
    else dropped += requests
  }

  return {
    count: use => add(use, today(), 1),
    add(given) {
      for (const row of given) add(row, row.day, row.requests)
    },
    take(most) {
      const taken: UsageRow[] = []
      for (const [name, row] of rows) {
        if (taken.length >= most) break
        taken.push(row)
        rows.delete(name)
      }
      last = undefined
      return taken
    },
    rows: () => [...rows.values()],
    dropped: () => dropped,
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
