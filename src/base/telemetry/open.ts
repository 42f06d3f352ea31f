import type { Registry } from 'prom-client'
import type { TracesConfig } from '../../config/traces.ts'
import { traceQueries } from '../db/sql-steps.ts'
import type { HttpServer } from '../http/server.ts'
import type { Egress } from '../web/egress.ts'
import { createExporter } from './export.ts'
import { openSpans, readParent, type Span } from './spans.ts'

type TracesDeps = {
  egress: Pick<Egress, 'trust'>
  registry: Registry
  log: { warn(line: object, message: string): void }
}

export type Traces = {
  /** Every request of this server is a trace, or a part of its caller's. */
  follow(server: HttpServer): void
  close(): Promise<void>
}

/** Traces for a receiver of OpenTelemetry; without one, nothing of this is there. */
export const openTraces = (config: TracesConfig | undefined, deps: TracesDeps): Traces => {
  if (!config) return { follow: () => {}, close: async () => {} }
  const { fetch } = deps.egress.trust(new URL(config.url).origin)
  const onError = (err: unknown) => deps.log.warn({ err }, 'traces not sent')
  const exporter = createExporter({ ...deps, config, fetch, onError })
  const spans = openSpans(exporter.add, config.share)
  traceQueries()
  const requests = new WeakMap<object, Span>()

  return {
    follow(server) {
      server.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions, headers } = request
        const route = routeOptions.url ?? 'unknown'
        if (unseen.has(route)) return done()
        const span = spans.begin(`${method} ${route}`, 'server', readParent(headers.traceparent))
        requests.set(request, span)
        span.about = { 'http.request.method': method, 'http.route': route }
        return spans.enter(span, done)
      })
      // A body is read in the turn of its socket, which belongs to nobody.
      server.addHook('preValidation', (request, _reply, done) => {
        const span = requests.get(request)
        return span ? spans.enter(span, done) : done()
      })
      server.addHook('onResponse', async (request, reply) => {
        const span = requests.get(request)
        if (!span) return
        span.about['http.response.status_code'] = reply.statusCode
        span.about['siteray.request'] = request.id
        spans.end(span, request.errorCode)
      })
    },
    async close() {
      spans.close()
      await exporter.close()
    },
  }
}

/** Probes come every few seconds. */
const unseen = new Set(['/healthz', '/readyz', '/metrics'])
