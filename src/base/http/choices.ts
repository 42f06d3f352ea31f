import type { ErrorObject } from 'ajv'
import { explainFault, fieldName, type Part } from './faults.ts'

type Branch = { type?: string; enum?: unknown[]; properties?: { type?: { const?: string } } }

/** What a schema found wrong. A value that may be one of several things is judged as the one meant. */
export const explainFaults = (faults: readonly ErrorObject[], part: Part): string | undefined => {
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
  if (branches.some(branch => branch.enum?.includes(word)))
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
