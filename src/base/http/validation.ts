import type { ErrorObject } from 'ajv'
import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type AppError, invalidRequest } from '../../kit/errors.ts'
import { explainFault, fieldName, type Part } from './faults.ts'

/**
 * Bodies are taken as they are: `"5"` is not 5 and an unknown field is a mistake worth telling.
 * Query strings hold only text, so there numbers and booleans are read from it.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const fault = createFinder(httpPart === 'body' ? strict : fromText, schema, httpPart)
  return value => {
    const error = fault(value)
    return error ? { error } : { value }
  }
}

/** The same for what stands in a body as text of its own: throws what is wrong with it. */
export const createCheck = (schema: TSchema, name: string): ((value: unknown) => void) => {
  const fault = createFinder(strict, schema, 'body')
  return value => {
    const error = fault(value)
    if (error) throw invalidRequest(`In "${name}": ${error.message}`)
  }
}

/** Compiled when first asked for: all of them together are a third of a second at every start. */
const createFinder = (ajv: Ajv.default, schema: TSchema, httpPart: string | undefined) => {
  let compiled: ValidateFunction | undefined
  return (value: unknown): AppError | undefined => {
    compiled ??= ajv.compile(schema)
    const validate = compiled
    if (validate(value)) return undefined
    const part = httpPart === 'body' ? 'body' : 'query'
    return invalidRequest(explainFaults(validate.errors ?? [], part))
  }
}

// Verbose: a fault knows its value and the schema it stands in, and so what would have been right.
const options = {
  allErrors: false,
  useDefaults: true,
  strict: false,
  ...{ discriminator: true, verbose: true },
} as const
const strict = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
const fromText = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))

type Branch = { type?: string; enum?: unknown[]; properties?: { type?: { const?: string } } }

/** What a schema found wrong. A value that may be one of several things is judged as the one meant. */
const explainFaults = (faults: readonly ErrorObject[], part: Part): string | undefined => {
  const choice = faults.find(({ keyword }) => keyword === 'anyOf')
  const fault = choice ? chosenFault(choice, faults) : faults[0]
  if (!fault) return undefined
  return (choice && otherForm(choice)) ?? explainFault(fault, part)
}

/** `json` for what is written as an object, or an object for what is written as a word. */
const otherForm = ({ data, instancePath, schema }: ErrorObject): string | undefined => {
  const branches = schema as Branch[]
  const field = `"${fieldName(instancePath)}"`
  if (branches.some(branch => isKind(branch, data)))
    return `${field} must be an object: {"type": "${data}", …}.`
  const word = Object(data).type
  const isObject = branches.some(branch => isKind(branch, word))
  if (!isObject && branches.some(branch => branch.enum?.includes(word)))
    return `${field} must be a string: "${word}".`
}

/** The branch that the value's `type` names, or else the first of the value's own kind. */
const chosenFault = (choice: ErrorObject, faults: readonly ErrorObject[]): ErrorObject => {
  const branches = choice.schema as Branch[]
  const { data } = choice
  const faultIn = (at: number) =>
    faults.find(({ schemaPath }) => schemaPath.startsWith(`${choice.schemaPath}/${at}/`))
  const kinds = branches.filter(branch => branch.properties?.type?.const !== undefined)
  const ofType = branches.findIndex(branch => isKind(branch, Object(data).type))
  const ofJson = branches.findIndex(({ type }) => type === jsonType(data))
  if (ofType < 0 && kinds.length > 1 && jsonType(data) === 'object')
    return {
      ...choice,
      ...{ keyword: 'discriminator', params: { tag: 'type' }, parentSchema: { oneOf: kinds } },
    }
  return faultIn(ofType) ?? faultIn(ofJson) ?? (faults[0] as ErrorObject)
}

const isKind = ({ properties }: Branch, type: unknown): boolean =>
  type !== undefined && properties?.type?.const === type

const jsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
