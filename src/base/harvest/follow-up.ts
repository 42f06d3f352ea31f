import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from '../db/sql.ts'
import type { Kind } from './kinds.ts'
import type { KindName } from './names.ts'
import { noHarvest, type ResultDeps, showItem, type Wanted } from './status.ts'
import { harvestStore } from './store.ts'

const stepMs = 250

/**
 * Until there is a row past the offset, the harvest has ended, or time is up. Asked again and again
 * by one small question: items end in whatever process reads them.
 */
export const awaitRows = async (
  sql: Sql,
  wanted: { id: string; kind: KindName; accountId: string; offset: number },
  limits: { waitMs: number; signal: AbortSignal },
): Promise<void> => {
  const untilMs = performance.now() + limits.waitMs
  while (performance.now() < untilMs && !limits.signal.aborted) {
    const progress = await harvestStore.progress(sql, wanted)
    if (!progress || progress.ended || progress.done > wanted.offset) return
    await pause(stepMs, undefined, { signal: limits.signal }).catch(() => undefined)
  }
}

/** A line that says nothing keeps proxies from closing a connection that is only quiet. */
const quietMs = 15_000
const pageSize = 20

/**
 * Items as they end, a line of JSON each, until the harvest has ended. Who was cut off goes on with
 * the number of lines it has as `offset`.
 */
export async function* streamItems(
  deps: ResultDeps,
  kind: Kind,
  wanted: Omit<Wanted, 'limit'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { sql } = deps
  let { offset } = wanted
  while (!signal.aborted) {
    const found = await harvestStore.read(sql, {
      ...wanted,
      ...{ kind: kind.name, offset, limit: pageSize },
    })
    if (!found) return
    for (const item of found.items) yield `${JSON.stringify(await showItem(deps, item))}\n`
    offset += found.items.length
    if (found.items.length > 0) continue
    if (found.harvest.status !== 'scraping') return
    const before = performance.now()
    await awaitRows(sql, { ...wanted, kind: kind.name, offset }, { waitMs: quietMs, signal })
    if (performance.now() - before >= quietMs) yield '\n'
  }
}

/** Before the first line, while a status can still be sent. */
export const assertThere = async (
  sql: Sql,
  kind: Kind,
  wanted: Pick<Wanted, 'id' | 'accountId'>,
): Promise<void> => {
  if (!(await harvestStore.progress(sql, { ...wanted, kind: kind.name })))
    throw noHarvest(kind, wanted.id)
}
