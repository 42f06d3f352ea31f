/** JSON Schema, as far as it is looked at here. */
type Schema = { [keyword: string]: unknown }

/**
 * A schema without its words and below some depth without its fields: true of everything the whole
 * schema is true of, and small. Every conversation carries the list of tools.
 */
export const outline = (schema: Schema, depth: number): Schema => {
  const {
    type,
    properties,
    items,
    enum: values,
  } = schema as {
    type?: unknown
    properties?: Record<string, Schema>
    items?: Schema
    enum?: unknown[]
  }
  if (values) return { enum: values }
  if (type === 'object' && properties && depth > 0)
    return {
      type,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, outline(field, depth - 1)]),
      ),
    }
  if (type === 'array' && items && depth > 0) return { type, items: outline(items, depth - 1) }
  return type === undefined ? {} : { type }
}

/** Limits that few calls come near: whoever passes one is told so. */
const untold = new Set([
  'title',
  'additionalProperties',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'pattern',
  'minimum',
])

/** What a model needs to know to fill it in. */
export const form = (schema: Schema): Schema => {
  const { properties = {}, ...rest } = short(schema)
  const fields = Object.entries(properties as Record<string, Schema>)
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([name, field]) => [name, short(field)])),
  }
}

const short = (schema: Schema): Schema => ({
  // Some models' own schemas want it beside every list of words.
  ...(schema.enum === undefined ? {} : { type: 'string' }),
  ...Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !untold.has(keyword) && value !== false && value !== 0)
      .map(([keyword, value]) => [keyword, keyword === 'items' ? short(value as Schema) : value]),
  ),
})
