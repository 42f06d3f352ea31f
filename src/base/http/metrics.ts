import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '../../errors.ts'
import type { HttpServer } from './server.ts'

type Metrics = { registry: Registry }

export const createMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'siteray_' })
  return { registry }
}

/** `GET /metrics` for this machine and whoever METRICS_ALLOW names, and a histogram of all requests. */
export const serveMetrics = (
  server: HttpServer,
  { registry }: Metrics,
  allow: readonly string[],
): void => {
  const seconds = new Histogram({
    name: 'siteray_http_request_seconds',
    help: 'Time from request to answer by route and status.',
    labelNames: ['method', 'route', 'status'],
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
  const allowed = createAllowList(allow)
  server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, allowed)) throw new AppError('not_found')
    reply.header('content-type', registry.contentType)
    return reply.send(await registry.metrics())
  })
}

/** A request that a proxy on this machine passed on comes from elsewhere, whatever its socket says. */
const mayRead = (request: FastifyRequest, allowed: BlockList): boolean => {
  const { forwarded, 'x-forwarded-for': forwardedFor, 'x-real-ip': realIp } = request.headers
  if (forwarded || forwardedFor || realIp) return false
  const address = request.socket.remoteAddress ?? ''
  return allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const createAllowList = (cidrs: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const cidr of ['127.0.0.0/8', '::1/128', ...cidrs]) {
    const [address = '', bits] = cidr.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}
