import { sayAny, stemsOf } from '../../../../page/words/stems.ts'
import { overlap, stemOf, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { findDates } from '../../values/dates.ts'
import { findNumbers } from '../../values/numbers.ts'
import { measuresIn, unitOf } from '../../values/units.ts'
import { intentOf } from '../../words/intent.ts'
import { confidence } from '../rank/confidence.ts'
import { maxChars } from '../rank/lengths.ts'
import type { Query } from '../rank/query.ts'
import { candidatesOf } from '../state/lines.ts'
import type { Sentence, State } from '../state/state.ts'
import type { Reader } from './reader.ts'

/**
 * "Free shipping on orders over $75", "60-day guarantee", "30+ certified consultants": the sentence
 * that says what is asked for, with a figure of its form, where no other sentence says another.
 */
export const figure: Reader = {
  name: 'figure',
  asks: ({ field }) => field.kind === 'number' || field.kind === 'integer',
  read: (state, { query }) => {
    const topic = topicOf(query)
    if (!topic) return undefined
    const hits = sentencesOf(state).flatMap(sentence => hitsIn(sentence, topic))
    const best = hits.toSorted((a, b) => b.score - a.score)[0]
    if (!best) return undefined
    if (hits.some(({ value, score }) => value !== best.value && score > best.score - ahead))
      return undefined
    const { sentence, start, end, value } = best
    return { value, quote: sentence.text.slice(start, end), node: sentence.node.id }
  },
  trust: confidence.guessed,
  isSearch: true,
}

/** What a sentence must say, and the form of the figure in it. */
type Topic = { query: Query; form: Form; words: Word[]; asksReviews: boolean }

const topicOf = (query: Query): Topic | undefined => {
  const { field, name } = query
  const form = formOf(field)
  const idle = form === 'time' ? lengths : form === 'unit' ? measures : nothing
  const said = name.filter(({ stem }) => !vain.has(stem) && !times.has(stem))
  const about = said.filter(({ stem }) => !idle.has(stem))
  const words = about.length > 0 || form === 'time' ? about : said
  if (words.length === 0 && form !== 'unit') return undefined
  // How many there are is a whole number, or is called one.
  const isCount = field.kind === 'integer' || sayAny(name, countWords)
  if (form === 'count' && !isCount) return undefined
  return { query, form, words, asksReviews: sayAny(name, reviews) }
}

const hitsIn = (sentence: Sentence, { query, form, words, asksReviews }: Topic): Hit[] => {
  const isBare = words.length === 0
  if (sentence.isBeside && !asksReviews) return []
  if (!isBare && recallOf(words, sentence.words) < leastSaid) return []
  return figuresIn(query.field, form, sentence.text).flatMap(one => {
    const isNamed = form === 'count' && isCounted(words, one, sentence)
    if (form === 'count' && words.length === 1 && !isNamed) return []
    const near = isBare ? leastScore : scoreOf(words, query.context, one, sentence)
    return near < leastScore ? [] : [{ ...one, sentence, score: near + (isNamed ? ahead * 2 : 0) }]
  })
}

type Figure = { value: number; start: number; end: number }
type Hit = Figure & { sentence: Sentence; score: number }

/** How near the words of the field stand to the figure, and what the description adds. */
const scoreOf = (
  topics: Word[],
  context: Word[],
  { start, end }: Figure,
  { text, heading, words }: Sentence,
): number => {
  const before = text.slice(Math.max(0, start - nearby), start)
  const after = text.slice(end, end + nearby)
  const near = wordsOf(`${heading} ${before} ${after}`)
  return (
    recallOf(topics, near) +
    // What is counted stands behind its number.
    0.2 * recallOf(topics, wordsOf(after)) +
    0.5 * recallOf(topics, words) +
    0.3 * overlap(context, words).recall
  )
}

/** "600K+ customers", "9 printed exercises" */
const isCounted = (topics: Word[], { end }: Figure, { text }: Sentence): boolean => {
  const behind =
    /^[kKmM]?\+?(?:\s(?:million|billion|thousand)\+?)?\s(?:[\p{L}-]+\s){0,2}[\p{L}-]+/u.exec(
      text.slice(end, end + 40),
    )?.[0]
  return recallOf(topics, wordsOf(behind ?? '')) >= (topics.length > 2 ? 0.6 : 0.8)
}

/** Share of the field's words that are said, also as the beginning of a longer one: exam, examination. */
const recallOf = (topics: Word[], said: Word[]): number => {
  if (topics.length === 0) return 0
  const recalls = topics.map(topic => {
    const { length } = topic.stem
    const isBegun = said.some(
      ({ stem }) => stem.startsWith(topic.stem) && length >= (stem.length < length + 3 ? 3 : 4),
    )
    return Math.max(overlap([topic], said).recall, isBegun ? 0.9 : 0)
  })
  return recalls.reduce((sum, recall) => sum + recall, 0) / topics.length
}

const nearby = 50
const leastSaid = 0.8
const leastScore = 1.1
const ahead = 0.15

const sentencesOf = (state: State): Sentence[] => (state.sentences ??= readSentences(state))

const readSentences = (state: State): Sentence[] => {
  const { page } = state
  const beside = new Set(candidatesOf(state).flatMap(one => (one.isBeside ? one.node : [])))
  const found: Sentence[] = []
  for (const [index, node] of page.nodes.entries()) {
    if (found.length >= maxSentences) break
    if (!/\p{N}/u.test(node.text)) continue
    const isBeside = beside.has(node)
    const [above, next] = [page.nodes[index - 1], page.nodes[index + 1]]
    const isFigure = node.text.length <= maxFigure && next && next.text.length <= maxChars.title
    const heading = above?.level && above.text.length <= maxChars.title ? above.text : ''
    const whole = isFigure ? `${node.text} ${next.text}` : node.text
    for (const text of whole.split(sentenceEnd))
      if (/\p{N}/u.test(text))
        found.push({ text, heading, words: wordsOf(`${heading} ${text}`), node, isBeside })
  }
  return found
}

const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu})/u
const maxSentences = 3000
const maxFigure = 16

type Form = 'money' | 'percent' | 'time' | 'unit' | 'year' | 'count'

const formOf = (field: Field): Form => {
  const said = wordsOf(`${field.name} ${field.title}`)
  if (sayAny(said, percentWords)) return 'percent'
  if (sayAny(said, moneyWords) || intentOf(field) === 'money') return 'money'
  if (/\bpercent\b/i.test(field.description)) return 'percent'
  if (asksYear.test(field.name)) return 'year'
  if (timeOf(field)) return 'time'
  if (leastOrder.test(field.name)) return 'money'
  return unitOf(field) ? 'unit' : 'count'
}

/** `year_founded`, `establishedYear`, `founded`. */
const asksYear =
  /(?:year|since)$|^year[_ -]?(?:of|built|founded|established|opened|launched|started)|^(?:founded|established)(?:[_ -]?in)?$/i

const leastOrder = /shipping.{0,12}(?:over|from|above|min)|min(?:imum)?[_ -]?order|order[_ -]?min/i

const reviews = stemsOf('review rating recommend')
const countWords = stemsOf('number count total num qty quantity')
const percentWords = stemsOf('percent percentage pct')
const moneyWords = stemsOf('usd eur gbp chf price cost fee')

/** The length of time that a name ends with. */
const timeOf = ({ name }: Field): string | undefined => {
  const last = wordsOf(name).at(-1)?.stem ?? ''
  return times.has(last) ? last : undefined
}

const times = stemsOf('second minute hour day week month year')

const figuresIn = (field: Field, form: Form, text: string): Figure[] => {
  if (form === 'unit') return [...measuresIn(field, text)]
  const dates = form === 'year' ? [] : findDates(text)
  return findNumbers(text).flatMap(({ start, end, readings, unit }) => {
    const value = readings.find(one => field.kind === 'number' || Number.isInteger(one))
    const isDate = dates.some(date => date.start <= start && date.end >= end)
    // A script would have counted up from 0.
    return value && !isDate && isOfForm(field, form, text, { start, end, unit })
      ? [{ value, start, end }]
      : []
  })
}

type Mention = { start: number; end: number; unit: 'money' | 'percent' | undefined }

const isOfForm = (field: Field, form: Form, text: string, { start, end, unit }: Mention) => {
  const after = text.slice(end, end + 24)
  if (form === 'money' || form === 'percent') return unit === form
  if (form === 'time') {
    const said = stemOf(timeBehind.exec(after)?.[1] ?? '')
    return (shortTimes[said] ?? said) === timeOf(field)
  }
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(text.slice(start, end))
  const isPart =
    partBefore.test(text.slice(Math.max(0, start - 24), start)) || partBehind.test(after)
  return !unit && !isPart && isYear === (form === 'year')
}

/** Of a code, a time of day, a span of prices. */
const partBefore = /[\p{L}\p{N}#.:/-]$|\p{Sc}\s?[\d.,]{1,12}\s?[-–]\s?$/u
const partBehind = /^(?:[:/-]\d|(?![kKmM](?!\p{L}))\p{L})/u

const timeBehind = /^\s?\+?[\s-]{0,2}(?:business |working |calendar |full )?(\p{L}+)/u

const shortTimes: Record<string, string> = {
  ...{ min: 'minut', hr: 'hour', h: 'hour', sec: 'second', mo: 'month', yr: 'year', wk: 'week' },
}

const nothing: ReadonlySet<string> = new Set()
const measures = stemsOf('size diagonal capacity volume weight height width length depth dimension')
const lengths = stemsOf('length duration time long window period policy')

/** Words that say that it is a figure, and of what sort, but not what is counted. */
const vain = stemsOf(
  'number count total max min maximum minimum average avg usd eur gbp chf price cost fee amount value from per over lowest highest starting percent percentage pct num no qty quantity since year',
)
