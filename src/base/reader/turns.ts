import { AppError } from '../../kit/errors.ts'
import { senderOf } from '../../page/verdict/sender.ts'
import type { PageRequest } from './page-request.ts'

/** Who is waited for while a page is read: its site, or a thread, a browser or a processor of ours. */
export type Turns = {
  ofSite(): void
  ofUs(): void
  /** What a caller is told of a page that did not come in time. */
  explain(error: unknown): unknown
}

const mostOfIt = 0.75

type Asked = Pick<PageRequest, 'url' | 'timeoutMs' | 'arrivedMs'>

export const createTurns = (request: Asked): Turns => {
  let isOurs = true
  let sinceMs = request.arrivedMs ?? performance.now()
  let oursMs = 0
  const turn = (toUs: boolean) => {
    if (isOurs) oursMs += performance.now() - sinceMs
    isOurs = toUs
    sinceMs = performance.now()
  }
  return {
    ofSite: () => turn(false),
    ofUs: () => turn(true),
    explain: error => {
      if (!(error instanceof AppError) || error.code !== 'page_timeout') return error
      turn(isOurs)
      // A page that has come, or that we left too little time to come, is not a slow page.
      return isOurs || oursMs > mostOfIt * request.timeoutMs ? tooBusy(request, error) : error
    },
  }
}

const tooBusy = ({ url, timeoutMs }: Asked, cause: unknown) =>
  new AppError(
    'overloaded',
    `This server was too busy to read ${senderOf(url.href)} within ${timeoutMs / 1_000} s. Try again shortly.`,
    { cause, retryAfterSeconds: 10 },
  )
