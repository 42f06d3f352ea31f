import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { itemFields, listOf, stateFields } from '../../base/jobs/answers.ts'
import { delay, labels, respectRobotsByDefault, webhookFor } from '../../base/jobs/job-options.ts'
import { skipReasons } from '../../base/jobs/kinds-and-states.ts'
import { formatList } from '../../base/reader/formats.ts'
import { pageUrl, readingOptions, screenshotAs, session } from '../../base/reader/options.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { maxPatternLength, maxPatterns } from '../../page/links/patterns.ts'
import { scopes } from '../../page/links/scope.ts'

/** What its pages are read as when the caller says nothing of it. */
export const crawlDefaults = { formats: ['markdown', 'metadata'], respectRobots: true } as const

const patterns = (description: string) =>
  optional.Array(Type.String({ minLength: 1, maxLength: maxPatternLength }), {
    maxItems: maxPatterns,
    description: `${description} Patterns of path and query: \`*\` is anything but \`/\`, \`**\` anything; after \`re:\` an RE2 expression that may be found anywhere.`,
  })

export const maxCrawlPages = 100_000

export const CrawlRequest = closed(
  {
    url: pageUrl,
    limit: optional.Integer({
      minimum: 1,
      maximum: maxCrawlPages,
      default: 1_000,
      description: 'Pages that become results or failures, at most.',
    }),
    scope: optional.Enum([...scopes], {
      default: 'host',
      description:
        'Where the crawl stays: on the start page’s host (with or without `www.`), below its folder (`path`), or on every host of its domain.',
    }),
    maxDepth: optional.Integer({
      minimum: 0,
      maximum: 100,
      default: 20,
      description:
        'Link hops from the start page. The next page of a list is no hop; pages of a sitemap are one.',
    }),
    include: patterns(
      'Only these pages are results; others are visited for their links, at no cost.',
    ),
    exclude: patterns('These pages are never visited.'),
    sitemap: optional.Enum(['include', 'only', 'skip'], {
      default: 'include',
      description: 'Use sitemaps in addition to links, only sitemaps, or no sitemaps.',
    }),
    ignoreQuery: optional.Boolean({
      default: false,
      description: '`a?x=1` and `a?x=2` are one page.',
    }),
    compareTo: optional.String({
      maxLength: 100,
      description: 'An ended crawl: items say what is new or has changed since.',
    }),
    formats: formatList(crawlDefaults.formats),
    ...readingOptions,
    screenshotAs,
    session,
    respectRobots: respectRobotsByDefault,
    delay,
    webhook: webhookFor('crawl'),
    ...labels,
  },
  {
    title: 'CrawlRequest',
    examples: [{ url: 'https://example.com/', limit: 100, exclude: ['/login/**'] }],
  },
)
export type CrawlRequest = Static<typeof CrawlRequest>

const text = (description: string) => optional.String({ description })

const CrawlItem = Type.Object(
  {
    ...itemFields,
    url: Type.String({ description: 'As it was first found' }),
    depth: Type.Integer({ description: 'Link hops from the start page' }),
    foundOn: Type.String({ description: 'The page that links to it, `sitemap` or `start`' }),
    change: optional.Enum(['new', 'same', 'changed', 'gone', 'failed'], {
      description:
        'Only with `compareTo`. `gone`: read then, and now the site says it is not there; `failed`: read then, and cannot be read now',
    }),
  },
  { title: 'CrawlItem', description: 'The requested formats, or an error.' },
)

export const CrawlState = named('CrawlState', {
  ...stateFields,
  total: Type.Number({
    description:
      'Pages read, failed and waiting; never more than `limit`. At the end those read and failed, which may be fewer, because some waiting URLs turn out to be known pages',
  }),
  completed: Type.Number({ description: 'Pages that were read' }),
  failed: Type.Number({ description: 'Pages that could not be read' }),
  discovered: Type.Number({ description: 'URLs that were seen where the crawl stays' }),
  skipped: Type.Object(Object.fromEntries(skipReasons.map(reason => [reason, Type.Number()])), {
    description: 'URLs that are neither results nor failures, by reason',
  }),
  warning: text('What was lost or is doubtful'),
  removed: optional.Array(Type.String(), {
    description: 'With `compareTo`, at the end: URLs that no longer exist, at most 1,000',
  }),
  data: Type.Array(CrawlItem, {
    description: 'In order of completion: a page once read never changes.',
  }),
})

export const Skipped = named('CrawlSkipped', {
  data: Type.Array(
    named('SkippedUrl', {
      url: Type.String(),
      reason: Type.Enum([...skipReasons]),
      foundOn: Type.String({ description: 'The page that links to it, `sitemap` or `start`' }),
    }),
    { description: 'In the order in which they were found, the first 10,000' },
  ),
  next: text('The next page, if there is one'),
})

export const CrawlList = listOf('CrawlList', 'CrawlSummary')
