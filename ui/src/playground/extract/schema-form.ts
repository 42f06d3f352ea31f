/** A JSON Schema as plain fields: what the form can show. */
export type FormField = {
  name: string
  type: FieldType
  /** A list of them. */
  many: boolean
  required: boolean
  description: string
  /** Of a choice. */
  choices: string[]
  /** Of an object. */
  fields: FormField[]
}
export type FieldType = (typeof fieldTypes)[number]['value']

export const fieldTypes = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'date', label: 'Date' },
  { value: 'link', label: 'Link' },
  { value: 'choice', label: 'One of…' },
  { value: 'object', label: 'Object' },
] as const

type Schema = { [name: string]: unknown }

export const emptyField = (): FormField => ({
  ...{ name: '', type: 'text', many: false, required: false },
  ...{ description: '', choices: [], fields: [] },
})

export const toSchema = (fields: readonly FormField[]): Schema => {
  const required = fields.filter(field => field.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, schemaOf(field)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

const schemaOf = (field: FormField): Schema => {
  const about = field.description === '' ? {} : { description: field.description }
  return field.many
    ? { type: 'array', items: single(field), ...about }
    : { ...single(field), ...about }
}

const single = ({ type, choices, fields }: FormField): Schema => {
  if (type === 'object') return toSchema(fields)
  if (type === 'choice') return { type: 'string', enum: wordsOf(choices) }
  return plain[type]
}

/** As they are typed there is a space after each comma, and perhaps nothing after the last. */
const wordsOf = (choices: readonly string[]): string[] => [
  ...new Set(choices.map(choice => choice.trim()).filter(choice => choice !== '')),
]

const plain = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  link: { type: 'string', format: 'uri' },
} as const

/** What keeps the fields from being a schema while they are typed. */
export const formProblem = (fields: readonly FormField[]): string | undefined => {
  const names = fields.map(({ name }) => name)
  if (names.includes('')) return 'A field has no name yet.'
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  if (twice !== undefined) return `Two fields are named “${twice}”.`
  return fields.map(field => formProblem(field.fields)).find(problem => problem !== undefined)
}

/**
 * The fields of a schema, or undefined when it says anything that the form has no place for: what
 * comes back from the form must be the same schema.
 */
export const fromSchema = (schema: unknown): FormField[] | undefined => {
  const fields = fieldsOf(schema)
  return fields && sorted(toSchema(fields)) === sorted(schema) ? fields : undefined
}

const fieldsOf = (schema: unknown): FormField[] | undefined => {
  const { type, properties, required = [] }: Schema = Object(schema)
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return undefined
  const names = Array.isArray(required) ? required : []
  const fields = Object.entries(properties).map(([name, value]) =>
    fieldOf(name, value, names.includes(name)),
  )
  return fields.every(field => field !== undefined) ? fields : undefined
}

const fieldOf = (name: string, value: unknown, required: boolean): FormField | undefined => {
  const schema: Schema = Object(value)
  const many = schema.type === 'array'
  const item: Schema = many ? Object(schema.items) : schema
  const type = typeOf(item)
  const fields = type === 'object' ? fieldsOf(item) : []
  if (!type || !fields) return undefined
  const description = typeof schema.description === 'string' ? schema.description : ''
  const choices = type === 'choice' && Array.isArray(item.enum) ? item.enum.map(String) : []
  // In the form commas stand between choices.
  if (choices.some(choice => choice.includes(','))) return undefined
  return { name, type, many, required, description, choices, fields }
}

const typeOf = ({ type, format, enum: choices }: Schema): FieldType | undefined => {
  if (type === 'object') return 'object'
  if (choices !== undefined) return 'choice'
  return fieldTypes
    .map(({ value }) => value)
    .find(name => {
      if (name === 'choice' || name === 'object') return false
      const one: { type: string; format?: string } = plain[name]
      return one.type === type && one.format === format
    })
}

/** The same text for the same content, whatever the order of its members. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
