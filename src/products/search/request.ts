import type { Static } from 'typebox'
import { named } from '../../base/http/answers.ts'
import { PageAnswer } from '../../base/reader/answer.ts'
import { formatList } from '../../base/reader/formats.ts'
import { readingOptions, respectRobots, screenshotAs } from '../../base/reader/options.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import type { Query } from './engine.ts'

/** As a scrape's. */
const pageDefaults = {
  formats: ['markdown', 'metadata'],
  respectRobots: false,
} as const

/** Without headers: nobody knows beforehand who would get them. */
const { headers: _, ...pageOptions } = readingOptions

const SearchScrape = closed(
  { formats: formatList(pageDefaults.formats), ...pageOptions, screenshotAs, respectRobots },
  { title: 'SearchScrape' },
)

export const SearchRequest = closed(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'What to look for, as one would type it.',
    }),
    limit: optional.Integer({
      minimum: 1,
      maximum: 20,
      default: 10,
      description: 'Results at most.',
    }),
    language: optional.String({
      pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
      maxLength: 35,
      description: 'BCP 47, such as `de` or `en-GB`; without it the search engine’s own choice.',
    }),
    timeRange: optional.Enum(['day', 'week', 'month', 'year'], {
      description: 'Only results published within this time.',
    }),
    category: optional.Enum(['general', 'news', 'images'], { default: 'general' }),
    scrape: Type.Optional({
      ...SearchScrape,
      description: 'Also read the pages that are found: the options of a scrape.',
    }),
  },
  {
    title: 'SearchRequest',
    examples: [{ query: 'desk lamps made of brass', limit: 5 }],
  },
)
type SearchRequest = Static<typeof SearchRequest>

const text = (description: string) => optional.String({ description })

const SearchResult = named('SearchResult', {
  url: Type.String({ description: 'The page' }),
  title: Type.String({ description: 'Its title; empty where none is known' }),
  description: Type.String({ description: 'Some of its words; empty where there are none' }),
  publishedAt: text('ISO 8601'),
  imageUrl: text('The picture that was found on the page, or one of it'),
  page: Type.Optional({ ...PageAnswer, description: 'With `scrape`, where it could be read' }),
  error: optional.Object(
    { code: Type.String(), message: Type.String({ description: 'One sentence' }) },
    { description: 'With `scrape`: why it could not be read; then it cost nothing' },
  ),
})
export type SearchResult = Static<typeof SearchResult>

export const SearchAnswer = named('SearchAnswer', {
  results: Type.Array(SearchResult, { description: 'The best first, each page once' }),
  warning: text('What was lost or is doubtful'),
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** A search that can work. */
export type Search = {
  query: Query
  limit: number
  /** How a page is read that was found; none is, without it. */
  pageAt: ((url: string) => PageRequest) | undefined
  /** It of some page: what can be said of all of them. */
  sample: PageRequest | undefined
}

export const readSearchRequest = (
  parseTarget: (text: string) => URL,
  { query, limit = 10, language, timeRange, category = 'general', scrape }: SearchRequest,
): Search => {
  const pageAt =
    scrape && ((url: string) => readPageRequest(parseTarget, { ...scrape, url }, pageDefaults))
  // What cannot work for any page is told before it costs anything.
  const sample = pageAt?.('https://example.com/')
  return { query: { text: query.trim(), language, timeRange, category }, limit, pageAt, sample }
}
