import type { ErrorObject } from 'ajv'
import { counted } from '../../kit/counted.ts'
import { didYouMean } from '../../kit/did-you-mean.ts'
import { escapePointer, namesOfPointer } from '../../kit/json-pointer.ts'

export type Part = 'body' | 'query'
type Bounds = { minimum?: number; maximum?: number; description?: string }

/** A fault that a schema found, as a sentence that says what would have been right. */
export const explainFault = (fault: ErrorObject, part: Part): string => {
  const where = fieldName(fault.instancePath)
  const field = where ? `"${where}"` : part === 'body' ? 'The body' : 'The request'
  const params = fault.params as Record<string, unknown>
  const below = (name: unknown) =>
    `"${fieldName(`${fault.instancePath}/${escapePointer(String(name))}`)}"`
  switch (fault.keyword) {
    case 'required':
      return `${below(params.missingProperty)} is missing.`
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty)
      return unknownName(below(name), name, Object.keys(fault.parentSchema?.properties ?? {}), part)
    }
    case 'enum':
      return `${field} must be one of: ${(params.allowedValues as unknown[]).join(', ')}.${meantWord(fault)}`
    case 'const':
      return `${field} must be ${JSON.stringify(params.allowedValue)}.`
    case 'discriminator':
      return `${below(params.tag)} must be one of: ${kindsIn(fault).join(', ')}.`
    case 'type':
      if (part === 'query' && Array.isArray(fault.data)) return `${field} is given twice.`
      return `${field} must be ${typesOf(params.type)}${part === 'body' ? foundOf(fault) : ''}.`
    case 'minimum':
    case 'maximum':
      return outOfBounds(field, fault.data, fault.parentSchema as Bounds)
    case 'minItems':
    case 'minLength':
    case 'minProperties':
      return isEmpty(fault.data)
        ? `${field} is empty.`
        : `${field} needs at least ${partsOf(fault)}.`
    case 'maxItems':
    case 'maxLength':
    case 'maxProperties':
      return `${field} may have at most ${partsOf(fault)}.`
    case 'pattern':
      return `${field} has the wrong format${said(fault.parentSchema)}`
    case 'uniqueItems':
      return `${field} has the same value twice.`
    default:
      return `${field} ${fault.message ?? 'cannot be used'}.`
  }
}

/** Of a schema with a discriminator. */
const kindsIn = ({ parentSchema, params }: ErrorObject): unknown[] => {
  const { oneOf } = parentSchema as {
    oneOf: { properties: Record<string, { const?: unknown }> }[]
  }
  return oneOf.map(({ properties }) => properties[params.tag as string]?.const)
}

const said = (schema: ErrorObject['parentSchema']): string =>
  schema?.description ? `: ${schema.description}` : '.'

const unknownName = (shown: string, name: string, known: string[], part: Part): string => {
  const kind = part === 'body' ? 'field' : 'parameter'
  const meant = didYouMean(name, known)
  if (meant) return `${shown} is not a known ${kind}. Did you mean "${meant}"?`
  if (part === 'query' && known.length === 0)
    return `${shown} is not a known parameter: there is none here.`
  return `${shown} is not a known ${kind}.`
}

const meantWord = ({ data, params }: ErrorObject): string => {
  const words = (params as { allowedValues: unknown[] }).allowedValues
  const meant = typeof data === 'string' && didYouMean(data, words.map(String))
  return meant ? ` Did you mean "${meant}"?` : ''
}

/** The unit stands in the description, and only there: what the docs say is what is meant. */
const outOfBounds = (field: string, given: unknown, bounds: Bounds): string => {
  const { minimum, maximum, description = '' } = bounds
  const [unit] = /\b(?:milli)?seconds\b/i.exec(description) ?? []
  const range =
    minimum === undefined
      ? `at most ${maximum}`
      : maximum === undefined
        ? `${minimum} or more`
        : `from ${minimum} to ${maximum}`
  const sentence = `${field} must be ${range}${unit ? ` ${unit.toLowerCase()}` : ''}.`
  const inMs = Number(given) * 1_000
  const meantSeconds =
    /^milli/i.test(unit ?? '') && inMs >= (minimum ?? 0) && inMs <= (maximum ?? inMs)
  return meantSeconds && inMs > 0 ? `${sentence} Did you mean ${inMs}?` : sentence
}

const typeWords: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const typesOf = (type: unknown): string =>
  [type]
    .flat()
    .map(one => typeWords[String(one)] ?? String(one))
    .join(' or ')

const foundOf = ({ data, instancePath }: ErrorObject): string => {
  // A body that is not there is null here.
  if (data === undefined || (data === null && instancePath === '')) return ''
  if (typeof data === 'boolean' || typeof data === 'number') return `, not ${data}`
  const type = data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data
  return `, not ${typeWords[type]}`
}

const isEmpty = (data: unknown): boolean =>
  data === '' || (typeof data === 'object' && data !== null && Object.keys(data).length === 0)

/** `1 character`, `200 items` */
const partsOf = ({ keyword, params }: ErrorObject): string => {
  const part = keyword.endsWith('Length')
    ? 'character'
    : keyword.endsWith('Items')
      ? 'item'
      : 'field'
  return counted(params.limit, part)
}

/** `webhook.events[0]` */
export const fieldName = (pointer: string): string =>
  namesOfPointer(pointer)
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('')
