import { type Handler, present, wholeOf } from './call.ts'
import { readTravel } from './page-options.ts'

type Link = { url: string; title?: string }

export const map: Handler = async call => {
  const { input, version } = call
  const travel = readTravel(input, call.ways())
  const body = present({
    url: input.url,
    ...travel.options,
    search: input.search || undefined,
    limit: wholeOf(input.limit, 1, 100_000) ?? 5_000,
    scope: input.includeSubdomains === false ? 'host' : 'domain',
    sitemap: sitemapOf(input),
    ignoreQuery: input.ignoreQueryParameters,
    timeout: wholeOf(input.timeout, 1_000, 120_000),
  })
  const { links, warning } = await call.ask<{ links: Link[]; warning?: string }>({
    method: 'POST',
    path: '/map',
    body,
  })
  return {
    success: true,
    links: version === 'v1' ? links.map(({ url }) => url) : links.map(toLink),
    ...warningOf(warning, travel.refused),
  }
}

const warningOf = (warning: string | undefined, refused: readonly string[]): object => {
  const all = [...(warning ? [warning] : []), ...refused]
  return all.length > 0 ? { warning: all.join(' ') } : {}
}

const toLink = ({ url, title }: Link): Link => ({ url, ...(title ? { title } : {}) })

const sitemapOf = (input: Record<string, unknown>): unknown => {
  if (input.sitemapOnly === true) return 'only'
  return input.sitemap ?? (input.ignoreSitemap === true ? 'skip' : undefined)
}
