import type { Field } from '../schema/fields.ts'

/** The part of a form that asks for single values, or the part that asks for lists. */
export const narrow = (field: Field, to: 'single' | 'lists'): Field | undefined => {
  const isPlainObject =
    field.kind === 'object' && field.properties.length > 0 && field.branches.length === 0
  if (!isPlainObject) return holdsList(field) === (to === 'lists') ? field : undefined
  const properties = field.properties.flatMap(property => narrow(property, to) ?? [])
  return properties.length > 0 ? { ...field, properties } : undefined
}

const holdsList = (field: Field): boolean => {
  const stack = [field]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.kind === 'array') return true
    stack.push(...one.properties, ...one.branches, ...(one.entry ? [one.entry] : []))
  }
  return false
}
