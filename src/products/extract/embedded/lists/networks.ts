import { fold, stemOf, wordsOf } from '../../../../page/words/words.ts'
import type { Page } from '../../source/page.ts'
import hosts from './networks.json' with { type: 'json' }

/** Where people and companies have pages of their own elsewhere. */
const networks = new Map(Object.entries(hosts))

export type Profile = { network: string; url: string; node: number | undefined }

/** Links to the page's own accounts elsewhere, each network once; links to share the page are none. */
export const profilesOf = (page: Page): Profile[] => {
  const own = URL.parse(page.url)?.hostname ?? ''
  const found = new Map<string, Profile>()
  for (const { url, after } of page.links) {
    const { hostname = '', pathname = '/', search = '' } = URL.parse(url) ?? {}
    const network = networkOf(hostname)
    if (!network || networkOf(own) === network || pathname === '/') continue
    if (sharing.test(pathname + search) || found.has(network)) continue
    found.set(network, { network, url, node: after || undefined })
  }
  return [...found.values()]
}

const networkOf = (host: string): string | undefined => {
  const parts = host.split('.')
  for (const count of [2, 3]) {
    const known = networks.get(parts.slice(-count).join('.'))
    if (known) return known
  }
  // pinterest.co.uk, pinterest.de
  return /(?:^|\.)pinterest\.[a-z.]{2,6}$/.test(host) ? 'Pinterest' : undefined
}

const sharing =
  /\/(?:sharer?|intent|shareArticle|pin\/create|submit|dialog)\b|[?&](?:u|url|text|mini)=/i

/** The account on the network that a field is called after: `twitter_url`, `linkedIn`. */
export const profileNamed = (page: Page, name: string): Profile | undefined => {
  const letters = fold(name).replace(/[^a-z]/g, '')
  // `twitterProfileUrl`
  const said = letters.replace(ending, '').replace(ending, '')
  if (said === '') return undefined
  const wanted = said === 'x' ? ['x', 'twitter'] : said === 'twitter' ? ['twitter', 'x'] : [said]
  const words = new Set(wordsOf(name).map(({ stem }) => stem))
  return profilesOf(page).find(
    ({ network }) =>
      wanted.includes(fold(network)) || (network.length > 1 && words.has(stemOf(network))),
  )
}

const ending = /(?:url|link|profile|page|handle)$/
