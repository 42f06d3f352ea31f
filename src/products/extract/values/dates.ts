import { monthOf } from '../../../page/metadata/months.ts'
import { plainDigits } from './digits.ts'

/** A day, month or year as a text writes it, with every reading (3/4/2011 has two). */
type DateMention = {
  start: number
  end: number
  /** `2011-05-12`, `2011-05` or `2011`, likeliest first. */
  readings: string[]
  /** `HH:MM`, when the time stands right behind. */
  time: string | undefined
}

export const findDates = (written: string): DateMention[] => {
  const text = plainDigits(written)
  const found: DateMention[] = []
  const taken: boolean[] = []
  const possible = /\d{4}/.test(text) ? forms : shortForms
  for (const { pattern, read } of possible)
    for (const match of text.matchAll(pattern)) {
      if (found.length >= maxMentions) return found
      if (taken[match.index] || taken[match.index + match[0].length - 1]) continue
      const readings = read(match).filter(isReal)
      if (readings.length === 0) continue
      const end = match.index + match[0].length
      for (let i = match.index; i < end; i++) taken[i] = true
      const time = timeAfter(text.slice(end, end + 26))
      found.push({
        start: match.index,
        end,
        readings: [...new Set(readings)],
        time,
      })
    }
  return found.sort((a, b) => a.start - b.start)
}

const maxMentions = 5000

const timeAfter = (text: string): string | undefined => {
  const [, hour, minute = '00', half] =
    /^[T,\s]*(?:at\s|um\s|à\s)?([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?(?::\d{2})?(?:\s?([ap])\.?m\b)?/i.exec(
      text,
    ) ?? []
  if (hour === undefined || (minute === '00' && !half && !/[:.h]00/.test(text))) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}

/** `isShort`: the year may be written with two digits. */
type Form = { pattern: RegExp; isShort?: true; read: (match: RegExpExecArray) => string[] }

const part = (match: RegExpExecArray, group: number) => match[group] ?? ''
const iso = (year: string, month: number | string, day: string) =>
  `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

const fullYear = (year: string) => {
  if (year.length !== 2) return year
  return Number(year) > 50 ? `19${year}` : `20${year}`
}

/** Ordered from the most to the least specific: what one form has taken, the next leaves alone. */
const forms: Form[] = [
  {
    // 2011-05-12; Koreans and Hungarians write 2011. 5. 12. Not Iran’s 1403/02/22, a day of 2024.
    pattern: /(?<!\d)(?!1[34]\d\d\/)(\d{4})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )(\d{1,2})(?!\d)/g,
    read: m => [iso(part(m, 1), part(m, 2), part(m, 3))],
  },
  {
    // 12. 5. 2011: so Czechs, Slovaks and Finns
    pattern: /(?<![\d.])(\d{1,2})\. (\d{1,2})\. (\d{4})(?!\d)/g,
    read: m => [iso(part(m, 3), part(m, 2), part(m, 1))],
  },
  {
    pattern: /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g,
    read: m => [iso(part(m, 1), part(m, 2), part(m, 3))],
  },
  {
    pattern: /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]/g,
    read: m => [`${m[1]}-${part(m, 2).padStart(2, '0')}`],
  },
  {
    // 20110512
    pattern: /(?<![\d.,])((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?![\d.,])/g,
    read: m => [iso(part(m, 1), part(m, 2), part(m, 3))],
  },
  {
    // May 12–14, 2011: the first day and the last
    pattern:
      /(?<!\p{L})(\p{L}{3,12})\.?\s{0,2}(\d{1,2})\s?[-–—]\s?(\d{1,2}),?\s{0,2}(\d{4})(?!\d)/gu,
    read: m => {
      const month = monthOf(part(m, 1))
      return month ? [2, 3].map(day => iso(part(m, 4), month, part(m, day))) : []
    },
  },
  {
    // 12.–14. Mai 2011
    pattern:
      /(?<!\d)(\d{1,2})\.?\s?[-–—]\s?(\d{1,2})\.?\s{0,2}(?:de\s)?(\p{L}{3,12})\.?,?\s{0,2}(?:de\s)?(\d{4})(?!\d)/gu,
    read: m => {
      const month = monthOf(part(m, 3))
      return month ? [1, 2].map(day => iso(part(m, 4), month, part(m, day))) : []
    },
  },
  {
    // May 12th, 2011
    pattern: /(?<!\p{L})(\p{L}{3,12})\.?\s{0,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{0,2}(\d{4})(?!\d)/gu,
    read: m => {
      const month = monthOf(part(m, 1))
      return month ? [iso(part(m, 3), month, part(m, 2))] : []
    },
  },
  {
    // 12. Mai 2011, 12 de mayo de 2011, 12-May-2011
    isShort: true,
    pattern:
      /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]{0,2}(?:de\s|d['’]|of\s)?(\p{L}{3,12})\.?,?[\s-]{0,2}(?:de\s|del\s)?(\d{4}|['’]?\d{2})(?!\d)/gu,
    read: m => {
      const month = monthOf(part(m, 2))
      return month ? [iso(part(m, 3).replace(/\D/g, ''), month, part(m, 1))] : []
    },
  },
  {
    // 2011 May 12, 2011. május 12., 2011 m. gegužės 12 d.
    pattern: /(?<!\d)(\d{4})(?:[\s-]|\. | m\. )(\p{L}{3,12})\.?[\s-](\d{1,2})(?!\d)/gu,
    read: m => {
      const month = monthOf(part(m, 2))
      return month ? [iso(part(m, 1), month, part(m, 3))] : []
    },
  },
  {
    // 05/12/2011: which is the month depends on who writes
    isShort: true,
    pattern: /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d])/g,
    read: m => {
      const [a, b, year] = [part(m, 1), part(m, 3), part(m, 4)]
      const american = iso(year, a, b)
      const european = iso(year, b, a)
      return m[2] === '/' ? [american, european] : [european, american]
    },
  },
  {
    // May 2011
    pattern: /(?<!\p{L})(\p{L}{3,12})\.?,?\s{1,2}(?:de\s)?(\d{4})(?!\d)/gu,
    read: m => {
      const month = monthOf(part(m, 1))
      return month ? [`${m[2]}-${String(month).padStart(2, '0')}`] : []
    },
  },
  { pattern: /(?<![\d.,$€£/-])((?:1[5-9]|20)\d{2})(?![\d,/-]|\.\d)/g, read: m => [part(m, 1)] },
]

const shortForms = forms.filter(form => form.isShort)

const isReal = (reading: string): boolean => {
  const [year, month, day] = reading.split('-').map(Number)
  if (!year || year < 1000 || year > 2200) return false
  if (month === undefined) return true
  if (month < 1 || month > 12) return false
  return day === undefined || (day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate())
}
