import type { Static } from 'typebox'
import { actionList } from '../../base/reader/actions/request.ts'
import { formatList } from '../../base/reader/formats.ts'
import {
  pageUrl,
  readingOptions,
  respectRobots,
  screenshotAs,
  session,
} from '../../base/reader/options.ts'
import { closed, optional } from '../../kit/schema.ts'

/** What a scrape gives when the caller names no formats. */
export const scrapeDefaults = {
  formats: ['markdown', 'metadata'],
  respectRobots: false,
} as const

export const trace = optional.Boolean({
  default: false,
  description: 'Also return what was left out of the page and why, for debugging.',
})

export const ScrapeRequest = closed(
  {
    url: pageUrl,
    formats: formatList(scrapeDefaults.formats),
    ...readingOptions,
    screenshotAs,
    session,
    actions: actionList,
    respectRobots,
    trace,
  },
  {
    title: 'ScrapeRequest',
    examples: [{ url: 'https://example.com/', formats: ['markdown', 'links'] }],
  },
)
export type ScrapeRequest = Static<typeof ScrapeRequest>
