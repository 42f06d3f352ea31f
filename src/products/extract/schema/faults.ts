import { decodeSafely } from '../../../kit/decode-safely.ts'
import { didYouMean } from '../../../kit/did-you-mean.ts'
import { escapePointer, unescapePointer } from '../../../kit/json-pointer.ts'
import { type SchemaPosition, subschemas } from './dialect.ts'
import { types } from './keywords.ts'
import { isSchemaObject, type JsonSchema } from './limits.ts'

/** Where a schema is wrong that a compiler refuses without saying where. */
export const findFault = (root: JsonSchema): string | undefined => {
  for (const place of subschemas(root)) {
    const fault =
      typeFault(place) ??
      shapeFault(place) ??
      patternFault(place) ??
      referenceFault(root, place) ??
      enumFault(place)
    if (fault) return fault
  }
  return undefined
}

/** What a reference within the schema points to; undefined where there is nothing. */
export const lookUp = (root: JsonSchema, reference: string): unknown => {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return lookUpName(root, reference)
  let at: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = unescapePointer(decodeSafely(part))
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as JsonSchema)[key]
  }
  return at
}

/** By the name that a part gives itself. */
const lookUpName = (root: JsonSchema, reference: string): unknown => {
  for (const { schema } of subschemas(root))
    if (`#${schema.$anchor ?? schema.$dynamicAnchor}` === reference) return schema
  return undefined
}

const typeFault = ({ schema, pointer }: SchemaPosition): string | undefined => {
  const wrong = [schema.type]
    .flat()
    .find(type => type !== undefined && !types.includes(type as string))
  if (wrong === undefined) return undefined
  const meant =
    typeof wrong === 'string' && didYouMean(wrong, [...types, ...Object.keys(otherTypes)])
  const advice = meant
    ? `; did you mean "${otherTypes[meant] ?? meant}"?`
    : ` (types are ${types.join(', ')})`
  return `${pointer}/type: ${JSON.stringify(wrong).slice(0, 100)} is not a type${advice}`
}

/** What other languages call them. */
const otherTypes: Record<string, string> = {
  str: 'string',
  text: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
}

/** `{"properties": {"name": "string"}}`: a word where a schema should stand. */
const shapeFault = ({ schema, pointer }: SchemaPosition): string | undefined => {
  if (!isSchemaObject(schema.properties)) return undefined
  for (const [name, value] of Object.entries(schema.properties)) {
    if (isSchemaObject(value) || typeof value === 'boolean') continue
    const shown = JSON.stringify(value).slice(0, 100)
    const advice = types.includes(value as string) ? `; did you mean {"type": ${shown}}?` : ''
    return `${pointer}/properties/${escapePointer(name)}: ${shown} is not a schema${advice}`
  }
  return undefined
}

const patternFault = ({ schema, pointer }: SchemaPosition): string | undefined => {
  const patterns = Object.keys(Object(schema.patternProperties))
  if (typeof schema.pattern === 'string') patterns.unshift(schema.pattern)
  for (const pattern of patterns)
    try {
      new RegExp(pattern)
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      const word = pattern === schema.pattern ? 'pattern' : 'patternProperties'
      return `${pointer}/${word}: ${reason}`
    }
  return undefined
}

const referenceFault = (
  root: JsonSchema,
  { schema, pointer }: SchemaPosition,
): string | undefined => {
  const reference = schema.$ref
  if (typeof reference !== 'string') return undefined
  const shown = reference.slice(0, 100)
  if (!reference.startsWith('#'))
    return `${pointer}/$ref points outside (${shown}); only references within the schema are followed`
  // The name of an anchor: whether it exists, the compiler knows better.
  if (!/^#(\/|$)/.test(reference)) return undefined
  if (lookUp(root, reference) === undefined)
    return `${pointer}/$ref points to ${shown}, which is not there`
  return isCircle(root, reference) ? `${pointer}/$ref leads back to itself` : undefined
}

const isCircle = (root: JsonSchema, start: string): boolean => {
  const seen = new Set<unknown>()
  for (let next: unknown = start; typeof next === 'string'; ) {
    const target = lookUp(root, next)
    if (seen.has(target)) return true
    seen.add(target)
    next = Object(target).$ref
  }
  return false
}

const enumFault = ({ schema, pointer }: SchemaPosition): string | undefined =>
  Array.isArray(schema.enum) && schema.enum.length === 0
    ? `${pointer}/enum must have at least one value`
    : undefined
