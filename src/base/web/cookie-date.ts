const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const delimiters = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/

/** The parts of a date in the order in which a word is tried as one of them; each is found once. */
const parts = {
  time: /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/,
  day: /^(\d{1,2})(?!\d)/,
  month: new RegExp(`^(${months.join('|')})`, 'i'),
  year: /^(\d{2,4})(?!\d)/,
}
type Part = keyof typeof parts
const partNames = Object.keys(parts) as Part[]

/**
 * The date of a cookie in milliseconds, as browsers read it (RFC 6265, 5.1.1): in whatever order it
 * stands, and always in UTC. Undefined where it is none (`0`, `Session`): then the cookie has none.
 */
export const readCookieDate = (text: string): number | undefined => {
  const found = new Map<Part, string[]>()
  for (const word of text.split(delimiters)) {
    const name = partNames.find(part => !found.has(part) && parts[part].test(word))
    if (name) found.set(name, parts[name].exec(word)?.slice(1) ?? [])
  }
  if (found.size < partNames.length) return undefined
  const numbersOf = (name: Part) => (found.get(name) ?? []).map(Number)
  const [hour = 0, minute = 0, second = 0] = numbersOf('time')
  const [day = 0] = numbersOf('day')
  const [written = 0] = numbersOf('year')
  const year = written < 70 ? written + 2_000 : written < 100 ? written + 1_900 : written
  const month = months.indexOf(found.get('month')?.[0]?.toLowerCase() ?? '')
  if (year < 1_601 || hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(Date.UTC(year, month, day, hour, minute, second))
  return date.getUTCDate() === day ? date.getTime() : undefined
}
