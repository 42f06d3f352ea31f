import { AppError, invalidRequest } from '../../kit/errors.ts'
import { namesOfPointer } from '../../kit/json-pointer.ts'
import { own } from '../../kit/own.ts'
import type { Example, TaughtKinds } from '../../page/taught/learn.ts'
import type { Field } from '../extract/schema/fields.ts'
import type { LabelledPage } from './learn-task.ts'

type Values = Pick<Example, 'fields' | 'lists'>
type Given = Pick<LabelledPage, 'data' | 'marks' | 'isByModel'>

/** What the schema does not ask for is a slip of the hand: nothing would be learned of it. */
export const checkData = (root: Field, examples: readonly Given[]): void => {
  for (const [at, { data, isByModel }] of examples.entries())
    if (!isByModel) checkValue(root, data, at + 1)
}

const checkValue = (field: Field, value: unknown, example: number): void => {
  if (value === null || value === undefined || field.branches.length > 0) return
  const said = field.pointer
    ? `What example ${example} says of ${field.pointer}`
    : `"data" of example ${example}`
  if (field.kind === 'array' && field.item) {
    if (!Array.isArray(value)) throw invalidRequest(`${said} must be a list.`)
    for (const entry of value) checkValue(field.item, entry, example)
  } else if (field.kind === 'object' && field.properties.length > 0) {
    if (typeof value !== 'object' || Array.isArray(value))
      throw invalidRequest(`${said} must be an object.`)
    const known = new Map(field.properties.map(one => [one.name, one]))
    for (const [name, inner] of Object.entries(value)) {
      const property = known.get(name)
      if (property) checkValue(property, inner, example)
      else
        throw invalidRequest(
          `Example ${example} has "${name.slice(0, 100)}", which the schema does not ask for.`,
        )
    }
  } else if (typeof value === 'string' && field.kind in noTexts && !field.values)
    throw invalidRequest(`${said} must be ${Object(noTexts)[field.kind]}.`)
}

/** “$39.99” for a number stands on the page, and is no number. */
const noTexts = { number: 'a number', integer: 'a whole number', boolean: 'true or false' }

/** The values of examples by field. Throws what cannot be learned from, before anything is learned. */
export const examplesFrom = (
  kinds: TaughtKinds,
  examples: readonly Given[],
  fresh = examples.length,
): Values[] => {
  const values = examples.map((given, at) => valuesIn(kinds, given, at))
  const silent = values.slice(0, fresh).findIndex(({ fields, lists }, at) => {
    const { marks, isByModel } = examples[at] as Given
    return fields.size + lists.size + Object.keys(marks ?? {}).length === 0 && !isByModel
  })
  const isShown = values.some(
    ({ fields, lists }) =>
      [...fields.values()].some(value => value !== null) || shownLists(lists).length > 0,
  )
  if (!isShown)
    throw new AppError(
      'examples_too_few',
      'No example shows a value of a field that can be taught: texts, numbers, true or false, and lists of them.',
    )
  if (silent >= 0)
    throw new AppError(
      'examples_too_few',
      `Example ${silent + 1} says nothing: give its values, or name its page among the "others".`,
    )
  return values
}

/** As many fields and lists as a file may hold; of a model's answers the first ones are enough. */
export const withinLimits = (examples: Values[], isAnyByModel: boolean): Values[] => {
  const shown = examples.flatMap(one => [...one.fields].filter(([, value]) => value !== null))
  const fields = [...new Set(shown.map(([pointer]) => pointer))]
  const lists = [...new Set(examples.flatMap(one => shownLists(one.lists)))]
  if (fields.length <= maxFields && lists.length <= maxLists) return examples
  if (!isAnyByModel)
    throw invalidRequest(
      `A reader knows up to ${maxFields} fields and ${maxLists} lists, and the examples say ${fields.length} and ${lists.length}.`,
    )
  const first = [...fields.slice(0, maxFields), ...lists.slice(0, maxLists)]
  return examples.map(one => onlyOf(one, first))
}
const maxFields = 50
const maxLists = 5

/** What is said of these fields and lists alone. */
export const onlyOf = ({ fields, lists }: Values, pointers: readonly string[]): Values => {
  const of = <T>(values: ReadonlyMap<string, T>) =>
    new Map([...values].filter(([pointer]) => pointers.includes(pointer)))
  return { fields: of(fields), lists: of(lists) }
}

const shownLists = (lists: Values['lists']): string[] =>
  [...lists].flatMap(([pointer, entries]) => (entries.length > 0 ? [pointer] : []))

const valuesIn = (kinds: TaughtKinds, { data, isByModel }: Given, example: number): Values => {
  const fields = new Map<string, unknown>()
  const lists = new Map<string, ReadonlyMap<string, unknown>[]>()
  for (const pointer of kinds.fields.keys()) {
    const value = valueAt(data, pointer)
    if (value !== undefined) fields.set(pointer, value)
  }
  for (const [pointer, columns] of kinds.lists) {
    const entries = valueAt(data, pointer) === null ? [] : valueAt(data, pointer)
    if (!Array.isArray(entries) || (entries.length === 1 && isByModel)) continue
    if (entries.length === 1)
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
  for (const name of namesOfPointer(pointer)) value = own(value, name)
  return value
}
