import type { CookieJar } from '../web/cookie-jar.ts'
import type { Egress } from '../web/egress.ts'
import { guardedFetch } from '../web/fetch.ts'
import { localeHeaders } from '../web/locale.ts'
import type { Robots } from '../web/robots.ts'
import type { Performed, Picture } from './actions/run.ts'
import { type FileLease, maxPageBytes } from './large-files.ts'
import { leftMs, type PageRequest } from './page-request.ts'

/** A page as it came, by the client or the browser. */
export type Reading = {
  url: URL
  status: number
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
  rendered: boolean
  screenshot?: Picture
  performed?: Performed
  warning?: string
  /** Name of an uploaded file. */
  fileName?: string | undefined
}

export type FetchDeps = {
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  robots: Robots
}

export const fetchPage = (
  deps: FetchDeps,
  request: Pick<
    PageRequest,
    'headers' | 'locale' | 'mobile' | 'timeoutMs' | 'arrivedMs' | 'respectRobots'
  >,
  url: URL,
  life: AbortSignal,
  lease?: FileLease,
  cookies?: CookieJar,
): Promise<Reading> =>
  guardedFetch(deps.egress, {
    url,
    headers: {
      ...(request.mobile ? { 'user-agent': phoneAgent } : {}),
      ...localeHeaders(request.locale),
      ...request.headers,
    },
    timeoutMs: leftMs(request),
    maxBytes: maxPageBytes,
    maxBytesOf: lease?.maxBytesOf,
    signal: life,
    ...(cookies && { cookies }),
    ...(request.respectRobots ? { checkHop: hop => deps.robots.check(hop) } : {}),
  }).then(answer => ({
    ...{ ...answer, rendered: false },
    ...(answer.endsEarly && { warning: endsEarly }),
  }))

const endsEarly = 'The page came packed, without the end of it: something may be missing.'

/** Sites that look at the client for their mobile page need one that names a phone. */
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
