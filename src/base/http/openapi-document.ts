import { isObject } from '../../kit/is-object.ts'

/** JSON as swagger writes it: only what is looked at here has a name. */
type Json = { [key: string]: unknown }
type Operation = Json & { parameters?: Json[]; responses?: Record<string, Answer> }
type Answer = Json & { description?: string; headers?: Json; content?: Record<string, Json> }
export type Document = Json & {
  paths?: Record<string, Record<string, Operation>>
  components?: Json
}

/**
 * What no single route can say: schemas with a `title` become named components, what has a default
 * need not be sent, and every answer lists the headers it may carry.
 */
export const finishDocument = (document: Document): Document => {
  const schemas: Json = {}
  const paths = Object.fromEntries(
    Object.entries(document.paths ?? {}).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          nameSchemas({ ...operation, ...finishOperation(operation) }, schemas),
        ]),
      ),
    ]),
  )
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  const components = { ...document.components, schemas: Object.fromEntries(sorted), headers }
  return { ...document, paths, components } as Document
}

const integer = { type: 'integer', minimum: 0 }
const headers = {
  'X-Request-Id': {
    description: 'Names the request in the server’s log.',
    schema: { type: 'string' },
  },
  'X-Error-Code': {
    description: 'The error’s code: what programs should look at.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds until another try is worth it.', schema: integer },
  'RateLimit-Limit': { description: 'Calls a minute for the key.', schema: integer },
  'RateLimit-Remaining': { description: 'Calls that are left at once.', schema: integer },
  'RateLimit-Reset': { description: 'Seconds until all of them are there again.', schema: integer },
  'X-Credits-Used': { description: 'What this call cost.', schema: integer },
  'X-Credits-Remaining': {
    description: 'What is left this month; `unlimited` where the plan has no limit.',
    schema: { anyOf: [integer, { type: 'string', const: 'unlimited' }] },
  },
}
type HeaderName = keyof typeof headers

const finishOperation = ({ parameters, responses = {} }: Operation): Json => ({
  ...(parameters ? { parameters: parameters.map(finishParameter) } : {}),
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => [
      status,
      finishAnswer(answer, headersOf(Number(status), responses)),
    ]),
  ),
})

const finishParameter = ({ required, ...parameter }: Json): Json =>
  required && !hasDefault(parameter.schema) ? { ...parameter, required } : parameter

const rateLimit = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const headersOf = (status: number, answers: object): HeaderName[] => [
  'X-Request-Id',
  ...('429' in answers && status !== 401 ? rateLimit : []),
  ...(status >= 400 ? (['X-Error-Code'] as const) : []),
  ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ...('402' in answers && status !== 401
    ? (['X-Credits-Used', 'X-Credits-Remaining'] as const)
    : []),
]

const finishAnswer = (answer: Answer, names: HeaderName[]): Answer => ({
  ...answer,
  headers: {
    ...answer.headers,
    ...Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }])),
  },
  ...(answer.content ? { content: withoutWords(answer.content, answer.description) } : {}),
})

/** The answer itself has the description of its schema already. */
const withoutWords = (content: Record<string, Json>, words: string | undefined) =>
  Object.fromEntries(
    Object.entries(content).map(([type, media]) => {
      const { description, ...schema } = (media.schema ?? {}) as Json
      return [type, description === words ? { ...media, schema } : media]
    }),
  )

const hasDefault = (schema: unknown): boolean => isObject(schema) && schema.default !== undefined

/** Values, not schemas: nothing in them has a name. */
const values = new Set(['example', 'examples', 'default', 'enum', 'const', 'required'])

/** The same with every titled schema moved to `schemas`, and `required` without what has a default. */
const nameSchemas = (node: unknown, schemas: Json): unknown => {
  if (Array.isArray(node)) return node.map(part => nameSchemas(part, schemas))
  if (!isObject(node)) return node
  const named = Object.entries(relaxed(node)).map(([key, part]) => {
    if (values.has(key)) return [key, part]
    if (key !== 'properties' || !isObject(part)) return [key, nameSchemas(part, schemas)]
    const fields = Object.entries(part).map(([name, field]) => [
      name,
      nameSchemas(defaultInWords(field), schemas),
    ])
    return [key, Object.fromEntries(fields)]
  })
  // For our validator alone: generators take the names of schemas for the values that it tells apart.
  const { title, discriminator: _, ...schema } = Object.fromEntries(named) as Json
  return typeof title === 'string' ? register(title, schema, schemas) : Object.fromEntries(named)
}

/** Generators make a field with a `default` one that is always there, and callers would have to send it. */
const defaultInWords = (field: unknown): unknown => {
  if (!isObject(field) || field.default === undefined) return field
  const { default: usual, description, ...schema } = field
  const words = [description, `Default: \`${JSON.stringify(usual)}\`.`].filter(Boolean).join(' ')
  return { ...schema, description: words }
}

const relaxed = (schema: Json): Json => {
  const { required, properties } = schema
  if (!Array.isArray(required) || !isObject(properties)) return schema
  const { required: _, ...rest } = schema
  const needed = required.filter(name => !hasDefault(properties[name]))
  return needed.length > 0 ? { ...rest, required: needed } : rest
}

const register = (title: string, schema: Json, schemas: Json): Json => {
  schemas[title] ??= schema
  const known = schemas[title] as Json
  const { description: ours, ...shape } = schema
  const { description: theirs, ...knownShape } = known
  if (JSON.stringify(shape) !== JSON.stringify(knownShape))
    throw new Error(`Two schemas are called ${title}.`)
  const $ref = `#/components/schemas/${title}`
  return ours === undefined || ours === theirs ? { $ref } : { $ref, description: ours }
}
