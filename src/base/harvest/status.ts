import { AppError } from '../../errors.ts'
import type { Sql } from '../db/sql.ts'
import { bytesOf, type Objects } from '../objects/objects.ts'
import type { State } from './answers.ts'
import type { Kind, StatusUrl } from './kinds.ts'
import { unpackResult } from './results.ts'
import { harvestStore, type StoredItem } from './store.ts'

/** Of the line of those who ask: fewer at a time than the database has connections for calls. */
export const statusLimits = { places: 4, calls: 1_000, usualMs: 20 }

export type Wanted = { id: string; accountId: string; offset: number; limit: number }

/** What reading results takes. */
export type ResultDeps = { sql: Sql; objects: Pick<Objects, 'get'> }

export const readStatus = async (
  deps: ResultDeps & { statusUrl: StatusUrl },
  kind: Kind,
  wanted: Wanted,
): Promise<State> => {
  const found = await harvestStore.read(deps.sql, { ...wanted, kind: kind.name })
  if (!found) throw noHarvest(kind, wanted.id)
  const { harvest, items } = found
  const data = await Promise.all(items.map(item => showItem(deps, item)))
  const end = wanted.offset + data.length
  // Only what is there now: whoever follows a link to rows that will come would ask in circles.
  const last = harvest.completed + harvest.failed
  return {
    id: harvest.id,
    status: harvest.status,
    total: harvest.total,
    completed: harvest.completed,
    failed: harvest.failed,
    ...(harvest.failed > 0 ? { failures: harvest.failures } : {}),
    creditsUsed: harvest.creditsUsed,
    expiresAt: harvest.expiresAt.toISOString(),
    ...(await kind.show?.(deps.sql, harvest)),
    data,
    ...(end < last
      ? { next: `${deps.statusUrl(harvest)}?offset=${end}&limit=${wanted.limit}` }
      : {}),
  }
}

export const showItem = async (
  { objects }: Pick<ResultDeps, 'objects'>,
  item: StoredItem,
): Promise<State['data'][number]> => {
  const packed = await bytesOf(objects, item)
  return {
    url: item.url,
    ...(item.depth === null ? {} : { depth: item.depth, foundOn: item.foundOn }),
    ...(item.change === null ? {} : { change: item.change }),
    ...(packed ? await unpackResult(packed) : lost),
    ...(item.code === null ? {} : { code: item.code }),
  }
}

/** Whoever deleted it there: the other results can be read. */
const lost = { error: 'What was read is not in the store of large objects.', code: 'internal' }

export const noHarvest = ({ name }: Kind, id: string): AppError =>
  new AppError('not_found', `There is no ${name} ${id}, or it has expired.`)
