import { type Place, subschemas } from './dialect.ts'
import type { JsonSchema } from './limits.ts'

/** Where a schema is wrong that a compiler refuses without saying where. */
export const findFault = (root: JsonSchema): string | undefined => {
  for (const place of subschemas(root)) {
    const fault = patternFault(place) ?? referenceFault(root, place) ?? enumFault(place)
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
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~')
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

const decode = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const patternFault = ({ schema, pointer }: Place): string | undefined => {
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

const referenceFault = (root: JsonSchema, { schema, pointer }: Place): string | undefined => {
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

const enumFault = ({ schema, pointer }: Place): string | undefined =>
  Array.isArray(schema.enum) && schema.enum.length === 0
    ? `${pointer}/enum must have at least one value`
    : undefined
