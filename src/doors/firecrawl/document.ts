import { randomUUID } from 'node:crypto'
import type { PageAnswer, PageMetadata } from '../../base/reader/answer.ts'
import { toActions } from './actions.ts'
import { present } from './call.ts'
import { pageIdOf } from './jobs.ts'

/** A page as these clients know it. */
export type Document = Record<string, unknown> & { metadata: Record<string, unknown> }

/** `url` is the final address of a scrape, and the address that was sent in a job's item. */
type Page = PageAnswer & {
  actions?: Parameters<typeof toActions>[0]
  depth?: number
  foundOn?: string
  change?: string
}

export const toDocument = (page: Page, sourceUrl: string, more: object = {}): Document => {
  const { url, metadata, actions, cachedAt, depth: _, foundOn: __, change: ___, ...content } = page
  const cache = cachedAt ? { cacheState: 'hit', cachedAt } : { cacheState: 'miss' }
  return {
    ...content,
    ...(actions ? { actions: toActions(actions) } : {}),
    metadata: { ...toMetadata(metadata), sourceURL: sourceUrl, url, ...cache, ...more },
  }
}

/** What is told of a page that was asked for by itself. */
export const scrapeFacts = (creditsUsed: number): object => ({
  scrapeId: randomUUID(),
  creditsUsed,
})

type Job = { id: string; completed: number; creditsUsed: number }

/** The same of the pages of a job, from the `offset`th of its results on; its failures are left out. */
export const toDocuments = (
  { id, completed, creditsUsed }: Job,
  items: readonly (Page & { error?: string })[],
  offset: number,
): Document[] =>
  items.flatMap((item, at) => {
    if (item.error !== undefined) return []
    // What each page of a job cost is not told; nearly always all cost the same.
    const facts = { scrapeId: pageIdOf(id, offset + at), creditsUsed: creditsUsed / completed }
    return [toDocument(item, item.url, facts)]
  })

const toMetadata = (metadata: PageMetadata | undefined): Record<string, unknown> => {
  if (!metadata) return { proxyUsed: 'basic' }
  const { openGraph = {}, twitter = {}, keywords, sourceUrl: _, rendered: __, ...said } = metadata
  const { published, modified, pageCount, siteName, ...rest } = said
  return present({
    ...named('og', openGraph),
    ...named('twitter', twitter),
    ...rest,
    ogSiteName: openGraph.site_name ?? siteName,
    keywords: keywords?.join(', '),
    publishedTime: published,
    modifiedTime: modified,
    numPages: pageCount,
    proxyUsed: 'basic',
  })
}

/** `og:image:width` is `ogImageWidth`. */
const named = (prefix: string, said: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name.split(/[:_-]/).reduce((all, part) => `${all}${capital(part)}`, prefix),
      value,
    ]),
  )

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
