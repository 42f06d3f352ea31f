import { getDomainWithoutSuffix } from 'tldts'
import { sayAny, sayOnly, stemsOf } from '../../../../page/words/stems.ts'
import { fold } from '../../../../page/words/words.ts'
import { trailOf } from '../lists/page-lists.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import { anyOf } from '../rank/rules.ts'
import { signsOf } from '../state/lines.ts'
import type { Finding, Question, State } from '../state/state.ts'
import { asksOwner, isNameOfPart } from './field-names.ts'
import { isLabelled, rankedAnswer } from './ranker.ts'
import { type Reader, toFinding } from './reader.ts'

/**
 * The company of a page that is about nothing else is the one whose site it is. A line that names
 * its company, or a label among goods, knows better.
 */
export const owner: Reader = {
  name: 'owner',
  asks: question => !isNameOfPart(question) && asksOwner(question.query),
  read: (state, question) => {
    const ranked = rankedAnswer(state, question)
    const isNamed =
      ranked && (ranked.candidate.labels.inline || (state.isOfGoods && isLabelled(ranked)))
    return isNamed ? undefined : fromSite(state, question)
  },
  trust: confidence.guessed,
}

const fromSite = (state: State, { field, query }: Question): Finding | undefined => {
  if (isNotOfSite({ state, query })) return undefined
  const name = ownerOf(state)
  return toFinding(field, name?.text, { fact: name?.fact })
}

const isNotOfSite = anyOf<{ state: State; query: Query }>({
  'who offers a job or holds an event need not be whose site it is': ({ state, query }) =>
    state.isOfJob && sayAny(query.name, anyFirm),
  'the page is about one thing, which has a company of its own': ({ state, query }) =>
    !state.scope.isPage && !sayAny(query.name, siteWords),
  'goods have a brand of their own': ({ state, query }) =>
    state.isOfGoods && sayAny(query.name, brands) && !isFront(state),
  'a book has a publisher of its own': ({ state, query }) =>
    sayAny(query.name, publishers) &&
    (state.isOfGoods || !(state.asksMany || signsOf(state).isArticle)),
})

const ownerOf = (state: State): Named | undefined => {
  const stated = statedOwner(state)
  if (stated && isOfHost(state, stated.text)) return stated
  // "Best lamps in town" is what some pages call themselves in their markup.
  const shown = shownOwner(state)
  return stated && !(shown && isOfHost(state, shown.text)) ? stated : shown
}

type Named = { text: string; fact: string }

const statedOwner = (state: State): Named | undefined => {
  const owner = state.page.facts.items.find(({ types }) => types.some(type => owners.test(type)))
  const [name] = owner?.properties.get('name') ?? []
  if (!owner || typeof name !== 'string') return undefined
  // "Lumen House - Lamps for every room"
  const [first = name, ...others] = partsOfTab(name)
  const own = others.length > 0 && isOfHost(state, first) ? first : name
  return { text: own, fact: `${owner.source} ${owner.types[0]} name` }
}

const shownOwner = (state: State): Named | undefined => {
  const { page, scope } = state
  const [said] = scope.meta.properties.get('og:site_name') ?? []
  const site = typeof said === 'string' && !isDomain.test(said) ? said : undefined
  const named = site && partsOfTab(site).find(one => isOfHost(state, one))
  if (site && (named || page.title.includes(site)))
    return { text: named ?? site, fact: 'meta meta og:site_name' }
  const part = partsOfTab(page.title).find(one => isSite(state, one) && !isDomain.test(one))
  if (part) return { text: part.trim(), fact: 'meta meta title' }
  const shown = shownName(state)
  if (shown) return { text: shown, fact: 'address' }
  return site ? { text: site, fact: 'meta meta og:site_name' } : undefined
}

/** "Famous Footwear", as a page of famousfootwear.com writes it. */
const shownName = ({ page }: State): string | undefined => {
  const label = getDomainWithoutSuffix(page.url)?.replace(/[^a-z\d]/g, '') ?? ''
  if (label.length < minLabel || label.length > maxChars.label) return undefined
  const counts = new Map<string, number>()
  for (const text of [...page.nodes.map(node => node.text), ...page.images.map(({ alt }) => alt)]) {
    const said = spelled(text.slice(0, maxChars.text), label)
    if (said && /\p{Lu}/u.test(said)) counts.set(said, (counts.get(said) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The words of a text that have just these letters, one after the other. */
const spelled = (text: string, letters: string): string | undefined => {
  const words = [...text.matchAll(/[\p{L}\p{N}'’]+/gu)]
  for (const [first, { index }] of words.entries()) {
    let joined = ''
    for (let at = first; at < words.length && joined.length < letters.length; at++) {
      const word = words[at]?.[0] ?? ''
      joined += fold(word).replace(/['’]/g, '')
      const end = (words[at]?.index ?? 0) + word.length
      // Not that of an address: "www.lumen.example", "info@lumen.example".
      if (
        joined === letters &&
        !/[@/.]$/.test(text.slice(0, index)) &&
        !/^[@/]|^\.\p{L}/u.test(text.slice(end))
      )
        return text.slice(index, end)
      if (!letters.startsWith(joined)) break
    }
  }
  return undefined
}

const minLabel = 3

const brands = stemsOf('brand')
const publishers = stemsOf('publisher')
/** What those who offer a job or hold an event are called too. */
const anyFirm = stemsOf('company organization organisation business')
/** Whatever the page is about, these are whose site it is. */
const siteWords = stemsOf(
  'shop store retailer merchant vendor business publisher agency site website',
)
const owners =
  /^(?:Organization|Corporation|LocalBusiness|OnlineStore|OnlineBusiness|Store|ProfessionalService|LegalService|Attorney|InsuranceAgency|EducationalOrganization)$/

/** What a program's or a service's front page is about is called as the site is; its heading is a claim. */
export const front: Reader = {
  name: 'front',
  asks: (question, { scope }) => {
    const { name, field } = question.query
    return (
      scope.isPage &&
      field.kind === 'string' &&
      !isNameOfPart(question) &&
      sayOnly(name, programs, nameWords)
    )
  },
  read: (state, { field }) => {
    const owner = isFront(state) ? ownerOf(state) : undefined
    const short = owner?.text.replace(isDomain, '') ?? ''
    const isShort = partsOfTab(state.page.title).includes(short)
    return toFinding(field, isShort ? short : owner?.text, { fact: owner?.fact })
  },
  trust: confidence.guessed,
}

const nameWords = stemsOf('name')
const programs = stemsOf('product app application software platform tool service')

/** Whether it is what the page's address is called. */
const isOfHost = ({ page }: State, text: string): boolean => {
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
const isFront = ({ page }: State): boolean => {
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
const isDomain = /\.\w{2,}$/

/** What a tab says, part by part, as it is written. */
const partsOfTab = (tab: string): string[] =>
  tab
    .slice(0, maxTab)
    .split(/\s[-–—|·•»]{1,3}\s|\s?[|»]\s?/)
    .map(part => part.trim())
    .filter(Boolean)

const maxTab = 300
