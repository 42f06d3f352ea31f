import { namesOfPointer } from '../../../kit/json-pointer.ts'
import { own, setOwn } from '../../../kit/own.ts'
import type { Doubt } from '../grounding/doubt.ts'
import type { Evidence } from '../grounding/evidence.ts'
import type { ExtractOutcome } from '../grounding/outcome.ts'
import type { SchemaProblem } from '../schema/compile.ts'

/** What the embedded extractor finds on the page that a model is asked about. */
export type Instead = Pick<ExtractOutcome, 'data' | 'evidence'>

export type ShownValue = {
  evidence: Evidence
  doubt?: Doubt | undefined
  /** Around it, where it stands in a sentence only. */
  sentence?: string | undefined
  /** The embedded extractor's, because the model's could not be used. */
  isInstead?: true
}

/** The value at a pointer; none inside of lists, whose entries are not counted alike. */
export const valueAt = (data: unknown, pointer: string): unknown => {
  let value = data
  for (const part of namesOfPointer(pointer)) {
    if (Array.isArray(value)) return undefined
    value = own(value, part)
  }
  return value
}

/**
 * Data with the embedded extractor's values where the schema has something against the model's, or
 * misses one; undefined where it has none of them.
 */
export const fillIn = (
  data: unknown,
  problems: readonly SchemaProblem[],
  shown: Map<string, ShownValue>,
  instead: Instead,
): unknown => {
  const wanted = new Set(problems.map(({ field, path }) => field || path))
  const found = [...wanted].filter(pointer => valueAt(instead.data, pointer) != null)
  const filled = found.reduce((all: unknown, pointer) => {
    const value = valueAt(instead.data, pointer)
    const next = pointer === '' ? value : withValue(all, pointer, value)
    if (next === undefined) return all
    for (const at of shown.keys()) if (isWithin(pointer, at)) shown.delete(at)
    for (const [at, evidence] of Object.entries(instead.evidence))
      if (isWithin(pointer, at)) shown.set(at, { evidence, isInstead: true })
    return next
  }, data)
  return filled === data ? undefined : filled
}

const isWithin = (pointer: string, at: string) => at === pointer || at.startsWith(`${pointer}/`)

/** A copy with one value changed; undefined where nothing holds it. */
const withValue = (data: unknown, pointer: string, value: unknown): unknown => {
  const parts = namesOfPointer(pointer)
  const copy = structuredClone(data ?? {})
  let holder: unknown = copy
  for (const part of parts.slice(0, -1)) holder = own(holder, part)
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined
  setOwn(holder, parts.at(-1) ?? '', value)
  return copy
}
