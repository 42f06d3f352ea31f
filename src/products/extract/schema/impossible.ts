import { isDeepStrictEqual } from 'node:util'
import { escapePointer } from '../../../kit/json-pointer.ts'
import { compileSchema } from './compile.ts'
import { lookUp } from './faults.ts'
import { types } from './keywords.ts'
import { isSchemaObject, type JsonSchema } from './limits.ts'

/**
 * Why nothing can ever satisfy a schema, as far as its own words contradict each other; undefined
 * where something may. An optional property that is `false` is only forbidden.
 */
export const impossibility = (root: JsonSchema | boolean): string | undefined =>
  faultOf(
    { root: isSchemaObject(root) ? root : {}, refs: [], budget: { left: maxLooks } },
    root,
    '#',
  )

/** `refs` are the references on the way here: what leads to itself is not followed again. */
type State = { root: JsonSchema; refs: readonly string[]; budget: { left: number } }

const faultOf = (state: State, schema: unknown, pointer: string): string | undefined => {
  if (schema === false) return `${pointer} allows nothing`
  if (!isSchemaObject(schema) || state.budget.left-- <= 0) return undefined
  return (
    notFault(schema, pointer) ??
    typesFault(state, schema, pointer) ??
    partsFault(state, schema, pointer) ??
    togetherFault(state, schema, pointer)
  )
}

/** Definitions that use each other can be walked through in more ways than anybody has time for. */
const maxLooks = 10_000

const notFault = ({ not }: JsonSchema, pointer: string) =>
  not === true || (isSchemaObject(not) && Object.keys(not).length === 0)
    ? `${pointer}/not forbids everything`
    : undefined

/** A value has one of the allowed types: impossible is a schema when none of them can be. */
const typesFault = (state: State, schema: JsonSchema, pointer: string): string | undefined => {
  const allowed = schema.nullable === true ? ['null'] : []
  const named = namedTypes(schema)
  const choices = valuesOf(schema)
  let first: string | undefined
  for (const type of [...(named.length > 0 ? named : types), ...allowed]) {
    const fault =
      (choices && !choices.some(value => isOf(type, value) && isWithin(schema, value))
        ? `${pointer} has no allowed value of its type`
        : undefined) ?? faults[type]?.(state, schema, pointer)
    if (fault === undefined) return undefined
    first ??= fault
  }
  return first
}

/** What is said of an object, a list or a number is meant of one, also where the type is left out. */
const namedTypes = (schema: JsonSchema): string[] => {
  const named = types.filter(type => [schema.type].flat().includes(type))
  if (named.length > 0) return named
  return implied.flatMap(([type, words]) => (words.some(word => word in schema) ? type : []))
}

const implied: readonly [string, readonly string[]][] = [
  ['object', ['properties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'minItems', 'maxItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']],
  ['string', ['minLength', 'maxLength']],
]

const valuesOf = (schema: JsonSchema): unknown[] | undefined =>
  Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : undefined

/** Whether a value that the schema names is within the bounds that it sets too. */
const isWithin = (schema: JsonSchema, value: unknown): boolean => {
  if ('const' in schema && !isDeepStrictEqual(schema.const, value)) return false
  if (typeof value === 'number')
    return !numberFault(
      { root: {}, refs: [], budget: { left: 1 } },
      {
        ...schema,
        minimum: Math.max(value, numberOr(schema.minimum, value)),
        maximum: Math.min(value, numberOr(schema.maximum, value)),
      },
      '',
    )
  if (typeof value !== 'string') return true
  const length = [...value].length
  return (
    length >= numberOr(schema.minLength, 0) &&
    length <= numberOr(schema.maxLength, length) &&
    (typeof schema.pattern !== 'string' || matches(schema.pattern, value))
  )
}

const numberOr = (value: unknown, other: number): number =>
  typeof value === 'number' ? value : other

/** Within the time that a caller's pattern may take. */
const matches = (pattern: string, value: string): boolean =>
  compileSchema({ pattern })
    .validate(value)
    .every(({ keyword }) => keyword !== 'pattern')

const isOf = (type: string, value: unknown): boolean => {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isSchemaObject(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

type FaultOf = (state: State, schema: JsonSchema, pointer: string) => string | undefined

const boundsFault =
  (low: string, high: string): FaultOf =>
  (_state, schema, pointer) => {
    const [least, most] = [schema[low], schema[high]]
    return typeof least === 'number' && typeof most === 'number' && least > most
      ? `${pointer}: ${low} ${least} is over ${high} ${most}`
      : undefined
  }

const numberFault: FaultOf = (_state, schema, pointer) => {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema
  const isNumber = (value: unknown) => typeof value === 'number'
  const isEmpty =
    (isNumber(minimum) && isNumber(maximum) && minimum > maximum) ||
    (isNumber(above) && isNumber(maximum) && above >= maximum) ||
    (isNumber(minimum) && isNumber(below) && minimum >= below) ||
    (isNumber(above) && isNumber(below) && above >= below)
  return isEmpty ? `${pointer}: its least value is over its greatest` : undefined
}

const integerFault: FaultOf = (state, schema, pointer) => {
  const fault = numberFault(state, schema, pointer)
  if (fault) return fault
  const { minimum, maximum, multipleOf } = schema
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return undefined
  const step = Number.isInteger(multipleOf) ? Number(multipleOf) : 1
  return Math.ceil(minimum / step) > Math.floor(maximum / step)
    ? `${pointer}: no ${step > 1 ? `multiple of ${step}` : 'whole number'} is from ${minimum} to ${maximum}`
    : undefined
}

const arrayFault: FaultOf = (state, schema, pointer) => {
  const bounds =
    boundsFault('minItems', 'maxItems')(state, schema, pointer) ??
    boundsFault('minContains', 'maxContains')(state, schema, pointer)
  const isFilled = typeof schema.minItems === 'number' && schema.minItems > 0
  const isOpen = Array.isArray(schema.prefixItems) || Array.isArray(schema.items)
  if (bounds || isOpen) return bounds
  const inside = faultOf(state, schema.items, `${pointer}/items`)
  // A list of what cannot be may still be empty; only a mistake says so in more than `false`.
  return inside && (isFilled || schema.items !== false) ? inside : undefined
}

const objectFault: FaultOf = (state, schema, pointer) => {
  const bounds = boundsFault('minProperties', 'maxProperties')(state, schema, pointer)
  if (bounds) return bounds
  const properties = isSchemaObject(schema.properties) ? schema.properties : {}
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const isClosed = schema.additionalProperties === false && schema.patternProperties === undefined
  for (const name of required)
    if (isClosed && typeof name === 'string' && !Object.hasOwn(properties, name))
      return `${pointer} requires "${name}" and forbids it`
  for (const [name, property] of Object.entries(properties)) {
    if (property === false && !required.includes(name)) continue
    const fault = faultOf(state, property, `${pointer}/properties/${escapePointer(name)}`)
    if (fault) return fault
  }
  return undefined
}

const faults: Record<string, FaultOf> = {
  number: numberFault,
  integer: integerFault,
  string: boundsFault('minLength', 'maxLength'),
  array: arrayFault,
  object: objectFault,
}

/** What it is made of: all of `allOf`, and one of a choice. */
const partsFault = (state: State, schema: JsonSchema, pointer: string): string | undefined => {
  for (const [at, part] of listOf(schema.allOf).entries()) {
    const fault = faultOf(state, part, `${pointer}/allOf/${at}`)
    if (fault) return fault
  }
  for (const word of ['anyOf', 'oneOf']) {
    const found = listOf(schema[word]).map((part, at) =>
      faultOf(state, part, `${pointer}/${word}/${at}`),
    )
    if (found.length > 0 && found.every(fault => fault !== undefined)) return found[0]
  }
  const { $ref } = schema
  if (typeof $ref !== 'string' || state.refs.includes($ref)) return undefined
  const refs = [...state.refs, $ref]
  return faultOf({ ...state, refs }, lookUp(state.root, $ref), $ref)
}

/** Parts that can be, each by itself, and not all of them at once: their bounds taken together. */
const togetherFault = (state: State, schema: JsonSchema, pointer: string): string | undefined => {
  const parts = [schema, ...listOf(schema.allOf).filter(isSchemaObject)]
  if (parts.length < 2) return undefined
  const said = parts.map(namedTypes).filter(named => named.length > 0)
  const type = types.filter(one => said.every(named => allows(named, one)))
  if (said.length > 0 && type.length === 0) return `${pointer}/allOf has no type in common`
  const numbers = (word: string) =>
    parts.map(part => part[word]).filter(one => typeof one === 'number')
  const together: JsonSchema = said.length > 0 ? { type } : {}
  for (const word of leasts)
    if (numbers(word).length > 0) together[word] = Math.max(...numbers(word))
  for (const word of mosts)
    if (numbers(word).length > 0) together[word] = Math.min(...numbers(word))
  return typesFault(state, together, `${pointer}/allOf`)
}

const leasts = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const mosts = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Whole numbers are numbers. */
const allows = (named: readonly string[], type: string): boolean =>
  named.includes(type) || (type === 'integer' && named.includes('number'))

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
