import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { TSchema } from 'typebox'
import { invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { createServer } from '../../kit/node-http.ts'
import { endIfDisconnected, watchDisconnect } from './client-disconnect.ts'
import { answerClientError } from './client-errors.ts'
import { createEndIdle } from './end-idle.ts'
import { abortWithCaller } from './end-with-caller.ts'
import { createErrorMapper, sendError } from './error-answer.ts'
import { refuseUnusableText } from './input.ts'
import { readJson } from './json-body.ts'
import { connectionLimits } from './listener.ts'
import { logRequests } from './log-line.ts'
import { noteRoutes, notFound } from './not-found.ts'
import { type IsOurHost, unknownHost } from './own-hosts.ts'
import { type Upgrade, withUpgrades } from './upgrades.ts'
import { compileValidator } from './validation.ts'

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

type ServerOptions = {
  log: FastifyBaseLogger
  /** CIDRs of proxies that tell whose request it is (`request.ip`). */
  trustedProxies: readonly string[]
  isDatabaseAway: (error: unknown) => boolean
  isOurHost: IsOurHost
  /** Reached over https (`PUBLIC_URL`): browsers are told to come no other way. */
  isSecure?: boolean
  /** Where the image API is, for who asks for an image here. */
  imageUrl?: () => string
  /** Takes a request before the routes do (the image API by host name); false leaves it to them. */
  divert?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined
  /** Takes connections that are to become web sockets. */
  upgrade?: Upgrade
}

export type HttpServer = ReturnType<typeof createHttpServer>

/** Probes call by whatever name their cluster gave us, and learn nothing that is secret. */
const anyHost = new Set<string | undefined>(['/healthz', '/readyz'])

/** Of a call whose route sets no limit of its own. */
export const bodyLimitBytes = 1024 * 1024

const headTimeoutMs = connectionLimits.requestTimeout
/** A file of 50 MB over a line of 2 Mbit/s takes more than three minutes. Its key was checked before. */
const uploadTimeoutMs = 300_000

/** Limits, ids, the error mapper and one log line a request; the products add their routes. */
export const createHttpServer = (options: ServerOptions) => {
  const { log, isDatabaseAway, isOurHost, divert, upgrade, trustedProxies } = options
  const server = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    ...connectionLimits,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A domain has up to 253 characters, and a part of a path may be a whole URL, encoded.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8_192 },
    genReqId: () => newId('req'),
    requestIdHeader: false,
    clientErrorHandler: answerClientError,
    // Thrown before any hook runs, so the id is added here.
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      if (options.isSecure) keepSecure(reply)
      mapError(error, request, reply)
    },
    serverFactory: (handler, options) =>
      withUpgrades(upgrade, extra =>
        createServer(
          { ...(options as object), headersTimeout: headTimeoutMs, ...extra },
          (request, response) => {
            if (!divert?.(request, response)) handler(request, response)
          },
        ),
      ),
  }).withTypeProvider<TypeBoxTypeProvider>()
  const mapError = createErrorMapper(isDatabaseAway)
  const endIdle = createEndIdle(server.server)
  server.addHook('preClose', async () => endIdle())

  server.setValidatorCompiler(compileValidator)
  // Schemas describe answers in the docs; answers are written as they are, never cut to a schema.
  server.setSerializerCompiler(() => value => JSON.stringify(value))
  // Without it, a body called text is told apart from JSON as a form is, and not read as a string.
  server.removeContentTypeParser('text/plain')
  // An empty body is none, whatever a client calls it: DELETE and retry need none.
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) =>
      body === '' ? undefined : readJson(body, 'The body'),
  )
  // Nothing here unpacks a body: its bytes would be called broken JSON, or a file of no known kind.
  server.addHook('preParsing', async ({ headers }) => {
    const { 'content-encoding': encoding = 'identity' } = headers
    if (encoding.toLowerCase() !== 'identity')
      throw invalidRequest(
        `The body is compressed ("Content-Encoding: ${encoding}"): send it as it is.`,
      )
  })
  refuseUnusableText(server)
  server.setErrorHandler(mapError)
  const elsewhere = noteRoutes(server)
  const sendNotHere = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = elsewhere(path)
    if (methods.length > 0) reply.header('allow', methods.join(', '))
    const error = notFound(request.method, path, methods, options.imageUrl?.())
    request.errorCode = error.code
    sendError(reply, error)
  }
  server.setNotFoundHandler(sendNotHere)
  server.addHook('onRequest', async (request, reply) => {
    abortWithCaller(reply)
    watchDisconnect(request, reply)
    reply.header('x-request-id', request.id)
    const { host } = request.headers
    if (!isOurHost(host) && !anyHost.has(request.routeOptions.url)) throw unknownHost(host)
    if (options.isSecure) keepSecure(reply)
    // Here, and not in the handler: before it a body would be read, and nobody showed a key.
    if (request.is404) {
      sendNotHere(request, reply)
      return reply
    }
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    endIfDisconnected(request, reply)
    done(null, payload)
  })
  logRequests(server, log)
  return server
}

/** When the request came, on the clock of `performance.now`: a caller's `timeout` counts from there. */
export const arrivalOf = (reply: Pick<FastifyReply, 'elapsedTime'>): number =>
  performance.now() - reply.elapsedTime

/** Before the routes: a parameter that no route names is a mistake worth telling, as a field is. */
export const refuseUnknownQueries = (server: Pick<FastifyInstance, 'addHook'>): void => {
  server.addHook('onRoute', route => {
    const named = (route.schema?.querystring ?? { type: 'object', properties: {} }) as TSchema
    route.schema = { ...route.schema, querystring: { ...named, additionalProperties: false } }
  })
}

/**
 * HSTS: for a year a browser comes back over https only, whatever a link says. Hosts below ours are
 * the operator's own affair.
 */
const keepSecure = (reply: FastifyReply): void => {
  reply.header('strict-transport-security', 'max-age=31536000')
}
