import { invalidRequest } from '../../kit/errors.ts'
import type { CommentsOption } from '../../page/content/comments.ts'
import { checkSelectors } from '../../page/content/selectors.ts'
import type { HiddenOption } from '../../page/content/shown.ts'
import type { OfficeOptions } from '../../page/documents/office/convert.ts'
import type { PdfOptions } from '../../page/documents/pdf/read-pdf.ts'
import { type Exit, readTravel } from '../ways/request.ts'
import type { Locale } from '../web/locale.ts'
import { type Allowed, checkActions } from './actions/check.ts'
import type { Action } from './actions/request.ts'
import { type PageFormat, type ReadFormats, type RequestedFormat, readFormats } from './formats.ts'
import type { ReadingOptions, ScreenshotAs } from './options.ts'
import type { SessionRef } from './session-ref.ts'

/** What a caller may say of how a file is read. */
export type DocumentOptions = PdfOptions & OfficeOptions

/** A request to read one page, checked, with every default filled in. */
export type PageRequest = Readonly<ReadFormats> & {
  url: URL
  onlyMainContent: boolean
  /** Where the caller said so; otherwise the kind of page decides. */
  comments?: CommentsOption
  /** `include` where the caller wants what the page hides too. */
  hidden?: HiddenOption
  documents?: DocumentOptions
  includeTags: readonly string[]
  excludeTags: readonly string[]
  render: 'auto' | 'always' | 'never'
  waitForMs: number
  timeoutMs: number
  /** Whether the caller named it: then all that is made of the page is done within it too. */
  isTimed?: boolean
  /** When the caller began to wait, on the clock of `performance.now`; undefined where nobody does. */
  arrivedMs?: number
  headers: Readonly<Record<string, string>>
  /** Which ways out it may take, where the caller chose. */
  exit?: Exit
  /** Of the visitor, where the caller said so. */
  locale?: Locale
  jobId?: string
  mobile: boolean
  maxAgeMs: number
  /** Steps that are taken on it in a browser before it is read. */
  actions: readonly Action[]
  respectRobots: boolean
  /** Only where the caller said so. */
  respectPreferences?: true
  trace: boolean
  /** Whether it is also asked where the page leads. */
  follow: boolean
  /** Screenshots as URLs, not as base64. */
  picturesByUrl?: true
  /** Read as somebody who is signed in. */
  session?: SessionRef
  /** Told of what costs more than a page, and how often. */
  onExtra?: (extra: 'ocrPage' | 'wayPage', times: number) => void
}

/** What a caller may say of it; the options are the same for every product. */
type Asked = ReadingOptions & {
  url: string
  formats?: readonly (RequestedFormat | PageFormat)[]
  actions?: readonly Action[]
  respectRobots?: boolean
  trace?: boolean
  follow?: boolean
  screenshotAs?: ScreenshotAs
  session?: SessionRef | undefined
  jobId?: string
}

/** These differ from product to product. */
export type PageDefaults = {
  formats: readonly PageFormat[]
  respectRobots: boolean
}

/** Whatever cannot work is said before it costs anything. */
export const readPageRequest = (
  parseTarget: (text: string) => URL,
  asked: Asked,
  defaults: PageDefaults,
  allowed: Allowed = { pageScripts: false },
): PageRequest => {
  const request: PageRequest = {
    url: parseTarget(asked.url),
    ...readFormats(asked.formats ?? defaults.formats, asked.onlyMainContent),
    onlyMainContent: asked.onlyMainContent ?? true,
    ...wishesOf(asked),
    includeTags: asked.includeTags ?? [],
    excludeTags: asked.excludeTags ?? [],
    render: asked.render ?? 'auto',
    waitForMs: asked.waitFor ?? 0,
    timeoutMs: asked.timeout ?? 30_000,
    ...(asked.timeout !== undefined && { isTimed: true }),
    headers: checkedHeaders(asked.headers ?? {}),
    ...readTravel(asked),
    ...(asked.jobId !== undefined && { jobId: asked.jobId }),
    mobile: asked.mobile ?? false,
    maxAgeMs: asked.maxAge ?? 0,
    actions: asked.actions ?? [],
    respectRobots: asked.respectRobots ?? defaults.respectRobots,
    trace: asked.trace ?? false,
    follow: asked.follow ?? false,
    ...(asked.screenshotAs === 'url' && { picturesByUrl: true }),
    ...(asked.session && { session: asked.session }),
  }
  checkSelectors(request)
  checkActions(request, allowed)
  checkPages(asked.documents)
  if (request.render === 'never' && request.actions.length > 0)
    throw invalidRequest('"actions" need a browser: leave "render" out.')
  if (request.render === 'never' && request.formats.includes('screenshot'))
    throw invalidRequest('A screenshot needs a browser: leave "render" out.')
  if (request.render === 'never' && request.waitForMs > 0)
    throw invalidRequest('"waitFor" needs a browser: leave "render" out.')
  if (request.waitForMs >= request.timeoutMs)
    throw invalidRequest('"waitFor" must be shorter than "timeout".')
  return request
}

const checkPages = ({ pages = '' }: DocumentOptions = {}): void => {
  for (const range of pages.split(',')) {
    const [first, last] = range.split('-')
    if (last && Number(last) < Number(first))
      throw invalidRequest(`"documents.pages": "${range}" ends before it begins.`)
  }
}

/** What differs from the default; only then is it a part of the request. */
const wishesOf = ({ comments, hidden, documents, respectPreferences }: Asked) => ({
  ...(comments && comments !== 'auto' && { comments }),
  ...(hidden === 'include' && { hidden }),
  ...(documents && { documents }),
  ...(respectPreferences && { respectPreferences: true as const }),
})

/** Of the caller's time; never nothing, so that whoever takes it fails in its own words. */
export const leftMs = ({ timeoutMs, arrivedMs }: Pick<PageRequest, 'timeoutMs' | 'arrivedMs'>) =>
  arrivedMs === undefined ? timeoutMs : Math.max(1, timeoutMs - (performance.now() - arrivedMs))

/** It costs as an extraction: a language model or the embedded extractor answers. */
export const wantsModel = ({ formats }: Pick<PageRequest, 'formats'>): boolean =>
  formats.includes('summary') || formats.includes('json')

/** A browser is certain to be needed; otherwise the page decides. */
export const wantsBrowser = (request: PageRequest): boolean =>
  request.render === 'always' ||
  request.waitForMs > 0 ||
  request.formats.includes('screenshot') ||
  request.actions.length > 0

/** These belong to the connection, or would let a caller pretend to be somebody at our door. */
const ownHeaders =
  /^(host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|proxy-.*|sec-.*|x-forwarded-.*|forwarded|via|:.*)$/

export const checkedHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase()
      if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(lower))
        throw invalidRequest(`"${name}" is not the name of a header.`)
      if (ownHeaders.test(lower)) throw invalidRequest(`The header "${name}" cannot be set.`)
      if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
        throw invalidRequest(`The value of the header "${name}" cannot be sent.`)
      return [lower, value]
    }),
  )
