import type { Sql } from '../db/sql.ts'
import type { HarvestStatus, KindName } from './asked.ts'

type HarvestOverview = {
  id: string
  status: HarvestStatus
  total: number
  completed: number
  failed: number
  createdAt: string
  endedAt: string | null
  expiresAt: string
  /** Name of the key that made it. */
  key: string
  /** Where its events go. */
  webhook: string | null
  failures: { code: string; count: number }[]
}

/** The newest harvests of an account that have not expired, for people to look at. */
export const listHarvests = async (
  sql: Sql,
  accountId: string,
  kind: KindName,
): Promise<HarvestOverview[]> => {
  const rows = await sql<
    (Omit<HarvestOverview, 'createdAt' | 'endedAt' | 'expiresAt'> & {
      createdAt: Date
      endedAt: Date | null
      expiresAt: Date
    })[]
  >`
    select batches.id, status, total, completed, failed, batches.created_at as "createdAt",
      ended_at as "endedAt", batches.expires_at as "expiresAt", keys.name as key, webhook ->> 'url' as webhook,
      coalesce((
        select jsonb_agg(jsonb_build_object('code', code, 'count', count) order by count desc, code)
        from (
          select coalesce(error_code, 'internal') as code, count(*) as count from batch_items
          where batch_id = batches.id and state = 'failed' group by 1
        ) as reason
      ), '[]') as failures
    from batches join keys on keys.id = batches.key_id
    where batches.account_id = ${accountId} and batches.kind = ${kind} and batches.expires_at > now()
    order by batches.created_at desc limit 50`
  return rows.map(({ createdAt, endedAt, expiresAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
  }))
}
