import { isObject } from '../../kit/is-object.ts'
import {
  type FirecrawlCall,
  type FirecrawlOptions,
  type Handler,
  present,
  textOf,
  wholeOf,
} from './call.ts'
import { type FirecrawlKind, idempotencyOf, pathOf, shownId } from './jobs.ts'
import { noActions, type PageOptions, readPageOptions } from './page-options.ts'

export const beginBatch: Handler = async call => {
  const { input, version } = call
  const read = readPageOptions(input, call.ways())
  const refused = [...refusedOfJobs(read), ...(input.appendToId ? [noAppending] : [])]
  return begin(call, 'batch', refused, {
    urls: input.urls,
    ...read.options,
    ...(read.actions.length > 0 ? { actions: read.actions } : {}),
    formats: formatsOf(read),
    // Their default changed with the version.
    ignoreInvalidURLs: input.ignoreInvalidURLs ?? version === 'v2',
    webhook: webhookOf(input.webhook, 'batch'),
  })
}

const noAppending = 'Nothing is added to an earlier batch: this is a new one.'

export const beginCrawl: Handler = async call => {
  const { input } = call
  const read = readPageOptions(
    isObject(input.scrapeOptions) ? input.scrapeOptions : {},
    call.ways(),
  )
  const { includePaths, excludePaths, regexOnFullURL: whole } = input
  const refused = [
    ...refusedOfJobs(read),
    ...(read.actions.length > 0 ? [noActions] : []),
    ...refusedOfCrawls(input),
  ]
  return begin(call, 'crawl', refused, {
    url: input.url,
    ...read.options,
    formats: formatsOf(read),
    limit: wholeOf(input.limit, 1, 100_000) ?? 10_000,
    scope: scopeOf(input),
    maxDepth: wholeOf(input.maxDiscoveryDepth ?? input.maxDepth, 0, 100),
    include: patternsOf(includePaths, Boolean(whole)),
    exclude: patternsOf(excludePaths, Boolean(whole)),
    sitemap: input.sitemap ?? (input.ignoreSitemap === true ? 'skip' : undefined),
    ignoreQuery: input.ignoreQueryParameters,
    respectRobots: input.ignoreRobotsTxt === true ? false : undefined,
    delay: secondsOf(input.delay),
    webhook: webhookOf(input.webhook, 'crawl'),
  })
}

const begin = async (
  call: FirecrawlCall,
  kind: FirecrawlKind,
  refused: readonly string[],
  body: Record<string, unknown>,
): Promise<object> => {
  const made = await call.ask<{ id: string; invalidURLs?: string[] }>({
    method: 'POST',
    path: pathOf[kind],
    body: present(body),
    headers: idempotencyOf(call.request),
  })
  const id = shownId({ kind, id: made.id })
  return {
    success: true,
    id,
    url: `${call.base}${pathOf[kind]}/${id}`,
    ...(made.invalidURLs ? { invalidURLs: made.invalidURLs } : {}),
    ...(refused.length > 0 ? { warning: refused.join(' ') } : {}),
  }
}

/** Where nothing but branding is asked for, the pages are read all the same. */
const formatsOf = ({ formats }: PageOptions): unknown[] =>
  formats.length > 1 ? formats : ['markdown', ...formats]

const refusedOfJobs = ({ dataAs, branding, refused }: PageOptions): string[] => [
  ...refused,
  ...(dataAs === 'extract' ? ['"extract" is given as "json".'] : []),
  ...(branding ? ['"branding" is given for single pages only.'] : []),
]

const refusedOfCrawls = (input: FirecrawlOptions): string[] => [
  ...(input.allowExternalLinks ? ['Links to other sites are not followed.'] : []),
  ...(String(input.prompt ?? '').trim() ? ['A prompt does not change how a site is crawled.'] : []),
  ...(input.robotsUserAgent ? ['robots.txt is read for our own name.'] : []),
  ...(input.zeroDataRetention ? ['Results are kept as they always are.'] : []),
]

/** Unless asked for more, a crawl of theirs stays below the page it begins with. */
const scopeOf = ({
  allowSubdomains,
  crawlEntireDomain,
  allowBackwardLinks,
}: FirecrawlOptions): string => {
  if (allowSubdomains) return 'domain'
  return crawlEntireDomain || allowBackwardLinks ? 'host' : 'path'
}

const secondsOf = (delay: unknown): number | undefined =>
  typeof delay === 'number' ? wholeOf(delay * 1_000, 0, 60_000) : undefined

/** Expressions on the path, or on the whole address; ours are on path and query. */
const patternsOf = (patterns: unknown, isWhole: boolean): unknown =>
  Array.isArray(patterns) && patterns.length > 0
    ? patterns.map(pattern => `re:${onPath(textOf(pattern), isWhole)}`)
    : undefined

const onPath = (pattern: string, isWhole: boolean): string =>
  (isWhole ? pattern.replace(siteOfPattern, '^') : pattern).replace(/(?<!\\)\$$/, '(?:\\?.*)?$')

/** The slash behind it may be escaped. */
const siteOfPattern = /^\^?https?\??:\\?\/\\?\/[^/]+/

const webhookOf = (webhook: unknown, kind: FirecrawlKind): object | undefined => {
  const { url, headers, metadata, events } = isObject(webhook) ? webhook : { url: webhook }
  if (url === undefined || url === null || url === '') return undefined
  const named = Array.isArray(events) && events.length > 0 ? events : usualEvents
  return present({
    ...{ url, headers, metadata, form: 'firecrawl' },
    events: named.map(event => `${kind}.${textOf(event)}`),
  })
}

const usualEvents = ['started', 'page', 'completed', 'failed']
