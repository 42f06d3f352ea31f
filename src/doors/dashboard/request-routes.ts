import { nameOfKey } from '../../base/accounts/keys.ts'
import type { RequestLog } from '../../base/accounts/request-log.ts'
import { requestStore } from '../../base/accounts/request-store.ts'
import { usageStore } from '../../base/accounts/usage-store.ts'
import type { Sql } from '../../base/db/sql.ts'
import { readAfter } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { catalogue, type ErrorCode } from '../../kit/errors.ts'
import { answer } from './answer.ts'
import { startOf } from './days.ts'
import { signedInOf } from './guard.ts'

export type RequestRouteDeps = {
  sql: Sql
  requestLog: Pick<RequestLog, 'note' | 'flush'>
  limits: { requestLogDays: number }
}

/** Each call of the extraction API: when, by which key, to which host, and what came of it. */
export const requestRoutes = (server: HttpServer, deps: RequestRouteDeps): void => {
  const { sql } = deps

  answer(server, 'GET /requests', async request => {
    const { accountId } = signedInOf(request).account
    const { after, limit, since, until, ...filter } = request.query
    // What this process noted in the last second belongs into the answer.
    await deps.requestLog.flush()
    const wanted = { ...filter, accountId, since: startOf(since), until: startOf(until, 1) }
    const [{ rows, next }, keyName] = await Promise.all([
      readAfter(after, after => requestStore.page(sql, wanted, { after, limit })),
      filter.key === undefined ? null : nameOfKey(sql, filter.key, accountId),
    ])
    return {
      requests: rows.map(({ at, keyId: key, place: _, ...row }) => ({
        ...row,
        key,
        message: sentenceOf(row.code),
        at: at.toISOString(),
      })),
      next,
      days: deps.limits.requestLogDays,
      keyName,
    }
  })

  /** By what was counted: the log itself may have millions of lines. */
  answer(server, 'GET /requests/choices', async request => {
    const { accountId } = signedInOf(request).account
    return usageStore.choices(sql, accountId, deps.limits.requestLogDays)
  })
}

/** The log keeps codes alone; a code of an older version may be gone from the catalogue. */
const sentenceOf = (code: string | null): string | null =>
  code !== null && code in catalogue ? catalogue[code as ErrorCode].message : null
