import { stemsOf } from '../../../../page/words/stems.ts'
import { fold, overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { type Intent, isGrade } from '../../words/intent.ts'
import type { Candidate } from '../rank/candidates.ts'
import { isItsName, type Query, things } from '../rank/query.ts'
import { toLate } from '../state/late.ts'
import type { Late, State } from '../state/state.ts'

/** "6-5, 212 lbs", "v3.1.0", "by Vera Lund": the only one of its form on the page needs no label. */
export const fromForm = (
  state: State,
  field: Field,
  { intent, names }: Query,
): Late | undefined => {
  const asked = names.flatMap(({ words }) => words)
  const kind = forms.find(
    ({ words, only = intent }) => only === intent && asked.some(({ stem }) => words.has(stem)),
  )
  if (!kind) return undefined
  const hits = new Map<string, Candidate>()
  for (const line of state.candidates ?? []) {
    const isFree = kind.isAnywhere ? line.text.length <= maxLine : isBare(line)
    const [whole, part = whole] = isFree ? (kind.form.exec(line.text) ?? []) : []
    if (part !== undefined) hits.set(part, line)
  }
  const [hit, ...others] = hits
  return hit && others.length === 0 ? toLate(field, hit[0], { node: hit[1].node.id }) : undefined
}

/** A short line that nothing names, and that belongs to what the page is about. */
const isBare = ({ text, whole, node, labels, ...one }: Candidate): boolean =>
  text.length <= maxLine &&
  !one.isBeside &&
  !one.isLabel &&
  node.region !== 'nav' &&
  node.region !== 'footer' &&
  text === whole &&
  ![labels.before, labels.row, labels.column, labels.term].some(Boolean)

/** `isAnywhere`: also among what others say. */
type Form = { words: Set<string>; form: RegExp; isAnywhere?: boolean; only?: Intent }

const forms: Form[] = [
  {
    words: stemsOf('rating stars'),
    // Single reviews give whole stars; their mean seldom is.
    form: /^[★⭐\s]{0,6}(?:rated |rating:? )?([0-5][.,]\d{1,2})\s?(?:(?:\/\s?5|out of 5)(?:\s?stars?)?(?:\W|$)|(?:from|based on)\s[\d,.]{1,9}\s(?:\p{L}{1,20}\s)?(?:reviews|ratings))/iu,
    isAnywhere: true,
    only: 'rating',
  },
  {
    words: stemsOf('weight mass'),
    form: /(?<![\d.,])\d{1,4}(?:[.,]\d{1,2})?\s?(?:kgs?|kilograms?|lbs?|pounds?)(?![\p{L}\d])/u,
  },
  {
    words: stemsOf('height tall'),
    form: /(?<![\d.,-])(?:\d\s?(?:['′]|ft\.?|feet)\s?\d{1,2}\s?(?:["″”]|''|in(?:ch(?:es)?)?\b\.?)?|[4-8]-\d{1,2}(?=[,/ ]{1,3}\d{2,3}\s?(?:lbs?|pounds?|kg))|\d{2,3}\s?cm(?!\p{L}))/u,
  },
  {
    words: stemsOf('left remaining'),
    form: /(?:^|\s)(?:only |just )?(\d{1,4}) (?:left|remaining)(?:$|\W)/i,
  },
  {
    words: stemsOf('availability stock'),
    form: /^(in stock|out of stock|sold out|available now|back-?ordered|on backorder|pre-?order|only \d{1,3} left(?: in stock)?|auf lager|en stock|ausverkauft)(?![\p{L}\p{N}])/iu,
  },
  {
    words: stemsOf('opening hours hour'),
    form: /^(?:\p{L}{4,12}(?: hours)?:? )?((?:mon|tue|wed|thu|fri|sat|sun|daily|open|mo|di|mi|do|fr)\p{L}{0,6}\.?\W.{0,30}\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?|uhr|h)?\s?(?:[-–]|to|bis)\s?\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\.?|uhr|h)?(?:\s\p{Lu}{2,4})?)$/iu,
  },
  {
    words: stemsOf('version'),
    form: /^(?:version )?(v?\d{1,5}(?:\.\d{1,5}){1,3}(?:-[\w.]{1,20})?)$/i,
  },
  {
    words: stemsOf('author maintainer creator'),
    form: /^by (\p{Lu}[\p{L}'’.-]{1,20}(?: \p{Lu}[\p{L}'’.-]{0,20}){1,3})$/u,
  },
]

/** "2.5L V6 engine", "Free shipping": the only line that says itself what it is. */
export const fromItself = (state: State, field: Field, query: Query): Late | undefined => {
  const { intent, name } = query
  const [word, ...more] = name.filter(({ stem }) => !things.has(stem))
  if (intent !== 'other' || isGrade(field) || !word || more.length > 0 || sayLittle.has(word.stem))
    return undefined
  const lines = (state.candidates ?? []).filter(
    one => saysItself(one, word) && !isItsName(query, one.text),
  )
  const [line, ...others] = new Map(lines.map(one => [fold(one.text), one])).values()
  if (!line || others.length > 0) return undefined
  const late = toLate(field, line.text, { node: line.node.id, confidence: 0.55 })
  const isTaken = state.sources.values().some(({ quote }) => quote === late?.source.quote)
  return isTaken ? undefined : late
}

const saysItself = (candidate: Candidate, word: Word): boolean => {
  const { text, piece, node } = candidate
  if (!isBare(candidate) || piece?.link || node.level || sentence.test(text)) return false
  if (codeTags.has((piece?.element ?? node.element).name)) return false
  const words = wordsOf(text)
  const head = words.length > 1 && words.length <= maxLineWords ? words.at(-1) : undefined
  if (!head || sayLittle.has(head.stem)) return false
  return text.split(' ').length <= maxOther
    ? overlap([word], [head]).recall > 0
    : head.stem === word.stem
}

const maxLine = 60
const maxLineWords = 6
/** A longer line must say the field's own word. */
const maxOther = 4
const sentence = /[?!.]$|^[$#>]|\b(?:that|which|we|you|your|our|is|are|can|will)\b/i
const codeTags = new Set(['pre', 'code', 'kbd', 'samp'])
/** Many lines end so. */
const sayLittle = stemsOf(
  'type kind category status feature detail info text label option page site',
)
