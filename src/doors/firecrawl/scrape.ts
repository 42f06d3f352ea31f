import type { PageAnswer } from '../../base/reader/answer.ts'
import { AppError } from '../../kit/errors.ts'
import type { BrandingProfile } from '../../products/branding/profile/profile.ts'
import { toBranding } from './branding.ts'
import { type FirecrawlCall, type Handler, present, textOf, wholeOf } from './call.ts'
import { type Document, scrapeFacts, toDocument } from './document.ts'
import { type PageOptions, readPageOptions } from './page-options.ts'

/** One page, and whatever else of it was wished for, each from the route that gives it. */
export const scrape: Handler = async call => {
  const { input } = call
  const read = readPageOptions(input, call.ways())
  const timeLeft = clockOf(input.timeout)
  // What costs more and can fail by itself comes first: a call that fails then costs nothing.
  const more = await readBranding(call, read, timeLeft)
  const { options, actions, formats } = read
  const steps = actions.length > 0 ? { actions } : {}
  const asked = { url: input.url, ...options, ...steps, ...timeLeft(), formats }
  const page = await call
    .ask<PageAnswer>({ method: 'POST', path: '/scrape', body: asked })
    .catch((error: unknown) => afterAll(error, more, textOf(input.url)))
  const facts = scrapeFacts(call.credits())
  const document = { ...withData(toDocument(page, textOf(input.url), facts), read), ...more }
  return { success: true, data: withWarning(document, read.refused) }
}

/** What is left of the caller's time: a client hangs up a little after it. */
const clockOf = (timeout: unknown): (() => object) => {
  const wholeMs = wholeOf(timeout, 1_000, 120_000)
  const startedMs = performance.now()
  return () =>
    wholeMs === undefined
      ? {}
      : { timeout: Math.max(1_000, Math.round(wholeMs - (performance.now() - startedMs))) }
}

const readBranding = async (call: FirecrawlCall, read: PageOptions, timeLeft: () => object) => {
  if (!read.branding) return {}
  const { headers, mobile, way, location } = read.options
  const body = present({ url: call.input.url, headers, mobile, way, location, ...timeLeft() })
  const profile = await call.ask<BrandingProfile>({ method: 'POST', path: '/branding', body })
  return { branding: toBranding(profile) }
}

/** What was paid for is given, although the page could not be read once more. */
const afterAll = (error: unknown, more: object, url: string): PageAnswer => {
  if (!(error instanceof AppError) || Object.keys(more).length === 0) throw error
  return { url, warning: error.message }
}

/** The older version has two names for it. */
const withData = ({ json, ...document }: Document, { dataAs }: PageOptions): Document =>
  dataAs === undefined ? document : { ...document, [dataAs]: json }

export const withWarning = (document: Document, refused: readonly string[]): Document => {
  const warning = [document.warning, ...refused].filter(Boolean).join(' ')
  return warning === '' ? document : { ...document, warning }
}
