import type { Sql } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'
import { unpackResult } from './item.ts'
import type { BatchState } from './request.ts'
import { batchStore } from './store.ts'

export const readStatus = async (
  deps: { sql: Sql; statusUrl: (id: string) => string },
  wanted: { id: string; accountId: string; offset: number; limit: number },
): Promise<BatchState> => {
  const found = await batchStore.read(deps.sql, wanted)
  if (!found) throw new AppError('not_found', `There is no batch ${wanted.id}, or it has expired.`)
  const { batch, items } = found
  const data = await Promise.all(
    items.map(async ({ url, result }) => ({ url, ...(result ? await unpackResult(result) : {}) })),
  )
  const end = wanted.offset + data.length
  const more = batch.status === 'scraping' || end < batch.completed + batch.failed
  return {
    id: batch.id,
    status: batch.status,
    total: batch.total,
    completed: batch.completed,
    failed: batch.failed,
    creditsUsed: batch.creditsUsed,
    expiresAt: batch.expiresAt.toISOString(),
    data,
    ...(more ? { next: `${deps.statusUrl(batch.id)}?offset=${end}&limit=${wanted.limit}` } : {}),
  }
}
