import { AppError, catalogue, type ErrorCode } from '../../kit/errors.ts'

/** What a model, or whoever it works for, can do about it. */
const advice: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments and call again.',
  invalid_schema: 'Correct the schema and call again.',
  insufficient_credits: 'The user must add credits or wait for the next month.',
  page_blocked: 'Use another source, or tell the user; trying again does not help.',
  page_empty: 'Try render "always", or another page.',
  page_too_large: 'Use another page, or includeTags to read a part of it.',
  value_missing: 'Make fields that the page may lack optional, or use another page.',
  browser_unavailable: 'Try render "never"; the operator can install a browser.',
  not_found: 'Look whether the id or address is right; results expire.',
}

const byRetry = {
  never: 'Trying again does not help.',
  later: 'Try again later.',
  soon: 'Try again in a moment.',
  'by cause': 'Look whether the address is right; try again once.',
} as const

/** Code, sentence, and what to do. */
export const inWords = (error: unknown): string => {
  const { code, message, retryAfterSeconds } =
    error instanceof AppError ? error : new AppError('internal')
  const wait = retryAfterSeconds === undefined ? undefined : `Try again in ${retryAfterSeconds} s.`
  return `${code}: ${message} ${wait ?? advice[code] ?? byRetry[catalogue[code].retry]}`
}
