import { getDomainWithoutSuffix } from 'tldts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { fold } from '../../../../page/words/words.ts'
import { squash } from '../../grounding/same.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
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
  if (isNotOfSite(state, query)) return undefined
  const name = ownerOf(state)
  return toFinding(field, name?.text, { fact: name?.fact })
}

/** Who offers a job or holds an event need not be whose site it is, and a book has a publisher. */
const isNotOfSite = (state: State, { name }: Query): boolean =>
  (state.isOfJob && sayAny(name, anyFirm)) ||
  // What the page is about has a company of its own.
  (!state.scope.isPage && !sayAny(name, siteWords)) ||
  (sayAny(name, publishers) && (state.isOfGoods || !(state.asksMany || signsOf(state).isArticle)))

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

const publishers = stemsOf('publisher')
/** What those who offer a job or hold an event are called too. */
const anyFirm = stemsOf('company organization organisation business')
const siteWords = stemsOf(
  'shop store retailer merchant vendor business publisher agency site website',
)
const owners =
  /^(?:Organization|Corporation|LocalBusiness|OnlineStore|OnlineBusiness|Store|ProfessionalService|LegalService|Attorney|InsuranceAgency|EducationalOrganization)$/

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
