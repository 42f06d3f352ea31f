import { stemsOf } from '../../../../page/words/stems.ts'
import { overlap, type Word, wordsOf } from '../../../../page/words/words.ts'
import type { Field } from '../../schema/fields.ts'
import { findNumbers } from '../../values/numbers.ts'
import { intentOf } from '../../words/intent.ts'
import type { Late, State } from '../state/state.ts'
import { sentencesOf } from './prose-figures.ts'

type Span = { values: [number, number]; quote: string; unit: 'money' | 'percent' | undefined }

/** `price.min`, `max_hours`: an end of "$70 to $100 per week", "7–10 hours". */
export const fromRange = (state: State, field: Field, parents: string[]): Late | undefined => {
  if (field.kind !== 'number' && field.kind !== 'integer') return undefined
  const words = [...parents.flatMap(wordsOf), ...wordsOf(field.name)]
  const end = words.some(({ stem }) => least.has(stem))
    ? 0
    : words.some(({ stem }) => most.has(stem))
      ? 1
      : undefined
  if (end === undefined) return undefined
  const topics = words.filter(({ stem }) => !least.has(stem) && !most.has(stem))
  const own = topics.filter(
    word => !moneyWords.has(word.stem) && wordsOf(field.name).includes(word),
  )
  const found = sentencesOf(state).flatMap(sentence => {
    if (sentence.isBeside || sentence.text.length > maxSentence) return []
    const span = spanIn(sentence.text)
    return span && isMeant(field, topics, own, span, sentence.words) ? [{ span, sentence }] : []
  })
  const [first] = found
  if (!first || found.some(({ span }) => span.values[end] !== first.span.values[end]))
    return undefined
  const { quote, values } = first.span
  const source = { quote, node: first.sentence.node.id, fact: undefined, confidence: 0.6 }
  return { value: values[end], source }
}

const maxSentence = 300

/** What is asked for is said beside it, and an amount of money is one. */
const isMeant = (
  field: Field,
  topics: Word[],
  own: Word[],
  { unit }: Span,
  said: Word[],
): boolean => {
  if (own.length > 0 && recallOf(own, said) < leastSaid) return false
  const isMoney = intentOf(field) === 'money' || topics.some(({ stem }) => moneyWords.has(stem))
  if (isMoney !== (unit === 'money')) return false
  const about = isMoney ? topics.filter(({ stem }) => !moneyWords.has(stem)) : topics
  return about.length === 0
    ? isMoney
    : recallOf(about, said) >= (own.length > 0 ? leastOfAll : leastSaid)
}

/** "per week" for `weekly`. */
const recallOf = (about: Word[], said: Word[]): number =>
  about.filter(
    topic =>
      overlap([topic], said).recall > 0 ||
      said.some(({ stem }) => stem.length >= 4 && topic.stem.startsWith(stem)),
  ).length / about.length

const leastSaid = 0.6
/** With what the object is called that it is a member of. */
const leastOfAll = 0.5

const spanIn = (text: string): Span | undefined => {
  const numbers = findNumbers(text)
  for (const [at, low] of numbers.entries()) {
    const high = numbers[at + 1]
    const [from, to] = [low.readings[0], high?.readings[0]]
    if (!high || from === undefined || to === undefined || from >= to) continue
    if (!between.test(text.slice(low.end, high.start))) continue
    const unit = high.unit ?? low.unit
    return { values: [from, to], quote: text.slice(low.start, high.end), unit }
  }
  return undefined
}

const between = /^\s?[\p{L}%°"]{0,8}\s?(?:-|–|—|to|bis|and|à|a)\s?\p{Sc}?$/u
const least = stemsOf('min minimum lowest from low')
const most = stemsOf('max maximum highest to high')
const moneyWords = stemsOf('price cost fee salary pay amount usd eur gbp range')
