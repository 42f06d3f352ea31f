import { escapePointer } from '../../kit/json-pointer.ts'
import { own } from '../../kit/own.ts'
import type { Evidence } from '../extract/grounding/evidence.ts'
import { isSchemaObject } from '../extract/schema/limits.ts'
import type { Taught } from '../extract/taught/read.ts'
import { valueAt } from './example-data.ts'
import type { ReaderFile } from './file.ts'

/** What somebody else says of a page. */
export type Said = {
  data: unknown
  evidence: Readonly<Record<string, Evidence>>
  dropped?: readonly string[] | undefined
  /** What it does not say is not said to be absent. */
  isPartial?: boolean
}

/** Field by field, where the reader is sure and the other one too: who says the same. */
export const compareReading = (
  { fields, lists }: Pick<ReaderFile, 'fields' | 'lists'>,
  taught: Taught,
  said: Said,
): { same: string[]; differ: string[] } => {
  const found = { same: [] as string[], differ: [] as string[] }
  for (const pointer of [...Object.keys(fields), ...Object.keys(lists)]) {
    const isList = Object.hasOwn(lists, pointer)
    if (isUnsure(taught, pointer) || (!isList && isDoubted(said, pointer))) continue
    if (said.isPartial && valueAt(said.data, pointer) === undefined) continue
    const isSame = isSameValue(valueAt(taught.data, pointer), valueAt(said.data, pointer))
    found[isSame ? 'same' : 'differ'].push(pointer)
  }
  return found
}

const isUnsure = ({ flagged, open }: Taught, pointer: string): boolean =>
  open.includes(pointer) || Object.hasOwn(flagged, pointer)

const isDoubted = ({ evidence, dropped = [] }: Said, pointer: string): boolean =>
  dropped.some(at => isWithin(at, pointer)) ||
  Object.entries(evidence).some(
    ([at, { judged, doubtful }]) => isWithin(at, pointer) && (judged || doubtful),
  )

const isWithin = (at: string, pointer: string): boolean => `${at}/`.startsWith(`${pointer}/`)

/** Case, marks, spaces and punctuation make no difference; none and an empty list are the same. */
export const isSameValue = (one: unknown, other: unknown): boolean => {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (Array.isArray(one) && Array.isArray(other)) return isSameList(one, other)
  if (typeof one === 'object' && typeof other === 'object') {
    const names = new Set([...Object.keys(Object(one)), ...Object.keys(Object(other))])
    return [...names].every(name => isSameValue(own(one, name), own(other, name)))
  }
  return folded(one) === folded(other)
}

/** A model cuts long lists short and leaves out entries and cells: most of them are enough. */
const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const shared = short.filter(entry => long.some(candidate => isSameEntry(entry, candidate))).length
  return shared >= 0.8 * short.length && short.length > 0
}

const isSameEntry = (one: unknown, other: unknown): boolean => {
  const isObject = typeof one === 'object' && typeof other === 'object' && one && other
  if (!isObject) return isSameValue(one, other)
  const both = Object.keys(one).filter(name => !isNothing(own(other, name)))
  return both.length > 0 && both.every(name => isSameValue(own(one, name), own(other, name)))
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length)

const folded = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim() || value
    : JSON.stringify(value)

/**
 * A model's answer as an example. What it judged, what is doubtful and what was not on the page is
 * not said; a plain field that it leaves out is not on the page.
 */
export const exampleFrom = (schema: unknown, said: Said): unknown => {
  const isUnsaid = (pointer: string) => isDoubted(said, pointer)
  const clean = (value: unknown, at: string, inner: unknown): unknown => {
    if (Array.isArray(value)) {
      const items = isSchemaObject(inner) ? inner.items : undefined
      return value.map((one, n) => clean(one, `${at}/${n}`, items))
    }
    const properties = isSchemaObject(inner) && isSchemaObject(inner.properties) && inner.properties
    if (!properties) return value
    const kept: [string, unknown][] = Object.entries(properties).flatMap(([name, below]) => {
      const pointer = `${at}/${escapePointer(name)}`
      const said = own(value, name) ?? null
      if (said === null || typeof said !== 'object') return isUnsaid(pointer) ? [] : [[name, said]]
      return [[name, clean(said, pointer, below)]]
    })
    return Object.fromEntries(kept)
  }
  return clean(said.data, '', schema)
}
