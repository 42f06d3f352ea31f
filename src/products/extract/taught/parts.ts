import { escapePointer, unescapePointer } from '../../../kit/json-pointer.ts'
import { own, setOwn } from '../../../kit/own.ts'
import type { Field } from '../schema/fields.ts'
import { isSchemaObject, type JsonSchema } from '../schema/limits.ts'

/** The same data with a value at a JSON Pointer; what is on the way is made. */
export const withValue = (data: unknown, pointer: string, value: unknown): unknown => {
  const [part, ...rest] = pointer.split('/').slice(1)
  if (part === undefined) return value
  const name = unescapePointer(part)
  const isIndex = Array.isArray(data)
  const held = isIndex ? [...data] : { ...Object(data) }
  const inner = rest.length > 0 ? withValue(own(held, name), `/${rest.join('/')}`, value) : value
  setOwn(held, name, inner)
  return held
}

/** The outermost fields, objects looked through, that satisfy a test. */
export const openFields = (root: Field, isOpen: (pointer: string) => boolean): string[] => {
  const open: string[] = []
  const stack = [root]
  for (let field = stack.pop(); field; field = stack.pop()) {
    if (field.kind === 'object' && field.branches.length === 0 && field.properties.length > 0)
      stack.push(...field.properties.toReversed())
    else if (isOpen(field.pointer)) open.push(field.pointer)
  }
  return open
}

/** The schema of these fields alone; parts that are not plain properties stay whole. */
export const onlyFields = (schema: JsonSchema, open: readonly string[], at = ''): JsonSchema => {
  if (!isSchemaObject(schema.properties)) return schema
  const properties: JsonSchema = {}
  for (const [name, inner] of Object.entries(schema.properties)) {
    const pointer = `${at}/${escapePointer(name)}`
    const isAsked = open.includes(pointer)
    if (!isAsked && !open.some(one => one.startsWith(`${pointer}/`))) continue
    const isWhole = isAsked || !isSchemaObject(inner)
    setOwn(properties, name, isWhole ? inner : onlyFields(inner, open, pointer))
  }
  // What the schema requires is asked of the whole, when all of it is there.
  const { required: _, ...rest } = schema
  return { ...rest, properties }
}
