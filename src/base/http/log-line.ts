import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { catalogue } from '../../kit/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    errorCode: string | undefined
    /** What lies behind a fault of ours, with its stack. */
    failure: unknown
    /** What a route knows and the log should say: key, account, credits, target host. */
    logFields: Record<string, unknown> | undefined
  }
}

/** One line in the server's log at the end of each request. (`kit/log.ts` writes it as text.) */
export const logRequests = (
  server: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>,
  log: FastifyBaseLogger,
): void => {
  server.decorateRequest('errorCode', undefined)
  server.decorateRequest('failure', undefined)
  server.decorateRequest('logFields', undefined)
  server.addHook('onResponse', async (request, reply) => {
    logRequest(log, {
      id: request.id,
      method: request.method,
      // The pattern, not the address: no query string and no token ever reaches the log.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.errorCode === undefined ? {} : { code: request.errorCode }),
      ...request.logFields,
      ...(request.failure === undefined ? {} : { err: request.failure }),
    })
  })
}

type Line = { status: number; code?: string } & Record<string, unknown>

const logRequest = (log: FastifyBaseLogger, line: Line) => {
  if (isOurFault(line)) log.error(line, 'request')
  else log.info(line, 'request')
}

/** What went wrong elsewhere, or is not offered, is none, whatever status a door gives it. */
const isOurFault = ({ status, code }: Line): boolean => {
  const meant =
    code && code in catalogue ? catalogue[code as keyof typeof catalogue].status : status
  return status >= 500 && meant !== 501 && meant !== 502
}
