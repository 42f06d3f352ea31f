import { newId } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import { createUsageBuffer, type UsageBuffer, type Use } from './usage-buffer.ts'
import type { UsageFile } from './usage-file.ts'
import { type UsageBatch, usageStore } from './usage-store.ts'

export type UsageCounter = {
  count(use: Use): void
  /** What another process of ours counted. */
  add: UsageBuffer['add']
  flush(): Promise<void>
  /** Requests that the database does not know of yet, and those that found no room meanwhile. */
  waiting(): { requests: number; dropped: number }
  close(): Promise<void>
}

const everyMs = 1_000
/** While the database is away, what waits is kept on disk this often. */
const keepEveryMs = 5_000
/** About 10 MB: one row for each key, day, endpoint and outcome. */
const maxRows = 50_000
/** As many as a statement writes well within its time. */
const batchRows = 2_000

/**
 * Requests are counted in memory and written in one statement every second and at the end. While the
 * database is away they go on being counted. A batch whose answer is lost is repeated under its own
 * number, so nothing is counted twice. With a file, what waits survives the end of the process too.
 */
export const createUsageCounter = (deps: {
  sql: Sql
  onError: (error: unknown) => void
  file?: UsageFile | undefined
}): UsageCounter => {
  const buffer = createUsageBuffer(maxRows)
  const sender = newId('sender')
  /** Batches that may have been written: they stay what they are until their answer comes. */
  const begun: UsageBatch[] = deps.file?.read() ?? []
  let sequence = 0
  let isKept = begun.length > 0
  let keptMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const write = async () => {
    for (;;) {
      const rows = begun.length === 0 ? buffer.take(batchRows) : []
      if (rows.length > 0) begun.push({ sender, sequence: ++sequence, rows })
      const [batch] = begun
      if (!batch) break
      await usageStore.write(deps.sql, batch)
      begun.shift()
    }
    if (isKept) await deps.file?.clear()
    isKept = false
  }
  /** Under the very numbers it will be written with: whichever of the two comes first counts. */
  const keep = async () => {
    const rows = buffer.rows()
    const later = Array.from({ length: Math.ceil(rows.length / batchRows) }, (_, at) => ({
      ...{ sender, sequence: sequence + 1 + at },
      rows: rows.slice(at * batchRows, (at + 1) * batchRows),
    }))
    await deps.file?.save([...begun, ...later])
    isKept = true
    keptMs = performance.now()
  }
  const writeOrKeep = async () => {
    try {
      await write()
    } catch (error) {
      if (deps.file && performance.now() - keptMs > keepEveryMs) await keep()
      throw error
    }
  }
  /** All who ask while one is under way share the next: with a slow database no line forms. */
  const flush = (): Promise<void> => {
    next ??= running.then(() => {
      next = undefined
      const written = writeOrKeep()
      running = written.catch(() => {})
      return written
    })
    return next
  }
  const timer = setInterval(() => flush().catch(deps.onError), everyMs)

  return {
    count: buffer.count,
    add: buffer.add,
    flush,
    waiting: () => ({
      requests: [...begun, { rows: buffer.rows() }]
        .flatMap(({ rows }) => rows)
        .reduce((sum, { requests }) => sum + requests, 0),
      dropped: buffer.dropped(),
    }),
    async close() {
      clearInterval(timer)
      try {
        await flush()
        // What was counted while the last repeat was under way.
        await flush()
      } catch (error) {
        await keep()
        throw error
      } finally {
        deps.file?.close()
      }
    },
  }
}
