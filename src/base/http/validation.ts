import Ajv, { type ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../../errors.ts'

/**
 * Bodies are taken as they are: `"5"` is not 5 and an unknown field is a mistake worth telling.
 * Query strings hold only text, so there numbers and booleans are read from it.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? strict : fromText).compile(schema)
  return value => {
    if (validate(value)) return { value }
    const [first] = validate.errors ?? []
    return { error: new AppError('invalid_request', first ? explain(first, httpPart) : undefined) }
  }
}

const options = {
  allErrors: false,
  useDefaults: true,
  strict: false,
  ...{ discriminator: true, verbose: true },
} as const
const strict = addFormats.default(new Ajv.default({ ...options, coerceTypes: false }))
const fromText = addFormats.default(new Ajv.default({ ...options, coerceTypes: true }))

const explain = (error: ErrorObject, httpPart: string | undefined): string => {
  const where = fieldName(error.instancePath)
  const field = where ? `"${where}"` : httpPart === 'body' ? 'The body' : 'The request'
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return `"${fieldName(`${error.instancePath}/${params.missingProperty}`)}" is missing.`
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params.additionalProperty ?? params.unevaluatedProperty
      return `"${fieldName(`${error.instancePath}/${name}`)}" is not a known field.`
    }
    case 'enum':
      return `${field} must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`
    case 'const':
      return `${field} must be ${JSON.stringify(params.allowedValue)}.`
    case 'discriminator':
      return `"${fieldName(`${error.instancePath}/${params.tag}`)}" must be one of: ${kindsIn(error).join(', ')}.`
    default:
      return `${field} ${error.message ?? 'cannot be used'}.`
  }
}

/** Of a schema with a discriminator. */
const kindsIn = ({ parentSchema, params }: ErrorObject): unknown[] => {
  const { oneOf } = parentSchema as {
    oneOf: { properties: Record<string, { const?: unknown }> }[]
  }
  return oneOf.map(({ properties }) => properties[params.tag as string]?.const)
}

const fieldName = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
