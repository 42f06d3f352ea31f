import { memoizeTexts } from '../../../kit/memoize.ts'
import { fold } from '../../../page/words/words.ts'
import { findDates } from './dates.ts'
import { findDurations } from './durations.ts'
import { findNumbers } from './numbers.ts'

/**
 * What a short text could be, each from 0 (no) to 1 (all of it). Only shapes are looked at, never
 * the page around them.
 */
export type Shape = {
  money: number
  date: number
  duration: number
  phone: number
  email: number
  url: number
  address: number
  place: number
  name: number
  rating: number
  count: number
  measure: number
  code: number
  percent: number
  prose: number
}

/** Pages of one site, and menus of one page, repeat themselves. */
export const shapeOf = memoizeTexts({ most: 5000, maxChars: 200 }, source => readShape(source))

const readShape = (source: string): Shape => {
  const text = source.slice(0, 400)
  const length = Math.max(1, text.replace(/\s/g, '').length)
  const numbers = findNumbers(text)
  // Most texts have no digit, and half of the shapes need one.
  const hasDigit = /\d/.test(text)
  const dates = hasDigit ? findDates(text) : []
  const durations = hasDigit ? findDurations(text) : []
  const cover = (chars: number) => Math.min(1, chars / length)
  const spans = (list: { start: number; end: number }[]) =>
    cover(list.reduce((sum, { start, end }) => sum + end - start, 0))
  const money = numbers.filter(number => number.unit === 'money')
  const percents = numbers.filter(number => number.unit === 'percent')
  const matched = (pattern: RegExp) => cover(pattern.exec(text)?.[0].length ?? 0)
  return {
    money: money.length > 0 ? Math.max(0.3, cover(spanOf(money) + 2 * money.length)) : 0,
    date: dates.length > 0 ? Math.max(0.2, spans(dates)) : 0,
    duration: durations.length > 0 ? Math.max(0.3, spans(durations)) : 0,
    phone: hasDigit && isPhone(text) ? matched(phonePattern) : 0,
    email: text.includes('@') ? matched(emailPattern) : 0,
    url: /[./]/.test(text) ? matched(urlPattern) : 0,
    address: addressScore(text, hasDigit),
    place: placeScore(text),
    name: nameScore(text),
    rating: hasDigit ? matched(ratingPattern) : 0,
    count: numbers.length > 0 ? spans(numbers) : 0,
    measure: hasDigit
      ? cover([...text.matchAll(measures)].reduce((sum, [one]) => sum + one.length, 0))
      : 0,
    code: hasDigit ? matched(codePattern) : 0,
    percent: percents.length > 0 ? Math.max(0.3, cover(spanOf(percents) + 1)) : 0,
    prose:
      text.length > 60 && /\p{Ll}{2,} \p{Ll}{2,} \p{Ll}{2,}/u.test(text)
        ? Math.min(1, source.length / 300)
        : 0,
  }
}

const spanOf = (list: { start: number; end: number }[]) =>
  list.reduce((sum, { start, end }) => sum + end - start, 0)

const emailPattern = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/
const urlPattern =
  /(?:https?:\/\/|www\.)\S+|(?<![@\w])[\w-]{2,60}\.(?:com|org|net|edu|gov|io|co|de|fr|uk|nl|it|es)\b\S*/i
const ratingPattern =
  /\d(?:[.,]\d+)?\s?(?:\/|out of|von|sur|de)\s?(?:5|10|100)\b|\d(?:[.,]\d+)?\s?(?:stars?|★)/i
const codePattern =
  /(?<![\w-])(?:97[89][- ]?(?:\d[- ]?){9}\d|(?:\d[- ]?){9}[\dXx]|[A-Z\d]{2,}[-/]?[A-Z\d-]*\d[A-Z\d-]*)(?![\w-])/
const phonePattern = /\+?\(?\d[\d\s()./-]{5,20}\d/
/** The number in "Call +49 30 901820 today". */
export const phoneIn = (text: string): string | undefined => phonePattern.exec(text)?.[0]

const isPhone = (text: string) => {
  const run = phonePattern.exec(text)?.[0] ?? ''
  const digits = run.replace(/\D/g, '').length
  return digits >= 7 && digits <= 15 && /[\s().+-]/.test(run) && !/^\d{4}-\d{2}-\d{2}/.test(run)
}

const measures =
  /\d[\d.,]*\s?(?:-\s?)?(?:mm|cm|m|km|in|inch(?:es)?|ft|feet|foot|yd|mi|miles|kg|g|mg|lbs?|oz|pounds?|l|ml|cl|liters?|litres?|gal|cc|hp|kw|kwh|w|v|mah|mp|mpg|mph|kmh|gb|tb|mb|ghz|mhz|hz|px|megapixels?|sq\.?\s?(?:ft|m)|m²|°[cf]?|cups?|tbsp|tsp|kcal|cal|"|”|'|′)(?![\p{L}\d])(?:\s?\d+\s?(?:"|”|in))?/giu

const addressScore = (text: string, hasDigit: boolean): number => {
  if (text.length > 160) return 0
  let score = 0
  if (hasDigit && /(?:^|[\s,])\d{1,6}[a-z]?\s+(?:[NSEW]\.?\s+)?\p{Lu}/u.test(text)) score += 0.35
  if (
    /\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|way|ct|court|pl|place|hwy|highway|sq|square|pkwy|suite|floor|rue|straße|strasse|str|via|calle|plaza|allee|weg|platz)\b\.?/i.test(
      text,
    )
  )
    score += 0.35
  if (
    hasDigit &&
    /\b[A-Z]{2}\s+\d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b\d{5}\s\p{Lu}\p{Ll}+/u.test(
      text,
    )
  )
    score += 0.3
  return score
}

const placeScore = (text: string): number => {
  if (text.length > 60 || legalForm.test(text)) return 0
  if (
    /^\p{Lu}[\p{L}.' -]{1,30},\s?(?:[A-Z]{2}|\p{Lu}[\p{L}. ]{2,25})(?:,\s?\p{Lu}[\p{L}. ]{1,25})?(?:\s\d{5}(?:-\d{4})?)?$/u.test(
      text,
    )
  )
    return 1
  if (/^\p{Lu}[\p{L}.' -]{1,30}\s[A-Z]{2}(?:\s\d{5})?$/u.test(text)) return 0.8
  return 0
}

/** "Ensign, LLC" is a firm. */
const legalForm =
  /[, ](?:LLC|L\.L\.C|Inc|Ltd|Corp|Co|LLP|PLC|GmbH|S\.A|SARL|SpA|S\.p\.A|B\.V|N\.V|Oy|Pty|Jr|Sr|PhD)\.?$/

/** Two to five capitalised words without digits: people, companies, brands. */
const nameScore = (text: string): number => {
  if (text.length > 70 || /[\d:!?]/.test(text)) return 0
  const words = text.split(/[\s,]+/).filter(Boolean)
  if (words.length > 8) return 0
  const capital = words.filter(word => /^["'(]?\p{Lu}/u.test(word)).length
  const small = words.filter(word => particles.has(fold(word))).length
  const share = (capital + small) / words.length
  return capital === 0 ? 0 : words.length === 1 ? share * 0.6 : share
}

const particles = new Set(
  'of and & the de la van von der den di da del le y e et und for'.split(' '),
)
