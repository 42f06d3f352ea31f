import { memoizeObjects } from '../../../kit/memoize.ts'
import { fold, overlap, wordsOf } from '../../../page/words/words.ts'
import type { Field } from '../schema/fields.ts'
import { type Intent, intentOf } from '../words/intent.ts'
import { addressPartOf, cutAddress } from './address-parts.ts'
import { bareCode } from './codes.ts'
import { findDates } from './dates.ts'
import { findLengths } from './lengths.ts'
import { findNumbers, type NumberMention } from './numbers.ts'
import { inUnitOf } from './units.ts'

/** A value in the schema's type and the page's words it came from. */
type Normalised = { value: unknown; quote: string }

/**
 * Page text to the field's type; undefined when the text does not hold such a value. `isSigned` is
 * false where examples show what a minus means.
 */
export const normalise = (field: Field, text: string, isSigned = true): Normalised | undefined => {
  const trimmed = text.trim()
  if (!trimmed) return undefined
  if (field.values) return toEnum(field, trimmed)
  switch (field.kind) {
    case 'number':
    case 'integer':
      return toNumber(field, trimmed, isSigned)
    case 'boolean':
      return toBoolean(trimmed)
    case 'string':
    case 'any':
      return toText(field, trimmed)
    default:
      return undefined
  }
}

/** Minutes, unless the field's words name another unit. */
export const secondsPerUnit = (field: Field): number => {
  const name = field.name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
  const words = fold(`${name} ${field.title} ${field.description}`)
  return namedUnits.find(([named]) => named.test(words))?.[1] ?? 60
}

const namedUnits: readonly [named: RegExp, seconds: number][] = [
  [/(?:\b|_)(?:milliseconds?|ms|millis)\b/, 0.001],
  [/(?:\b|_)seconds?\b|_s(ec)?\b/, 1],
  [/(?:\b|_)minutes?/, 60],
  [/(?:\b|_)hours?\b/, 3_600],
  [/(?:\b|_)days?\b/, 86_400],
  [/(?:\b|_)weeks?\b/, 604_800],
]

const toIsoDate = (text: string): { iso: string; quote: string } | undefined => {
  const full = findDates(text).find(date => date.readings[0]?.length === 10)
  return full
    ? { iso: full.readings[0] as string, quote: text.slice(full.start, full.end) }
    : undefined
}

const toEnum = (field: Field, text: string): Normalised | undefined => {
  const folded = fold(text).replace(/^https?:\/\/schema\.org\//, '')
  const { asWritten, squashed, texts } = choicesOf(field)
  // As it is written first: A- is no A.
  const same = asWritten.get(folded) ?? squashed.get(squash(folded))
  if (same) return { value: same.value, quote: text }
  if (text.length > 200) return undefined
  const said = ` ${spaced(folded)} `
  const inside = texts.filter(({ words }) => words && said.includes(words))
  // Two of the allowed values in one text decide nothing.
  if (inside.length === 1) return { value: inside[0]?.value, quote: text }
  const sense = senseOf(text)
  const meant = sense === undefined ? [] : texts.filter(one => one.sense === sense)
  return meant.length === 1 ? { value: meant[0]?.value, quote: text } : undefined
}

/** Of thousands of allowed values, held against every text of a page: read once. */
const choicesOf = memoizeObjects(({ values = [] }: Field) => {
  const [asWritten, squashed] = [new Map<string, Box>(), new Map<string, Box>()]
  for (const value of [...values].reverse()) {
    if (value === null || typeof value === 'object') continue
    const folded = fold(String(value))
    asWritten.set(folded, { value })
    squashed.set(squash(folded), { value })
  }
  const texts = values
    .filter(value => typeof value === 'string')
    .map(value => {
      const words = value.length > 2 ? ` ${spaced(fold(value))} ` : undefined
      return { value, words, sense: senseOf(value) }
    })
  return { asWritten, squashed, texts }
})
type Box = { value: unknown }

/** A++ is no A, nor C# a C. */
const squash = (text: string) => text.replace(/[^\p{L}\p{N}+#]+/gu, '')
const spaced = (text: string) => text.replace(/[^\p{L}\p{N}+#]+/gu, ' ').trim()

const toNumber = (field: Field, text: string, isSigned: boolean): Normalised | undefined => {
  const intent = intentOf(field)
  if (intent === 'duration') {
    const duration = findLengths(text)[0]
    if (duration) {
      const amount = duration.seconds / secondsPerUnit(field)
      const value = field.kind === 'integer' ? Math.round(amount) : Math.round(amount * 100) / 100
      return { value, quote: text.slice(duration.start, duration.end) }
    }
  }
  const found = inUnitOf(field, text)
  const measured =
    found && (field.kind === 'number' || Number.isInteger(found.value)) ? found : undefined
  const { start, end, value } = measured ?? pickValue(field, intent, text) ?? {}
  if (start === undefined || value === undefined) return undefined
  const isBelow =
    isSigned && value !== 0 && (isBelowZero(field, text, start) || isOwed(field, text))
  return { value: isBelow ? -value : value, quote: text.slice(start, end) }
}

const pickValue = (field: Field, intent: Intent, text: string) => {
  const number = pickNumber(field, intent, text)
  const fits = (reading: number) => field.kind === 'number' || Number.isInteger(reading)
  return number && { ...number, value: number.readings.find(fits) }
}

/**
 * Whether the number that starts there has a minus. In 10 -15 it is a dash, and -20% on a shop's
 * badge is a discount of 20.
 */
const isBelowZero = ({ name, title }: Field, text: string, start: number): boolean =>
  /(?<![\p{N}%]\s?)(?:^|[\s(:])[-−–]\p{Sc}?$/u.test(text.slice(Math.max(0, start - 8), start)) &&
  !neverBelowZero.test(fold(`${name} ${title}`))

/** A profit of "(1,234)" alone, as accounts write it; in brackets others are counted: "Comments (12)". */
const isOwed = ({ name, title }: Field, text: string): boolean => {
  const asked = fold(`${name} ${title}`)
  return (
    /^\p{Sc}?\s?\(\p{Sc}?\s?\d[\d.,'’\s]{0,20}[%\p{Sc}]?\)\s?[%\p{Sc}]?$/u.test(text) &&
    ofAccounts.test(asked) &&
    !neverBelowZero.test(asked)
  )
}

const ofAccounts =
  /profit|income|earning|ebit|cash.?flow|balance|equity|margin|(?<!a)gain|surplus|growth|change(?!s)|variance|amount|net(?!.?loss|[a-z])|gewinn|benefi[ct]/

const neverBelowZero =
  /width|height|weight|depth|length|price|cost|fee|discount|sav(?:e|ing)|reduc|rebate|coupon|voucher|deduct|off(?![a-z])|rabatt|nachlass|remise|promo|sconto|descuento|ahorro|desconto|korting|year|since/

/** Of "4.8 from 120 votes", the one whose neighbours speak of the field. */
const pickNumber = (field: Field, intent: Intent, text: string): NumberMention | undefined => {
  const numbers = findNumbers(text.slice(0, 2000))
  // `founded_year`, `member_since`: "5 of us since 2010" is of 2010.
  if (/(?:year|since)$/i.test(field.name) && numbers.length > 1)
    return numbers.find(
      ({ readings: [first = 0] }) => first >= 1500 && first <= 2100 && first % 1 === 0,
    )
  const unit = intent === 'money' ? 'money' : intent === 'percent' ? 'percent' : undefined
  const united = unit ? numbers.find(one => one.unit === unit) : undefined
  if (united || numbers.length < 2) return united ?? numbers[0]
  const wanted = wordsOf(field.name)
  let best: NumberMention | undefined
  let top = 0
  for (const number of numbers.slice(0, 10)) {
    if (field.kind === 'integer' && !number.readings.some(Number.isInteger)) continue
    const after = overlap(wanted, wordsOf(text.slice(number.end, number.end + 16))).recall
    const before = overlap(
      wanted,
      wordsOf(text.slice(Math.max(0, number.start - 16), number.start)),
    ).recall
    const score = Math.max(after, before * 0.9)
    if (score > top) {
      top = score
      best = number
    }
  }
  return best ?? numbers.find(one => field.kind === 'number' || one.readings.some(Number.isInteger))
}

const toBoolean = (text: string): Normalised | undefined => {
  const word = fold(text)
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/[\s.!]+/g, '')
  if (yes.has(word)) return { value: true, quote: text }
  if (no.has(word)) return { value: false, quote: text }
  const sense = senseOf(text)
  return sense === undefined ? undefined : { value: sense, quote: text }
}

const yes = new Set(
  'yes true y ✓ ✔ ✅ ja oui si sim tak ano да included available instock instoreonly onlineonly limitedavailability'.split(
    ' ',
  ),
)
const no = new Set(
  'no false n ✗ ✘ ❌ × nein non nao nie ne нет none unavailable outofstock soldout discontinued notavailable notincluded'.split(
    ' ',
  ),
)

const toText = (field: Field, text: string): Normalised | undefined => {
  const { format } = field
  if (format === 'date') {
    const date = toIsoDate(text)
    return date ? { value: date.iso, quote: date.quote } : undefined
  }
  if (format === 'date-time') return toDateTime(text)
  if (format === 'email') {
    const email = mailIn(text)
    return email ? { value: email, quote: email } : undefined
  }
  if (format === 'uri' || format === 'url' || format === 'iri') {
    const url = /^https?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined
    return url ? { value: url, quote: url } : undefined
  }
  if (format === 'duration') {
    const duration = findLengths(text)[0]
    return duration
      ? { value: isoDuration(duration.seconds), quote: text.slice(duration.start, duration.end) }
      : undefined
  }
  const part = addressPartOf(field)
  const cut = part ? cutAddress(text, part) : onlyMail(field, text)
  const said = cut ?? bareCode(field, text) ?? text.replace(separators, '').replace(footnotes, '')
  return said ? { value: said.replace(/\s+/g, ' '), quote: said } : undefined
}

/** The address in "Write to info@lamps.example", for a field that asks for one. */
const onlyMail = (field: Field, text: string): string | undefined =>
  text.includes('@') && text.indexOf('@') === text.lastIndexOf('@') && intentOf(field) === 'email'
    ? mailIn(text)
    : undefined

/** An apostrophe is a part of o'brien@…, and of no other word: "l'info@…" is French for info@…. */
const mailIn = (text: string): string | undefined => {
  const found = mailAddress.exec(text)
  if (!found) return undefined
  const { 0: mail, index } = found
  const before = text.slice(Math.max(0, index - maxNameChars), index)
  const name = before.split(/[^\p{L}\p{Nd}_.+'’-]/u).at(-1) ?? ''
  const isName = /^[^'’]*o['’]$/i.test(name)
  return isName ? name + mail : mail
}
const maxNameChars = 40
/** Müller's, too: a part of an address is somebody else's. */
const mailAddress =
  /[\p{sc=Latin}\p{Nd}_.+-]{1,64}@[\p{sc=Latin}\p{Nd}-]{1,63}(?:\.[\p{sc=Latin}\p{Nd}-]{1,63}){1,5}/u

/** Marks of footnotes behind a word: they are no part of what it says. */
const footnotes = /(?<=[\p{L}\p{N}).])(?:\[\d{1,3}\]){1,5}$/u

/** What parts a value from the one before it: ", May 4", "/ Berlin", "- new". */
const separators = /^(?:[,;:/|·•»]\s{0,3}|[-–—]\s)+(?=[\p{L}\p{N}\p{Sc}])/u

/** Only what the page says: a day without a time of day is not a moment. */
const toDateTime = (text: string): Normalised | undefined => {
  const found = moments.map(moment => moment.exec(text)).find(match => match !== null)
  const [exact, day, time, seconds = ':00', zone = '', minutes = '00'] = found ?? []
  if (exact === undefined) return undefined
  const offset = /^z$/i.test(zone) ? 'Z' : `${zone}:${minutes}`
  const value = `${day}T${time}${seconds}${offset}`
  return { value, quote: exact }
}

/**
 * As HTML's `datetime` and databases write it too: with a space, and a zone without minutes. The
 * end of "2024-05-12 10:30-12:00" is no zone.
 */
const moments = [
  /(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?([Zz]|[+-]\d{2})(?::?(\d{2}))?(?!\d)/,
  /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)? ?([Zz]|\+\d{2})(?::?(\d{2}))?(?!\d)/,
  /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?) ?(-\d{2})(?::?(\d{2}))?(?!\d)/,
]

const isoDuration = (exact: number): string => {
  const seconds = Math.round(exact)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = seconds % 60
  const time = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`
  return time ? `PT${time}` : 'PT0S'
}

/** What a phrase says of whether something is to be had, is so, or is not. */
const senseOf = (text: string): boolean | undefined => {
  const plain = fold(text)
    .replace(/^https?:\/\/schema\.org\//, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
  if (plain.length > maxChars) return undefined
  if (denied.test(plain)) return false
  return affirmed.test(plain) ? true : undefined
}

const maxChars = 80

const here =
  'in ?stock|available|auf lager|lieferbar|verfugbar|en stock|disponible|disponibile|op voorraad|included'
const denied = new RegExp(
  `^(?:no|none|false|not?)\\b(?! only)|\\b(?:out ?of ?stock|sold ?out|un ?available|no longer|discontinued|excluded|ausverkauft|epuise|rupture de stock|agotado|esaurito|uitverkocht|indisponible)\\b` +
    // "nicht mehr lieferbar", "isn't available", "Non disponible"
    `|(?:\\b(?:not|no|non|nicht|niet|pas)(?! only)|n['’]t) (?:\\p{L}{1,15} )?(?:${here})\\b|\\bplus (?:en stock|disponible)\\b`,
  'u',
)
const affirmed = new RegExp(
  `^(?:yes|true|ja|oui|si|sim)\\b|\\b(?:${here}|ready to ship|ships (?:today|within|in)|(?:limited|low) stock|only \\d+ left)\\b`,
)
