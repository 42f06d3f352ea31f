import { isObject } from '../../../kit/is-object.ts'
import { escapePointer } from '../../../kit/json-pointer.ts'
import { setOwn } from '../../../kit/own.ts'
import type { Cited } from '../grounding/leaf.ts'
import { type Field, isSingle, openField } from '../schema/fields.ts'
import { findDates } from '../values/dates.ts'
import { normalise } from '../values/normalise.ts'
import { findNumbers } from '../values/numbers.ts'
import { intentOf } from '../words/intent.ts'
import { isWrapped, linesKey, nameFor } from './strict.ts'
import { wholeAddress } from './targets.ts'

type Restored = {
  /** In the shape of the caller's schema. */
  data: unknown
  /** For each value, by JSON Pointer: the lines that the model says it was read from. */
  cited: Map<string, Cited>
  /** The lists that were longer than what is read. */
  cut: string[]
}

/** Of one list; a model that goes on for ever is cut off here, before anything is made of it. */
export const maxEntries = 5_000

/**
 * The way back from the strict dialect: the root unwrapped, null removed where the schema knows
 * no null, names as the caller wrote them, citations taken out, addresses made whole. Models that
 * were asked without a strict mode bend the shape a little: what is plain enough is understood.
 */
export const restore = (
  root: Field,
  answer: unknown,
  { url = '', wrapped = isWrapped(root) }: { url?: string; wrapped?: boolean } = {},
): Restored => {
  const cited = new Map<string, Cited>()
  const lines = linesOf(answer)
  const value =
    wrapped && isObject(answer) && Object.hasOwn(answer, 'value') && !named(root, 'value')
      ? answer.value
      : answer
  const cut: string[] = []
  const data = toValue(root, shortened(value, cut), { pointer: '', lines, cited, url })
  return { data, cited, cut }
}

const shortened = (value: unknown, cut: string[], pointer = ''): unknown => {
  if (Array.isArray(value)) {
    if (value.length > maxEntries) cut.push(pointer)
    return value.slice(0, maxEntries).map((one, at) => shortened(one, cut, `${pointer}/${at}`))
  }
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value))
    setOwn(copy, name, shortened(one, cut, `${pointer}/${escapePointer(name)}`))
  return copy
}

type Place = {
  pointer: string
  lines: Cited | undefined
  cited: Map<string, Cited>
  /** Address of the page. */
  url: string
}

const toValue = (field: Field, value: unknown, around: Place): unknown => {
  const place: Place = { ...around, lines: linesOf(value) ?? around.lines }
  if (value === null || value === undefined) {
    if (field.nullable) return null
    return value === null && field.kind === 'array' && field.required ? [] : undefined
  }
  if (isMap(field)) return toMap(field, value, place)
  if (isSingle(field)) return toSingle(field, value, place)
  const shape = Array.isArray(value) ? listShape(field, value) : undefined
  if (shape) return toValue(shape, value, place)
  const { pointer } = place
  if (Array.isArray(value))
    return value.map((one, index) =>
      toValue(field.item ?? openField(field.name, pointer), one, {
        ...place,
        pointer: `${pointer}/${index}`,
      }),
    )
  if (isObject(value)) {
    // A single entry where a list was asked for.
    if (field.kind === 'array' && field.item && field.branches.length === 0)
      return [toValue(field.item, value, { ...place, pointer: `${pointer}/0` })]
    return toObject(field, value, place)
  }
  return leafValue(field, value, place)
}

/** A single value in a list or a box of its own, or written as another type, is still that value. */
const toSingle = (field: Field, value: unknown, place: Place): unknown => {
  if (Array.isArray(value) && value.length === 1) return toValue(field, value[0], place)
  if (isObject(value) && Object.hasOwn(value, 'value')) return toValue(field, value.value, place)
  const leaf = leafValue(field, value, place)
  if (typeof leaf === 'number' && field.kind === 'string') return String(leaf)
  return typeof leaf === 'string' ? (written(field, leaf) ?? leaf) : leaf
}

const leafValue = (field: Field, value: unknown, { pointer, lines, cited, url }: Place) => {
  if (lines) cited.set(pointer, lines)
  if (typeof value !== 'string') return value
  const intent = intentOf(field)
  return intent === 'url' || intent === 'image' ? wholeAddress(value.trim(), url) : value
}

/**
 * "€49.50", "Yes", "12 May 2021", "In stock": meant as the schema writes it. Whether the page says
 * so is looked at later; what has two meanings ("1,500", "3/4/2021") is left to be asked again.
 */
const written = (field: Field, value: string): unknown => {
  if (value.length > maxWrittenChars || field.values?.includes(value)) return undefined
  if (field.values) return normalise(field, value)?.value
  if (field.kind === 'string')
    return isInWords(field, value) ? normalise(field, value)?.value : undefined
  const numbers = field.kind === 'boolean' ? [] : findNumbers(value)
  const isPlain = numbers.every(({ readings }) => readings.length === 1) && numbers.length <= 1
  return isPlain ? normalise(field, value)?.value : undefined
}

const isInWords = ({ format }: Field, value: string): boolean => {
  if (format === 'duration') return !/^P/i.test(value)
  if (format !== 'date' && format !== 'date-time') return false
  const [date, ...others] = findDates(value)
  return date?.readings.length === 1 && others.length === 0
}

const maxWrittenChars = 40

/** Of a choice, the shape that was told as a list: one with names of the page, or a list itself. */
const listShape = ({ branches }: Field, value: unknown[]): Field | undefined => {
  const list = branches.find(branch => branch.kind === 'array')
  const isPairs = value.every(
    one => isObject(one) && typeof one.name === 'string' && Object.keys(one).length === 2,
  )
  return isPairs ? (branches.find(isMap) ?? list) : list
}

const isMap = (field: Field) =>
  field.kind === 'object' && field.properties.length === 0 && field.branches.length === 0

const toMap = (field: Field, value: unknown, place: Place): unknown => {
  const pairs = Array.isArray(value)
    ? value.filter(isObject).map(pair => [pair.name, pair.value] as const)
    : Object.entries(isObject(value) ? value : {})
  const result: Record<string, unknown> = {}
  for (const [name, one] of pairs) {
    if (typeof name !== 'string' || name === linesKey || one === null) continue
    setOwn(result, name, inside(place, name, field.entry, one))
  }
  return result
}

const toObject = (field: Field, value: Record<string, unknown>, place: Place): unknown => {
  const result: Record<string, unknown> = {}
  const known = new Map<string, Field>()
  for (const one of [field, ...field.branches])
    one.properties.forEach((property, index) => {
      for (const name of [property.name, nameFor(property, index)])
        if (!known.has(name)) known.set(name, property)
    })
  for (const [name, one] of Object.entries(value)) {
    if (name === linesKey && !named(field, linesKey)) continue
    const property = known.get(name)
    // Where the schema names its properties, others were not asked for.
    if (!property && known.size > 0) continue
    const inner = inside(place, property?.name ?? name, property, one)
    if (inner !== undefined) setOwn(result, property?.name ?? name, inner)
  }
  return result
}

const inside = (place: Place, name: string, field: Field | undefined, value: unknown) => {
  const pointer = `${place.pointer}/${escapePointer(name)}`
  return toValue(field ?? openField(name, pointer), value, { ...place, pointer })
}

const named = (field: Field, name: string) =>
  field.properties.some(property => property.name === name)

const linesOf = (value: unknown): Cited | undefined => {
  const lines = isObject(value) ? value[linesKey] : undefined
  if (!Array.isArray(lines) || lines.length === 0) return undefined
  return new Set(lines.map(Number).filter(Number.isInteger))
}
