import type { PageAnswer } from '../../base/reader/answer.ts'
import { isObject } from '../../kit/is-object.ts'
import {
  type FirecrawlCall,
  type FirecrawlOptions,
  type Handler,
  optionsFrom,
  present,
  textOf,
  wholeOf,
} from './call.ts'
import { toDocument } from './document.ts'
import { type PageOptions, readPageOptions } from './page-options.ts'

type Result = {
  url: string
  title: string
  description: string
  publishedAt?: string
  imageUrl?: string
  page?: PageAnswer
  error?: { message: string }
}
type Found = { results: Result[]; warning?: string }

const categories = { web: 'general', news: 'news', images: 'images' } as const
type Source = keyof typeof categories

export const search: Handler = async call => {
  const { input, version } = call
  const { formats } = optionsFrom(input.scrapeOptions)
  const pages = Array.isArray(formats) && formats.length > 0 ? input.scrapeOptions : undefined
  const read = pages ? readPageOptions(pages as FirecrawlOptions, call.ways()) : undefined
  const refused = [...(read?.refused ?? []), ...refusedOf(input)]
  const data: Partial<Record<Source, object[]>> = {}
  for (const source of version === 'v1' ? (['web'] as const) : sourcesOf(input)) {
    const found = await ask(call, categories[source], read && toScrape(read))
    data[source] = found.results.map(shows[source])
    if (found.warning) refused.push(found.warning)
  }
  return {
    success: true,
    data: version === 'v1' ? data.web : data,
    creditsUsed: call.credits(),
    ...(refused.length > 0 ? { warning: refused.join(' ') } : {}),
  }
}

const ask = (call: FirecrawlCall, category: string, scrape: object | undefined): Promise<Found> => {
  const { input } = call
  const body = present({
    query: queryOf(input),
    limit: wholeOf(input.limit, 1, mostResults) ?? 5,
    language: typeof input.lang === 'string' ? input.lang : undefined,
    timeRange: timeRangeOf(input.tbs),
    category,
    scrape,
  })
  return call.ask<Found>({ method: 'POST', path: '/search', body })
}

const mostResults = 20

/** Nobody knows beforehand who would get the headers. */
const toScrape = ({ options, formats }: PageOptions) => {
  const { headers: _, ...rest } = options
  return { ...rest, formats }
}

/** Engines know sites by these words. */
const queryOf = ({ query, includeDomains, excludeDomains }: FirecrawlOptions): unknown => {
  if (typeof query !== 'string') return query
  const only = namesIn(includeDomains).map(name => `site:${name}`)
  const not = namesIn(excludeDomains).map(name => `-site:${name}`)
  return [query, only.join(' OR '), ...not].filter(Boolean).join(' ')
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

const ranges: Record<string, string> = { h: 'day', d: 'day', w: 'week', m: 'month', y: 'year' }

const timeRangeOf = (tbs: unknown): string | undefined =>
  ranges[/qdr:([hdwmy])/.exec(textOf(tbs))?.[1] ?? '']

const sourcesOf = ({ sources }: FirecrawlOptions): Source[] => {
  const named = (Array.isArray(sources) ? sources : []).map(source =>
    textOf(isObject(source) ? source.type : source),
  )
  const known = (Object.keys(categories) as Source[]).filter(name => named.includes(name))
  return known.length > 0 ? known : ['web']
}

const refusedOf = (input: FirecrawlOptions): string[] => [
  ...(Number(input.limit) > mostResults ? [`A search gives at most ${mostResults} results.`] : []),
  ...(/qdr:h/.test(textOf(input.tbs))
    ? ['The engine knows no hours: results are of the last day.']
    : textOf(input.tbs) !== '' && !timeRangeOf(input.tbs)
      ? ['"tbs" is obeyed for the last day, week, month or year only.']
      : []),
  ...(namesIn(input.categories).length > 0 ? ['Results are not filtered by category.'] : []),
  ...(input.location || (input.country && input.country !== 'us')
    ? ['The engine decides where results are from.']
    : []),
]

const shows: Record<Source, (result: Result, at: number) => object> = {
  web: ({ url, title, description, page, error }, at) => ({
    ...(page ? toDocument(page, url) : {}),
    ...{ url, title, description, position: at + 1 },
    ...(error ? { metadata: { sourceURL: url, error: error.message } } : {}),
  }),
  news: ({ url, title, description, publishedAt, imageUrl, page }, at) =>
    present({
      ...(page ? toDocument(page, url) : {}),
      ...{ url, title, snippet: description, date: publishedAt, imageUrl, position: at + 1 },
    }) as object,
  images: ({ url, title, imageUrl }, at) => present({ url, title, imageUrl, position: at + 1 }),
}
