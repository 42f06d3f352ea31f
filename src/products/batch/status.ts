import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../errors.ts'
import type { BatchItem, BatchState } from './request.ts'
import { unpackResult } from './results.ts'
import { batchStore, type StoredItem } from './store.ts'

export const readStatus = async (
  deps: { sql: Sql; statusUrl: (id: string) => string },
  wanted: { id: string; accountId: string; offset: number; limit: number },
): Promise<BatchState> => {
  const found = await batchStore.read(deps.sql, wanted)
  if (!found) throw new AppError('not_found', `There is no batch ${wanted.id}, or it has expired.`)
  const { batch, items } = found
  const data = await Promise.all(items.map(showItem))
  const end = wanted.offset + data.length
  // While pages are being read, all those that are not yet here will be.
  const last = batch.status === 'scraping' ? batch.total : batch.completed + batch.failed
  return {
    id: batch.id,
    status: batch.status,
    total: batch.total,
    completed: batch.completed,
    failed: batch.failed,
    creditsUsed: batch.creditsUsed,
    expiresAt: batch.expiresAt.toISOString(),
    data,
    ...(end < last
      ? { next: `${deps.statusUrl(batch.id)}?offset=${end}&limit=${wanted.limit}` }
      : {}),
  }
}

export const showItem = async ({ url, result }: StoredItem): Promise<BatchItem> => ({
  url,
  ...(await unpackResult(result)),
})
