import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../../kit/errors.ts'
import { explainFaults } from './choices.ts'

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
    if (error) throw new AppError('invalid_request', `In "${name}": ${error.message}`)
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
    return new AppError('invalid_request', explainFaults(validate.errors ?? [], part))
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
