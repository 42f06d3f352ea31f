import type { Sql } from '../db/sql.ts'
import type { StoredWebhook } from './job-options.ts'
import type { JobKindName, JobStatus } from './kinds-and-states.ts'
import type { JobOptions } from './parse-job-options.ts'

type Whose = { id: string; kind: JobKindName; accountId: string }

type StoredFailure = { url: string; code: string; result: Buffer }

/** What a job was asked to do, to ask for it again. */
export type EarlierOptions = {
  status: JobStatus
  options: JobOptions
  webhook: StoredWebhook | null
  sealedHeaders: Buffer | null
  crawl: object | null
  startUrl: string | null
  name: string | null
  tags: string[]
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
      where batches.id = ${wanted.id} and kind = ${wanted.kind}
        and account_id = ${wanted.accountId} and expires_at > now()
      order by item.finished_as`
    const [first] = rows
    if (!first) return undefined
    return {
      failed: first.failed,
      failures: rows.flatMap(({ url, code, result }) =>
        url && code && result ? [{ url, code, result }] : [],
      ),
    }
  },

  async asked(sql: Sql, { id, kind, accountId }: Whose): Promise<EarlierOptions | undefined> {
    const [row] = await sql<EarlierOptions[]>`
      select status, coalesce(asked, options::json) as options, webhook,
        sealed_headers as "sealedHeaders", crawl,
        name, tags, start_url as "startUrl", array(
        select url from batch_items
        where batch_id = batches.id and state = 'failed' order by position
      ) as "failedUrls"
      from batches
      where id = ${id} and kind = ${kind} and account_id = ${accountId} and expires_at > now()`
    return row
  },
}
