import { SiterayError } from './error.ts'

export type Options = {
  /** Where Siteray is: `https://siteray.example.org`. */
  url: string
  /** A secret key, `sr_…`. */
  key: string
  /** More tries after the first; 3 unless given. */
  retries?: number
  /** For an answer, in milliseconds; 60,000 unless given. A call's own `timeout` is added to it. */
  timeoutMs?: number
  fetch?: typeof fetch
}

export type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Milliseconds that the server itself may take. */
  takesMs?: number
  /** Whether it may be sent again when nobody knows if it arrived. */
  repeatable?: boolean
  /** The body is read by whoever asks, while it comes; `signal` ends it. */
  open?: boolean
}

export type Send = (path: string, call?: Call) => Promise<Response>

const longestPauseMs = 60_000
/** Nearly 25 days: a longer timer goes off at once. */
const longestTimerMs = 2 ** 31 - 1

/** One call of the API, with as many tries as it takes and no more; the answer is a 2xx. */
export const createSend = (options: Options): Send => {
  const { key, retries = 3 } = options
  const base = options.url.replace(/\/+$/, '')
  return async (path, call = {}) => {
    for (let tried = 0; ; tried++) {
      const outcome = await attempt(options, base + path, key, call)
      if (outcome instanceof Response) return outcome
      const pauseMs = pauseBefore(outcome, tried)
      if (tried >= retries || !worthAnotherTry(outcome, call) || pauseMs > longestPauseMs)
        throw outcome
      await pause(pauseMs, call.signal)
    }
  }
}

const attempt = async (
  { fetch: ask = fetch, timeoutMs = 60_000 }: Options,
  url: string,
  key: string,
  call: Call,
): Promise<Response | SiterayError> => {
  const { method = 'GET', body, headers, signal, takesMs = 0 } = call
  signal?.throwIfAborted()
  const ending = new AbortController()
  const pass = () => ending.abort(signal?.reason)
  signal?.addEventListener('abort', pass, { once: true })
  const late = new SiterayError('Siteray did not answer in time.', { code: 'timeout' })
  const timer = setTimeout(() => ending.abort(late), Math.min(timeoutMs + takesMs, longestTimerMs))
  try {
    const answer = await ask(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined || isForm(body) ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm(body) ? body : JSON.stringify(body) }),
      signal: ending.signal,
    })
    if (call.open && answer.ok) return answer
    // Read while the clock runs: an answer that stops half-way is none.
    const bytes = await answer.arrayBuffer()
    const whole = new Response(answer.status === 204 ? null : bytes, answer)
    return answer.ok ? whole : await toError(whole, answer)
  } catch (cause) {
    signal?.throwIfAborted()
    if (ending.signal.aborted) return late
    return new SiterayError('Siteray could not be reached.', { code: 'network', cause })
  } finally {
    clearTimeout(timer)
    if (!call.open) signal?.removeEventListener('abort', pass)
  }
}

/** `fetch` says itself what a form is. */
const isForm = (body: unknown): body is FormData => body instanceof FormData

const toError = async (answer: Response, { redirected, url }: Response): Promise<SiterayError> => {
  const { status, headers } = answer
  const said = (await answer.json().catch(() => undefined)) as { error?: unknown } | undefined
  const sentence = typeof said?.error === 'string' ? said.error : `Siteray answered ${status}.`
  // On the way the key, and often the body, got lost: what is said then is no reason.
  const moved = redirected ? ` The call was redirected to ${url}: use that address.` : ''
  return new SiterayError(sentence + moved, {
    status,
    // Without a code it is not Siteray that answered, but something in front of it.
    code: headers.get('x-error-code') ?? `http_${status}`,
    retryAfter: secondsOf(headers.get('retry-after')),
    requestId: headers.get('x-request-id') ?? undefined,
  })
}

export const secondsOf = (header: string | null): number | undefined =>
  header && /^\d+$/.test(header) ? Number(header) : undefined

/** The page's and the model's faults (502 with a code) are answers; so is every other 4xx. */
const worthAnotherTry = ({ status, code }: SiterayError, { repeatable = true }: Call): boolean => {
  if (status === 429 || (status === 503 && code === 'overloaded')) return true
  const isProxy = code.startsWith('http_') && [408, 502, 503, 504].includes(status)
  return repeatable && (code === 'network' || isProxy)
}

/** What the server asks for; otherwise longer each time, and never all clients at once. */
const pauseBefore = ({ retryAfter }: SiterayError, tried: number): number =>
  retryAfter === undefined
    ? Math.min(8_000, 500 * 2 ** tried) * (0.5 + Math.random() / 2)
    : retryAfter * 1_000

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
