import type { Sql } from '../db/sql.ts'
import { type RefusalRow, refusalStore } from './refusal-store.ts'

export type Refusals = {
  /** Remembers that a page on this host was refused a key. */
  note(keyId: string, host: string): void
  flush(): Promise<void>
  close(): Promise<void>
}

/** What one process holds until the next write; more is somebody trying names. */
const maxHeld = 1_000

/**
 * The last refused hosts of each key, for its owner: a host they forgot to list, or a page that
 * took their key. Written every few seconds; losing some in a crash costs nothing.
 */
export const createRefusals = (deps: {
  write: (rows: readonly RefusalRow[]) => Promise<void> | void
  onError: (error: unknown) => void
}): Refusals => {
  let held = new Map<string, RefusalRow>()
  const flush = async () => {
    if (held.size === 0) return
    const rows = [...held.values()]
    held = new Map()
    await deps.write(rows)
  }
  const timer = setInterval(() => flush().catch(deps.onError), 2_000)
  return {
    note(keyId, host) {
      const name = `${keyId} ${host}`
      const row = held.get(name)
      if (row) {
        row.requests++
        row.lastAt = new Date()
      } else if (held.size < maxHeld)
        held.set(name, { keyId, host: host.slice(0, 253), requests: 1, lastAt: new Date() })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

export const writeRefusals = (sql: Sql) => (rows: readonly RefusalRow[]) =>
  refusalStore.write(sql, rows)

/** For the dashboard's Keys page, the newest first. */
export const listRefusals = (sql: Sql, keyId: string) => refusalStore.byKey(sql, keyId)
