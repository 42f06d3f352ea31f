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

/**
 * `{"name": "string"}` is a valid schema that allows everything and asks for nothing: whoever sends
 * it meant the fields themselves, and would pay for an empty answer.
 */
export const rootFault = (schema: JsonSchema): string | undefined => {
  const words = Object.keys(schema)
  if (words.length === 0 || words.some(word => asking.has(word))) return undefined
  const shown = words.slice(0, 3).map(word => `"${word.slice(0, 40)}"`)
  return `it has no keyword of JSON Schema and so asks for nothing. Did you mean {"type": "object", "properties": {${shown.join(', ')}${words.length > 3 ? ', …' : ''}}}?`
}
