import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Keyring, VerifiedKey } from '../../base/accounts/keyring.ts'
import { hostOfPage, isOriginAllowed } from '../../base/accounts/origins.ts'
import type { Refusals } from '../../base/accounts/refusals.ts'
import type { UsageCounter } from '../../base/accounts/usage.ts'
import type { NodeHandler } from '../../base/http/server.ts'
import { AppError } from '../../errors.ts'
import { sendError, sendMethodNotAllowed, sendPreflight, sendRendition } from './answers.ts'
import type { Rendition, Renditions } from './renditions.ts'
import {
  type ImageKind,
  type ImageRequest,
  readRequest,
  renditionKey,
  splitTarget,
} from './request.ts'

type HandlerDeps = {
  keyring: Keyring
  usage: Pick<UsageCounter, 'count'>
  refusals: Pick<Refusals, 'note'>
  renditions: Renditions
  now: () => number
  /** Makes a rendition that is not in memory. */
  render: (request: ImageRequest, key: string, accountId: string) => Promise<Rendition>
  toAppError: (error: unknown) => AppError
  onEnd?: (outcome: string) => void
}

/** A request target, taken apart; the same address comes again and again. */
type Target = {
  kind: ImageKind
  token: string
  request: ImageRequest | undefined
  /** Why the request cannot be used; told only after key and origin. */
  problem: AppError | undefined
  renditionKey: string
}

/**
 * The image API on bare node:http. For an image in memory everything happens in one turn of the
 * event loop and touches no disk, no SQL and no network: key, origin, count, bytes.
 */
export const createImageHandler = (deps: HandlerDeps): NodeHandler => {
  const readTarget = createTargetReader()
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (request.method === 'OPTIONS') sendPreflight(response)
      else sendMethodNotAllowed(response)
      return
    }
    // A bug of ours is a 500 here, never the end of the process.
    const fail = (error: unknown) => {
      if (!response.headersSent) sendError(request, response, deps.toAppError(error))
      else response.destroy()
    }
    try {
      const target = readTarget(request.url ?? '/')
      const key = deps.keyring.verify(target.token, 'publishable')
      if (key instanceof Promise)
        key.then(verified => answer(deps, request, response, target, verified)).catch(fail)
      else answer(deps, request, response, target, key)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

/** Returns a promise only where there is something to wait for. */
const answer = (
  deps: HandlerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
  key: VerifiedKey | undefined,
): Promise<void> | undefined => {
  if (!key) {
    sendError(request, response, invalidToken)
    return undefined
  }
  const { origins } = key
  const { origin, referer } = request.headers
  if (origins.length > 0 && !mayUse(origins, origin, referer)) {
    deps.refusals.note(key.id, hostOfPage(origin || referer || '') ?? 'null')
    sendError(request, response, originNotAllowed)
    return undefined
  }
  if (!target.request) {
    count(deps, key, target, 'invalid_request')
    sendError(request, response, target.problem ?? new AppError('invalid_request'))
    return undefined
  }
  const rendition = deps.renditions.get(target.renditionKey, deps.now())
  if (rendition) {
    count(deps, key, target, outcomeOf(rendition))
    sendRendition(request, response, rendition, origins.length > 0)
    return undefined
  }
  return deps.render(target.request, target.renditionKey, key.accountId).then(
    made => {
      count(deps, key, target, outcomeOf(made))
      sendRendition(request, response, made, origins.length > 0)
    },
    error => {
      const known = deps.toAppError(error)
      count(deps, key, target, known.code)
      sendError(request, response, known)
    },
  )
}

const count = (deps: HandlerDeps, key: VerifiedKey, { kind }: Target, outcome: string): void => {
  deps.usage.count({ keyId: key.id, accountId: key.accountId, endpoint: kind, outcome })
  deps.onEnd?.(outcome)
}

const maxVerdicts = 1_000
const verdicts = new WeakMap<readonly string[], Map<string, boolean>>()

/** `isOriginAllowed`, remembered: a page asks for many images. A changed list is another list. */
const mayUse = (
  origins: readonly string[],
  origin: string | undefined,
  referer: string | undefined,
): boolean => {
  const page = origin || referer
  if (!page) return true
  let known = verdicts.get(origins)
  if (!known || known.size >= maxVerdicts) {
    known = new Map()
    verdicts.set(origins, known)
  }
  const verdict = known.get(page) ?? isOriginAllowed(origins, { origin, referer })
  if (page.length <= maxRememberedLength) known.set(page, verdict)
  return verdict
}

const outcomeOf = ({ status, source }: Rendition): string =>
  status === 404 ? 'not_found' : source === 'monogram' ? 'monogram' : 'ok'

const invalidToken = new AppError('invalid_key', 'Invalid token')
const originNotAllowed = new AppError('invalid_key', 'Origin not allowed')

const maxRemembered = 20_000
const maxRememberedLength = 500

/** Remembers what it read: parsing costs several times what serving an image from memory does. */
const createTargetReader = () => {
  let known = new Map<string, Target>()
  return (url: string): Target => {
    const found = known.get(url)
    if (found) return found
    const target = parseTarget(url)
    if (url.length <= maxRememberedLength) {
      if (known.size >= maxRemembered) known = new Map()
      known.set(url, target)
    }
    return target
  }
}

const parseTarget = (url: string): Target => {
  const target = splitTarget(url)
  const parts = { kind: target.kind, token: target.token }
  try {
    const request = readRequest(target)
    return { ...parts, request, problem: undefined, renditionKey: renditionKey(request) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...parts, request: undefined, problem: error, renditionKey: '' }
  }
}
