import { type Field, isSingle, openField } from '../schema/fields.ts'
import { escapePointer } from '../schema/limits.ts'
import type { Ground, Grounded } from './ground.ts'
import { type Cited, groundJudgement, groundLeaf } from './leaf.ts'

type GroundedData = {
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
  options: GroundOptions = {},
): GroundedData => {
  const result: GroundedData = { data: undefined, evidence: new Map(), dropped: [] }
  result.data = walk({ ground, options, result }, root, data, '', '')
  return result
}

type GroundOptions = {
  /** The lines that a model cites, by JSON Pointer. */
  cited?: ReadonlyMap<string, Cited>
  /** The caller asks for judgements without saying in which field: any text may be one. */
  judges?: boolean
}

type Walk = { ground: Ground; options: GroundOptions; result: GroundedData }

/** `from` is where the value stood in the answer, `to` where it stands once entries are gone. */
const walk = (state: Walk, field: Field, value: unknown, from: string, to: string): unknown => {
  if (value === null || value === undefined) return field.nullable ? null : undefined
  const isWrongShape = typeof value === 'object' && isSingle(field)
  if (!isWrongShape && Array.isArray(value)) {
    const kept: unknown[] = []
    value.slice(0, maxEntries).forEach((one, index) => {
      const item = field.item ?? openField(field.name, from)
      const inner = walk(state, item, one, `${from}/${index}`, `${to}/${kept.length}`)
      if (inner !== undefined && inner !== null && !isHollow(inner)) kept.push(inner)
    })
    return kept
  }
  if (!isWrongShape && typeof value === 'object') {
    const fitting = branchFor(field, value)
    if (fitting !== field) return walk(state, fitting, value, from, to)
    const object: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(value)) {
      const property = field.properties.find(other => other.name === name)
      // A property that the schema does not name is nobody's: only declared fields are answered.
      if (!property && field.schema.additionalProperties === false) continue
      const step = `/${escapePointer(name)}`
      const known = property ?? (field.entry && { ...field.entry, name })
      const inner = walk(state, known ?? openField(name, from + step), one, from + step, to + step)
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
  const verdict = judgeLeaf(state, field, value, from)
  if (verdict.status === 'missing') {
    state.result.dropped.push(from)
    return field.nullable ? null : undefined
  }
  state.result.evidence.set(to, verdict)
  return value
}

const judgeLeaf = (
  { ground, options }: Walk,
  field: Field,
  value: unknown,
  from: string,
): Grounded => {
  const verdict = groundLeaf(ground, field, value, options.cited?.get(from))
  return verdict.status === 'missing' && options.judges && typeof value === 'string'
    ? groundJudgement(ground, value)
    : verdict
}

const maxEntries = 5000

/** Of a choice between objects, the one that names most of what is there. */
const branchFor = (field: Field, value: object): Field => {
  const names = Object.keys(value)
  const known = ({ properties }: Field) =>
    properties.filter(property => names.includes(property.name)).length
  return field.branches
    .filter(branch => branch.kind === 'object')
    .reduce((best, branch) => (known(branch) > known(best) ? branch : best), field)
}

const isHollow = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(one => one === null || isHollow(one))
