import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { bucketOf, domainOf } from './wcxb.ts'

/** One page of the fixtures of other extractors, with the text that they expect of themselves. */
export type ArticlePage = {
  id: string
  /** Whose fixture it is: readability, newspaper, newspaper4k, defuddle or goose3. */
  source: string
  url: string
  main_content: string
}

export const readArticles = (folder: string): ArticlePage[] => {
  const file = join(folder, 'truth.jsonl.gz')
  if (!existsSync(file)) throw new Error(`No articles in ${folder}: expected truth.jsonl.gz.`)
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as ArticlePage)
}

/**
 * Whose page it is. Some fixtures have an address that was made up: there the one that the page
 * names as its own counts, so that a site is one site in every set.
 */
export const siteOfArticle = (url: string, html: string): string => {
  const domain = domainOf(url)
  if (!domain.endsWith('.example')) return domain
  for (const tag of html.slice(0, maxHeadChars).match(ownAddressTag) ?? []) {
    const address = /(?:href|content)\s*=\s*["']?(https?:\/\/[^"'\s>]+)/i.exec(tag)?.[1]
    if (address && URL.canParse(address)) return domainOf(address)
  }
  return domain
}

const maxHeadChars = 200_000
const ownAddressTag = /<(?:link|meta)\b[^>]*(?:canonical|og:url)[^>]*>/gi

/**
 * A third of the sites is never learned from, and its errors were never read: what is measured on
 * them is what a stranger's page would get. Sites that WCXB has too are learned from anyway.
 */
export const isSetAside = (site: string, learned: ReadonlySet<string>): boolean =>
  !learned.has(site) && bucketOf(site, 3) === 0
