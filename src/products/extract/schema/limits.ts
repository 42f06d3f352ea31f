import { AppError } from '../../../kit/errors.ts'
import { isObject } from '../../../kit/is-object.ts'
import { escapePointer } from '../../../kit/json-pointer.ts'
import { rootFault } from './keywords.ts'

export type JsonSchema = { [keyword: string]: unknown }

/** The largest real schema of a thousand looked at has 82 kB; hand-written ones stay under 20. */
export const schemaLimits = {
  maxChars: 131_072,
  maxDepth: 64,
  maxValues: 20_000,
  maxFields: 3_000,
}

/** Below these stands data, in which a "$ref" is no reference. */
const dataKeywords = new Set(['enum', 'const', 'default', 'examples'])

/** Refuses what cannot be a schema, what is too large, and references that leave it. */
export const checkSchema = (source: unknown): JsonSchema | boolean => {
  if (typeof source === 'boolean') return source
  if (!isSchemaObject(source)) return refuse('it must be an object or a boolean')
  checkDialect(source)
  let values = 0
  let chars = 0
  let fields = 0
  const stack: { value: unknown; path: string; depth: number; isData: boolean }[] = [
    { value: source, path: '#', depth: 0, isData: false },
  ]
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { value, path, depth, isData } = step
    if (++values > schemaLimits.maxValues)
      refuse(`it has more than ${schemaLimits.maxValues} values`)
    if (typeof value === 'string') chars += value.length
    if (chars > schemaLimits.maxChars)
      refuse(`it is larger than ${schemaLimits.maxChars / 1024} kB`)
    if (typeof value !== 'object' || value === null) continue
    if (depth > schemaLimits.maxDepth)
      refuse(`it is nested more than ${schemaLimits.maxDepth} deep at ${path.slice(0, 200)}`)
    if (!isData) {
      checkReference(value as JsonSchema, path)
      fields += countFields(value as JsonSchema)
      if (fields > schemaLimits.maxFields)
        refuse(`it asks for more than ${schemaLimits.maxFields} fields`)
    }
    for (const [key, child] of Object.entries(value)) {
      chars += key.length + 4
      stack.push({
        value: child,
        path: pathBelow(path, depth, key),
        depth: depth + 1,
        isData: isData || dataKeywords.has(key),
      })
    }
  }
  const fault = rootFault(source)
  return fault ? refuse(fault) : source
}

/** Deeper down it says no more to anybody, and costs memory. */
const pathBelow = (path: string, depth: number, key: string): string =>
  depth < 12 ? `${path}/${escapePointer(key)}` : path

const checkDialect = ({ $schema }: JsonSchema): void => {
  if ($schema !== undefined && typeof $schema !== 'string') refuse('#/$schema must be string')
}

export const isSchemaObject: (value: unknown) => value is JsonSchema = isObject

const countFields = ({ properties }: JsonSchema): number =>
  isSchemaObject(properties) ? Object.keys(properties).length : 0

const checkReference = (schema: JsonSchema, path: string) => {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const reference = schema[keyword]
    if (typeof reference !== 'string') continue
    if (/^(https?|file|ftp):|^\/\//i.test(reference) && !isMetaschema(reference))
      refuse(
        `${path}/${keyword} points outside (${reference.slice(0, 100)}); only references within the schema are followed`,
      )
  }
}

const isMetaschema = (reference: string) => /^https?:\/\/json-schema\.org\//.test(reference)

const refuse = (reason: string): never => {
  const end = reason.endsWith('?') ? '' : '.'
  throw new AppError('invalid_schema', `The JSON Schema cannot be used: ${reason}${end}`)
}
