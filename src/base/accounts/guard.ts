import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kit/errors.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Keyring, VerifiedKey } from './keyring.ts'
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
    request.caller = key
    request.note = { key: key.id, account: key.accountId }
    const left = deps.rate(key.id)
    if (!left) return
    reply.header('ratelimit-limit', left.limit)
    reply.header('ratelimit-remaining', left.remaining)
    reply.header('ratelimit-reset', left.resetSeconds)
    if (left.refusal) throw left.refusal
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

export const callerOf = (request: FastifyRequest): VerifiedKey => {
  if (!request.caller) throw new Error('the route is not behind the key guard')
  return request.caller
}

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
