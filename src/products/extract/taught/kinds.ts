import type { Conversion } from '../../../page/taught/conversions.ts'
import type { TaughtKinds } from '../../../page/taught/learn.ts'
import type { FieldKind } from '../../../page/taught/reader.ts'
import { textKind } from '../../../page/taught/text-kind.ts'
import { type Field, isSingle } from '../schema/fields.ts'
import { findDates } from '../values/dates.ts'
import { findLengths } from '../values/lengths.ts'
import { normalise } from '../values/normalise.ts'
import { findNumbers } from '../values/numbers.ts'
import { intentOf } from '../words/intent.ts'
import { conversionsOf } from './conversions.ts'
import { type Found, meantBy, type Writing, writingIn } from './meant.ts'

/**
 * What of a schema can be taught: single values, and lists of them or of objects of them, whatever
 * objects they stand in. What is left (lists in lists, choices) is not among them.
 */
export const taughtKinds = (root: Field): TaughtKinds => {
  const fields = new Map<string, FieldKind>()
  const lists = new Map<string, Map<string, FieldKind>>()
  const stack = [root]
  for (let field = stack.pop(); field; field = stack.pop()) {
    if (field.kind === 'array' && field.item) {
      const columns = columnsOf(field.item)
      if (columns.size > 0) lists.set(field.pointer, columns)
    } else if (field.kind === 'object' && field.branches.length === 0)
      stack.push(...field.properties.toReversed())
    else if (isSingle(field)) fields.set(field.pointer, kindOf(field))
  }
  return { fields, lists }
}

/** By pointers into an entry; an entry that is a single value has the empty one. */
const columnsOf = (item: Field): Map<string, FieldKind> => {
  const columns = new Map<string, FieldKind>()
  const stack = [item]
  for (let field = stack.pop(); field; field = stack.pop()) {
    if (field.kind === 'object' && field.branches.length === 0)
      stack.push(...field.properties.toReversed())
    else if (isSingle(field)) columns.set(field.pointer.slice(item.pointer.length), kindOf(field))
  }
  return columns
}

const kindOf = (field: Field): FieldKind => {
  if (isAddress(field)) return addressKind
  return field.kind === 'string' && !field.format && !field.values ? textKind : converted(field)
}

const isAddress = (field: Field): boolean =>
  field.kind === 'string' &&
  (['uri', 'url', 'iri', 'uri-reference'].includes(field.format ?? '') ||
    (field.format === undefined && ['url', 'image'].includes(intentOf(field))))

const addressKind: FieldKind = {
  isAddress: true,
  keyOf: value => (typeof value === 'string' ? URL.parse(value)?.href : undefined),
  read(text, url) {
    const href = text.length <= maxAddress ? URL.parse(text, url)?.href : undefined
    return href && /^(?:https?|mailto|tel):/.test(href) ? { value: href, key: href } : undefined
  },
  find: () => undefined,
  convert: () => ['web address'],
}
const maxAddress = 2_000

/** Numbers, days, choices: the same conversion that extraction has, and each way to write them once. */
const converted = (field: Field): FieldKind => {
  const known = new Map<string, FieldKind>()
  const written = (writing: Writing): FieldKind => {
    const name = JSON.stringify(writing)
    const kind = known.get(name) ?? convertedFrom(field, writing, written)
    known.set(name, kind)
    return kind
  }
  return written({})
}

const convertedFrom = (
  field: Field,
  writing: Writing,
  written: (writing: Writing) => FieldKind,
): FieldKind => {
  const needsDigit = field.kind === 'number' || field.kind === 'integer' || field.format === 'date'
  const found = (text: string): Found | undefined => {
    const usual = normalise(field, text, false)
    return usual && isOwn ? { ...usual, value: meantBy(field, text, usual, writing) } : usual
  }
  const read = (text: string) => {
    if (text.length > maxChars || (needsDigit && !/\p{N}/u.test(text))) return undefined
    const value = found(text)?.value
    return value === undefined ? undefined : { value, key: JSON.stringify(value) }
  }
  const ways = waysToWrite(field)
  const isOwn = Object.keys(writing).length > 0
  return {
    isAddress: false,
    keyOf: value => (typeof value === 'object' ? undefined : JSON.stringify(value)),
    read,
    /** A figure or a day within a sentence: the words around it are then its cut. */
    find(text, key) {
      const near = text.slice(0, maxChars)
      const places = needsDigit ? placesIn(field, near, writing) : []
      return places.find(({ start, end }) => read(near.slice(start, end))?.key === key)
    },
    convert(text) {
      const [usual, one] = [normalise(field, text, false), found(text)]
      return one ? conversionsOf(field, text, one, usual) : []
    },
    ...(ways && { ways }),
    as: done => written(writingIn(done)),
  }
}
const maxChars = 300

const placesIn = (field: Field, text: string, { isSigned }: Writing): TextSpan[] => {
  if (field.format === 'date') return findDates(text)
  const figures = [...text.matchAll(/\p{N}+(?:[.,]\p{N}+)*/gu)].map(({ 0: figure, index }) => ({
    ...{ start: index, end: index + figure.length },
  }))
  // "1 299", ".99" and "1h30" are several figures, or more than figures.
  const longer = [...findNumbers(text), ...findLengths(text)]
  return [...longer, ...figures].map(({ start, end }) => ({
    start: isSigned && isSignAt(text, start - 1) ? start - 1 : start,
    end,
  }))
}

type TextSpan = { start: number; end: number }

/** Of 10-5 it parts two figures. */
const isSignAt = (text: string, at: number): boolean =>
  '-−–'.includes(text[at] ?? ' ') && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** What may be meant where the usual reading does not give what the examples say. */
const waysToWrite = ({ kind, format, values }: Field): Conversion[][] | undefined => {
  if (values) return undefined
  if (kind === 'number' || kind === 'integer')
    return [
      ['sign or brackets as minus'],
      ['comma as decimal'],
      ['comma as decimal', 'sign or brackets as minus'],
    ]
  return format === 'date' ? [['day before month'], ['month before day']] : undefined
}
