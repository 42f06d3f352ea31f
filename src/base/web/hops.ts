import type { Dispatcher } from 'undici'
import { AppError } from '../../kit/errors.ts'
import { openJar } from './cookie-jar.ts'
import type { Egress } from './egress.ts'
import type { FetchRequest } from './fetch.ts'
import { publicHeaders, textOfHeader, usableHeaders } from './headers.ts'

type Headers = Record<string, string>
type Incoming = Record<string, string | string[] | undefined>

/**
 * The way from the URL asked for to the one that answers. Each hop is parsed and checked anew, and
 * what the caller said to one origin is never said to another.
 */
export const createHops = (
  deps: Pick<Egress, 'parseTarget' | 'userAgent' | 'signer' | 'jar'>,
  request: FetchRequest,
) => {
  const maxRedirects = request.maxRedirects ?? 10
  let count = 0
  let url = deps.parseTarget(String(request.url))
  let method = request.method ?? 'GET'
  let body = request.body
  let headers: Headers = {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en;q=0.9,*;q=0.5',
    'user-agent': deps.userAgent,
    ...usableHeaders(request.headers ?? {}),
    'accept-encoding': 'gzip, br, zstd',
  }
  // Some sites set a cookie and redirect, also by way of another host, until it comes back.
  const cookies = request.cookies ?? openJar([], () => true)

  /** Webhooks have a signature of their own, and a caller may bring one that the site gave it. */
  const sent = () => ({ ...deps.jar?.headers(url), ...headers })
  const isSigned = () => (method === 'GET' || method === 'HEAD') && sent().signature === undefined
  const signatureOf = () => (isSigned() ? deps.signer?.sign(url) : undefined)

  const keepCookies = (answer: Incoming): void => {
    const jar = deps.jar?.covers(url) ? deps.jar : cookies
    jar.store(url, [answer['set-cookie'] ?? []].flat())
  }

  return {
    keepCookies,
    get url() {
      return url
    },
    /** Of redirects so far. */
    count: () => count,
    /** Where a redirect led to what is not allowed, callers hear that it was one. */
    told: (error: unknown): unknown =>
      count > 0 && error instanceof AppError && error.code === 'blocked_target'
        ? new AppError(
            'blocked_target',
            `${new URL(request.url).hostname} redirects to an address that is not allowed. ${error.message}`,
            { cause: error },
          )
        : error,
    next(): Dispatcher.RequestOptions {
      const known = deps.jar?.header(url)
      const cookie = [headers.cookie, known, cookies.header(url)].filter(Boolean).join('; ')
      return {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...sent(), ...(cookie && { cookie }), ...signatureOf() },
        body: body ?? null,
      }
    },
    /** True when the same is to be asked again, signed. */
    repeat: (status: number, answer: Headers): boolean =>
      isSigned() && (deps.signer?.isChallenge(url, status, answer) ?? false),
    /** True when the answer is a redirect and the next hop is set. */
    follow(status: number, answer: Incoming): boolean {
      const location = first(answer.location)
      if (!redirectStatuses.has(status) || location === undefined || maxRedirects === 0)
        return false
      if (count >= maxRedirects)
        throw new AppError(
          'page_unreachable',
          `${url.hostname} redirects more than ${maxRedirects} times.`,
          { targetStatus: status },
        )
      keepCookies(answer)
      count++
      const next = parseHop(deps, location, url, status)
      if (next.hash === '') next.hash = url.hash
      if (next.origin !== url.origin) headers = publicHeaders(headers)
      if (status === 303 || (status < 303 && method === 'POST')) {
        if (method !== 'HEAD') method = 'GET'
        body = undefined
        delete headers['content-type']
      }
      url = next
      return true
    },
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** A bad one is the site's fault. */
const parseHop = (
  deps: Pick<Egress, 'parseTarget'>,
  location: string,
  base: URL,
  targetStatus: number,
): URL => {
  const text = textOfHeader(location) ?? location
  try {
    return deps.parseTarget(URL.parse(text, base.href)?.href ?? text)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_url') throw error
    throw new AppError(
      'page_unreachable',
      `${base.hostname} redirects to an address that cannot be used. ${error.message}`,
      { cause: error, targetStatus },
    )
  }
}

const first = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value
