import type { JobTable } from '../../../base/jobs/kinds.ts'
import { own } from '../../../kit/own.ts'
import { isSchemaObject, type JsonSchema } from '../schema/limits.ts'

/**
 * The members of the schema as columns. Where all that it asks for is one list of objects, each entry
 * is a row, and a page without any is one for its warning; what does not fit a cell stands there as
 * JSON.
 */
export const tableOf = (schema: unknown): JobTable => {
  const list = listOf(schema)
  const members = membersOf(list ? list.entry : schema)
  const columns = members.length > 0 ? members : ['data']
  /** The page's own, where the schema has a member of that name. */
  const named = (name: string) => (columns.includes(name) ? `page_${name}` : name)
  const cellsOf = (value: unknown): string[] =>
    members.length > 0 ? members.map(name => cell(own(value, name))) : [cell(value)]
  return {
    columns: [named('url'), ...columns, ...['code', 'error', 'warning'].map(named)],
    rowsOf(item) {
      const { url, data, code, error, warning } = item as Record<string, unknown>
      const found = list ? list.entriesOf(data) : [data]
      const entries = error === undefined && found.length > 0 ? found : [undefined]
      return entries.map(entry => [
        cell(url),
        ...cellsOf(entry),
        ...[code, error, warning].map(cell),
      ])
    },
  }
}

const cell = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const membersOf = (schema: unknown): string[] => Object.keys(propertiesOf(schema))

const propertiesOf = (schema: unknown): JsonSchema =>
  isSchemaObject(schema) && isSchemaObject(schema.properties) ? schema.properties : {}

/** A list at the root, or the only member. */
const listOf = (schema: unknown) => {
  const root = entryOf(schema)
  if (root) return { entry: root, entriesOf: (data: unknown) => asList(data) }
  const [name, ...others] = membersOf(schema)
  const entry = name !== undefined && others.length === 0 && entryOf(propertiesOf(schema)[name])
  if (!entry) return undefined
  return { entry, entriesOf: (data: unknown) => asList(own(data, name)) }
}

const entryOf = (schema: unknown): JsonSchema | undefined =>
  isSchemaObject(schema) && isSchemaObject(schema.items) && membersOf(schema.items).length > 0
    ? schema.items
    : undefined

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
