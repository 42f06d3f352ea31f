import type { Static } from 'typebox'
import type { OnExtra } from '../../base/accounts/prices.ts'
import { named } from '../../base/http/answers.ts'
import { pageUrl, session } from '../../base/reader/options.ts'
import { readSession, type SessionRef } from '../../base/reader/session-ref.ts'
import { type Exit, readTravel, wayOptions } from '../../base/ways/request.ts'
import type { Locale } from '../../base/web/locale.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import {
  compilePatterns,
  maxPatternLength,
  maxPatterns,
  type Pattern,
} from '../../page/links/patterns.ts'
import { type Scope, scopes } from '../../page/links/scope.ts'

const sitemapUses = ['include', 'only', 'skip'] as const

const patterns = (description: string) =>
  optional.Array(Type.String({ minLength: 1, maxLength: maxPatternLength }), {
    maxItems: maxPatterns,
    description,
  })

export const MapRequest = closed(
  {
    url: pageUrl,
    limit: optional.Integer({
      minimum: 1,
      maximum: 100_000,
      default: 5_000,
      description: 'How many URLs at most.',
    }),
    search: optional.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words: URLs that have them in their address, title or links come first.',
    }),
    scope: optional.Enum([...scopes], {
      default: 'domain',
      description:
        '`host`: this host, with or without `www.`; `path`: also below the URL’s folder; `domain`: every host of the registrable domain.',
    }),
    sitemap: optional.Enum([...sitemapUses], {
      default: 'include',
      description: 'Use sitemaps and links, only sitemaps, or no sitemaps.',
    }),
    include: patterns(
      'Only URLs whose path and query fit one of these: `*` is anything but `/`, `**` anything, `re:` an RE2 expression.',
    ),
    exclude: patterns('No URLs whose path and query fit one of these.'),
    ignoreQuery: optional.Boolean({
      default: true,
      description: 'URLs that differ in their query are one.',
    }),
    maxAge: optional.Integer({
      minimum: 0,
      maximum: 604_800_000,
      default: 0,
      description: 'Serve our own stored map if it is newer than this many milliseconds.',
    }),
    timeout: optional.Integer({
      minimum: 1_000,
      maximum: 120_000,
      default: 30_000,
      description: 'Milliseconds for the whole call.',
    }),
    session,
    ...wayOptions,
  },
  {
    title: 'MapRequest',
    examples: [{ url: 'https://example.com/', search: 'about', limit: 50 }],
  },
)

export const MapAnswer = named('MapAnswer', {
  url: Type.String({ description: 'The final URL of the requested page' }),
  links: Type.Array(
    named('MapLink', {
      url: Type.String(),
      title: optional.String({ description: 'Of the page, or what a link to it says' }),
      lastModified: optional.String({ description: 'ISO 8601, as the sitemap says' }),
      from: Type.Enum(['sitemap', 'page', 'crawl'], {
        description: 'A sitemap, the requested page, or another page',
      }),
    }),
  ),
  warning: optional.String({ description: 'What was cut, and why' }),
})
export type MapAnswer = Static<typeof MapAnswer>

/** Checked, with every default filled in. */
export type MapOptions = {
  url: URL
  limit: number
  search: string | undefined
  scope: Scope
  sitemap: (typeof sitemapUses)[number]
  ignoreQuery: boolean
  maxAgeMs: number
  timeoutMs: number
  /** As in a page's request. */
  exit?: Exit
  locale?: Locale
  session?: SessionRef
  onExtra?: OnExtra
  /** By path and query. */
  isWanted: Pattern
  /** What a stored map must have been asked with. */
  identity: readonly unknown[]
}

export const readMapRequest = (
  parseTarget: (text: string) => URL,
  asked: Static<typeof MapRequest>,
  accountId: string,
): MapOptions => {
  const url = parseTarget(asked.url)
  const { include = [], exclude = [] } = asked
  const included = compilePatterns(include)
  const excluded = compilePatterns(exclude)
  const chosen = {
    limit: asked.limit ?? 5_000,
    search: asked.search,
    scope: asked.scope ?? 'domain',
    sitemap: asked.sitemap ?? 'include',
    ignoreQuery: asked.ignoreQuery ?? true,
  }
  const travel = readTravel(asked)
  return {
    ...chosen,
    ...travel,
    ...readSession(asked, accountId),
    url,
    maxAgeMs: asked.maxAge ?? 0,
    timeoutMs: asked.timeout ?? 30_000,
    isWanted: path => (include.length === 0 || included(path)) && !excluded(path),
    identity: ['map', url.href, chosen, include, exclude, ...Object.values(travel)],
  }
}
