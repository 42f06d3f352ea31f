import type { JsonSchema } from './limits.ts'

/** Words that ask for something, in any draft. Annotations (`title`, `description`) do not. */
const asking = new Set([
  ...['type', 'enum', 'const', 'properties', 'patternProperties', 'additionalProperties'],
  ...['propertyNames', 'required', 'dependentRequired', 'dependentSchemas', 'dependencies'],
  ...['minProperties', 'maxProperties', 'unevaluatedProperties', 'unevaluatedItems'],
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
  ...['$ref', '$dynamicRef', '$recursiveRef', 'contentEncoding', 'contentMediaType'],
])

export const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * `{"name": "string"}` is a valid schema that allows everything and asks for nothing: whoever sends
 * it meant the fields themselves, and would pay for an empty answer.
 */
export const rootFault = (schema: JsonSchema): string | undefined => {
  const words = Object.keys(schema)
  if (words.length === 0 || words.some(word => asking.has(word))) return undefined
  const fields = words.slice(0, 3).map(word => {
    const type = types.find(name => name === schema[word])
    return `"${word.slice(0, 40)}": ${type ? `{"type": "${type}"}` : '{…}'}`
  })
  const meant = [...fields, ...(words.length > 3 ? ['…'] : [])].join(', ')
  return `it has no JSON Schema keyword, so it asks for nothing. Did you mean {"type": "object", "properties": {${meant}}}?`
}
