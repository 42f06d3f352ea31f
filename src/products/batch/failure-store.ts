import type { Sql } from '../../base/db/sql.ts'
import type { BatchOptions, BatchStatus } from './request.ts'
import type { StoredWebhook } from './store.ts'

type Whose = { id: string; accountId: string }

type StoredFailure = { url: string; code: string; result: Buffer }

/** What a batch was asked to do, to ask for it again. */
type Asked = {
  status: BatchStatus
  options: BatchOptions
  webhook: StoredWebhook | null
  sealedHeaders: Buffer | null
  /** Of the items that failed, in the order of submission. */
  failedUrls: string[]
}

export const failureStore = {
  /** How many items have failed, and a page of them in the order in which they did. */
  async page(
    sql: Sql,
    wanted: Whose & { offset: number; limit: number },
  ): Promise<{ failed: number; failures: StoredFailure[] } | undefined> {
    const rows = await sql<
      ({ failed: number } & { [K in keyof StoredFailure]: StoredFailure[K] | null })[]
    >`
      select failed, item.url, item.code, item.result
      from batches left join lateral (
        select url, coalesce(error_code, 'internal') as code, result, finished_as from batch_items
        where batch_id = batches.id and state = 'failed'
        order by finished_as offset ${wanted.offset} limit ${wanted.limit}
      ) as item on true
      where batches.id = ${wanted.id} and account_id = ${wanted.accountId} and expires_at > now()
      order by item.finished_as`
    const [batch] = rows
    if (!batch) return undefined
    return {
      failed: batch.failed,
      failures: rows.flatMap(({ url, code, result }) =>
        url && code && result ? [{ url, code, result }] : [],
      ),
    }
  },

  async asked(sql: Sql, { id, accountId }: Whose): Promise<Asked | undefined> {
    const [row] = await sql<Asked[]>`
      select status, options, webhook, sealed_headers as "sealedHeaders", array(
        select url from batch_items
        where batch_id = batches.id and state = 'failed' order by position
      ) as "failedUrls"
      from batches
      where id = ${id} and account_id = ${accountId} and expires_at > now()`
    return row
  },
}
