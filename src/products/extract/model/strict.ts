import type { Field } from '../schema/fields.ts'
import type { JsonSchema } from '../schema/limits.ts'

/**
 * A schema in the words that every provider's strict mode takes: an object at the root, all
 * properties required, null instead of absent, no other properties, no references, no bounds or
 * patterns, few formats. What is lost here is said in the descriptions, and judged afterwards by
 * the caller's own schema.
 *
 * Where values come from is asked once for each entry of a list (and once for the whole), as a
 * list of line numbers before the values. A citation beside every value would double the nesting
 * and the tokens, and pointers from a list at the end to the values are what small models get
 * wrong; which of the cited lines holds which value, we find out ourselves. Only yes and no cannot
 * be found, and are asked for with lines of their own.
 */
export const toStrict = (root: Field): { schema: JsonSchema; leftOut: string[] } => {
  const state: State = { chars: maxChars, leftOut: [] }
  const schema = isWrapped(root)
    ? object({ [linesKey]: lines, value: toSchema(state, root, 1) ?? anything(root) })
    : (objectOf(state, root, 0, true) ?? object({ [linesKey]: lines }))
  return { schema, leftOut: state.leftOut }
}

/** Lists and single values stand under `value`, because a root must be an object. */
export const isWrapped = (root: Field): boolean =>
  root.kind !== 'object' || root.properties.length === 0 || root.branches.length > 0

/** `leftOut` are the pointers of fields that go beyond the limits. */
type State = { chars: number; leftOut: string[] }

/** What the strictest provider takes, with room for the levels that we add. */
const maxDepth = 8
/** About 10,000 tokens: a form that is longer than the page helps nobody. */
const maxChars = 40_000
/** What a box costs around what is in it. */
const ownChars = 60

const lines: JsonSchema = { type: 'array', items: { type: 'integer' } }

const object = (properties: Record<string, JsonSchema>, description?: string): JsonSchema => ({
  type: 'object',
  ...(description && { description }),
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Undefined: there is nothing that could be asked. */
type Asked = JsonSchema | undefined

const toSchema = (state: State, field: Field, depth: number, isItem = false): Asked => {
  if (depth > maxDepth || state.chars < 0) {
    state.leftOut.push(field.pointer)
    return undefined
  }
  state.chars -= wordsFor(field).length + 2 * field.name.length + ownChars
  if (field.branches.length === 0) return shapeOf(state, field, depth, isItem)
  const branches = field.branches
    .map(branch => shapeOf(state, branch, depth, isItem))
    .filter(one => one !== undefined)
  const distinct = [...new Map(branches.map(one => [JSON.stringify(one), one])).values()]
  return distinct.length > 1 ? { anyOf: distinct } : distinct[0]
}

const shapeOf = (state: State, field: Field, depth: number, isItem: boolean): Asked => {
  if (field.kind === 'array') {
    const items = field.item ? toSchema(state, field.item, depth + 1, true) : undefined
    return items && described(field, { type: 'array', items })
  }
  if (field.kind !== 'object') {
    const schema = leaf(field)
    state.chars -= JSON.stringify(schema).length
    return schema
  }
  if (field.properties.length > 0) return objectOf(state, field, depth, isItem)
  // Names that only the page knows cannot be properties here: they are values beside values.
  const value = field.entry ? toSchema(state, field.entry, depth + 2) : undefined
  return (
    value && described(field, { type: 'array', items: object({ name: { type: 'string' }, value }) })
  )
}

const objectOf = (state: State, field: Field, depth: number, cites: boolean): Asked => {
  const properties: Record<string, JsonSchema> = {}
  field.properties.forEach((property, index) => {
    const asked = toSchema(state, property, depth + 1)
    if (!asked) return
    const name = nameFor(property, index)
    const schema = isBoxed(property) ? asked : nullable(asked)
    properties[name] =
      name === property.name ? schema : { ...schema, description: renamed(property, schema) }
  })
  if (Object.keys(properties).length === 0) return undefined
  return object({ ...(cites && { [linesKey]: lines }), ...properties }, wordsFor(field))
}

const renamed = (field: Field, schema: JsonSchema) =>
  [field.name, schema.description].filter(Boolean).join(': ')

/** An empty list says the same as null, in fewer words. */
const nullable = (schema: JsonSchema): JsonSchema => {
  if (schema.type === 'array') return schema
  if (typeof schema.type === 'string' && schema.type !== 'object' && !schema.enum)
    return { ...schema, type: [schema.type, 'null'] }
  const { description, ...rest } = schema
  const choices = Array.isArray(rest.anyOf) ? rest.anyOf : [rest]
  return {
    ...(description !== undefined && { description }),
    anyOf: [...choices, { type: 'null' }],
  }
}

/** Yes and no are in no words of the page, so each names its own lines; entries of lists do already. */
const isBoxed = ({ kind, values, branches, pointer }: Field): boolean =>
  kind === 'boolean' && !values && branches.length === 0 && !pointer.includes('/*')

const leaf = (field: Field): JsonSchema => {
  if (isBoxed(field))
    return object({ [linesKey]: lines, value: { type: ['boolean', 'null'] } }, wordsFor(field))
  const choices = field.values?.filter(value => value !== null) ?? []
  if (choices.length > 0 && choices.every(value => typeof value === 'string'))
    return described(field, { type: 'string', enum: choices })
  if (field.kind === 'any') return anything(field)
  // The one format that no provider refuses.
  const format = field.format === 'date-time' ? { format: field.format } : {}
  return described(field, { type: field.kind, ...format })
}

const anything = (field: Field): JsonSchema =>
  described(field, { anyOf: ['string', 'number', 'boolean'].map(type => ({ type })) })

const described = (field: Field, schema: JsonSchema): JsonSchema => {
  const description = wordsFor(field)
  return description ? { ...schema, description } : schema
}

const hinted = [
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]

const wordsFor = (field: Field): string => {
  const { schema } = field
  const hints = hinted.flatMap(word =>
    schema[word] === undefined ? [] : [`${word} ${JSON.stringify(schema[word])}`],
  )
  if (field.format) hints.unshift(formatWords[field.format] ?? `format ${field.format}`)
  if (field.values?.some(value => typeof value !== 'string' && value !== null))
    hints.push(`one of ${JSON.stringify(field.values).slice(0, 500)}`)
  const title = field.title === field.name ? '' : field.title
  return [title, field.description, hints.join(', ')].filter(Boolean).join('. ').slice(0, 600)
}

const formatWords: Record<string, string> = {
  date: 'as YYYY-MM-DD',
  'date-time': 'as RFC 3339 with a time zone',
  time: 'as HH:MM:SS with a time zone',
  duration: 'as an ISO 8601 duration such as PT45M',
  uri: 'the whole address',
  url: 'the whole address',
}

/** Holds the numbers of the lines that an object's values were read from. */
export const linesKey = '_lines'

/** Providers take few characters in names, and a few names are ours. */
const isPlain = (name: string) =>
  /^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== linesKey && !name.startsWith('_name_')

/** What a property is called towards the model. */
export const nameFor = (field: Field, index: number): string =>
  isPlain(field.name) ? field.name : `_name_${index + 1}`
