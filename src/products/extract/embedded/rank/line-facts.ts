import type { Labels } from './labels.ts'
import { maxChars } from './lengths.ts'

/** A label in front and its value: `Weight – 2 kg`. Titles have dashes too: see `factsIn`. */
const dashed = /^(\p{L}[\p{L} .()/&'-]{1,30}?) [-–—=] (\S.*)$/u

/**
 * The facts that one line holds, each as it would stand by itself: "3 beds · 2 baths", "Height: 6-5
 * Weight: 212 lbs", and "Height – 6-5" where the line before or behind is made so too.
 */
export const factsIn = (text: string, before = '', after = ''): string[] => {
  if (text.length > maxChars.told) return []
  const [, label, value] = dashed.exec(text) ?? []
  if (label && value && (isDashed(before) || isDashed(after))) return [`${label}: ${value}`]
  return moreFacts.test(text) ? labelled(text) : parted(text)
}

/** "… V8 Transmission: automatic Doors: 4" */
const moreFacts = /\p{L}{2}: .*\p{L}{2}: /u

/** Names and their values in one are no value. */
export const holdsFacts = (text: string): boolean =>
  text.length <= maxChars.told && moreFacts.test(text)

const parted = (text: string): string[] => {
  if (!/[·•|]/.test(text)) return []
  const facts = text.split(/[·•|]/).flatMap(part => (/[\p{L}\p{N}]/u.test(part) ? part.trim() : []))
  if (facts.length < 2 || facts.some(fact => fact.length > maxChars.name)) return []
  return facts
}

/**
 * Where a value ends and the next label begins is told by its letters: of "5 Body Style: Sedan" the
 * label has two words; of "Carlton Kestrels College: Northfield" the last word alone.
 */
const labelled = (text: string): string[] => {
  const facts: string[] = []
  let label = ''
  for (const [part, said = ''] of text.matchAll(/(.+?)(?:(?<=\p{L}[\p{L})]): |$)/gsu)) {
    const words = said.trim().split(/\s+/)
    const isLast = !part.endsWith(': ')
    const count = isLast ? 0 : label === '' ? words.length : labelLength(words)
    const value = words.slice(0, words.length - count).join(' ')
    if (label && value) facts.push(`${label}: ${value}`)
    label = words.slice(words.length - count).join(' ')
  }
  return facts
}

const maxLabelWords = 3

const labelLength = (words: readonly string[]): number => {
  const isCapital = (at: number) => /^\p{Lu}/u.test(words.at(at) ?? '')
  let length = 1
  while (length < maxLabelWords && isCapital(-length - 1)) length++
  return words.length > length && !isCapital(-length - 1) ? length : 1
}

/** A line that has a label of its own with a dash behind it. */
export const isDashed = (text: string): boolean => text.length <= maxChars.told && dashed.test(text)

/** Whether a line ends as a label without a value does. */
export const endsOpen = (text: string): boolean => /[:：–—=-]\s*$/.test(text)

/** One of several values in a text, and the labels that it has by itself. */
type Share = { text: string; labels: Labels }

/** "Height/Weight: 6-5/212", "City & state: Northfield, MN": two names for two values. */
export const sharesOf = (text: string, labels: Labels): Share[] => {
  const place = places.find(one => labels[one] !== '')
  if (!place || text.length > maxChars.name || labels[place].length > maxChars.name) return []
  const names = twoNames.exec(labels[place])?.slice(1) ?? []
  if (names.length === 0) return []
  const values = marks.map(mark => text.split(mark)).find(parts => parts.length === names.length)
  if (!values?.every(value => /[\p{L}\p{N}]/u.test(value))) return []
  return names.map((name, at) => ({
    text: values[at]?.trim() ?? '',
    labels: { ...labels, [place]: `${name.trim()}:` },
  }))
}

const places = ['inline', 'term', 'row', 'column', 'before'] as const
const twoNames = /^(\p{L}[\p{L} .]{0,24})(?:\/| & | and )(\p{L}[\p{L} .]{0,24}?)\s?:?\s?$/u
const marks = [/\s?\/\s?/, /\s?\|\s?/, /,\s/, /\s[-–—]\s/, /\s(?:&|and)\s/]
