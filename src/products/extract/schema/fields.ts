import { escapePointer } from '../../../kit/json-pointer.ts'
import { lookUp } from './faults.ts'
import { isSchemaObject, type JsonSchema, schemaLimits } from './limits.ts'

/** What a schema asks for, without the ways JSON Schema has to say it. */
export type Field = {
  /** The property's name; for an array's item the array's name; empty at the root. */
  name: string
  /** JSON Pointer into the data, with `*` for an array's items. */
  pointer: string
  kind: FieldKind
  title: string
  description: string
  format: string | undefined
  /** The allowed values, of `enum` or `const`. */
  values: unknown[] | undefined
  required: boolean
  nullable: boolean
  /** The members of an object. */
  properties: Field[]
  /** Of an object whose names are the page's: what each of its values is. */
  entry: Field | undefined
  /** The entries of an array. */
  item: Field | undefined
  /** Of a choice: every shape it may take. The field itself is read as the first. */
  branches: Field[]
  minItems: number
  schema: JsonSchema
}

type FieldKind = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'any'

/** The tree of fields; recursive references are followed a few times and then left open. */
export const readFields = (schema: JsonSchema | boolean): Field => {
  const root = isSchemaObject(schema) ? schema : {}
  const state = { root, budget: schemaLimits.maxFields }
  const place = { name: '', pointer: '', required: true, depth: 0, refs: ['#'] }
  const field = toField(state, root, place)
  const name = field.title || (field.description.length <= maxNameChars ? field.description : '')
  if (field.kind === 'object' || !name) return field
  // A list or a single value has no property's name: its title or a short description says what it is.
  return toField({ ...state, budget: schemaLimits.maxFields }, root, { ...place, name })
}

/** A value that nothing is known of. */
export const openField = (name: string, pointer: string): Field =>
  toField({ root: {}, budget: 0 }, {}, { name, pointer, required: false, depth: 0, refs: [] })

/** A text, a number, or yes or no, and nothing else. */
export const isSingle = ({ kind, branches }: Field): boolean =>
  branches.length === 0 && kind !== 'object' && kind !== 'array' && kind !== 'any'

export const holdsList = (field: Field): boolean => {
  const stack = [field]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.kind === 'array') return true
    stack.push(...one.properties, ...one.branches, ...(one.entry ? [one.entry] : []))
  }
  return false
}

/** Every scalar below a field, in order; those inside arrays once, with `*` in their pointer. */
export function* leaves(field: Field): Generator<Field> {
  const stack = [field]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.kind === 'object' && one.properties.length > 0)
      for (let i = one.properties.length - 1; i >= 0; i--) stack.push(one.properties[i] as Field)
    else if (one.kind === 'array' && one.item) stack.push(one.item)
    else yield one
  }
}

type State = { root: JsonSchema; budget: number }
/** `refs` are the references followed on the way here, to stop those that lead to themselves. */
type Place = { name: string; pointer: string; required: boolean; depth: number; refs: string[] }

const maxNameChars = 40
const maxDepth = 12
/** How often a reference that leads to itself is followed. */
const maxTurns = 4

const toField = (state: State, source: JsonSchema, place: Place): Field => {
  const { schema, nullable, followed, choices } = settle(state, source)
  const refs = [...place.refs, ...followed]
  const kind = kindOf(schema)
  const values = Array.isArray(schema.enum)
    ? schema.enum
    : schema.const !== undefined
      ? [schema.const]
      : undefined
  const field: Field = {
    name: place.name,
    pointer: place.pointer,
    kind,
    title: text(schema.title),
    description: text(schema.description),
    format: typeof schema.format === 'string' ? schema.format : undefined,
    values,
    required: place.required,
    nullable: nullable || (values?.includes(null) ?? false),
    properties: [],
    entry: undefined,
    item: undefined,
    branches: [],
    minItems: typeof schema.minItems === 'number' ? schema.minItems : 0,
    schema,
  }
  const isCircle = followed.some(ref => refs.filter(other => other === ref).length > maxTurns)
  if (isCircle || place.depth >= maxDepth || state.budget <= 0) return field
  if (kind === 'object') {
    field.properties = propertiesOf(state, schema, { ...place, refs })
    if (field.properties.length === 0) field.entry = entryOf(state, schema, { ...place, refs })
  }
  if (kind === 'array') {
    const item = itemSchema(schema)
    state.budget--
    const { name, depth } = place
    const pointer = `${place.pointer}/*`
    field.item = toField(state, item, { name, pointer, required: true, depth: depth + 1, refs })
  }
  for (const choice of choices) {
    if (--state.budget < 0) break
    field.branches.push(toField(state, choice, { ...place, depth: place.depth + 1, refs }))
  }
  return field
}

const entryOf = (state: State, schema: JsonSchema, place: Place): Field | undefined => {
  const patterns = isSchemaObject(schema.patternProperties) ? schema.patternProperties : {}
  const value = [...Object.values(patterns), schema.additionalProperties].find(isSchemaObject)
  if (!value && schema.additionalProperties === false) return undefined
  state.budget--
  const pointer = `${place.pointer}/*`
  const below = { ...place, pointer, required: true, depth: place.depth + 1 }
  return toField(state, value ?? {}, below)
}

const propertiesOf = (state: State, schema: JsonSchema, place: Place): Field[] => {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const fields: Field[] = []
  for (const [name, value] of Object.entries(
    isSchemaObject(schema.properties) ? schema.properties : {},
  )) {
    if (value === false || --state.budget < 0) continue
    const pointer = `${place.pointer}/${escapePointer(name)}`
    const below = {
      name,
      pointer,
      required: required.has(name),
      depth: place.depth + 1,
      refs: place.refs,
    }
    fields.push(toField(state, isSchemaObject(value) ? value : {}, below))
  }
  return fields
}

/** One schema out of references, `allOf` parts and the first real branch of a choice. */
const settle = (
  state: State,
  source: JsonSchema,
): { schema: JsonSchema; nullable: boolean; followed: string[]; choices: JsonSchema[] } => {
  const followed: string[] = []
  let choices: JsonSchema[] = []
  let schema = source
  let nullable = source.nullable === true
  for (let turn = 0; turn < 20; turn++) {
    if (Array.isArray(schema.type) && schema.type.includes('null')) nullable = true
    const parts: JsonSchema[] = []
    if (typeof schema.$ref === 'string') {
      followed.push(schema.$ref)
      parts.push(resolve(state.root, schema.$ref))
    }
    if (Array.isArray(schema.allOf)) parts.push(...schema.allOf.filter(isSchemaObject))
    const branches = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isSchemaObject) ?? []
    if (branches.some(isNull)) nullable = true
    const real = branches.filter(one => !isNull(one))
    if (parts.length === 0 && real.length === 0) break
    const { $ref: _ref, allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema
    const common = [...parts, own].reduce(merge, {})
    if (real.length > 1 && choices.length === 0) choices = real.map(one => merge(one, common))
    schema = real[0] ? merge(real[0], common) : common
  }
  if (choices.length === 0) choices = typesOf(schema)
  return { schema, nullable, followed, choices }
}

/** `type: ["string", "number"]` is a choice too. */
const typesOf = (schema: JsonSchema): JsonSchema[] => {
  const types = Array.isArray(schema.type) ? schema.type.filter(type => type !== 'null') : []
  return types.length > 1 ? types.map(type => ({ ...schema, type })) : []
}

const isNull = (schema: JsonSchema) =>
  schema.type === 'null' ||
  schema.const === null ||
  (Array.isArray(schema.enum) && schema.enum.every(v => v === null))

const merge = (a: JsonSchema, b: JsonSchema): JsonSchema => {
  const merged = { ...a, ...b }
  if (isSchemaObject(a.properties) && isSchemaObject(b.properties))
    merged.properties = { ...a.properties, ...b.properties }
  if (Array.isArray(a.required) && Array.isArray(b.required))
    merged.required = [...a.required, ...b.required]
  return merged
}

const resolve = (root: JsonSchema, reference: string): JsonSchema => {
  const target = lookUp(root, reference)
  return isSchemaObject(target) ? target : {}
}

const kindOf = (schema: JsonSchema): FieldKind => {
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter(t => t !== 'null')
  const type = types[0]
  if (typeof type === 'string' && kinds.has(type)) return type as FieldKind
  if (isSchemaObject(schema.properties)) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const]
  if (values.some(value => typeof value === 'string')) return 'string'
  if (schema.format !== undefined || schema.pattern !== undefined) return 'string'
  return 'any'
}

const kinds = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array'])

const itemSchema = (schema: JsonSchema): JsonSchema => {
  if (isSchemaObject(schema.items)) return schema.items
  const list = Array.isArray(schema.prefixItems) ? schema.prefixItems : schema.items
  const first = Array.isArray(list) ? list[0] : undefined
  return isSchemaObject(first) ? first : {}
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2000) : '')
