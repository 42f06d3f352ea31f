import { AppError } from '../../kit/errors.ts'
import type { Egress } from '../web/egress.ts'
import { guardedFetch } from '../web/fetch.ts'
import { retryAfterSeconds } from '../web/headers.ts'
import { firecrawlSignature, signatureHeaders } from './sign.ts'

export type Message = {
  id: string
  url: string
  body: string
  headers: Readonly<Record<string, string>>
  /** The first signs; one before it may sign beside it for a while. */
  secrets: readonly [string, ...string[]]
  /** `firecrawl`: signed as that service signs, too. */
  form?: 'standard' | 'firecrawl' | undefined
}

export type Attempt = {
  ok: boolean
  /** The receiver's answer, or why there was none. */
  status: number | undefined
  error: string | undefined
  durationMs: number
  /** What the receiver asks for. */
  retryAfterSeconds: number | undefined
}

/** As the API tells it. */
export const showAttempt = (id: string, { ok, status, error, durationMs }: Attempt) => ({
  ...{ id, ok, durationMs },
  status: status ?? null,
  error: error ?? null,
})

const timeoutMs = 15_000

/** One attempt to deliver a message. Only 2xx is a yes; a redirect is none, since it would be a GET. */
export const sendMessage = async (
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>,
  message: Message,
  signal: AbortSignal,
): Promise<Attempt> => {
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  try {
    const answer = await guardedFetch(egress, {
      url: message.url,
      method: 'POST',
      headers: {
        ...message.headers,
        ...signatureHeaders({ ...message, at: new Date() }, message.secrets),
        ...(message.form === 'firecrawl' && firecrawlSignature(message.body, message.secrets[0])),
        'content-type': 'application/json',
        accept: '*/*',
      },
      body: message.body,
      timeoutMs,
      signal,
      maxRedirects: 0,
      maxBytes: 16_384,
      onLimit: 'truncate',
    })
    const ok = answer.status >= 200 && answer.status < 300
    return {
      ok,
      status: answer.status,
      error: ok ? undefined : `The receiver answered with status ${answer.status}.`,
      durationMs: durationMs(),
      retryAfterSeconds: retryAfterSeconds(answer.headers['retry-after']),
    }
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return {
      ok: false,
      status: undefined,
      error: error.message,
      durationMs: durationMs(),
      retryAfterSeconds: undefined,
    }
  }
}
