import { APICallError } from 'ai'
import { AppError } from '../../kit/errors.ts'

/** What an endpoint has against a well-formed question, as far as asking differently may help. */
export type ModelComplaint = 'temperature' | 'limit' | 'form'

/** Undefined: another manner of asking would change nothing. */
export const complaintOf = (error: unknown): ModelComplaint | undefined => {
  const { status, words } = readFault(error)
  if (status !== 400 && status !== 422) return undefined
  if (isKey.test(words) || isQuota.test(words) || isPrompt.test(words)) return undefined
  if (isLimit.test(words)) return 'limit'
  // A form may have a field of this name.
  return isTemperature.test(words) && !/schema/i.test(words) ? 'temperature' : 'form'
}

/**
 * As an error that a caller may see. The provider's own words may hold anything (also our key):
 * they are looked at, never repeated.
 */
export const explain = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { status, words, ours, isAway, retryAfterSeconds } = readFault(error)
  if (ours) return ours
  const cause = new Error(`the model's endpoint failed${status ? ` with status ${status}` : ''}`)
  const sentence = isAway ? away : sentenceFor(status, words)
  return new AppError('model_failed', sentence, { cause, retryAfterSeconds })
}

/** How long an endpoint asks to be left alone: a header, or Google's `RetryInfo` in the body. */
const retryAfterMs = (error: APICallError): number | undefined => {
  const { 'retry-after-ms': ms, 'retry-after': after = '' } = error.responseHeaders ?? {}
  if (ms && Number(ms) >= 0) return Number(ms)
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000
  const date = Date.parse(after)
  if (!Number.isNaN(date)) return Math.max(0, date - Date.now())
  const [, seconds] = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(error.responseBody ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1_000
}

/** How long to wait before such a call is tried again, after so many tries. */
export const pauseMsAfter = (error: APICallError, tries: number): number =>
  retryAfterMs(error) ?? jittered(firstPauseMs * 3 ** (tries - 1))

const firstPauseMs = 1_000

/** Many calls that were turned away together should not come back together. */
const jittered = (ms: number) => ms * (0.75 + Math.random() / 2)

type Fault = {
  status: number | undefined
  words: string
  /** The connection failed, at once or in the middle of an answer. */
  isAway: boolean
  /** An error of our own under the provider's. */
  ours: AppError | undefined
  retryAfterSeconds: number | undefined
}

const readFault = (error: unknown): Fault => {
  if (!APICallError.isInstance(error)) return unknownFault
  const wait = retryAfterMs(error)
  return {
    status: error.statusCode,
    isAway: error.isRetryable && (error.statusCode ?? 0) < 300,
    words: (error.responseBody ?? '').slice(0, 4_000),
    ours: ownFault(error),
    retryAfterSeconds: wait === undefined ? undefined : Math.ceil(wait / 1_000),
  }
}

const unknownFault: Fault = {
  status: undefined,
  words: '',
  isAway: false,
  ours: undefined,
  retryAfterSeconds: undefined,
}

/** Our own limit stops an answer in the middle, which looks like a fault of the endpoint. */
const ownFault = (error: unknown): AppError | undefined => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof AppError && at.code === 'model_failed') return at
  return undefined
}

/** Google answers 400 to a wrong key. */
const isKey = /api[ _]key[ _](?:not[ _]valid|invalid|expired|not[ _]found)|api_key_invalid/i
const isQuota = /credit balance|billing|insufficient_quota/i
const isPrompt = /prompt is too long|input token count|request_too_large/i
const isLimit =
  /max_(?:completion_|output_)?tokens|maxOutputTokens|context[ _](?:length|window|limit|size)/i
const isTemperature = /"temperature"|temperature\W+(?:is|does|may|parameter|cannot|only|has|not)\b/i

const away = 'The language model’s server could not be reached or broke off its answer.'

const sentenceFor = (status: number | undefined, words: string): string | undefined => {
  if (status !== undefined && status >= 300 && status < 400)
    return 'The language model’s server sends us elsewhere (LLM_BASE_URL).'
  if (status === 401 || status === 403 || isKey.test(words))
    return 'The language model’s provider refused our key (LLM_API_KEY).'
  if (status === 402 || status === 429 || (status === 400 && isQuota.test(words)))
    return 'The language model’s provider is busy or its quota is used up.'
  if (status === 404)
    return 'The language model’s provider does not know the model (LLM_MODEL, LLM_BASE_URL).'
  if (status === 413 || isPrompt.test(words) || isLimit.test(words))
    return 'The page is too long for the language model.'
  if (status === 400 || status === 422) return 'The language model’s provider refused the request.'
  if (status === 503 || status === 529) return 'The language model’s provider is overloaded.'
  return status !== undefined && status >= 400
    ? `The language model gave no usable answer: its server answered with status ${status}.`
    : undefined
}
