const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** “3 hours ago”, “in 7 days”. */
export const ago = (iso: string): string => {
  const seconds = (Date.parse(iso) - Date.now()) / 1_000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  return seconds > 0 ? 'in a moment' : 'just now'
}

export const day = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** “3 Nov 2026, 14:05:09” in UTC, as logs and their filters count days. */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  })

/** The same of the last days, whose year everybody knows: “3 Nov, 14:05:09”. */
export const lately = (iso: string): string => moment(iso).replace(/ \d{4},/, ',')

export const count = (value: number): string => value.toLocaleString('en')

/** “1 page”, “2 pages”; `many` where an s does not make it. */
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** Class names, without those that do not apply. */
export const join = (...names: (string | undefined | false)[]): string =>
  names.filter(Boolean).join(' ')
