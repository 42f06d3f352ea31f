import { inSeconds } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { onAbort } from '../../kit/on-abort.ts'
import { type About, traced } from '../../kit/trace.ts'
import { type Body, type BodyLimits, createBodyReader, type Meter } from './body.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { Egress } from './egress.ts'
import { type Exchange, exchange } from './exchange.ts'
import { describeFailure } from './failures.ts'
import { createHops } from './hops.ts'

export type FetchRequest = Partial<BodyLimits> & {
  /** Parsed by `egress.parseTarget` already, or text that will be. */
  url: URL | string
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Over the whole life of the call, redirects and body included. */
  timeoutMs?: number
  signal?: AbortSignal
  /** With 0 a redirect is returned as it is. */
  maxRedirects?: number
  /** What pages before this one set on the way; those that this one sets are added. */
  cookies?: CookieJar
  /** Asked before each request, redirects included; throws to refuse the hop (robots.txt). */
  checkHop?: (url: URL, hop: number) => Promise<void> | void
}

export type FetchResponse = Body & {
  /** Where the answer came from in the end. */
  url: URL
  status: number
  /** Lower-case names; repeated ones joined with a comma. */
  headers: Readonly<Record<string, string>>
}

const defaultMaxBytes = 10_000_000
const defaultTimeoutMs = 30_000

type FetchDeps = Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent' | 'signer' | 'jar'>

/**
 * Fetches a page from a host nobody vouches for. Every fault of that host is an AppError with a
 * sentence that names it; the call ends by its deadline, holds at most `maxBytes` and one chunk, and
 * leaves no socket behind. For the head of a page only: `maxBytes` with `onLimit: 'truncate'`.
 */
export const guardedFetch = (deps: FetchDeps, request: FetchRequest): Promise<FetchResponse> =>
  traced('fetch', about => fetchGuarded(deps, request, about))

const fetchGuarded = async (
  deps: FetchDeps,
  request: FetchRequest,
  about: About,
): Promise<FetchResponse> => {
  const hops = createHops(deps, request)
  const life = watch(request, () => hops.url.hostname)
  const limits = {
    maxBytes: request.maxBytes ?? defaultMaxBytes,
    maxBytesOf: request.maxBytesOf,
    onLimit: request.onLimit ?? 'fail',
  }
  try {
    for (;;) {
      const checked = request.checkHop?.(hops.url, hops.count())
      if (checked) await life.within(checked)
      life.throwIfOver()
      let answer = { status: 0, headers: {} }
      const asked = exchange(deps.dispatcher, hops.next(), (status, incoming, listener) => {
        const headers = joinHeaders(incoming)
        answer = { status, headers }
        about['server.address'] = hops.url.hostname
        about['http.response.status_code'] = status
        if (hops.repeat(status, headers) || hops.follow(status, incoming)) return undefined
        hops.keepCookies(incoming)
        life.watchRate()
        const encoding = headers['content-encoding'] ?? ''
        return createBodyReader(encoding, limits, life.meter, hops.url.hostname, listener)
      })
      const body = await life.of(asked)
      if (!body) continue
      return { ...body, url: hops.url, ...answer }
    }
  } catch (error) {
    throw hops.told(life.reasonFor(error))
  } finally {
    life.end()
  }
}

const over = new Error('The call is over.')
const floorBytesPerSecond = 1000
const floorAfterMs = 5000

/**
 * One deadline over everything, and a floor under the body's rate: a trickle never times out by itself.
 * (A signal of its own for each call, as `createLife` makes one, took 2 % of the main thread.)
 */
const watch = (request: FetchRequest, host: () => string) => {
  const { signal, timeoutMs = defaultTimeoutMs } = request
  const late = (what: string) => new AppError('page_timeout', `${host()} ${what}.`)
  const { promise: broken, reject } = Promise.withResolvers<never>()
  broken.catch(() => {})
  const meter: Meter = { wireBytes: 0 }
  const exchanges: Exchange[] = []
  let why: { reason: unknown } | undefined
  let rate: NodeJS.Timeout | undefined

  const abort = (reason: unknown) => {
    if (why) return
    why = { reason }
    reject(reason)
    for (const exchange of exchanges) exchange.abort(reason)
  }
  const stopListening = onAbort(signal, () => abort(signal?.reason))
  const timer = setTimeout(
    () => abort(late(`did not send its whole answer within ${inSeconds(timeoutMs)} seconds`)),
    timeoutMs,
  )

  return {
    meter,
    /** For what hears nothing of an abort: the caller must not wait for it. */
    within: <T>(work: Promise<T>): Promise<T> => Promise.race([work, broken]),
    throwIfOver() {
      if (why) throw why.reason
    },
    of(exchange: Exchange): Exchange['body'] {
      exchanges.push(exchange)
      return exchange.body
    },
    watchRate() {
      const startedMs = performance.now()
      rate = setInterval(() => {
        const elapsedMs = performance.now() - startedMs
        if (elapsedMs < floorAfterMs) return
        if (meter.wireBytes < (elapsedMs / 1000) * floorBytesPerSecond)
          abort(late('sends its answer too slowly'))
      }, 500)
    },
    /** What an abort broke is told by the abort's own reason. */
    reasonFor: (error: unknown): unknown => (why ? why.reason : describeFailure(error, host())),
    /** Whatever is still under way ends too. */
    end() {
      clearTimeout(timer)
      clearInterval(rate)
      stopListening()
      for (const exchange of exchanges) exchange.abort(over)
    },
  }
}

const joinHeaders = (
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
