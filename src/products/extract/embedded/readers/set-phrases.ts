import type { PageNode } from '../../../../page/text/nodes.ts'
import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { wordsOf } from '../../../../page/words/words.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import { type Reader, toFinding } from './reader.ts'

/** What pages say in a few set phrases: who owns the site, when it is open, how it may be used. */
export const phrase: Reader = {
  name: 'phrase',
  asks: ({ field, query }) =>
    field.kind === 'string' && !field.format && phrases.some(({ asks }) => asks(query)),
  read: ({ page }, { field, query }) => {
    const set = phrases.find(({ asks }) => asks(query))
    const found = page.nodes.flatMap(node => {
      const text = set?.read(node, query)
      return text ? [{ text, node }] : []
    })
    const [first] = found
    if (!first || found.some(({ text }) => text !== first.text)) return undefined
    return toFinding(field, first.text, { node: first.node.id })
  },
  trust: confidence.guessed,
  isSearch: true,
}

type Phrase = {
  asks: (query: Query) => boolean
  read: (node: PageNode, query: Query) => string | undefined
}

/** By the whole name: a query leaves out what sounds like a unit. */
const says = ({ field }: Query, words: ReadonlySet<string>): boolean =>
  sayAny(wordsOf(field.name), words)

/** "This website is owned and operated by Lumen Group, part of …", "a Lumen Group company". */
const ownedBy =
  /\b(?:[Oo]wned(?: and operated)? by|(?:brand|division|subsidiary|member|unit|part) of(?: the)?)\s(\p{Lu}[\p{L}\p{N}&.'’-]*(?: (?:\p{Lu}|&)[\p{L}\p{N}&.'’-]*){0,4})/u
const aCompany =
  /,\s(?:an?|A)\s(\p{Lu}[\p{L}\p{N}&'’-]*(?: [\p{Lu}&][\p{L}\p{N}&'’-]*){0,3}) (?:company|COMPANY)\b/u

/** "licensed under the Apache 2.0 License" */
const licensed =
  /\blicen[sc]ed under (?:the |a |an )?(\p{Lu}[^,;()]{2,60}?)(?=[.,;]\s|[.,;]?$|,? and |\sexcept)/u

const weekday = /\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day|s|sday|nesday|rsday|urday)?\b|\bdaily\b/i
const hours =
  /\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?)?\s?(?:-|–|—|to|until)\s?\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?)?/i
const clock = /\d{1,2}(?::\d\d|\s?[ap]\.?m)/i

const phrases: Phrase[] = [
  {
    asks: query => says(query, parents) && says(query, firms),
    read: ({ text }) =>
      text.length > maxChars.text
        ? undefined
        : (ownedBy.exec(text)?.[1] ?? aCompany.exec(text)?.[1])?.replace(/[.,]$/, ''),
  },
  {
    asks: query => says(query, licenses) && query.name.length <= 3,
    read: ({ text }, query) => {
      const ofCode = says(query, codes)
      for (const part of text.length > maxChars.text ? [] : text.split(/(?<=[.;])\s|,\sand\s/u)) {
        const [, name] = licensed.exec(part) ?? []
        if (name && /\bcode\b|\bsamples?\b/i.test(part) === ofCode) return name.trim()
      }
      return undefined
    },
  },
  {
    asks: query => says(query, coupons) && says(query, codeWords),
    read: ({ text }) => (text.length > maxChars.text ? undefined : couponIn.exec(text)?.[1]),
  },
  {
    asks: query => says(query, hourWords) && says(query, openWords),
    read: ({ text }) =>
      text.length <= maxHours && weekday.test(text) && hours.test(text) && clock.test(text)
        ? text.slice(Math.min(text.search(weekday), text.search(clock)))
        : undefined,
  },
]

/** "Use offer code: SPRING40 at checkout" */
const couponIn = /\b[Cc](?:ode|ODE):?\s["“'‘]?((?=[A-Z\d]*[A-Z])[A-Z\d]{4,20})(?![\p{L}\p{N}])/u

const maxHours = 120
const parents = stemsOf('parent owner owned')
const firms = stemsOf('company organization group corporation owner owned')
const licenses = stemsOf('license licence')
const codes = stemsOf('code sample samples software')
const coupons = stemsOf('coupon promo voucher offer discount promotion sale')
const codeWords = stemsOf('code')
const hourWords = stemsOf('hours hour')
const openWords = stemsOf(
  'opening open business office store working operating hours service support',
)
