import { getDomainWithoutSuffix } from 'tldts'
import { bareName } from '../../../../page/metadata/text.ts'
import type { PageNode } from '../../../../page/text/nodes.ts'
import { stemsOf } from '../../../../page/words/stems.ts'
import { fold, stemOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import type { Query } from '../rank/query.ts'
import { toLate } from '../state/late.ts'
import { signsOf } from '../state/page-signs.ts'
import type { Late, State } from '../state/state.ts'
import { isFront, isOfHost, isSite } from './site-name.ts'
import { partsOf } from './tab-title.ts'

/** The company of a page that is about nothing else is the one whose site it is. */
export const fromOwner = (state: State, field: Field, query: Query): Late | undefined => {
  const copyright = fromCopyright(state, field, query)
  if (copyright || !asksOwner(query)) return copyright
  if (state.isOfJob && query.name.some(({ stem }) => anyFirm.has(stem))) return undefined
  const isOfSite = state.scope.isPage || query.name.some(({ stem }) => siteWords.has(stem))
  if (!isOfSite) return undefined
  const isBrand = query.name.some(({ stem }) => stem === brandStem)
  if (state.isOfGoods && isBrand && !isFront(state)) return undefined
  // A book has a publisher of its own.
  const isOfStories = state.asksMany || signsOf(state).isArticle
  if (query.name.some(({ stem }) => stem === publisherStem) && (state.isOfGoods || !isOfStories))
    return undefined
  const name = ownerOf(state)
  const late = toLate(field, name?.text, { fact: name?.fact })
  return late ?? (state.isOfCompany ? subjectOf(state, field) : undefined)
}

/** What a program's or a service's front page is about is called as the site is; its heading is a claim. */
export const fromFront = (state: State, field: Field, { name }: Query): Late | undefined => {
  if (!state.scope.isPage || field.kind !== 'string') return undefined
  if (!name.some(({ stem }) => programs.has(stem))) return undefined
  if (!name.every(({ stem }) => stem === nameStem || programs.has(stem))) return undefined
  if (!isFront(state)) return undefined
  const owner = ownerOf(state)
  const short = owner?.text.replace(isDomain, '') ?? ''
  const isShort = partsOf(state.page.title).includes(short)
  return toLate(field, isShort ? short : owner?.text, { fact: owner?.fact })
}

const programs = stemsOf('product app application software platform tool service')

/** `company`, `firm_name`, `provider` and nothing else. */
export const asksOwner = ({ field, name, intent }: Query): boolean => {
  return (
    intent !== 'url' &&
    (field.kind === 'string' || field.kind === 'any') &&
    !field.format &&
    name.every(({ stem }) => stem === nameStem || ownerWords.has(stem)) &&
    name.some(({ stem }) => stem !== nameStem)
  )
}

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
  const [first = name, ...others] = partsOf(name)
  const own = others.length > 0 && isOfHost(state, first) ? first : name
  return { text: own, fact: `${owner.source} ${owner.types[0]} name` }
}

const shownOwner = (state: State): Named | undefined => {
  const { page, scope } = state
  const [said] = scope.meta.properties.get('og:site_name') ?? []
  const site = typeof said === 'string' && !isDomain.test(said) ? said : undefined
  const named = site && partsOf(site).find(one => isOfHost(state, one))
  if (site && (named || page.title.includes(site)))
    return { text: named ?? site, fact: 'meta meta og:site_name' }
  const part = partsOf(page.title).find(one => isSite(state, one) && !isDomain.test(one))
  if (part) return { text: part.trim(), fact: 'meta meta title' }
  const shown = shownName(state)
  if (shown) return { text: shown, fact: 'address' }
  return site ? { text: site, fact: 'meta meta og:site_name' } : undefined
}

/** "lumen.example" */
const isDomain = /\.\w{2,}$/

/** "Famous Footwear", as a page of famousfootwear.com writes it. */
const shownName = ({ page }: State): string | undefined => {
  const label = getDomainWithoutSuffix(page.url)?.replace(/[^a-z\d]/g, '') ?? ''
  if (label.length < minLabel || label.length > maxLabel) return undefined
  const counts = new Map<string, number>()
  for (const text of [...page.nodes.map(node => node.text), ...page.images.map(({ alt }) => alt)]) {
    const said = spelled(text.slice(0, maxText), label)
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
const maxLabel = 40
const maxText = 2000

/** A company's page is headed by its name. */
const subjectOf = (state: State, field: Field): Late | undefined => {
  const { heading = '' } = signsOf(state)
  const node = state.page.nodes.find(({ level, text }) => level === 1 && text === heading)
  const name = bareName(heading)
  const isNamed = name.length > 2 && bareName(state.page.title).startsWith(name)
  return node && isNamed ? toLate(field, heading, { node: node.id, confidence: 0.55 }) : undefined
}

/** "© 2019–2026 Lumen House GmbH. All rights reserved." */
const fromCopyright = ({ page }: State, field: Field, { name }: Query): Late | undefined => {
  if (!name.some(({ stem }) => rightWords.has(stem))) return undefined
  const lines = page.nodes.flatMap(node => copyrightIn(node) ?? [])
  const line = lines.at(-1)
  const isYear = field.kind === 'integer' || name.some(({ stem }) => stem === yearStem)
  const text = isYear ? line?.year : line?.holder
  return toLate(field, text, { node: line?.node.id, confidence: 0.7 })
}

const copyrightIn = (node: PageNode) => {
  const at = mark.exec(node.text)
  if (!at) return undefined
  const said = node.text.slice(at.index + at[0].length, at.index + maxRight)
  const [years = '', year] = yearsOf.exec(said) ?? []
  const [holder = ''] = said.slice(years.length).split(behind, 1)
  return { node, year, holder: /^\p{Lu}/u.test(holder) ? holder.trim() : undefined }
}

const mark = /©|\(c\) |\bcopyright\b/i
const yearsOf = /^[\s©]{0,3}(?:\d{4}\s?[-–]\s?)?(\d{4})?,?\s{0,2}(?:by )?/
const behind = /\.\s|\.?\s?all rights|[|·•]|\.$/i
const maxRight = 120

const nameStem = stemOf('name')
const brandStem = stemOf('brand')
const publisherStem = stemOf('publisher')
const yearStem = stemOf('year')
const rightWords = stemsOf('copyright legal')
/** What those who offer a job or hold an event are called too. */
const anyFirm = stemsOf('company organization organisation business')
/** Whatever the page is about, these are whose site it is. */
const siteWords = stemsOf(
  'shop store retailer merchant vendor business publisher agency site website',
)
const ownerWords = stemsOf(
  'company organization organisation business firm provider agency shop store retailer merchant vendor publisher institution brand site website',
)
const owners =
  /^(?:Organization|Corporation|LocalBusiness|OnlineStore|OnlineBusiness|Store|ProfessionalService|LegalService|Attorney|InsuranceAgency|EducationalOrganization)$/
