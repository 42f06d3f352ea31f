import { fold } from '../../../../page/words/words.ts'
import { trailOf } from '../lists/page-lists.ts'
import { maxChars } from '../rank/lengths.ts'
import type { State } from '../state/state.ts'

/** Whether it is what the page's address is called. */
export const isOfHost = ({ page }: State, text: string): boolean => {
  const name = squash(text)
  const host = URL.parse(page.url)?.hostname ?? ''
  return name.length > 2 && squash(host).includes(name)
}

/** Whether a part of the tab is the name of the site: as the page says, or as its address does. */
export const isSite = (state: State, part: string): boolean => {
  const name = squash(part)
  const [site] = state.scope.meta.properties.get('og:site_name') ?? []
  const isNamed = name.length > 2 && typeof site === 'string' && squash(site) === name
  return isNamed || isOfHost(state, part)
}

/**
 * The page that a site's bare address leads to, in whatever language. One with a cart, or on the way
 * to somewhere, is of something else, whatever its address says.
 */
export const isFront = ({ page }: State): boolean => {
  const { pathname = '', search = '' } = URL.parse(page.url) ?? {}
  if (!frontPage.test(pathname) || (search !== '' && !counters.test(search))) return false
  if (trailOf(page).length > 1) return false
  return !page.nodes.some(({ text }) => text.length <= maxChars.name && cart.test(text))
}

const counters = /^\?(?:utm_|srsltid|gclid|fbclid)/
const cart =
  /\b(?:add|added) to (?:your |my )?(?:cart|bag|basket|spec ?list)\b|\bbuy (?:it )?now\b|\bcheck ?out\b|\bin stock\b|\bview cart\b|\bshopping (?:cart|bag|basket)\b/i
const frontPage = /^\/?(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.\w+)?$/i

const squash = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** "lumen.example" */
export const isDomain = /\.\w{2,}$/

/** What a tab says, part by part, as it is written. */
export const partsOfTab = (tab: string): string[] =>
  tab
    .slice(0, maxTab)
    .split(/\s[-–—|·•»]{1,3}\s|\s?[|»]\s?/)
    .map(part => part.trim())
    .filter(Boolean)

const maxTab = 300
