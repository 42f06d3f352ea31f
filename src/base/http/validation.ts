import Ajv, { type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../../errors.ts'
import { explainFault } from './faults.ts'

/**
 * Bodies are taken as they are: `"5"` is not 5 and an unknown field is a mistake worth telling.
 * Query strings hold only text, so there numbers and booleans are read from it.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? strict : fromText).compile(schema)
  return value => {
    if (validate(value)) return { value }
    const [first] = (validate.errors ?? []) as ErrorObject[]
    const sentence = first && explainFault(first, httpPart === 'body' ? 'body' : 'query')
    return { error: new AppError('invalid_request', sentence) }
  }
}

// `verbose`: a fault knows the schema it stands in, and so what would have been right.
const options = { allErrors: false, useDefaults: true, strict: false, verbose: true } as const
const strict = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
const fromText = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))
