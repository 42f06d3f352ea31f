import { plainDigits } from './digits.ts'
import words from './number-words.json' with { type: 'json' }

/** A number as it stands in a text, with every reading its separators allow. */
export type NumberMention = {
  start: number
  end: number
  /** Most likely first: `1.299` is 1.299 and 1299, `1.299,50` only 1299.5. */
  readings: number[]
  /** A sign of money, `%`, or nothing. */
  unit: 'money' | 'percent' | undefined
}

/** Linear: one pass over digit runs, no backtracking. */
export const findNumbers = (written: string): NumberMention[] => {
  const found: NumberMention[] = []
  const text = plainDigits(written)
  for (const match of text.matchAll(numberPattern)) {
    if (found.length >= maxMentions) break
    const raw = match[0]
    const { index } = match
    if (index < (found.at(-1)?.end ?? 0)) continue
    const readings = readNumber(raw)
    if (readings.length === 0) continue
    const before = text.slice(Math.max(0, index - 4), index)
    const scale = scaleOf(before, text.slice(index + raw.length, index + raw.length + 14))
    const rest = restBehind(text.slice(index + raw.length, index + raw.length + 40), scale)
    const end = index + raw.length + rest.chars
    const after = text.slice(end, end + 14)
    if (scale) readings.unshift(...readings.map(value => round(value * scale + rest.value)))
    const whole = fractionAt(text, index, raw)
    if (whole !== undefined) readings.push(whole)
    if (isNegative(text, index) || isBracketed(before, after))
      readings.push(...readings.map(value => -value))
    // 99¢ are a part of a dollar.
    if (after.startsWith('¢')) readings.unshift(...readings.map(value => round(value / 100)))
    // "1 500 g" may be fifteen hundred, or one thing of 500 g.
    if (/\d \d/.test(raw)) readings.push(...raw.split(' ').flatMap(readNumber))
    const unit = unitOf(before, after)
    // Money has no thousandths, but where it is paid by the litre: 14.790 € are many.
    if (unit === 'money' && /^\d{1,3}[.,]\d{3}$/.test(raw) && !perUnit.test(after))
      readings.sort((a, b) => b - a)
    found.push({ start: index, end, readings: [...new Set(readings)], unit })
  }
  return found
}

const unitOf = (before: string, after: string): NumberMention['unit'] => {
  if (/^\s?[%％٪]/.test(after)) return 'percent'
  const isMoney = wholeMoney.test(after) || moneyBefore.test(before) || moneyAfter.test(after)
  return isMoney ? 'money' : undefined
}
/** "1.299,- €" are whole euros. */
const wholeMoney = /^[.,][-–]{1,2}(?!\s?\p{N})/u

const perUnit = /^[^\p{L}\p{N}]{0,3}(?:\p{L}{1,4})?\s?(?:\/|per |pro |je )/u

/** Every reading of one written number, the likeliest first. */
const readNumber = (raw: string): number[] => {
  const vulgar = vulgarFractions[raw.at(-1) ?? '']
  const whole = vulgar === undefined ? raw : raw.slice(0, -1).trim()
  if (vulgar !== undefined) return whole ? readNumber(whole).map(value => value + vulgar) : [vulgar]
  const text = raw.replace(/[\s\u00a0\u202f'’]/g, '')
  const dots = text.split('.').length - 1
  const commas = text.split(',').length - 1
  if (dots + commas === 0) return finite([Number(text)])
  if (dots > 0 && commas > 0) {
    const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
    const grouping = decimal === '.' ? ',' : '.'
    return finite([Number(text.replaceAll(grouping, '').replace(decimal, '.'))])
  }
  const separator = dots > 0 ? '.' : ','
  const parts = text.split(separator)
  const isGrouped = parts.slice(1).every(part => part.length === 3) && (parts[0] ?? '').length <= 3
  const joined = Number(parts.join(''))
  if (parts.length > 2) return isGrouped || isIndian(parts) ? finite([joined]) : []
  const decimal = Number(parts.join('.'))
  if (!isGrouped || parts[0] === '0') return finite([decimal])
  return finite(separator === ',' ? [joined, decimal] : [decimal, joined])
}

const maxMentions = 20_000

const numberPattern = new RegExp(
  `\\d{1,3}(?:[\\u00a0\\u202f' ’]\\d{3})+(?!\\d)(?:[.,]\\d+)?` +
    `|\\d+(?:[.,]\\d+)*(?:\\s?[¼½¾⅓⅔⅛⅜⅝⅞])?|[¼½¾⅓⅔⅛⅜⅝⅞]` +
    // $.99, .5
    `|(?<=^|[\\s\\p{Sc}(+−-])\\.\\d+(?![.,]?\\d)`,
  'gu',
)

const vulgarFractions: Record<string, number> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 0.125,
  '⅜': 0.375,
  '⅝': 0.625,
  '⅞': 0.875,
}

const moneyCodes = words.moneyCodes.join('|')
const moneyBefore = new RegExp(
  `(?:\\p{Sc}|\\b(?:${moneyCodes}|Rs\\.?|kr\\.?|zł|Fr\\.?))\\s?-?$`,
  'u',
)
const moneyAfter = new RegExp(
  `^\\s?(?:\\p{Sc}|(?:${moneyCodes}|kr|zł|Kč|Ft|лв|руб|TL|lei|đ|dollars?|euros?|pounds?)(?![\\p{L}\\p{N}])|บาท|円|元|원)`,
  'u',
)

/** Words for thousands and millions count only when they stand on the page, right after the digits. */
const scaleOf = (before: string, after: string): number | undefined => {
  const [all = '', word = ''] = scaleWord.exec(after) ?? []
  // The M of PT11M is no million, nor is that of 12 m, unless it is money.
  const isMetre = all === ' m' && !moneyBefore.test(before) && !moneyAfter.test(after.slice(2))
  return isMetre || /[PT]$/.test(before) ? undefined : scales.get(word.toLowerCase())
}

/** What 1億 still has behind it in 1億2,345万: each part is smaller than the one before. */
const restBehind = (after: string, below = 0): { value: number; chars: number } => {
  const [all = '', gap, digits = '', name] = easternRest.exec(after) ?? []
  const size = name ? (scales.get(name) ?? 0) : 1
  const value = (readNumber(digits)[0] ?? 0) * size
  if (value === 0 || value >= below || (gap && !name)) return { value: 0, chars: 0 }
  const rest = name ? restBehind(after.slice(all.length), size) : { value: 0, chars: 0 }
  return { value: value + rest.value, chars: all.length + rest.chars }
}

const scales = new Map(Object.entries(words.scales))
/** Longer ones first: "mil millones" is no "mil". What follows an Eastern one is written without a space. */
const longestFirst = [...scales.keys()].sort((a, b) => b.length - a.length)
const [eastern, western] = [true, false].map(isEastern =>
  longestFirst.filter(name => /[\p{sc=Han}\p{sc=Hangul}]/u.test(name) === isEastern).join('|'),
)
const scaleWord = new RegExp(
  // 千克 are kilograms, 千米 kilometres.
  `^\\s?((?:${western})(?![\\p{L}\\p{N}])|(?:${eastern})(?![克米瓦卡焦赫]))`,
  'iu',
)

const easternRest = new RegExp(
  `^\\s?(?:${eastern})(\\s?)(\\d+(?:,\\d{3})*)(?![\\d.,]|\\s?[年月日년월일])(?=\\s?(${eastern})?)`,
)

const isNegative = (text: string, at: number) =>
  /(?:^|[\s(:])[-−–]\p{Sc}?$/u.test(text.slice(Math.max(0, at - 3), at))

/** Accountants write what is owed in brackets. */
const isBracketed = (before: string, after: string) =>
  /\(\p{Sc}?$/u.test(before) && /^\)/.test(after)

/** `3/4`, `1 1/2`: only what cooks and carpenters write, so that days of a month are none. */
const fractionAt = (text: string, at: number, raw: string): number | undefined => {
  const [, below] = /^\/(2|3|4|5|6|8|10|16)(?![\d/])/.exec(text.slice(at + raw.length)) ?? []
  if (!below || !/^\d{1,2}$/.test(raw) || Number(raw) >= Number(below)) return undefined
  const [, whole = '0'] =
    /(?:^|[^\d/.,])(\d{1,3}) $/.exec(text.slice(Math.max(0, at - 5), at)) ?? []
  return /[\d/]$/.test(text.slice(0, at)) ? undefined : Number(whole) + Number(raw) / Number(below)
}

const isIndian = (parts: string[]) =>
  parts.at(-1)?.length === 3 && parts.slice(1, -1).every(part => part.length === 2)

const finite = (values: number[]) => values.filter(Number.isFinite)

const round = (value: number) => Math.round(value * 1e6) / 1e6
