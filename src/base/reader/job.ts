import { AppError } from '../../errors.ts'
import { checkSelectors } from '../../page/content/selectors.ts'
import type { PageFormat, ScrapeRequest } from './request.ts'

/** A request to read one page, checked, with every default filled in. */
export type ScrapeJob = {
  url: URL
  formats: readonly PageFormat[]
  onlyMainContent: boolean
  includeTags: readonly string[]
  excludeTags: readonly string[]
  render: 'auto' | 'always' | 'never'
  waitForMs: number
  timeoutMs: number
  headers: Readonly<Record<string, string>>
  mobile: boolean
  maxAgeMs: number
  respectRobots: boolean
  trace: boolean
}

type ScrapeDefaults = { formats: readonly PageFormat[]; respectRobots: boolean }

const scrapeDefaults: ScrapeDefaults = {
  formats: ['markdown', 'metadata'],
  respectRobots: false,
}

/** Whatever cannot work is said before it costs anything. */
export const readJob = (
  parseTarget: (text: string) => URL,
  request: ScrapeRequest,
  defaults: ScrapeDefaults = scrapeDefaults,
): ScrapeJob => {
  const job: ScrapeJob = {
    url: parseTarget(request.url),
    formats: request.formats ?? defaults.formats,
    onlyMainContent: request.onlyMainContent ?? true,
    includeTags: request.includeTags ?? [],
    excludeTags: request.excludeTags ?? [],
    render: request.render ?? 'auto',
    waitForMs: request.waitFor ?? 0,
    timeoutMs: request.timeout ?? 30_000,
    headers: checkedHeaders(request.headers ?? {}),
    mobile: request.mobile ?? false,
    maxAgeMs: request.maxAge ?? 0,
    respectRobots: request.respectRobots ?? defaults.respectRobots,
    trace: request.trace ?? false,
  }
  checkSelectors(job)
  if (job.render === 'never' && job.formats.includes('screenshot'))
    throw new AppError('invalid_request', 'A screenshot needs a browser: leave «render» out.')
  if (job.render === 'never' && job.waitForMs > 0)
    throw new AppError('invalid_request', '«waitFor» needs a browser: leave «render» out.')
  if (job.waitForMs >= job.timeoutMs)
    throw new AppError('invalid_request', '«waitFor» must be shorter than «timeout».')
  return job
}

/** A browser is certain to be needed; otherwise the page decides. */
export const wantsBrowser = (job: ScrapeJob): boolean =>
  job.render === 'always' || job.waitForMs > 0 || job.formats.includes('screenshot')

/** These belong to the connection, or would let a caller pretend to be somebody at our door. */
const ownHeaders =
  /^(host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|proxy-.*|sec-.*|x-forwarded-.*|forwarded|via|:.*)$/

export const checkedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase()
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower))
        throw new AppError('invalid_request', `«${name}» is not the name of a header.`)
      if (ownHeaders.test(lower))
        throw new AppError('invalid_request', `The header «${name}» cannot be set.`)
      if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
        throw new AppError('invalid_request', `The value of the header «${name}» cannot be sent.`)
      return [lower, value]
    }),
  )
