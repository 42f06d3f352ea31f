import { AppError } from '../../kit/errors.ts'
import { STATUS_CODES } from '../../kit/node-http.ts'
import { senderOf } from '../../page/verdict/sender.ts'
import { retryAfterSeconds } from '../web/headers.ts'
import type { Reading } from './fetch-page.ts'
import type { PageRequest } from './page-request.ts'
import type { PageOutcome } from './page-task.ts'

/** What a caller is told of a page that is none. */
export const pageRefusal = (
  outcome: Exclude<PageOutcome, { is: 'answer' }>,
  reading: Pick<Reading, 'url' | 'status' | 'headers'>,
): AppError => {
  const host = senderOf(reading.url.href)
  switch (outcome.is) {
    case 'wall':
      return outcome.kind === 'denial' && reading.status >= 400
        ? statusRefusal(reading)
        : new AppError('page_blocked', outcome.sentence)
    case 'refused':
      return new AppError('page_refused', outcome.sentence)
    case 'nothing':
      return new AppError('page_empty', outcome.sentence)
    case 'shell':
      return new AppError('page_empty', `${host} sent a page without content (${outcome.why}).`)
    case 'redirect':
      return new AppError('page_unreachable', `${host} redirects in circles.`)
    case 'status':
      return statusRefusal(reading)
    case 'scan':
      return new AppError('page_empty', 'The PDF has no text; it seems to be a scan.')
  }
}

/** For a call whose time is up; what it had found out by then says more. */
export const lateRefusal =
  ({ url, timeoutMs }: Pick<PageRequest, 'url' | 'timeoutMs'>) =>
  (error: unknown): unknown => {
    if (error instanceof AppError && error.code !== 'page_timeout') return error
    const sentence = `${senderOf(url.href)} could not be read within ${timeoutMs / 1_000} s.`
    return new AppError('page_timeout', sentence, { cause: error })
  }

const statusRefusal = ({
  url,
  status,
  headers,
}: Pick<Reading, 'url' | 'status' | 'headers'>): AppError => {
  const meaning = STATUS_CODES[status]
  const said = meaning ? `${status} (${meaning})` : `${status}`
  return new AppError('page_unreachable', `${url.hostname} answered with status ${said}.`, {
    targetStatus: status,
    retryAfterSeconds: retryAfterSeconds(headers['retry-after']),
  })
}
