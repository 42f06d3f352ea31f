import { stemsOf } from '../../../page/words/stems.ts'
import { wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { isoSeconds } from '../values/durations.ts'
import { secondsPerUnit } from '../values/normalise.ts'
import { type Intent, intentOf, isJudgement } from '../words/intent.ts'
import { findClaim } from './claims.ts'
import { doubtOf, isDictated } from './doubt.ts'
import { groundJudgement } from './judgement.ts'
import type { Mention } from './mentions.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import { wholeAt } from './parts.ts'
import type { QuotePosition } from './place.ts'
import { type Chosen, choose, type Where } from './places.ts'
import { findCode, findCurrency, isCode } from './spellings.ts'
import { findSequence, quoteOf, tokenise } from './stream.ts'
import { fitsUnit } from './units.ts'
import { groundUrl, isAddress } from './url.ts'

/** The numbers of the lines that a model says it read; wrong ones do no harm. */
export type Cited = NonNullable<Where['cited']>

/** Does one value follow from the page, and from which of its words? */
export const groundLeaf = (
  ground: PageIndex,
  field: Field,
  value: unknown,
  cited?: Cited,
  around: Pick<Where, 'isOwn' | 'beside'> = {},
): Grounded => {
  const where: Where = { ...around, cited }
  if (value === null || value === undefined) return missing
  if (field.values) return groundChoice(ground, field, value, where)
  if (isJudgement(field)) return groundJudgement(ground, value)
  if (typeof value === 'number') return groundNumber(ground, field, value, where)
  if (typeof value === 'boolean') {
    const claim = findClaim(ground.stream, field, value)
    return claim ? quoted(ground, byItself(claim)) : missing
  }
  return typeof value === 'string' ? groundText(ground, field, value, where) : missing
}

const missing: Grounded = { status: 'missing' }

const quoted = ({ stream }: PageIndex, chosen: Chosen<QuotePosition> | undefined): Grounded => {
  if (!chosen) return missing
  const { line, quote } = chosen.place
  return {
    status: 'quoted',
    quote,
    node: line.node,
    fact: line.fact,
    doubt: doubtOf(stream, line, quote) ?? (chosen.isOthers ? 'label' : undefined),
    isAlone: chosen.isAlone,
    isNamed: chosen.isNamed,
  }
}

/** Found as what it is: a code, a claim, stars. */
const byItself = (place: QuotePosition): Chosen<QuotePosition> => ({
  ...{ place, isAlone: true, isNamed: true },
  isOthers: false,
})

const groundText = (ground: PageIndex, field: Field, value: string, where: Where): Grounded => {
  const text = value.trim()
  if (!text || text.length > maxChars) return missing
  const intent = intentOf(field)
  if (isAddress(text) || intent === 'url' || intent === 'image') {
    const url = groundUrl(ground, text)
    if (url || isAddress(text)) return url ?? missing
  }
  if (field.format === 'duration') return groundSeconds(ground, field, isoSeconds(text), where)
  const written =
    (intent === 'phone' || isCode(text) ? findCode(ground.stream, text) : undefined) ??
    findCurrency(ground.stream, field, text)
  if (written) return quoted(ground, byItself(written))
  const allowAlt = intent === 'image' || /\b(alt|caption)\b/i.test(field.name)
  const direct = groundSequence(ground, field, text, where, allowAlt)
  if (direct) return direct
  return isoDate.test(text) ? groundDate(ground, field, text, where) : missing
}

/** The words in this order, whole, in one line or in lines that follow each other. */
const groundSequence = (
  ground: PageIndex,
  field: Field,
  text: string,
  where: Where,
  allowAlt: boolean,
): Grounded | undefined => {
  const { stream } = ground
  const count = tokenise(text).length
  // Only signs ("★★★★"): they are looked for as they are.
  if (count === 0) {
    const line = stream.lines.find(one => !one.alt && one.text.includes(text))
    const start = line?.text.indexOf(text) ?? 0
    const place = line && { line, start, end: start + text.length, quote: text }
    return place && text.length > 1 ? quoted(ground, byItself(place)) : undefined
  }
  const isFigure = count === 1 && /^\p{N}[\p{N}.,]*$/u.test(text)
  const places = findSequence(stream, text)
    .map(([first, last]) => quoteOf(stream, first, last))
    .filter(
      place =>
        (allowAlt || !place.line.alt) &&
        !isDictated(place) &&
        !(isFigure && isPartOf(intentOf(field), wholeAt(place.line.text, place), field)),
    )
  // Two digits are everywhere, and so is a letter or two unless marks set them apart: "Rated: R".
  const isWeak = count === 1 && /^\d{1,2}$/.test(text)
  const clear = text.length < 3 && !isWeak ? places.filter(isSetApart) : places
  const best = choose(ground, field, clear, where, isWeak)
  return best && quoted(ground, best)
}

/** All of it: a name that begins with a year is no date. */
const isoDate = /^\d{4}(?:-\d{2}){0,2}(?:[T ]\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?$/

const isSetApart = ({ line: { text }, start, end }: QuotePosition): boolean =>
  (start === 0 || /(?:[|•·:;,(–—]|\s\/)\s?$/.test(text.slice(Math.max(0, start - 3), start))) &&
  (end === text.length || /^\s?(?:[|•·:;,)[(–—]|\/\s)/.test(text.slice(end, end + 3)))

const groundNumber = (ground: PageIndex, field: Field, value: number, where: Where): Grounded => {
  if (!Number.isFinite(value)) return missing
  const intent = intentOf(field)
  const { numbers, seconds } = ground.mentions
  // "1", "5", "12" stand on every page: without a citation, what is around them must fit the field.
  const isWeak = String(Math.abs(value)).replace(/\D/g, '').length < 3
  const places = (numbers.get(value) ?? []).filter(
    ({ inside, unit, isUnlikely }) =>
      !isPartOf(intent, inside, field) && fitsUnit(intent, unit) && !(isWeak && isUnlikely),
  )
  if (intent === 'duration') places.push(...(seconds.get(value * secondsPerUnit(field)) ?? []))
  // A share may be written as a percentage.
  if (Math.abs(value) <= 1)
    for (const mention of numbers.get(round(value * 100)) ?? [])
      if (percentAfter(mention)) places.push(mention)
  const chosen = choose(ground, field, places, where, isWeak)
  if (chosen || !isWeak) return quoted(ground, chosen)
  // The sign of money, or of a share, says enough of who asks for one.
  const signed = places.filter(({ unit }) => unit !== undefined && unit === intent)
  return quoted(ground, choose(ground, field, signed, where, false))
}

/** Whether a number is only a part of something else than what the field asks for. */
const isPartOf = (intent: Intent, inside: Mention['inside'], field: Field): boolean => {
  if (inside === undefined) return false
  if (inside === 'length') return intent === 'duration'
  const names = wordsOf(field.name).map(({ stem }) => stem)
  if (inside === 'code')
    return intent !== 'code' && intent !== 'phone' && !codeWords.has(names.at(-1) ?? '')
  if (inside === 'clock' && intent === 'duration') return false
  return intent !== 'date' && !names.some(name => timeWords.has(name))
}

/** Fields that ask for a part of a code, or of a date. */
const codeWords = stemsOf(
  'number no nr num id code version model zip plz postal phone season episode',
)
const timeWords = stemsOf(
  'day month year hour minute founded since born jahr tag monat annee mois ano mes',
)

const groundSeconds = (
  ground: PageIndex,
  field: Field,
  seconds: number | undefined,
  where: Where,
): Grounded => {
  const places = seconds === undefined ? [] : (ground.mentions.seconds.get(seconds) ?? [])
  return quoted(ground, choose(ground, field, places, where, false))
}

/** The day must be on the page whole; a time of day that the page does not have is an invention. */
const groundDate = (ground: PageIndex, field: Field, text: string, where: Where): Grounded => {
  const [, day = '', time] = /^(\d{4}(?:-\d{2}){0,2})(?:[T ](\d{2}:\d{2}))?/.exec(text) ?? []
  const places = (ground.mentions.dates.get(day) ?? []).filter(
    place =>
      time === undefined ||
      time === '00:00' ||
      place.time === time ||
      place.line.text.includes(time),
  )
  return quoted(ground, choose(ground, field, places, where, false))
}

const groundChoice = (ground: PageIndex, field: Field, value: unknown, where: Where): Grounded => {
  if (!field.values?.some(allowed => allowed === value)) return missing
  const direct =
    typeof value === 'string' ? groundSequence(ground, field, value, where, false) : undefined
  // The caller's own words, chosen by whoever read the page: nothing foreign can come in.
  return direct ?? { status: 'judged' }
}

const maxChars = 50_000

const percentAfter = ({ line, end }: Mention) => /^ ?%/.test(line.text.slice(end, end + 2))

const round = (value: number) => Math.round(value * 1e6) / 1e6
