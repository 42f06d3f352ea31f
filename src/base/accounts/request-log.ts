import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { metric } from '../../kit/metrics.ts'
import type { Sql } from '../db/sql.ts'
import { withScheme } from '../web/target.ts'
import { type LoggedCall, requestStore } from './request-store.ts'

export type RequestLog = {
  /** A push into an array: nothing that a call waits for. */
  note(call: LoggedCall): void
  flush(): Promise<void>
  close(): Promise<void>
}

/** More than a process can read in a few seconds; what comes on top is counted as lost. */
const maxUnwritten = 5_000

/**
 * Calls are kept in memory and written in one statement every second and at the end. A process that
 * is killed loses the last second of the log, and nothing else: usage and credits are booked apart.
 */
export const createRequestLog = (deps: {
  sql: Sql
  /** 0: no log at all. */
  days: number
  registry: Registry
  onError: (error: unknown) => void
}): RequestLog => {
  const lost = new Counter({
    ...metric('siteray_request_log_lost_total', deps.registry),
  })
  let waiting: LoggedCall[] = []
  let running: Promise<void> = Promise.resolve()

  const keep = (calls: readonly LoggedCall[]) => {
    const room = maxUnwritten - waiting.length
    waiting.push(...calls.slice(0, room))
    if (calls.length > room) lost.inc(calls.length - room)
  }
  const write = async () => {
    if (waiting.length === 0) return
    const calls = waiting
    waiting = []
    await requestStore.write(deps.sql, calls).catch(error => {
      keep(calls)
      throw error
    })
  }
  const flush = (): Promise<void> => {
    const written = running.then(write)
    running = written.catch(() => {})
    return written
  }
  let isFlushing = false
  const timer = setInterval(() => {
    if (isFlushing || waiting.length === 0) return
    isFlushing = true
    flush()
      .catch(deps.onError)
      .finally(() => {
        isFlushing = false
      })
  }, 1_000)

  return {
    note(call) {
      if (deps.days > 0) keep([call])
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Notes every call of a known key at its end. */
export const createCallLog =
  (log: Pick<RequestLog, 'note'>, prefix = '') =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request
    if (!caller) return
    const failed = reply.statusCode >= 400
    log.note({
      at: new Date(Date.now() - reply.elapsedTime),
      accountId: caller.accountId,
      keyId: caller.id,
      requestId: request.id,
      endpoint: `${request.method} ${(request.routeOptions.url ?? 'unknown').replace(prefix, '')}`,
      target: targetOf(request),
      status: reply.statusCode,
      code: failed ? (request.errorCode ?? 'error') : null,
      durationMs: Math.round(reply.elapsedTime),
      credits: Number(reply.getHeader('x-credits-used') ?? 0),
    })
  }

/** The host alone: paths and queries may hold what is nobody else's business. */
const targetOf = ({ logFields, body }: FastifyRequest): string | null => {
  if (typeof logFields?.target === 'string') return logFields.target
  const { url, urls } = Object(body) as { url?: unknown; urls?: unknown }
  const first = url ?? (Array.isArray(urls) ? urls[0] : undefined)
  return typeof first === 'string' ? (URL.parse(withScheme(first))?.hostname ?? null) : null
}
