import type { HtmlElement } from '../html/html.ts'
import { firstWords } from './elsewhere.ts'
import { bareName } from './text.ts'

/** What a browser's tab says, by its letters and digits: all of it, and part by part. */
export type Tab = { whole: string; parts: string[] }

export const tabOf = (title = ''): Tab => ({
  whole: bareName(title.slice(0, maxTitle)),
  parts: title.slice(0, maxTitle).split(joints).map(bareName).filter(Boolean),
})

const maxTitle = 300
const joints = /\s[-–—|·•»:]{1,3}\s|\s?[|»]\s?|:\s/

export type Headline = { text: string; rank: number }

/**
 * How well a heading does as the headline of its page. Many sites have their own name in the first
 * `<h1>`, and books theirs: it leads to the front page, or is what the tab ends with.
 */
export const headlineOf = (heading: HtmlElement, { whole, parts }: Tab): Headline | undefined => {
  const text = firstWords(heading)
  const bare = bareName(text ?? '')
  if (text === undefined || bare === '') return undefined
  const isMain = heading.name === 'h1'
  if (leadsHome(heading) || (isMain && parts.length > 1 && parts.at(-1) === bare))
    return isMain ? { text, rank: siteName } : undefined
  const [begin = ''] = parts
  if (begin.length >= sureLength && bare.startsWith(begin)) return { text, rank: first }
  const least = isMain || bare === begin ? leastLength : sureLength
  if (bare.length >= least && whole.startsWith(bare)) return { text, rank: first }
  if (isMain) return { text, rank: whole.includes(bare) ? within : other }
  return parts.includes(bare) ? { text, rank: other } : undefined
}

/** A lower heading is asked only where the main one is the name of the site, or begins the tab. */
export const isBetter = (
  { name }: HtmlElement,
  one: Headline,
  known: Headline | undefined,
): boolean => {
  if (!known) return name === 'h1' || one.rank === first
  return one.rank > known.rank && (name === 'h1' || known.rank === siteName)
}

/** No heading to come can be better. */
export const isSettled = (known: Headline | undefined): boolean => known?.rank === first

/** It may stand in a sidebar. */
export const isOfSite = ({ rank }: Headline): boolean => rank === siteName

/** The headings that say whose site or book the page is part of, where another says what it is. */
export const siteHeadings = (headings: readonly HtmlElement[], tab: Tab): Set<HtmlElement> => {
  const ranked = headings.flatMap(element => {
    const headline = headlineOf(element, tab)
    return headline ? { element, rank: headline.rank } : []
  })
  const isNamed = ranked.some(({ rank }) => rank === first)
  const sites = isNamed ? ranked.filter(({ rank }) => rank === siteName) : []
  return new Set(sites.map(({ element }) => element))
}

const [siteName, other, within, first] = [0, 1, 2, 3]
const leastLength = 4
const sureLength = 15

const leadsHome = (heading: HtmlElement): boolean =>
  [heading.parent, ...heading.children].some(
    one =>
      one?.type === 'element' &&
      one.name === 'a' &&
      home.test(one.attributes.href?.slice(0, maxTitle) ?? ''),
  )

const home = /^(?:https?:\/\/[^/?#]+)?\/?(?:index\.\w{2,5})?$/
