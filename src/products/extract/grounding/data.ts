import { isHollow } from '../../../kit/hollow.ts'
import { escapePointer } from '../../../kit/json-pointer.ts'
import { setOwn } from '../../../kit/own.ts'
import { type Field, isSingle, openField } from '../schema/fields.ts'
import { groundJudgement } from './judgement.ts'
import { type Cited, groundLeaf } from './leaf.ts'
import type { Grounded, PageIndex } from './page-index.ts'
import type { Where } from './places.ts'
import { recordLines } from './records.ts'

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
  ground: PageIndex,
  root: Field,
  data: unknown,
  options: GroundOptions = {},
): GroundedData => {
  const result: GroundedData = { data: undefined, evidence: new Map(), dropped: [] }
  result.data = walk({ ground, options, result }, root, data, { from: '', to: '' })
  return result
}

type GroundOptions = {
  /** The lines that a model cites, by JSON Pointer. */
  cited?: ReadonlyMap<string, Cited>
  /** The caller asks for judgements without saying in which field: any text may be one. */
  judges?: boolean
}

type Walk = { ground: PageIndex; options: GroundOptions; result: GroundedData }

/** `from` is where the value stood in the answer, `to` where it stands once entries are gone. */
type At = { from: string; to: string } & Omit<Where, 'cited'>

const walk = (state: Walk, field: Field, value: unknown, at: At): unknown => {
  if (value === null || value === undefined) return field.nullable ? null : undefined
  const isWrongShape = typeof value === 'object' && isSingle(field)
  if (!isWrongShape && Array.isArray(value)) return walkList(state, field, value, at)
  if (!isWrongShape && typeof value === 'object') return walkObject(state, field, value, at)
  const verdict = judgeLeaf(state, field, value, at)
  if (verdict.status === 'missing') {
    state.result.dropped.push(at.from)
    return field.nullable ? null : undefined
  }
  state.result.evidence.set(at.to, verdict)
  return value
}

const walkList = (state: Walk, field: Field, value: readonly unknown[], at: At): unknown[] => {
  const { from, to } = at
  const kept: unknown[] = []
  const item = field.item ?? openField(field.name, from)
  const own = recordLines(state.ground, item, value, (index, name) =>
    state.options.cited?.get(`${from}/${index}/${escapePointer(name)}`),
  )
  value.forEach((one, index) => {
    const inner = walk(state, item, one, {
      from: `${from}/${index}`,
      to: `${to}/${kept.length}`,
      isOwn: both(at.isOwn, own[index]?.isOwn),
      area: own[index]?.area ?? at.area,
      all: own[index]?.all ?? at.all,
    })
    if (!isHollow(inner)) kept.push(inner)
  })
  return kept
}

const walkObject = (state: Walk, field: Field, value: object, at: At): unknown => {
  const { from, to } = at
  const fitting = branchFor(field, value)
  if (fitting !== field) return walk(state, fitting, value, at)
  const object: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(value)) {
    const property = field.properties.find(other => other.name === name)
    // A property that the schema does not name is nobody's: only declared fields are answered.
    if (!property && field.schema.additionalProperties === false) continue
    const step = `/${escapePointer(name)}`
    const known = property ?? (field.entry && { ...field.entry, name })
    const below = { ...at, from: from + step, to: to + step, beside: field.properties }
    const inner = walk(state, known ?? openField(name, from + step), one, below)
    if (inner !== undefined) setOwn(object, name, inner)
  }
  return object
}

const judgeLeaf = (
  { ground, options }: Walk,
  field: Field,
  value: unknown,
  { from, to, ...around }: At,
): Grounded => {
  const verdict = groundLeaf(ground, field, value, options.cited?.get(from), around)
  return verdict.status === 'missing' && options.judges && typeof value === 'string'
    ? groundJudgement(ground, value)
    : verdict
}

/** A part of an entry is within the entry that it is part of. */
const both = (outer: Where['isOwn'], inner: Where['isOwn']): Where['isOwn'] =>
  outer && inner ? line => outer(line) && inner(line) : (inner ?? outer)

/** Of a choice between objects, the one that names most of what is there. */
const branchFor = (field: Field, value: object): Field => {
  const names = Object.keys(value)
  const known = ({ properties }: Field) =>
    properties.filter(property => names.includes(property.name)).length
  return field.branches
    .filter(branch => branch.kind === 'object')
    .reduce((best, branch) => (known(branch) > known(best) ? branch : best), field)
}
