import { AppError } from '../../errors.ts'
import type { Sql } from '../db/sql.ts'
import type { State } from './answers.ts'
import type { Kind, StatusUrl } from './kinds.ts'
import { unpackResult } from './results.ts'
import { harvestStore, type StoredItem } from './store.ts'

export type Wanted = { id: string; accountId: string; offset: number; limit: number }

export const readStatus = async (
  deps: { sql: Sql; statusUrl: StatusUrl },
  kind: Kind,
  wanted: Wanted,
): Promise<State> => {
  const found = await harvestStore.read(deps.sql, { ...wanted, kind: kind.name })
  if (!found) throw noHarvest(kind, wanted.id)
  const { harvest, items } = found
  const data = await Promise.all(items.map(showItem))
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

export const showItem = async (item: StoredItem): Promise<State['data'][number]> => ({
  url: item.url,
  ...(item.depth === null ? {} : { depth: item.depth, foundOn: item.foundOn }),
  ...(item.change === null ? {} : { change: item.change }),
  ...(await unpackResult(item.result)),
  ...(item.code === null ? {} : { code: item.code }),
})

export const noHarvest = ({ name }: Kind, id: string): AppError =>
  new AppError('not_found', `There is no ${name} ${id}, or it has expired.`)
