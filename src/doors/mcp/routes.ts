import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf, createSecretKeyGuard } from '../../base/accounts/guard.ts'
import type { Keyring } from '../../base/accounts/keyring.ts'
import { whileConnected } from '../../base/http/client-disconnect.ts'
import { isOwnPage } from '../../base/http/own-hosts.ts'
import type { RateLimit } from '../../base/http/rate-limit.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import type { HandlerDeps, OnPause } from './handler.ts'

type McpDeps = Omit<HandlerDeps, 'server'> & {
  keyring: Keyring
  rateLimit: RateLimit
  reach: { publicUrl: string; imagePublicUrl: string }
}

/**
 * `/mcp`, for language models. Before the routes it asks. Its package takes a second and 40 MB to
 * load, which a server that no model speaks to should not pay.
 */
export const mountMcp = (server: HttpServer, deps: McpDeps): void => {
  let opening: ReturnType<typeof open> | undefined
  const open = async () => (await import('./handler.ts')).openHandler({ ...deps, server })
  server.register(async door => {
    door.addHook('onRequest', createPageGuard(deps.reach))
    // What the routes are asked for is counted there.
    door.addHook('onRequest', createSecretKeyGuard({ ...deps, rate: () => undefined }))
    door.addHook('onRequest', createSizeGuard(deps.rateLimit))
    door.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      schema: { hide: true },
      async handler(request, reply) {
        if (request.method === 'POST') count(deps.rateLimit, request)
        opening ??= open()
        const { fetch } = await opening
        // Of a tool whose route was refused.
        const onPause: OnPause = seconds => {
          if (!reply.sent) reply.header('retry-after', seconds)
        }
        const answer = await fetch(toWebRequest(request, reply), {
          parsedBody: request.body,
          authInfo: authOf(request, onPause),
        })
        return reply.send(await withFirstWord(answer))
      },
    })
  })
}

/** DNS rebinding and other sites' scripts: the protocol asks for this check. */
const createPageGuard =
  (reach: { publicUrl: string }) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (headers.origin !== undefined && !isOwnPage(headers.origin, headers.host, reach.publicUrl))
      throw new AppError('not_allowed', 'Pages of other sites may not ask for this.')
  }

const smallBytes = 64 * 1024

/**
 * A key without calls left gets its refusal from the route that is asked, as an answer that models
 * read. That takes reading the request, which is done for a small one only.
 */
const createSizeGuard =
  (rateLimit: RateLimit) =>
  async (request: FastifyRequest): Promise<void> => {
    const isSmall = Number(request.headers['content-length'] ?? Number.NaN) <= smallBytes
    const refusal = isSmall ? undefined : rateLimit.peek(callerOf(request).id)?.refusal
    if (refusal && request.method === 'POST') throw refusal
  }

/** More messages in one request than any client sends. */
const maxMessages = 20
const asksRoutes = new Set<unknown>(['tools/call', 'resources/read'])

/** Every message is a call of the key, and the ones that ask a route are counted by it. */
const count = (rateLimit: RateLimit, request: FastifyRequest): void => {
  const messages = (Array.isArray(request.body) ? request.body : [request.body]) as unknown[]
  if (messages.length > maxMessages)
    throw invalidRequest(`Send at most ${maxMessages} messages at once.`)
  const methods = messages.map((message): unknown => Object(message).method)
  for (const method of methods) {
    const left = asksRoutes.has(method) ? undefined : rateLimit.take(callerOf(request).id)
    if (left?.refusal) throw left.refusal
  }
  const [method] = methods
  const tool = Object(Object(Object(messages[0]).params)).name
  request.logFields = {
    ...request.logFields,
    ...(method === 'tools/call' && typeof tool === 'string' ? { tool: tool.slice(0, 50) } : {}),
  }
}

/** Most refusals come at once; whoever waits for a long answer has its headers after this time. */
const firstWordMs = 1_000

/** A stream opens before its tool has run: its headers wait for the first word of it, for a moment. */
const withFirstWord = async (answer: Response): Promise<Response> => {
  if (!answer.body) return answer
  const reader = answer.body.getReader()
  let next: ReturnType<typeof reader.read> | undefined = reader.read()
  await Promise.race([next, wait(firstWordMs)]).catch(() => undefined)
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await (next ?? reader.read())
      next = undefined
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  })
  return new Response(body, answer)
}

const authOf = (request: FastifyRequest, onPause: OnPause) => {
  const { id, accountId } = callerOf(request)
  return { token: '', clientId: id, scopes: [], extra: { accountId, onPause } }
}

/** Its signal ends with the connection. */
const toWebRequest = (request: FastifyRequest, reply: FastifyReply): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && !name.startsWith(':')) headers.set(name, value)
  const { method } = request
  return new Request(`http://localhost${request.url}`, {
    method,
    headers,
    signal: whileConnected(reply),
  })
}
