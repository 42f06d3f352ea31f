import { memoizeObjects } from '../../../kit/memoize.ts'
import { stemsOf } from '../../../page/words/stems.ts'
import { wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { isoSeconds } from '../values/durations.ts'
import { secondsPerUnit } from '../values/normalise.ts'
import { type Intent, intentOf, isJudgement } from '../words/intent.ts'
import { findClaim, judgeClaim } from './claims.ts'
import { judgeDay } from './day-without-year.ts'
import { doubtOf, isDictated } from './doubt.ts'
import { groundJudgement } from './judgement.ts'
import { findMeasures, isInUnit } from './measures.ts'
import type { Mention } from './mentions.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import { wholeAt } from './parts.ts'
import { isPictureName } from './picture-name.ts'
import { type QuotePosition, sentenceAround } from './place.ts'
import { admissible, type Chosen, choose, fewOf, isCited, maxPlaces, type Where } from './places.ts'
import { findCodes, findCurrency, findPhones, findSigns, isCode, spellingsOf } from './spellings.ts'
import { findApart, findSequence, quoteOf, type Stream, tokenise } from './stream.ts'
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
  around: Omit<Where, 'cited'> = {},
): Grounded => {
  const where: Where = { ...around, cited }
  if (value === null || value === undefined) return missing
  if (field.values) return groundChoice(ground, field, value, where)
  if (isJudgement(field)) return groundJudgement(ground, value)
  if (typeof value === 'number') return groundNumber(ground, field, value, where)
  if (typeof value === 'boolean') {
    const claim = findClaim(ground.stream, field, value, where)
    return claim ? quoted(ground, itself(claim)) : judgeClaim(ground, field, value, where)
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
    sentence: chosen.isAlone ? undefined : sentenceAround(chosen.place),
    isNamed: chosen.isNamed,
    isCited: chosen.isCited,
  }
}

/** One of the places where it stands as what it is: a code, stars. */
const byItself = (field: Field, places: QuotePosition[], where: Where) => {
  const own = admissible(field, fewOf(places, where), where)
  const place = own.find(({ line }) => isCited(line, where)) ?? own[0]
  return place && itself(place)
}

/** However carelessly it is cited, it is nothing else. */
const itself = (place: QuotePosition): Chosen<QuotePosition> => ({
  ...{ place, isAlone: true, isNamed: true },
  ...{ isCited: true, isOthers: false },
})

const groundText = (ground: PageIndex, field: Field, value: string, where: Where): Grounded => {
  const text = value.trim()
  if (!text || text.length > maxChars) return missing
  const intent = intentOf(field)
  if (isAddress(text) || intent === 'url' || intent === 'image') {
    const url = groundUrl(ground, text, where)
    if (url || isAddress(text)) return url ?? missing
  }
  if (field.format === 'duration') return groundSeconds(ground, field, isoSeconds(text), where)
  const written = byItself(field, findWritten(ground.stream, field, text), where)
  if (written) return quoted(ground, written)
  const allowAlt = intent === 'image' || /\b(alt|caption)\b/i.test(field.name)
  return (
    groundSequence(ground, field, text, where, allowAlt) ??
    judgeDay(ground, field, text, where) ??
    missing
  )
}

/** What people write in many ways, and is the same thing in all of them. */
const findWritten = (stream: Stream, field: Field, text: string): QuotePosition[] => {
  if (intentOf(field) === 'phone') return findPhones(stream, text)
  return isCode(text) && !isoDate.test(text)
    ? findCodes(stream, text)
    : findCurrency(stream, field, text)
}

/**
 * The words in this order, whole, in one line or in lines that follow each other; a day or a time
 * also as the page writes it. All of its places are compared, so that what a reader sees comes
 * before the form that markup has it in.
 */
const groundSequence = (
  ground: PageIndex,
  field: Field,
  text: string,
  where: Where,
  allowAlt = false,
): Grounded | undefined => {
  const { stream } = ground
  const count = tokenise(text).length
  // Only signs ("★★★★"): they are looked for as they are.
  if (count === 0) {
    const signs = byItself(field, findSigns(stream, text), where)
    return signs && text.length > 1 ? quoted(ground, signs) : undefined
  }
  const isFigure = count === 1 && /^\p{N}[\p{N}.,]*$/u.test(text)
  const places = placesOf(stream, text, where)
    .map(([first, last]) => quoteOf(stream, first, last))
    .filter(
      place =>
        (allowAlt || !place.line.alt || isPictured(place)) &&
        !isDictated(place) &&
        !(isFigure && isPartOf(intentOf(field), wholeAt(place.line.text, place), field)),
    )
  // Two digits are everywhere, and so is a letter or two unless something sets them apart: "Rated: R".
  const isWeak = count === 1 && /^\d{1,2}$/.test(text)
  const clear =
    /^[\p{L}\p{N}]{1,2}$/u.test(text) && !isWeak
      ? places.filter(
          one => isSetApart(one) || isUnit(one) || isTag(one) || isInCapitals(one, text),
        )
      : places
  const all = [
    ...clear,
    ...datesOf(ground, text, where),
    ...fewOf(ground.mentions.times.get(timeIn(text)), where),
  ]
  const best = choose(ground, field, all, where, isWeak)
  return best && quoted(ground, best)
}

/** The name that a picture shows, all of it: a logo, a color to choose. */
const isPictured = ({ line, quote }: QuotePosition): boolean =>
  quote.length >= line.text.trim().length && isPictureName(quote)

/** In the spelling that is given, else in another one, else in parts. */
const placesOf = (stream: Stream, text: string, { area }: Where): [number, number][] => {
  const find = (part: string) => {
    const spellings = text.length > maxSpeltChars ? [part] : spellingsOf(part.trim())
    for (const spelling of spellings) {
      const found = findSequence(stream, spelling, maxPlaces)
      if (found.length < maxPlaces && found.length > 0) return found
      if (found.length > 0)
        return [
          ...found,
          ...findSequence(
            stream,
            spelling,
            maxPlaces,
            line => area?.has(line?.node ?? -1) ?? false,
          ),
        ]
    }
    return []
  }
  const whole = find(text)
  return whole.length > 0 || text.length > maxSpeltChars ? whole : findApart(stream, text, find)
}

const maxSpeltChars = 300

/** 9:30 as 09:30. The form of a time wants a zone, which pages hardly ever say. */
const timeIn = (text: string): string =>
  /^(\d{1,2}:\d{2})(?::00)?(?:Z|[+-]\d{2}:?\d{2})?$/i.exec(text)?.[1]?.padStart(5, '0') ?? ''

/** All of it: a name that begins with a year is no date. */
const isoDate = /^\d{4}(?:-\d{2}){0,2}(?:[T ]\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:?\d{2})?)?$/

const isSetApart = ({ line: { text }, start, end }: QuotePosition): boolean =>
  (start === 0 || /(?:[|•·:;,(–—]|\s\/)\s?$/.test(text.slice(Math.max(0, start - 3), start))) &&
  (end === text.length || /^\s?(?:[|•·:;,)[(–—]|\/\s|\d{5}(?!\d))/.test(text.slice(end, end + 8)))

/** "#ai" among other tags. */
const isTag = ({ line: { text }, start }: QuotePosition): boolean =>
  /(?:^|\s)#$/.test(text.slice(Math.max(0, start - 2), start))

/** "US" of "US-based team", in a line that is not all in capitals. */
const isInCapitals = ({ line, quote }: QuotePosition, text: string): boolean =>
  quote === text && /^\p{Lu}{2}$/u.test(text) && /\p{Ll}{2}/u.test(line.text)

/** The unit of the number before it: "90 g flour". */
const isUnit = ({ line: { text }, start, end }: QuotePosition): boolean =>
  /[\d¼-¾⅐-⅞] ?$/.test(text.slice(0, start)) && /^(?:$|[^\p{L}])/u.test(text.slice(end))

const groundNumber = (ground: PageIndex, field: Field, value: number, where: Where): Grounded => {
  const intent = intentOf(field)
  const { numbers, seconds, months } = ground.mentions
  // What a description says of a field helps to find its value, and refuses none.
  const named = intentOf(undescribed(field))
  const hasUnit = where.beside?.some(({ name }) => /unit/i.test(name))
  // "1", "5", "12" stand on every page: without a citation, what is around them must fit the field.
  const isWeak = String(Math.abs(value)).replace(/\D/g, '').length < 3
  const places = fewOf(numbers.get(value) ?? numbers.get(thirds(value)), where).filter(
    ({ inside, unit, isUnlikely, ...place }) =>
      isInUnit(field, value, place) &&
      !isPartOf(intent, inside, field) &&
      (hasUnit || fitsUnit(named, unit) || (!isWeak && isCited(place.line, where))) &&
      !(isWeak && isUnlikely),
  )
  if (intent === 'duration')
    places.push(...fewOf(seconds.get(value * secondsPerUnit(field)), where))
  if (/month/i.test(field.name)) places.push(...fewOf(months.get(value), where))
  places.push(...findMeasures(ground.stream, field, value))
  // A share may be written as a percentage.
  if (Math.abs(value) <= 1)
    for (const mention of fewOf(numbers.get(round(value * 100)), where))
      if (percentAfter(mention)) places.push(mention)
  const chosen = choose(ground, field, places, where, isWeak)
  if (chosen || !isWeak) return quoted(ground, chosen)
  // The sign of money, or of a share, says enough of who asks for one.
  const signed = places.filter(({ unit }) => unit !== undefined && unit === intent)
  return quoted(ground, choose(ground, field, signed, where, false))
}

const undescribed = memoizeObjects((field: Field): Field => ({ ...field, description: '' }))

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
  const places = seconds === undefined ? [] : fewOf(ground.mentions.seconds.get(seconds), where)
  return quoted(ground, choose(ground, field, places, where, false))
}

/**
 * The day must be on the page whole; a time of day that the page does not have, there or a line
 * or two away, is an invention.
 */
const datesOf = (
  { mentions: { dates, times } }: PageIndex,
  text: string,
  where: Where,
): Mention[] => {
  if (!isoDate.test(text)) return []
  const [, day = '', time] = /^(\d{4}(?:-\d{2}){0,2})(?:[T ](\d{2}:\d{2}))?/.exec(text) ?? []
  const isBeside = (a: Mention, b: Mention) =>
    a.line === b.line || Math.abs((a.line.node ?? 0) - (b.line.node ?? -9)) <= 2
  return fewOf(dates.get(day), where).filter(
    place =>
      time === undefined ||
      time === '00:00' ||
      place.time === time ||
      times.get(time)?.some(one => isBeside(one, place)),
  )
}

const groundChoice = (ground: PageIndex, field: Field, value: unknown, where: Where): Grounded => {
  if (!field.values?.some(allowed => allowed === value)) return missing
  if (typeof value === 'string') {
    const direct = groundSequence(ground, field, value, where)
    if (direct) return direct
    const sign = byItself(field, findCurrency(ground.stream, field, value), where)
    if (sign) return quoted(ground, sign)
  }
  // The caller's own words, chosen by whoever read the page: nothing foreign can come in.
  return { status: 'judged' }
}

const maxChars = 50_000

const percentAfter = ({ line, end }: Mention) => /^ ?%/.test(line.text.slice(end, end + 2))

/** 0.33 and 0.667 are as near as decimals come. */
const thirds = (value: number): number => {
  const nearest = Math.round(value * 3) / 3
  return Math.abs(value - nearest) < 0.005 ? nearest : value
}

const round = (value: number) => Math.round(value * 1e6) / 1e6
