import type { ErrorObject } from 'ajv'
import { explainFault, fieldName, type Part } from './faults.ts'

type Branch = { type?: string; properties?: { type?: { const?: string } } }

/** What a schema found wrong. A value that may be one of several things is judged as the one meant. */
export const explainFaults = (faults: readonly ErrorObject[], part: Part): string | undefined => {
  const choice = faults.find(({ keyword }) => keyword === 'anyOf')
  const fault = choice ? chosenFault(choice, faults) : faults[0]
  if (!fault) return undefined
  const named = choice && (choice.schema as Branch[]).some(branch => isKind(branch, choice.data))
  return named
    ? `"${fieldName(choice.instancePath)}" must be an object: {"type": "${choice.data}", …}.`
    : explainFault(fault, part)
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
