import type { Field } from '../schema/fields.ts'

type Part = 'street' | 'city' | 'state' | 'zip'

/** Which part of an address a field asks for, if one. */
export const addressPartOf = ({ name, kind }: Field): Part | undefined => {
  if (kind !== 'string' && kind !== 'any') return undefined
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  // A postal address is a whole one.
  if (words.includes('postal') && words.includes('address')) return undefined
  return words.map(word => parts[word]).find(part => part !== undefined)
}

const parts: Record<string, Part> = {
  street: 'street',
  city: 'city',
  town: 'city',
  locality: 'city',
  state: 'state',
  province: 'state',
  zip: 'zip',
  zipcode: 'zip',
  postal: 'zip',
  postcode: 'zip',
  postalcode: 'zip',
  plz: 'zip',
}

type Parts = Partial<Record<Part, string>>

/** The part of "12 Main Street, Springfield, IL 62704" or of "Via del Porto 12, 34121 Trieste". */
export const cutAddress = (text: string, part: Part): string | undefined => {
  if (text.length > maxChars) return undefined
  // "Austin TX, 78744" is read as "Austin, TX 78744".
  const plain = text.replace(/,? ([A-Z]{2}), (\d{5}(?:-\d{4})?)$/, ', $1 $2')
  // What follows the code is no part of it.
  const code = /, [A-Z]{2}\.? \d{5}(?:-\d{4})?(?![\d-])/.exec(plain)
  const segments = (code ? plain.slice(0, code.index + code[0].length) : plain)
    .split(',')
    .map(segment => segment.trim())
  // The last may be the country.
  for (const count of [segments.length, segments.length - 1]) {
    const [last, ...before] = segments.slice(0, count).reverse()
    const found = last ? readEnd(last, before) : undefined
    if (found) return found[part]
  }
  return undefined
}

const maxChars = 200

/** `last` is the segment with the code or the state, `before` those in front of it, nearest first. */
const readEnd = (last: string, before: string[]): Parts | undefined => {
  const words = last.split(/\s+/)
  const [end = '', second = ''] = [...words].reverse()
  if (/^\d{5}(?:-\d{4})?$/.test(end) && /^[A-Z]{2}\.?$/.test(second))
    return withTown(words.slice(0, -2), before, { zip: end, state: second.slice(0, 2) })
  if (ukCode.test(`${second} ${end}`))
    return withTown(words.slice(0, -2), before, { zip: `${second} ${end}` })
  const [first = '', ...rest] = words
  const isTown = /^\p{Lu}/u.test(rest[0] ?? '') && !/\d/.test(rest.join()) && !streetWord.test(last)
  if (/^(?:[A-Z]{1,2}-)?\d{4,5}$/.test(first) && isTown)
    return { ...streetOf(before), zip: first, city: rest.join(' ') }
  if (/^[A-Z]{2}$/.test(last) && before.length > 0) return withTown([], before, { state: last })
  return undefined
}

/** "2809 Saucon Valley Road" begins with the number of a house. */
const streetWord =
  /\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|parkway|pkwy|highway|hwy)\b/i

const ukCode = /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/

const withTown = (own: string[], before: string[], parts: Parts): Parts => {
  const [near = '', ...rest] = before
  if (own.length > 0) return { ...streetOf(before), ...parts, city: own.join(' ') }
  if (!/\d/.test(near)) return { ...streetOf(rest), ...parts, city: near }
  // Street and town in one segment are told apart by what streets are called.
  const [, street, city] = streetAndTown.exec(near) ?? []
  return street && city ? { ...streetOf([street, ...rest]), ...parts, city } : parts
}

const streetAndTown =
  /^(\d.{2,60}\b(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|parkway|pkwy|highway|hwy)\b\.?(?: (?:suite|ste|unit|#|apt)\.? ?[\w-]{1,6})?) (\p{Lu}[\p{L} .'-]{1,40})$/iu

const streetOf = (before: string[]): Parts =>
  before.length > 0 ? { street: [...before].reverse().join(', ') } : {}
