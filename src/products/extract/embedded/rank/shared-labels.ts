import type { Labels } from './labels.ts'
import { maxChars } from './lengths.ts'

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
