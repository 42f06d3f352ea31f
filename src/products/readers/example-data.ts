import { AppError } from '../../kit/errors.ts'
import type { Example, TaughtKinds } from '../../page/taught/learn.ts'
import type { Field } from '../extract/schema/fields.ts'

type Values = Pick<Example, 'fields' | 'lists'>

/** A name that the schema does not have is a slip of the hand: nothing would be learned of it. */
export const checkNames = ({ properties }: Field, examples: readonly { data: unknown }[]): void => {
  const known = new Set(properties.map(({ name }) => name))
  if (known.size === 0) return
  for (const [at, { data }] of examples.entries())
    for (const name of Array.isArray(data) ? [] : Object.keys(Object(data)))
      if (!known.has(name))
        throw new AppError(
          'invalid_request',
          `Example ${at + 1} has "${name.slice(0, 100)}", which the schema does not ask for.`,
        )
}

/** The values of examples by field. Throws what cannot be learned from, before anything is learned. */
export const examplesFrom = (
  kinds: TaughtKinds,
  examples: readonly { data: unknown }[],
  isByModel = false,
): Values[] => {
  const values = examples.map(({ data }, at) => valuesIn(kinds, data, at, isByModel))
  const isShown = values.some(
    ({ fields, lists }) => [...fields.values()].some(value => value !== null) || lists.size > 0,
  )
  if (!isShown)
    throw new AppError(
      'examples_too_few',
      'No example shows a value of a field that can be taught: texts, numbers, true or false, and lists of them.',
    )
  return values
}

const valuesIn = (
  kinds: TaughtKinds,
  data: unknown,
  example: number,
  isByModel: boolean,
): Values => {
  const fields = new Map<string, unknown>()
  const lists = new Map<string, ReadonlyMap<string, unknown>[]>()
  for (const pointer of kinds.fields.keys()) {
    const value = valueAt(data, pointer)
    if (value !== undefined) fields.set(pointer, value)
  }
  for (const [pointer, columns] of kinds.lists) {
    const entries = valueAt(data, pointer)
    if (!Array.isArray(entries) || entries.length === 0) continue
    if (entries.length < 2 && isByModel) continue
    if (entries.length < 2)
      throw new AppError(
        'examples_too_few',
        `A list is taught by two entries: ${pointer || 'the list'} of example ${example + 1} has one.`,
      )
    const rows = entries.slice(0, maxEntries).map(entry => entryOf(entry, columns.keys()))
    lists.set(pointer, rows)
  }
  return { fields, lists }
}

const maxEntries = 20

const entryOf = (entry: unknown, columns: Iterable<string>): Map<string, unknown> => {
  const values = new Map<string, unknown>()
  for (const column of columns) {
    const value = valueAt(entry, column)
    if (value !== undefined) values.set(column, value)
  }
  return values
}

export const valueAt = (data: unknown, pointer: string): unknown => {
  let value = data
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined
  }
  return value
}
