import type { Egress } from '../../base/web/egress.ts'
import { type FetchResponse, guardedFetch } from '../../base/web/fetch.ts'
import { retryAfterSeconds } from '../../base/web/headers.ts'
import { AppError } from '../../kit/errors.ts'
import { urlKey } from '../../page/links/url-key.ts'
import { type Hit, readHits } from './hits.ts'

export type Query = {
  text: string
  language: string | undefined
  timeRange: 'day' | 'week' | 'month' | 'year' | undefined
  category: 'general' | 'news' | 'images'
}

type Found = { hits: Hit[]; warnings: string[] }
export type Engine = (query: Query, limit: number, signal: AbortSignal) => Promise<Found>

/** For one question, however many of the engine's pages it takes. */
const timeoutMs = 15_000
const maxPages = 3
const maxBytes = 3_000_000

/**
 * A SearXNG, asked at the address that the operator gave: that one alone may be private. Each page
 * is one hit, whoever of the engines behind it found it.
 */
export const createEngine = (
  egress: Pick<Egress, 'trust' | 'parseTarget' | 'userAgent'>,
  address: string,
): Engine => {
  const home = new URL(address.endsWith('/') ? address : `${address}/`)
  const { dispatcher } = egress.trust(home.origin)
  const parseTarget = (text: string): URL => {
    const url = new URL(text)
    return url.origin === home.origin ? url : egress.parseTarget(text)
  }
  const fetchPage = async (query: Query, pageNumber: number, endMs: number, signal: AbortSignal) =>
    guardedFetch(
      { dispatcher, parseTarget, userAgent: egress.userAgent },
      {
        url: addressOf(home, query, pageNumber),
        headers: { accept: 'application/json' },
        timeoutMs: Math.max(1, endMs - performance.now()),
        ...{ maxBytes, signal, maxRedirects: 0 },
      },
    ).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(error)
    })

  return async (query, limit, signal) => {
    const endMs = performance.now() + timeoutMs
    const hits = new Map<string, Hit>()
    const silent = new Set<string>()
    const warnings: string[] = []
    for (let pageNumber = 1; pageNumber <= maxPages && hits.size < limit; pageNumber++) {
      const before = hits.size
      try {
        const page = readAnswer(await fetchPage(query, pageNumber, endMs, signal))
        addNew(hits, page.hits)
        for (const name of page.silent) silent.add(name)
      } catch (error) {
        // What was found by then is worth more than nothing.
        if (before === 0 || !(error instanceof AppError)) throw error
        warnings.push('The search engine failed before it had told all.')
      }
      if (hits.size === before) break
    }
    if (silent.size > 0)
      warnings.push(`Some engines did not answer: ${[...silent].slice(0, 10).join(', ')}.`)
    return { hits: [...hits.values()].slice(0, limit), warnings }
  }
}

const addNew = (hits: Map<string, Hit>, more: readonly Hit[]): void => {
  for (const hit of more) {
    const key = urlKey(hit.url)
    if (key !== undefined && !hits.has(key)) hits.set(key, hit)
  }
}

const addressOf = (home: URL, query: Query, pageNumber: number): URL => {
  const url = new URL('search', home)
  url.search = new URLSearchParams({
    q: query.text,
    format: 'json',
    pageno: String(pageNumber),
    categories: query.category,
    ...(query.language && { language: query.language }),
    ...(query.timeRange && { time_range: query.timeRange }),
  }).toString()
  return url
}

/** Whoever runs the engine is the operator: who calls learns no more than that it failed. */
const unreachable = (cause: unknown): unknown => {
  if (!(cause instanceof AppError)) return cause
  const late = cause.code === 'page_timeout'
  return failed(late ? 'did not answer in time' : 'could not be reached', { cause })
}

const failed = (what: string, details: ConstructorParameters<typeof AppError>[2] = {}): AppError =>
  new AppError('search_failed', `The search engine ${what}.`, details)

const readAnswer = ({ status, headers, bytes }: FetchResponse) => {
  if (status === 403)
    throw failed(
      'refuses to answer in JSON (status 403): its settings.yml must name json among search.formats',
    )
  if (status === 429)
    throw failed('is asked too often (status 429)', {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after']),
    })
  if (status !== 200) throw failed(`answered with status ${status}`)
  const answer = readHits(Buffer.from(bytes).toString())
  if (!answer) throw failed('answered with something that is not the JSON of a SearXNG')
  return answer
}
