import { escapePointer } from '../../../kit/json-pointer.ts'
import { isSchemaObject, type JsonSchema } from './limits.ts'

/** Drafts 4 to 2019-09 share their words for arrays; 2020-12 changed them. */
export const isOldDialect = (schema: JsonSchema | boolean): boolean => {
  if (typeof schema === 'boolean') return false
  const declared = typeof schema.$schema === 'string' ? schema.$schema : ''
  if (/draft-0[0-7]|2019-09/.test(declared)) return true
  if (/2020-12/.test(declared)) return false
  // Nothing declared: read as 2020-12, unless its words only mean something in an older draft.
  return usesOldWords(schema)
}

/**
 * Draft 4's words in the terms of draft 7: `id`, boolean `exclusiveMinimum`. The declared dialect
 * is dropped, because the compiler that was chosen already speaks for it.
 */
export const modernise = (schema: JsonSchema | boolean, old: boolean): JsonSchema | boolean => {
  if (typeof schema === 'boolean') return schema
  const root = convert(schema, old)
  delete root.$schema
  // Without a name ajv cannot resolve a `#` that stands inside a definition.
  if (isSchemaObject(root)) root.$id = 'urn:caller:schema'
  return root
}

/** A schema within another, by JSON Pointer. */
export type SchemaPosition = { schema: JsonSchema; pointer: string }

/** Each schema below `schema`, itself included; what is data (enum, default) is not entered. */
export function* subschemas(schema: JsonSchema): Generator<SchemaPosition> {
  const stack: SchemaPosition[] = [{ schema, pointer: '#' }]
  for (let one = stack.pop(); one; one = stack.pop()) {
    yield one
    for (const [keyword, value] of Object.entries(one.schema))
      stack.push(...below(`${one.pointer}/${escapePointer(keyword)}`, keyword, value))
  }
}

/** Unknown words may hold schemas too: references point into any corner of a schema. */
const below = (pointer: string, keyword: string, value: unknown): SchemaPosition[] => {
  if (data.has(keyword) || typeof value !== 'object' || value === null) return []
  if (isSchemaObject(value) && !maps.has(keyword)) return [{ schema: value, pointer }]
  return Object.entries(value).flatMap(([name, schema]) =>
    isSchemaObject(schema) ? { schema, pointer: `${pointer}/${escapePointer(name)}` } : [],
  )
}

const data = new Set(['enum', 'const', 'default', 'examples', 'required'])
const maps = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

const usesOldWords = (schema: JsonSchema): boolean => {
  return subschemas(schema).some(
    ({ schema: one }) =>
      Array.isArray(one.items) ||
      typeof one.exclusiveMinimum === 'boolean' ||
      typeof one.exclusiveMaximum === 'boolean',
  )
}

const convert = (schema: JsonSchema, old: boolean): JsonSchema => {
  const copy = structuredClone(schema)
  for (const { schema: one } of subschemas(copy)) {
    exclusive(one, 'exclusiveMinimum', 'minimum')
    exclusive(one, 'exclusiveMaximum', 'maximum')
    // An identifier only matters to references, and none may leave the schema. Draft 4's `id` with
    // an anchor is what references within it may use.
    if (old && typeof one.id === 'string' && one.$id === undefined) one.$id = one.id
    delete one.id
    if (typeof one.$id === 'string' && !/^#./.test(one.$id)) delete one.$id
  }
  return copy
}

const exclusive = (schema: JsonSchema, bound: string, limit: string) => {
  if (typeof schema[bound] !== 'boolean') return
  if (schema[bound] && typeof schema[limit] === 'number') {
    schema[bound] = schema[limit]
    delete schema[limit]
  } else delete schema[bound]
}
