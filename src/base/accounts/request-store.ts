import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'
import { type Cursor, partOf } from '../http/cursor.ts'
import { isThere } from './store.ts'

/** A call as the log has it: neither what was sent nor what came of it. */
export type LoggedCall = {
  at: Date
  accountId: string
  keyId: string
  requestId: string
  /** “POST /v1/scrape”. */
  endpoint: string
  target: string | null
  status: number
  code: string | null
  durationMs: number
  credits: number
}

export type CallFilter = {
  accountId: string
  key?: string | undefined
  endpoint?: string | undefined
  /** `ok`, `failed`, or the code of an error. */
  outcome?: string | undefined
  /** Part of a host's name, or a request's id. */
  search?: string | undefined
  since?: Date | undefined
  /** Not included. */
  until?: Date | undefined
}

type CallRow = Omit<LoggedCall, 'accountId'> & {
  id: number
  place: string
  keyName: string | null
  /** Whether there is a page about its key. */
  keyIsThere: boolean
}

export const requestStore = {
  /** Lines of a step whose answer was lost are there already, and not written twice. */
  async write(sql: Sql, calls: readonly LoggedCall[]): Promise<void> {
    const column = <K extends keyof LoggedCall>(name: K) => calls.map(call => call[name])
    await sql`
      insert into request_log (at, account_id, key_id, request_id, endpoint, target, status, code,
        duration_ms, credits)
      select at::timestamptz, account_id, key_id, request_id, endpoint, target, status, code, duration_ms, credits
      from unnest(${calls.map(({ at }) => at.toISOString())}::text[], ${column('accountId')}::text[],
        ${column('keyId')}::text[], ${column('requestId')}::text[], ${column('endpoint')}::text[],
        ${column('target')}::text[], ${column('status')}::smallint[], ${column('code')}::text[],
        ${column('durationMs')}::int[], ${column('credits')}::real[])
        as call (at, account_id, key_id, request_id, endpoint, target, status, code, duration_ms,
          credits)
      where not exists (
        select 1 from request_log as known where known.request_id = call.request_id
      )`
  },

  /** The newest first. */
  async page(
    sql: Sql,
    filter: CallFilter,
    part: { after: Cursor | undefined; limit: number },
  ): Promise<{ rows: CallRow[]; next: string | null }> {
    const { accountId, key, endpoint, outcome, search, since, until } = filter
    const { after, limit } = part
    const none = sql``
    const isRequest = search?.startsWith('req_')
    const rows = await sql<CallRow[]>`
      select log.id, at, at::text as place, key_id as "keyId", keys.name as "keyName",
        coalesce(${isThere(sql)}, false) as "keyIsThere",
        request_id as "requestId", endpoint, target, status, code, duration_ms as "durationMs",
        credits::float8 as credits
      from request_log as log left join keys on keys.id = log.key_id
      where log.account_id = ${accountId}
        ${key ? sql`and key_id = ${key}` : none}
        ${endpoint ? sql`and endpoint = ${endpoint}` : none}
        ${outcome === 'ok' ? sql`and code is null` : none}
        ${outcome === 'failed' ? sql`and code is not null` : none}
        ${outcome && outcome !== 'ok' && outcome !== 'failed' ? sql`and code = ${outcome}` : none}
        ${search && isRequest ? sql`and request_id = ${search}` : none}
        ${search && !isRequest ? sql`and strpos(target, lower(${search})) > 0` : none}
        ${since ? sql`and at >= ${since}` : none}
        ${until ? sql`and at < ${until}` : none}
        ${after ? sql`and (at, log.id) < (${after.place}::text::timestamptz, ${after.id}::text::bigint)` : none}
      order by at desc, log.id desc limit ${limit + 1}`
    return partOf(rows, limit)
  },

  /** True while there is more that is older than so many days. */
  purge:
    (days: number) =>
    (sql: Sql): Promise<boolean> =>
      purgeStep(sql, 'request_log', sql`at < now() - make_interval(days => ${days})`),
}
