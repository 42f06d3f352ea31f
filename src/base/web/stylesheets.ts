import type { Page, Request, Response } from 'playwright-core'
import { isRefusal } from './refusal.ts'

/** A stylesheet that a page asked for and did not get, with why in a few words. */
export type MissingSheet = { url: string; reason: string; isOnItsWay: boolean }

type Outcome = { state: 'open' } | { state: 'came' } | { state: 'failed'; reason: string }

/** No page has more that matter; a hostile one may ask for as many as it likes. */
const maxWatched = 200

/** Watches which stylesheets of a page come, `@import`ed ones included, from now on. */
export const watchStylesheets = (page: Page) => {
  const outcomes = new Map<string, Outcome>()
  const note = (request: Request, outcome: Outcome) => {
    if (request.resourceType() !== 'stylesheet' || request.frame() !== page.mainFrame()) return
    const url = firstOf(request).url()
    // What failed stays so when its body ends or is broken off; asked for again, it is open again.
    if (outcome.state !== 'open' && outcomes.get(url)?.state === 'failed') return
    if (outcomes.has(url) || outcomes.size < maxWatched) outcomes.set(url, outcome)
  }
  page.on('request', request => note(request, { state: 'open' }))
  page.on('response', response => {
    const request = response.request()
    // Another page has other stylesheets.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) outcomes.clear()
    const reason = faultOf(response)
    if (reason !== undefined) note(request, { state: 'failed', reason })
  })
  page.on('requestfinished', request => note(request, { state: 'came' }))
  page.on('requestfailed', request =>
    note(request, { state: 'failed', reason: 'no complete answer' }),
  )
  return {
    count: () => outcomes.size,
    missing: (): MissingSheet[] =>
      [...outcomes].flatMap(([url, outcome]): MissingSheet[] => {
        if (outcome.state === 'came') return []
        return outcome.state === 'open'
          ? [{ url, isOnItsWay: true, reason: 'no answer in time' }]
          : [{ url, isOnItsWay: false, reason: outcome.reason }]
      }),
  }
}

const firstOf = (request: Request): Request => {
  let first = request
  for (let from = first.redirectedFrom(); from; from = first.redirectedFrom()) first = from
  return first
}

const faultOf = (response: Response): string | undefined => {
  const headers = response.headers()
  if (isRefusal(headers)) return 'an address that is not public'
  if (response.status() >= 400) return `status ${response.status()}`
  if (response.status() >= 300) return undefined
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  // Browsers apply nothing else, but for pages from before there were standards.
  return /^\s*$|css/i.test(type) ? undefined : `${type.trim().slice(0, 60)} instead of CSS`
}
