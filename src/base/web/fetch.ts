import { createLife, inSeconds } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { type About, traced } from '../../kit/trace.ts'
import { type Body, type BodyLimits, type Meter, readBody } from './body.ts'
import type { Egress } from './egress.ts'
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
  /** 0: a redirect is the answer. */
  maxRedirects?: number
  /** Asked before each request, redirects included; throws to refuse the hop (robots.txt). */
  checkHop?: (url: URL, hop: number) => Promise<void> | void
}

export type FetchResponse = Body & {
  /** Where the answer came from in the end. */
  url: URL
  status: number
  /** Lower-case names; repeated ones joined with a comma. */
  headers: Readonly<Record<string, string>>
  redirects: readonly Redirect[]
  timings: { headersMs: number; totalMs: number }
}

export type Redirect = { url: string; status: number }

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
  const startedMs = performance.now()
  const hops = createHops(deps, request)
  const life = watch(request, () => hops.url.hostname)
  try {
    for (;;) {
      await life.within(Promise.resolve(request.checkHop?.(hops.url, hops.redirects.length)))
      life.signal.throwIfAborted()
      const answer = await life.within(
        deps.dispatcher.request({ ...hops.next(), signal: life.signal }),
      )
      const headersMs = performance.now() - startedMs
      about['server.address'] = hops.url.hostname
      about['http.response.status_code'] = answer.statusCode
      const headers = joinHeaders(answer.headers)
      if (
        hops.repeat(answer.statusCode, headers) ||
        hops.follow(answer.statusCode, answer.headers)
      ) {
        // A short body is read to its end, which keeps the connection for the next hop.
        answer.body.dump({ limit: 16_384 }).catch(() => {})
        continue
      }
      deps.jar?.store(hops.url, [answer.headers['set-cookie'] ?? []].flat())
      const limits = {
        maxBytes: request.maxBytes ?? defaultMaxBytes,
        maxBytesOf: request.maxBytesOf,
        onLimit: request.onLimit ?? 'fail',
      }
      life.watchRate()
      const encoding = headers['content-encoding'] ?? ''
      const body = await readBody(answer.body, encoding, limits, life.meter, hops.url.hostname)
      return {
        ...body,
        url: hops.url,
        status: answer.statusCode,
        headers,
        redirects: hops.redirects,
        timings: { headersMs, totalMs: performance.now() - startedMs },
      }
    }
  } catch (error) {
    throw life.reasonFor(error)
  } finally {
    life.end()
  }
}

const over = new Error('The call is over.')
const floorBytesPerSecond = 1000
const floorAfterMs = 5000

/** One deadline over everything, and a floor under the body's rate: a trickle never times out by itself. */
const watch = (request: FetchRequest, host: () => string) => {
  const timeoutMs = request.timeoutMs ?? defaultTimeoutMs
  const late = (what: string) => new AppError('page_timeout', `${host()} ${what}.`)
  const life = createLife({
    signal: request.signal,
    timeoutMs,
    whenLate: () => late(`did not send its whole answer within ${inSeconds(timeoutMs)} seconds`),
  })
  const { signal } = life
  const meter: Meter = { wireBytes: 0 }
  let rate: NodeJS.Timeout | undefined

  return {
    signal,
    meter,
    /** The client hears an abort only once it is connected; the caller must not wait for that. */
    within: life.within,
    watchRate() {
      const startedMs = performance.now()
      rate = setInterval(() => {
        const elapsedMs = performance.now() - startedMs
        if (elapsedMs < floorAfterMs) return
        if (meter.wireBytes < (elapsedMs / 1000) * floorBytesPerSecond)
          life.abort(late('sends its answer too slowly'))
      }, 500)
    },
    /** What an abort broke is told by the abort's own reason. */
    reasonFor: (error: unknown): unknown =>
      signal.aborted ? signal.reason : describeFailure(error, host()),
    /** Whatever is still under way ends too. */
    end() {
      life.end()
      clearInterval(rate)
      // With a reason of its own: making a DOMException for it took 2 % of a busy process.
      life.abort(over)
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
