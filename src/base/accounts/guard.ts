import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Keyring, VerifiedKey } from './keyring.ts'
import { hostOfPage, isOriginAllowed } from './origins.ts'
import type { Refusals } from './refusals.ts'
import type { UsageCounter } from './usage.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set by the guard before any route of the extraction API runs. */
    caller: VerifiedKey | undefined
  }
}

/**
 * `Authorization: Bearer sr_…` → `request.caller`, or a 401; then the key's rate limit, or a 429.
 * It runs as `onRequest`, before anything of the body is read.
 */
export const createSecretKeyGuard =
  (deps: { keyring: Keyring; rate: RateLimit['take'] }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = bearerToken(request.headers.authorization)
    const key = await deps.keyring.verify(token, 'secret')
    if (!key) throw new AppError('invalid_key', 'The secret key is not valid (unknown or deleted).')
    admit(deps.rate, request, reply, key, key.id)
  }

const admit = (
  rate: RateLimit['take'],
  request: FastifyRequest,
  reply: FastifyReply,
  key: VerifiedKey,
  bucket: string,
): void => {
  request.caller = key
  request.logFields = { key: key.id, account: key.accountId }
  const left = rate(bucket)
  if (!left) return
  reply.header('ratelimit-limit', left.limit)
  reply.header('ratelimit-remaining', left.remaining)
  reply.header('ratelimit-reset', left.resetSeconds)
  if (left.refusal) throw left.refusal
}

/**
 * For routes that a page calls from the browser: a publishable key, from a page that may use it, or
 * a secret one. Many people type with one publishable key: each address has a rate of its own.
 */
export const createEitherKeyGuard = (deps: {
  keyring: Keyring
  rate: RateLimit['take']
  refusals: Pick<Refusals, 'note'>
}) => {
  const guardSecret = createSecretKeyGuard(deps)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', 'X-Error-Code, Retry-After')
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', 'GET, OPTIONS')
      reply.header('access-control-allow-headers', 'Authorization')
      reply.header('access-control-max-age', '86400')
      return reply.status(204).send()
    }
    const token = publishableTokenOf(request)
    if (token === undefined) return guardSecret(request, reply)
    const key = await deps.keyring.verify(token, 'publishable')
    if (!key) throw new AppError('invalid_key', 'The key is not valid (unknown or deleted).')
    const { origin, referer } = request.headers
    if (!isOriginAllowed(key.origins, { origin, referer })) {
      deps.refusals.note(key.id, hostOfPage(origin || referer || '') ?? 'null')
      throw new AppError('invalid_key', 'Origin not allowed')
    }
    admit(deps.rate, request, reply, key, `${key.id} ${request.ip}`)
    return undefined
  }
}

/** Of a call with a publishable key: where images have it, or where a secret key would stand. */
export const publishableTokenOf = ({ query, headers }: FastifyRequest): string | undefined => {
  const { token } = query as { token?: unknown }
  if (typeof token === 'string') return token
  const [, bearer] = /^bearer +(pk_\S+) *$/i.exec(headers.authorization ?? '') ?? []
  return bearer
}

/** Counts every call of a known key, however it ended. */
export const createCallCounter =
  (usage: UsageCounter) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller } = request
    if (!caller) return
    const outcome = reply.statusCode < 400 ? 'ok' : (request.errorCode ?? 'error')
    const endpoint = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    usage.count({ keyId: caller.id, accountId: caller.accountId, endpoint, outcome })
  }

/** Counts each call of a known key as a request of the image API. */
export const createImageCounter =
  (usage: UsageCounter, endpoint: string) =>
  async ({ caller, errorCode }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!caller) return
    const outcome = reply.statusCode < 400 ? 'ok' : (errorCode ?? 'error')
    usage.count({ keyId: caller.id, accountId: caller.accountId, endpoint, outcome })
  }

export const callerOf = (request: FastifyRequest): VerifiedKey => {
  if (!request.caller) throw new Error('the route is not behind the key guard')
  return request.caller
}

export const IdParams = Type.Object({ id: Type.String({ maxLength: 100 }) })

/** What the path names, of the caller's account. */
export const ownedParams = <Params extends object>(
  request: FastifyRequest & { params: Params },
): Params & { accountId: string } => ({
  ...request.params,
  accountId: callerOf(request).accountId,
})

const bearerToken = (header: string | undefined): string => {
  if (!header) throw new AppError('invalid_key', 'Send a secret key: "Authorization: Bearer sr_…".')
  const [, token] = /^bearer +(\S+) *$/i.exec(header) ?? []
  if (token === undefined)
    throw new AppError('invalid_key', 'The Authorization header is not "Bearer sr_…".')
  if (token.startsWith('pk_'))
    throw new AppError(
      'invalid_key',
      'That is a publishable key, for the image API. The extraction API needs a secret key (sr_…).',
    )
  if (!token.startsWith('sr_'))
    throw new AppError('invalid_key', 'That is not a secret key: those start with sr_.')
  return token
}
