import type { BrowserContext, Page } from 'playwright-core'

/** What a visitor's browser would say of who uses it. */
export type Locale = {
  /** BCP 47, the preferred one first. */
  languages?: readonly string[]
  /** IANA. */
  timeZone?: string
}

/** As browsers write it: each further language weighs less. */
const acceptLanguage = (languages: readonly string[]): string =>
  languages
    .map((language, index) => (index === 0 ? language : `${language};q=${weight(index)}`))
    .join(',')

const weight = (index: number): string => Math.max(0.1, 1 - index / 10).toFixed(1)

/** The headers a page is asked for with, where it is asked for in certain languages. */
export const localeHeaders = (locale: Locale | undefined): Record<string, string> =>
  locale?.languages ? { 'accept-language': acceptLanguage(locale.languages) } : {}

/** A context knows one language; the others follow here, for the page and for what it asks for. */
export const emulateLanguages = async (
  context: BrowserContext,
  page: Page,
  languages: readonly string[],
): Promise<void> => {
  const session = await context.newCDPSession(page)
  // An empty user agent leaves it, and what client hints say, as they are.
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: '',
    acceptLanguage: languages.join(','),
  })
}
