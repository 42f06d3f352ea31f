import { namesOfPointer, unescapePointer } from '../../../kit/json-pointer.ts'
import { own, setOwn } from '../../../kit/own.ts'
import type { CompiledSchema, SchemaProblem } from './compile.ts'
import type { Field } from './fields.ts'

/**
 * The data as the caller's schema allows it: a value that breaks its own pattern, bound or format
 * is taken out again, and what is not known is null where that is allowed and absent elsewhere.
 */
export const prune = (
  compiled: CompiledSchema,
  root: Field,
  raw: unknown,
  sources: Sources,
): { data: unknown; problems: SchemaProblem[] } => {
  const data = settle(root, raw)
  const unfit = new Map<string, SchemaProblem | undefined>()
  // What was there and did not fit is not told as absent.
  const told = (problems: SchemaProblem[]) =>
    problems.map(one => (one.keyword === 'required' && unfit.get(one.field)) || one)
  for (let round = 0; round < maxRounds; round++) {
    const problems = compiled.validate(data.value)
    const removed = lastFirst(problems).filter(path => remove(data, root, path, sources))
    for (const at of removed)
      unfit.set(
        at,
        problems.find(({ path }) => path === at),
      )
    if (removed.length === 0 && !removeEntries(data, problems, sources))
      return { data: data.value, problems: told(problems) }
  }
  return { data: data.value, problems: told(compiled.validate(data.value)) }
}

const maxRounds = 5

/** Each path once, and of a list the last first: what stands behind a removed entry moves up. */
const lastFirst = (problems: readonly SchemaProblem[]): string[] =>
  [...new Set(problems.map(({ path }) => path))].toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )

/** What is known of each leaf, by JSON Pointer; goes with the leaf. */
type Sources = Map<string, unknown>
type Box = { value: unknown }

/** Unknown leaves become null where null is allowed; empty optional objects vanish. */
const settle = (field: Field, value: unknown): Box => ({ value: settled(field, value) })

const settled = (field: Field, value: unknown): unknown => {
  if (value === undefined || value === null) {
    if (field.nullable) return null
    if (field.kind === 'array' && field.required) return []
    // A required object is built, so that the schema's complaint names the leaf that is missing.
    return field.kind === 'object' && field.required ? settled(field, {}) : undefined
  }
  if (field.kind === 'array' && Array.isArray(value) && field.item)
    return value.map(one => settled(field.item as Field, one)).filter(one => one !== undefined)
  if (field.kind !== 'object' || typeof value !== 'object') return value
  // Names that only the page knows, and shapes that only the value decides, are left alone.
  if (field.properties.length === 0 || field.branches.length > 0) return value
  const result: Record<string, unknown> = {}
  for (const property of field.properties) {
    const inner = settled(property, own(value, property.name))
    if (inner !== undefined) setOwn(result, property.name, inner)
  }
  const isEmpty = Object.values(result).every(one => one === null)
  if (isEmpty && field.pointer !== '' && !field.required) return field.nullable ? null : undefined
  return result
}

/** Takes the value at a path out, if there is one and it is ours. */
const remove = (box: Box, root: Field, path: string, sources: Sources): boolean => {
  if (!sources.has(path)) return false
  const parts = namesOfPointer(path)
  let parent: unknown = box
  let key = 'value'
  let field: Field | undefined = root
  for (const part of parts) {
    parent = own(parent, key)
    key = part
    field = field?.kind === 'array' ? field.item : field?.properties.find(one => one.name === part)
    if (typeof parent !== 'object' || parent === null) return false
  }
  sources.delete(path)
  if (Array.isArray(parent)) {
    shift(sources, path, parent.length)
    parent.splice(Number(key), 1)
  } else if (field?.nullable) setOwn(Object(parent), key, null)
  else delete (parent as Record<string, unknown>)[key]
  return true
}

/** Entries of a list that lack what every entry must have go whole; the rest of the list stays. */
const removeEntries = (box: Box, problems: SchemaProblem[], sources: Sources): boolean => {
  const entries = new Map<unknown[], { base: string; indexes: Set<number> }>()
  for (const { path } of problems) {
    let at: unknown = box.value
    let found: { list: unknown[]; base: string; index: number } | undefined
    let base = ''
    for (const part of path.split('/').slice(1)) {
      if (Array.isArray(at)) found = { list: at, base, index: Number(part) }
      base += `/${part}`
      at = own(at, unescapePointer(part))
    }
    if (!found) continue
    const known = entries.get(found.list) ?? { base: found.base, indexes: new Set() }
    known.indexes.add(found.index)
    entries.set(found.list, known)
  }
  for (const [list, { base, indexes }] of entries)
    for (const index of [...indexes].sort((a, b) => b - a)) {
      shift(sources, `${base}/${index}`, list.length)
      list.splice(index, 1)
    }
  return entries.size > 0
}

/** What stood behind a removed entry of a list moves up by one. */
const shift = (sources: Sources, path: string, length: number) => {
  const slash = path.lastIndexOf('/')
  const base = path.slice(0, slash + 1)
  const gone = Number(path.slice(slash + 1))
  if (gone >= length) return
  for (const [pointer, source] of [...sources]) {
    if (!pointer.startsWith(base)) continue
    const [index = '', ...rest] = pointer.slice(base.length).split('/')
    if (Number(index) < gone) continue
    sources.delete(pointer)
    if (Number(index) > gone) sources.set([base + (Number(index) - 1), ...rest].join('/'), source)
  }
}
