import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Keyring, VerifiedKey } from '../../base/accounts/keyring.ts'
import { hostOfPage, isOriginAllowed } from '../../base/accounts/origins.ts'
import type { Refusals } from '../../base/accounts/refusals.ts'
import type { UsageCounter } from '../../base/accounts/usage.ts'
import type { NodeHandler } from '../../base/http/server.ts'
import { AppError } from '../../kit/errors.ts'
import { memoizeTexts } from '../../kit/memoize.ts'
import { sendError, sendMethodNotAllowed, sendPreflight, sendRendition } from './answers.ts'
import {
  edgeName,
  edgePath,
  originalUriHeader,
  sendPass,
  sendRefusal,
  sendToEdge,
  type Tickets,
  ticketHeader,
} from './edge.ts'
import { bestFormat, type Format, isByAccept } from './formats.ts'
import type { Rendition, Renditions } from './renditions.ts'
import {
  type FoundCompany,
  type Identifier,
  type ImageKind,
  type ImageRequest,
  identifierOf,
  readRequest,
  renditionKey,
  requestFor,
  splitTarget,
} from './request.ts'

type HandlerDeps = {
  keyring: Keyring
  usage: Pick<UsageCounter, 'count'>
  refusals: Pick<Refusals, 'note'>
  renditions: Renditions
  tickets: Tickets
  now: () => number
  findCompany: (identifier: Identifier, accountId: string) => Promise<FoundCompany>
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
  /** Where there is a problem, a name that no image has. */
  renditionKey: string
  /** `format=auto`: which of these is asked for is for the client to say. */
  byFormat: Map<Format, Target> | undefined
  /** A name or symbol; the first request finds its company, and the next one after a new pin. */
  identifier: Identifier | undefined
  /** How many changes of pins were known when its company was found. */
  foundAt?: number
  /** When to look for it again; undefined where it was found. */
  askAgainMs?: number
}

/** A request that passed key and origin. */
type Use = {
  key: VerifiedKey
  target: Target
  /** The key has a list of origins: another page may get another answer. */
  varies: boolean
  /** By the cache in front that asks for it. */
  isCounted: boolean
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
      const { url = '/' } = request
      const target = readTarget(url === edgePath ? originalUri(request) : url)
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
  if (!key) return refuse(request, response, invalidToken)
  const { origins } = key
  const { origin, referer } = request.headers
  if (origins.length > 0 && !mayUse(origins, origin, referer)) {
    deps.refusals.note(key.id, hostOfPage(origin || referer || '') ?? 'null')
    return refuse(request, response, originNotAllowed)
  }
  if (target.identifier && !isSettled(deps, target)) {
    const asked = { identifier: target.identifier, accountId: key.accountId }
    const settle = settleTarget(deps, request, target, asked)
    return settle.then(() => answerUse(deps, request, response, target, key))
  }
  return answerUse(deps, request, response, target, key)
}

/** For a request that passed key and origin. */
const answerUse = (
  deps: HandlerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  asked: Target,
  key: VerifiedKey,
): Promise<void> | undefined => {
  const target = asked.byFormat ? inFormat(asked, asked.byFormat, request.headers.accept) : asked
  const use: Use = { key, target, varies: key.origins.length > 0, isCounted: false }
  if (request.url === edgePath) return passEdge(deps, response, use)
  const ticket = request.headers[ticketHeader]
  if (typeof ticket === 'string')
    use.isCounted = deps.tickets.isGood(ticket, key.id, target.renditionKey, deps.now())
  if (!target.request) {
    count(deps, use, 'invalid_request')
    sendError(request, response, target.problem ?? new AppError('invalid_request'))
    return undefined
  }
  const rendition = deps.renditions.get(target.renditionKey, deps.now())
  if (rendition) return send(deps, request, response, use, rendition)
  return deps.render(target.request, target.renditionKey, key.accountId).then(
    made => send(deps, request, response, use, made),
    error => {
      const known = deps.toAppError(error)
      count(deps, use, known.code)
      sendError(request, response, known)
    },
  )
}

const inFormat = (
  target: Target,
  known: Map<Format, Target>,
  accept: string | undefined,
): Target => {
  if (!target.request) return target
  const format = bestFormat(accept)
  const request = { ...target.request, format }
  const found = known.get(format) ?? { ...target, request, renditionKey: renditionKey(request) }
  known.set(format, found)
  return found
}

/** What a name turned out to mean is remembered with its address, as what a domain means is. */
const settleTarget = async (
  deps: HandlerDeps,
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  target: Target,
  { identifier, accountId }: { identifier: Identifier; accountId: string },
): Promise<void> => {
  const foundAt = deps.renditions.forgets()
  const found = await deps.findCompany(identifier, accountId)
  const parts = splitTarget(url === edgePath ? originalUri({ headers }) : url)
  const understood = understand(url, () => requestFor(parts, identifier, found))
  target.byFormat?.clear()
  const askAgainMs = found.domain === undefined ? deps.now() + unknownMs : undefined
  Object.assign(target, { ...understood, identifier, foundAt, askAgainMs })
}

/** The account may read the site of a company that nobody knows yet. */
const unknownMs = 60_000

const isSettled = (
  { renditions, now }: Pick<HandlerDeps, 'renditions' | 'now'>,
  { foundAt, askAgainMs }: Target,
): boolean => foundAt === renditions.forgets() && (askAgainMs === undefined || now() < askAgainMs)

const refuse = (request: IncomingMessage, response: ServerResponse, error: AppError): undefined => {
  if (request.url === edgePath) sendRefusal(response, error.message)
  else sendError(request, response, error)
}

const send = (
  deps: HandlerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  use: Use,
  rendition: Rendition,
): undefined => {
  count(deps, use, outcomeOf(rendition))
  if (use.isCounted) sendToEdge(response, rendition, deps.now())
  else sendRendition(request, response, rendition, varyOf(use))
}

const varyOf = ({ varies, target: { byFormat } }: Use) =>
  byFormat ? (varies ? 'Origin, Accept' : 'Accept') : varies ? 'Origin' : undefined

/** What the cache in front holds is not known here: an image is taken for one that is there. */
const passEdge = (deps: HandlerDeps, response: ServerResponse, use: Use): undefined => {
  const { key, target, varies } = use
  const { renditionKey } = target
  const rendition = deps.renditions.get(renditionKey, deps.now())
  count(deps, use, target.problem?.code ?? (rendition ? outcomeOf(rendition) : 'ok'))
  const ticket = deps.tickets.issue(key.id, renditionKey, deps.now())
  sendPass(response, { ticket, name: edgeName(renditionKey), varies })
}

const originalUri = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const uri = headers[originalUriHeader]
  return typeof uri === 'string' ? uri : '/'
}

const count = (deps: HandlerDeps, { key, target, isCounted }: Use, outcome: string): void => {
  if (isCounted) return
  deps.usage.count({ keyId: key.id, accountId: key.accountId, endpoint: target.kind, outcome })
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

const maxRememberedLength = 500

/** Remembers what it read: parsing costs several times what serving an image from memory does. */
const createTargetReader = () =>
  memoizeTexts({ most: 20_000, maxChars: maxRememberedLength }, parseTarget)

const parseTarget = (url: string): Target => {
  const target = splitTarget(url)
  const understood = understand(url, () => identifierOf(target) ?? readRequest(target))
  const byFormat = isByAccept(target.query) ? new Map<Format, Target>() : undefined
  return { kind: target.kind, token: target.token, byFormat, ...understood }
}

const understand = (
  url: string,
  read: () => ImageRequest | Identifier,
): Omit<Target, 'kind' | 'token' | 'byFormat'> => {
  const nothing = { request: undefined, problem: undefined, identifier: undefined }
  try {
    const asked = read()
    return 'text' in asked
      ? { ...nothing, renditionKey: '', identifier: asked }
      : { ...nothing, renditionKey: renditionKey(asked), request: asked }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...nothing, renditionKey: `none ${url}`, problem: error }
  }
}
