import { plural } from '../parts/words.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
  ...['September', 'October', 'November', 'December'],
]

/**
 * A cron expression in plain English, for the forms that people write. Undefined for any other: no
 * reading is better than a wrong one, and the next times are shown beside it.
 */
export const sayCron = (cron: string): string | undefined => {
  const [minute = '', hour = '', date = '', month = '', weekday = '', ...rest] = cron
    .trim()
    .split(/\s+/)
  if (rest.length > 0 || weekday === '') return undefined
  const time = timeOf(minute, hour)
  const days = daysOf(date, month, weekday)
  if (time === undefined || days === undefined) return undefined
  return `${time}${days}.`
}

const timeOf = (minute: string, hour: string): string | undefined => {
  const step = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (step && 60 % Number(step) === 0 && hour === '*') return every(Number(step), 'minute')
  if (!isNumber(minute, 59)) return undefined
  const past = `${plural(Number(minute), 'minute')} past`
  if (hour === '*') return Number(minute) === 0 ? 'Every hour' : `Every hour, ${past} it`
  const hours = /^\*\/(\d+)$/.exec(hour)?.[1]
  if (hours && 24 % Number(hours) === 0)
    return `${every(Number(hours), 'hour')}${Number(minute) === 0 ? '' : `, ${past} the hour`}`
  const all = hour.split(',')
  if (!all.every(one => isNumber(one, 23))) return undefined
  return `At ${listOf(all.map(one => `${one.padStart(2, '0')}:${minute.padStart(2, '0')}`))}`
}

const every = (size: number, unit: string) => `Every ${size === 1 ? unit : plural(size, unit)}`

const daysOf = (date: string, month: string, weekday: string): string | undefined => {
  // Both would mean "either": rarely what is meant, and hard to say.
  if (date !== '*' && weekday !== '*') return undefined
  const inMonths = month === '*' ? '' : monthsOf(month)
  if (inMonths === undefined) return undefined
  if (weekday !== '*') {
    const named = weekdaysOf(weekday)
    return named && `, ${named}${inMonths}`
  }
  if (date === '*') return inMonths === '' ? ', every day' : `, every day${inMonths}`
  const dates = date.split(',')
  if (!dates.every(one => isNumber(one, 31) && Number(one) > 0)) return undefined
  return `, on day ${listOf(dates.map(one => `${Number(one)}`))} of ${inMonths === '' ? 'every month' : inMonths.replace(' in ', '')}`
}

const weekdaysOf = (text: string): string | undefined => {
  const range = /^([0-7])-([0-7])$/.exec(text)
  if (range && Number(range[1]) < Number(range[2]))
    return `${nameOf(range[1])} to ${nameOf(range[2])}`
  const all = text.split(',')
  if (!all.every(one => isNumber(one, 7))) return undefined
  return `every ${listOf(all.map(nameOf))}`
}
const nameOf = (number: string | undefined) => weekdays[Number(number) % 7] ?? ''

const monthsOf = (text: string): string | undefined => {
  const all = text.split(',')
  if (!all.every(one => isNumber(one, 12) && Number(one) > 0)) return undefined
  return ` in ${listOf(all.map(one => months[Number(one) - 1] ?? ''))}`
}

const isNumber = (text: string, max: number) => /^\d{1,2}$/.test(text) && Number(text) <= max

const listOf = (words: string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
