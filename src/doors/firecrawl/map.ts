import { type Handler, present, wholeOf } from './call.ts'

type Link = { url: string; title?: string }

export const map: Handler = async call => {
  const { input, version } = call
  const body = present({
    url: input.url,
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
    ...(warning ? { warning } : {}),
  }
}

const toLink = ({ url, title }: Link): Link => ({ url, ...(title ? { title } : {}) })

const sitemapOf = (input: Record<string, unknown>): unknown => {
  if (input.sitemapOnly === true) return 'only'
  return input.sitemap ?? (input.ignoreSitemap === true ? 'skip' : undefined)
}
