import { decodeSafely } from '../../../../kit/decode-safely.ts'
import type { PageNode } from '../../../../page/text/page-nodes.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { overlap, stemOf, wordsOf } from '../../../../page/words/words.ts'
import { addressPartOf, cutAddress } from '../../values/address-parts.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import type { State } from '../state/state.ts'
import { type Reader, toFinding } from './reader.ts'

/** How to reach whose page it is, wherever the page says it: the only telephone number, e-mail or postal address. */
export const contact: Reader = {
  name: 'contact',
  asks: ({ field, query }) => {
    if (sayAny(query.name, others)) return false
    // `chipset`, "mobile platform", is no telephone.
    if (query.intent === 'phone' || query.intent === 'email')
      return field.format === 'email' || overlap(reachWords, query.name).recall > 0
    return query.intent === 'address' || addressPartOf(field) !== undefined
  },
  read: (state, { field, query }) => {
    const part = addressPartOf(field)
    const said = onlyContact(state, query)
    const text = said && part ? cutAddress(said.text, part) : said?.text
    return toFinding(field, text, { node: said?.node.id })
  },
  trust: confidence.guessed,
  isSearch: true,
}

const onlyContact = (state: State, query: Query): Mention | undefined => {
  const { nodes } = state.page
  if (query.intent === 'phone')
    return onlyOf(phonesOf(state, query), ({ text }) => text.replace(/\D/g, '').slice(-10))
  if (query.intent === 'email') return onlyMail(state)
  return onlyOf(postalAddresses(nodes), ({ text }) => text.split(' ').at(-1) ?? '')
}

const reachWords = wordsOf('phone email hotline call fax')
const others = stemsOf('author seller agent landlord whatsapp press sales')

/** `at`: where in its line. */
type Mention = { text: string; node: PageNode; at: number }

/** The one that the page says; where it says several, the one that it says again and again. */
const onlyOf = (all: Mention[], keyOf: (one: Mention) => string): Mention | undefined => {
  const groups = [...Map.groupBy(all, keyOf).values()].sort((a, b) => b.length - a.length)
  const [first, second] = groups
  return !second || (first && second.length === 1 && first.length > 1) ? first?.[0] : undefined
}

/** A fax number is called one, and no telephone is. */
const phonesOf = (state: State, { name }: Query): Mention[] => {
  const asksFax = name.some(({ stem }) => stem === faxStem)
  const shown = mentions(state.page.nodes, phone).filter(
    ({ node, at }) => isFax.test(node.text.slice(Math.max(0, at - maxFront), at)) === asksFax,
  )
  return asksFax ? shown : orLinked(state, shown, 'tel:')
}

const isFax = /\bfax\P{N}{0,4}$/iu
const maxFront = 12
const faxStem = stemOf('fax')

/** What only a link says: "E-mail us". */
const orLinked = ({ page }: State, shown: Mention[], scheme: string): Mention[] =>
  shown.length > 0
    ? shown
    : page.links.flatMap(({ url, text, after }) => {
        const node = page.nodes[Math.max(0, after - 1)]
        if (!node || !url.startsWith(scheme)) return []
        const [address = ''] = url.slice(scheme.length).split('?')
        const isSaid = scheme === 'tel:' && text.replace(/\D/g, '').length >= leastDigits
        const said = isSaid ? text.trim() : decodeSafely(address).trim()
        const isShort = scheme === 'tel:' && said.replace(/\D/g, '').length < leastDigits
        return said === '' || isShort ? [] : [{ text: said, node, at: 0 }]
      })

const leastDigits = 7

/** Of several, the one of the site's own domain. */
const onlyMail = (state: State): Mention | undefined => {
  const all = mailsOf(state)
  const host = (URL.parse(state.page.url)?.hostname ?? '').replace(/^www\./, '')
  const own = all.filter(({ text }) => host.endsWith(text.split('@')[1]?.toLowerCase() ?? '-'))
  return onlyOf(own.length > 0 ? own : all, ({ text }) => text.toLowerCase())
}

const mailsOf = (state: State): Mention[] =>
  orLinked(state, mentions(state.page.nodes, mail), 'mailto:')

const mentions = (nodes: readonly PageNode[], pattern: RegExp): Mention[] =>
  nodes.flatMap(node =>
    [...node.text.slice(0, maxChars.text).matchAll(pattern)].map(({ 0: text, index }) => ({
      ...{ text, node, at: index },
    })),
  )

const phone =
  /(?<![\p{L}\d.-])(?:\+\d{1,3}[\s.-]?(?:\(?\d{1,4}\)?[\s.-]?){2,4}\d{2,4}|(?:1[\s.-])?(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4})(?![\d-])/gu
const mail =
  /(?<![\w.+-])(?:[\w.+-]{0,63}[oO]')?[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}(?![\w@])/gu

/** Addresses that end in a state and its code, with the lines above that belong to them. */
const postalAddresses = (nodes: readonly PageNode[]): Mention[] =>
  nodes.flatMap((node, index) => {
    if (node.text.length > maxChars.text) return []
    const inLine = addressIn(node.text)
    if (inLine) return [{ text: inLine, node, at: 0 }]
    if (!town.test(node.text) || node.text.length > maxChars.name) return []
    const lines = [node.text]
    for (let at = index - 1; at >= index - 3; at--) {
      const line = nodes[at]?.text ?? ''
      if (line.length > maxChars.name || !/\d/.test(line)) break
      lines.unshift(line.replace(/,$/, ''))
      if (streetStart.test(line)) return [{ text: lines.join(', '), node, at: 0 }]
    }
    return []
  })

const town = /^\p{Lu}[\p{L} .'-]{1,40},?\s[A-Z]{2}\.?,?\s\d{5}(?:-\d{4})?(?:,?\sUSA?)?$/u
const streetStart = /^\W{0,3}(?:\d{1,6}[A-Z]?\s\p{Lu}?|P\.?\s?O\.?\sBox\s)/iu
/** "420 9th Ave, New York, NY 10001" of a longer line: from the number of the house to the code. */
const addressIn = (text: string): string | undefined => {
  const code = stateAndCode.exec(text)
  if (!code) return undefined
  const from = Math.max(0, code.index - maxStreet)
  const before = text.slice(from, code.index)
  // The last number that a street may begin with: "Suite 55" is part of one.
  const houses = [...before.matchAll(house)].filter(({ index }) =>
    /,|\b(?:st|street|ave|avenue|rd|road|blvd|dr|drive|ln|lane|way|pkwy|hwy)\b/i.test(
      before.slice(index),
    ),
  )
  const start = houses.at(-1)?.index
  return start === undefined ? undefined : text.slice(from + start, code.index + code[0].length)
}

const stateAndCode = /,? [A-Z]{2}\.? \d{5}(?:-\d{4})?(?!\d)/
const house = /(?<![\p{L}\d.-])\d{1,6} (?=[\p{Lu}\d])/gu
const maxStreet = 110
