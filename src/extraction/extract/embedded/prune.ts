import type { Field } from '../fields.ts'
import type { CompiledSchema, SchemaProblem } from '../schema.ts'
import type { Source } from './extract.ts'

/**
 * The data as the caller's schema allows it: a value that breaks its own pattern, bound or format
 * is taken out again, and what is not known is null where that is allowed and absent elsewhere.
 */
export const prune = (
  compiled: CompiledSchema,
  root: Field,
  raw: unknown,
  sources: Map<string, Source>,
): { data: unknown; problems: SchemaProblem[] } => {
  const data = settle(root, raw)
  for (let round = 0; round < maxRounds; round++) {
    const problems = compiled.validate(data.value)
    const removable = problems.filter(problem => remove(data, root, problem.path, sources))
    if (removable.length === 0) return { data: data.value, problems }
  }
  return { data: data.value, problems: compiled.validate(data.value) }
}

const maxRounds = 5

type Box = { value: unknown }

/** Unknown leaves become null where null is allowed; empty optional objects vanish. */
const settle = (field: Field, value: unknown): Box => ({ value: settled(field, value) })

const settled = (field: Field, value: unknown): unknown => {
  if (value === undefined || value === null) {
    if (field.nullable) return null
    // A required object is built, so that the schema's complaint names the leaf that is missing.
    return field.kind === 'object' && field.required ? settled(field, {}) : undefined
  }
  if (field.kind === 'array' && Array.isArray(value) && field.item)
    return value.map(one => settled(field.item as Field, one)).filter(one => one !== undefined)
  if (field.kind !== 'object' || typeof value !== 'object') return value
  const result: Record<string, unknown> = {}
  for (const property of field.properties) {
    const inner = settled(property, (value as Record<string, unknown>)[property.name])
    if (inner !== undefined) Object.defineProperty(result, property.name, plain(inner))
  }
  const isEmpty = Object.values(result).every(one => one === null)
  if (isEmpty && field.pointer !== '' && !field.required) return field.nullable ? null : undefined
  return result
}

/** Defined rather than assigned: a caller may name a property `__proto__`. */
const plain = (value: unknown): PropertyDescriptor => ({
  value,
  enumerable: true,
  configurable: true,
  writable: true,
})

/** Takes the value at a path out, if there is one and it is ours. */
const remove = (box: Box, root: Field, path: string, sources: Map<string, Source>): boolean => {
  if (!sources.has(path)) return false
  const parts = path.split('/').slice(1).map(unescapePointer)
  let parent: unknown = box
  let key = 'value'
  let field: Field | undefined = root
  for (const part of parts) {
    parent = (parent as Record<string, unknown>)[key]
    key = part
    field = field?.kind === 'array' ? field.item : field?.properties.find(one => one.name === part)
    if (typeof parent !== 'object' || parent === null) return false
  }
  sources.delete(path)
  if (Array.isArray(parent)) {
    shift(sources, path, parent.length)
    parent.splice(Number(key), 1)
  } else if (field?.nullable) (parent as Record<string, unknown>)[key] = null
  else delete (parent as Record<string, unknown>)[key]
  return true
}

const shift = (sources: Map<string, Source>, path: string, length: number) => {
  const slash = path.lastIndexOf('/')
  const base = path.slice(0, slash)
  for (let i = Number(path.slice(slash + 1)) + 1; i < length; i++) {
    const source = sources.get(`${base}/${i}`)
    sources.delete(`${base}/${i}`)
    if (source) sources.set(`${base}/${i - 1}`, source)
  }
}

const unescapePointer = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')
