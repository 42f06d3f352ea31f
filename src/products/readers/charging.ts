import type { FastifyReply, FastifyRequest } from 'fastify'
import { chargedParts } from '../../base/accounts/charge-parts.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import type { Sql } from '../../base/db/sql.ts'
import { wantsBrowser } from '../../base/reader/page-request.ts'
import type { ReaderDeps } from './deps.ts'
import type { Course } from './teach.ts'

type Work<T> = {
  answer: T
  keep: (sql: Sql) => Promise<void>
  /** By request, where some may fail and the others count; all of them unless given. */
  isRead?: readonly boolean[]
}

/** One credit for each page that is read; all of it costs nothing when the call fails. */
export const charging = <T>(
  deps: ReaderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  requests: Course['requests'],
  work: (signal: AbortSignal) => Promise<Work<T>>,
): Promise<T> => {
  const parts = requests.map((_, at) => ({
    operation: 'reader' as const,
    ref: `${request.id}:${at}`,
  }))
  const all = () =>
    chargedParts<T>(deps, request, reply, parts, async signal => {
      const { isRead, ...done } = await work(signal)
      const read = parts.filter((_, at) => isRead?.[at] ?? true)
      return { ...done, done: read }
    })
  const { extract, rendered } = deps.lines
  return extract.admit(callerOf(request).accountId, () =>
    requests.some(wantsBrowser) ? rendered.join(all) : all(),
  )
}
