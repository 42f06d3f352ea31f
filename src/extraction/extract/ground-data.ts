import type { Field } from './fields.ts'
import { type Ground, type Grounded, groundLeaf } from './ground.ts'
import { escapePointer } from './schema-limits.ts'

export type GroundedData = {
  /** Without the leaves that the page does not prove. */
  data: unknown
  evidence: Map<string, Grounded>
  /** JSON Pointers of the leaves that were taken out. */
  dropped: string[]
}

/**
 * Every leaf of a model's answer, held against the page. What cannot be shown is taken out: null
 * where the schema allows it, absent elsewhere; an entry of a list goes whole when nothing of it
 * is left.
 */
export const groundData = (
  ground: Ground,
  root: Field,
  data: unknown,
  cited: ReadonlyMap<string, number> = new Map(),
): GroundedData => {
  const result: GroundedData = { data: undefined, evidence: new Map(), dropped: [] }
  result.data = walk(ground, root, data, '', '', cited, result)
  return result
}

/** `from` is where the value stood in the answer, `to` where it stands once entries are gone. */
const walk = (
  ground: Ground,
  field: Field,
  value: unknown,
  from: string,
  to: string,
  cited: ReadonlyMap<string, number>,
  result: GroundedData,
): unknown => {
  if (value === null || value === undefined) return field.nullable ? null : undefined
  if (Array.isArray(value)) {
    const kept: unknown[] = []
    value.slice(0, maxEntries).forEach((one, index) => {
      const item = field.item ?? { ...field, kind: 'any' as const }
      const inner = walk(
        ground,
        item,
        one,
        `${from}/${index}`,
        `${to}/${kept.length}`,
        cited,
        result,
      )
      if (inner !== undefined && inner !== null && !isHollow(inner)) kept.push(inner)
    })
    return kept
  }
  if (typeof value === 'object') {
    const object: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(value)) {
      const property = field.properties.find(other => other.name === name)
      // A property that the schema does not name is nobody's: only declared fields are answered.
      if (!property && field.schema.additionalProperties === false) continue
      const step = `/${escapePointer(name)}`
      const inner = walk(
        ground,
        property ?? unnamed(field, name),
        one,
        from + step,
        to + step,
        cited,
        result,
      )
      if (inner !== undefined)
        Object.defineProperty(object, name, {
          value: inner,
          enumerable: true,
          configurable: true,
          writable: true,
        })
    }
    return object
  }
  const verdict = groundLeaf(ground, field, value, cited.get(from))
  if (verdict.status === 'missing') {
    result.dropped.push(from)
    return field.nullable ? null : undefined
  }
  result.evidence.set(to, verdict)
  return value
}

const maxEntries = 5000

const isHollow = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(one => one === null || isHollow(one))

const unnamed = (parent: Field, name: string): Field => ({
  ...parent,
  name,
  kind: 'any',
  format: undefined,
  values: undefined,
  nullable: true,
  properties: [],
  item: undefined,
  title: '',
  description: '',
  schema: {},
})
