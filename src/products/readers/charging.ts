import type { FastifyReply, FastifyRequest } from 'fastify'
import { chargedParts } from '../../base/accounts/charge-parts.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { wantsBrowser } from '../../base/reader/page-request.ts'
import type { ReaderDeps } from './deps.ts'
import type { Course } from './teach.ts'

/** One credit for each page that is read; all of it costs nothing when any part fails. */
export const charging = <T>(
  deps: ReaderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  requests: Course['requests'],
  work: (
    signal: AbortSignal,
  ) => Promise<Pick<Awaited<ReturnType<Parameters<typeof chargedParts<T>>[4]>>, 'answer' | 'keep'>>,
): Promise<T> => {
  const parts = requests.map((_, at) => ({
    operation: 'reader' as const,
    ref: `${request.id}:${at}`,
  }))
  const all = () =>
    chargedParts<T>(deps, request, reply, parts, async signal => ({
      ...(await work(signal)),
      done: parts.map(({ ref }) => ref),
    }))
  const { extract, rendered } = deps.lines
  return extract.admit(callerOf(request).accountId, () =>
    requests.some(wantsBrowser) ? rendered.join(all) : all(),
  )
}
