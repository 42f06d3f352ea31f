import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '../../kit/errors.ts'
import { sha256 } from '../../kit/ids.ts'
import { metric } from '../../kit/metrics.ts'
import { type Listener, listenBare } from './listener.ts'
import { isLoopbackHost, unknownHost } from './own-hosts.ts'
import type { HttpServer, NodeHandler } from './server.ts'

export const createMetrics = (): Registry => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'siteray_' })
  return registry
}

export const timeRequests = (server: HttpServer, registry: Registry): void => {
  const seconds = new Histogram({
    ...metric('siteray_http_request_seconds', registry),
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    seconds.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
}

/**
 * `/metrics` among the routes of the API, for whoever has the token. Where a request comes from
 * does not count: behind a proxy everybody comes from this machine.
 */
export const serveMetrics = (
  server: HttpServer,
  registry: Registry,
  token: string | undefined,
): void => {
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === undefined)
      throw new AppError(
        'not_found',
        'There are no metrics here: METRICS_PORT gives them a port of their own, METRICS_TOKEN a token.',
      )
    if (!hasToken(request.raw, token)) throw new AppError('invalid_key', needsToken)
    reply.header('content-type', registry.contentType)
    return reply.send(await registry.metrics())
  })
}

/**
 * The same on a port of its own. Without a token only this machine itself may read them, whatever
 * HOST says.
 */
export const listenForMetrics = async (
  host: string,
  { port, token }: { port: number | undefined; token: string | undefined },
  registry: Registry,
): Promise<Listener | undefined> => {
  if (port === undefined) return undefined
  const place = { host: token === undefined ? '127.0.0.1' : host, port }
  return listenBare(metricsHandler(registry, token), place)
}

const metricsHandler =
  (registry: Registry, token: string | undefined): NodeHandler =>
  (request, response) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': type }).end(text)
    if (token !== undefined && !hasToken(request, token)) return end(401, needsToken)
    if (token === undefined && !isLoopbackHost(request.headers.host))
      return end(421, unknownHost(request.headers.host).message)
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics')
      return end(404, 'There is only GET /metrics here.')
    registry.metrics().then(
      text => end(200, text, registry.contentType),
      () => end(500, 'The metrics could not be read.'),
    )
  }

const needsToken = 'Metrics need the header "Authorization: Bearer …" with METRICS_TOKEN.'

/** Digests are of one length and compared in constant time: neither tells how much was right. */
const hasToken = ({ headers }: IncomingMessage, token: string): boolean =>
  timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`))
