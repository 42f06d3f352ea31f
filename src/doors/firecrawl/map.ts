import { type Handler, present, wholeOf } from './call.ts'

type Link = { url: string; title?: string }

export const map: Handler = async call => {
  const { wishes, version } = call
  const body = present({
    url: wishes.url,
    search: wishes.search || undefined,
    limit: wholeOf(wishes.limit, 1, 100_000) ?? 5_000,
    scope: wishes.includeSubdomains === false ? 'host' : 'domain',
    sitemap: sitemapOf(wishes),
    ignoreQuery: wishes.ignoreQueryParameters,
    timeout: wholeOf(wishes.timeout, 1_000, 120_000),
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

const sitemapOf = (wishes: Record<string, unknown>): unknown => {
  if (wishes.sitemapOnly === true) return 'only'
  return wishes.sitemap ?? (wishes.ignoreSitemap === true ? 'skip' : undefined)
}
