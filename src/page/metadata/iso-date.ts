import type { First } from './day-or-month.ts'
import { monthOf } from './months.ts'

/**
 * A date of a page as ISO 8601: a day where only a day is known, else the time with the zone it
 * was written in (the day it names is the author's day), without one where none is known.
 * Undefined where it is no date. `first` says which of 3/4/2021 is the day.
 */
export const toIsoDate = (value: string, first: First = 'month'): string | undefined => {
  // RFC 5322 and JavaScript say the zone once more in words: `+0000 (UTC)`.
  const text = value.replace(/(?<=[+-]\d{4}|GMT) \([^()]*\)\s*$/, '').trim()
  // 1403/02/22 is a day of 2024 in Iran.
  if (text === '' || text.length > 60 || /^1[34]\d\d\//.test(text)) return undefined
  return isoDate(text) ?? unixDate(text) ?? otherDate(text, first) ?? writtenDate(text)
}

/** The first day that is written out in a line of text, in any of the ways that are known here. */
export const dateIn = (line: string): string | undefined => {
  if (!year.test(line)) return undefined
  for (const pattern of datePatterns) {
    const found = pattern.exec(line)?.[0]
    const date = found && toIsoDate(found)
    if (date) return date
  }
  return undefined
}

const year = /\d{4}/

/** Each has a year. */
const datePatterns = [
  /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/,
  /(?<![\d./])\d{4}([./])\s?\d{1,2}\1\s?\d{1,2}(?![\d/]|\.\d)/,
  /(?<!\d)\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}/,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th|er|º|\.)?\s(?:de\s|of\s|d['’])?\p{L}{3,12}\.?,?\s(?:de\s|del\s)?\d{4}(?!\d)/u,
  /(?<!\p{L})\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}(?!\d)/u,
  /(?<!\d)\d{1,2}-\p{L}{3,9}-\d{4}(?!\d)/u,
  /(?<!\d)\d{1,2}\.\s?\d{1,2}\.\s?\d{4}(?!\d)/,
  // Only where the one number can be no month.
  /(?<![\d/-])(?:(?:1[3-9]|2\d|3[01])[/-](?:0?[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[/-](?:1[3-9]|2\d|3[01]))[/-]\d{4}(?![\d/-])/,
]

const isoDate = (text: string): string | undefined => {
  const parts =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i.exec(
      text,
    )
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second = '00', zone] = parts
  const date = `${year}-${month}-${day}`
  if (!isRealDay(date)) return undefined
  if (hour === undefined) return date
  const time = `${date}T${hour}:${minute}:${second}`
  if (zone === undefined) return isValid(`${time}Z`) ? time : undefined
  const offset = /^[a-z]/i.test(zone)
    ? 'Z'
    : zone.replace(/^(.\d{2}):?(\d{2})?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  return isValid(time + offset) ? time + offset : undefined
}

const unixDate = (text: string): string | undefined => {
  if (!/^1\d{9}(?:\d{3})?$/.test(text)) return undefined
  return instant(Number(text) * (text.length === 10 ? 1_000 : 1))
}

/** A day as other languages write it: `12. März 2021`, `3 de mayo de 2022`, `2021年3月4日`, `4.3.2021`. */
const otherDate = (text: string, first: First): string | undefined => {
  const eastern = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})/.exec(text)
  if (eastern) return day(eastern[1], Number(eastern[2]), eastern[3])
  const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/.exec(text)
  if (dotted) return day(dotted[3], Number(dotted[2]), dotted[1])
  // What has a zone is an instant, and English.
  const isInstant = hasZone.test(text)
  // Behind it may stand a full stop, as in Korean, or a time.
  const yearFirst = /^(\d{4})([./])\s?(\d{1,2})\2\s?(\d{1,2})(?![\d/]|\.\d)/.exec(text)
  if (yearFirst && !isInstant) return day(yearFirst[1], Number(yearFirst[3]), yearFirst[4])
  const yearAndName = /^(\d{4})(?:\.| m\.)?\s(\p{L}{3,12})\s(\d{1,2})(?!\d)/u.exec(text)
  const nameBehind = yearAndName?.[2] ? monthOf(yearAndName[2]) : undefined
  if (nameBehind && !isInstant) return day(yearAndName?.[1], nameBehind, yearAndName?.[3])
  const numbers = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?:,?\s.{0,3}\d{1,2}[:.h]\d.*)?$/.exec(text)
  if (numbers && !isInstant) {
    const [one, two] = [Number(numbers[1]), Number(numbers[3])]
    if (one > 12 || (first === 'day' && two <= 12)) return day(numbers[4], two, numbers[1])
    if (two > 12) return day(numbers[4], one, numbers[3])
  }
  const named =
    /(?<!\d)(\d{1,2})(?:er|º|\.)?[\s-](?:de\s|d['’])?(\p{L}{3,12})\.?,?[\s-](?:de\s|del\s)?(\d{4})(?!\d)/u.exec(
      text,
    )
  const month = named?.[2] ? monthOf(named[2]) : undefined
  return month && !isInstant ? day(named?.[3], month, named?.[1]) : undefined
}

/** `+0200` behind a time; the year of `4-Mar-2021` is none. */
const hasZone = /(?:Z|GMT|UTC|(?<=[\s\d]|GMT)[+-]\d{2}:?\d{2})$/

const day = (year = '', month = 0, dayOfMonth = ''): string | undefined => {
  const date = `${year}-${String(month).padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`
  return isRealDay(date) ? date : undefined
}

/** Dates in English words, as browsers read them; only the day is trusted without a zone. */
const writtenDate = (text: string): string | undefined => {
  if (!/\d{4}/.test(text) || !/[a-z]{3}|\//i.test(text)) return undefined
  const clean = text.replace(/(\d)(?:st|nd|rd|th)\b/gi, '$1').replace(/(?<!\s)\s+at\s+/i, ' ')
  if (hasZone.test(clean)) return instant(clean)
  const time = Date.parse(`${clean} UTC`)
  if (Number.isNaN(time) || !isPlausible(time)) return undefined
  const date = new Date(time)
  // The 31st of February would become the 3rd of March.
  const isSaid = new RegExp(`(?<!\\d)0?${date.getUTCDate()}(?!\\d)`).test(clean)
  return isSaid || date.getUTCDate() === 1 ? date.toISOString().slice(0, 10) : undefined
}

const instant = (value: string | number): string | undefined => {
  const time = new Date(value).getTime()
  return Number.isNaN(time) || !isPlausible(time)
    ? undefined
    : new Date(time).toISOString().replace('.000Z', 'Z')
}

const isValid = (value: string): boolean => !Number.isNaN(Date.parse(value))

const isRealDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && isPlausible(time) && new Date(time).toISOString().startsWith(date)
}

/** Nothing was published before 1000 or will be after 2200. */
const isPlausible = (time: number): boolean => {
  const year = new Date(time).getUTCFullYear()
  return year >= 1000 && year <= 2200
}
