import type { BodyOf } from '../api/ask.ts'

/** What a field is called and what it holds; in a list, it is a field of each entry. */
export type TaughtField = {
  name: string
  type: FieldType
  list: string
  /** Of a reader that exists: where its schema has them, in objects say. */
  path?: Path
  listPath?: Path
}
type Path = readonly string[]

/** Two lists, or a list and the page, may have fields of one name. */
export const idOf = ({ name, list }: Pick<TaughtField, 'name' | 'list'>): string =>
  list ? `${list} › ${name}` : name
const pathOfField = ({ name, path = [name] }: TaughtField): Path => path
const pathOfList = ({ list, listPath = [list] }: TaughtField): Path => listPath
/** Of what the page has or has not: a list as a whole. */
export const outerPathOf = (field: TaughtField): Path =>
  field.list ? pathOfList(field) : pathOfField(field)
export const pointerOf = (path: Path): string =>
  path.map(part => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
export type FieldType = keyof typeof fieldTypes

export const fieldTypes = {
  /** Until the first click. */
  guess: { label: 'From the first click', schema: { type: 'string' } },
  text: { label: 'Text', schema: { type: 'string' } },
  number: { label: 'Number', schema: { type: 'number' } },
  date: { label: 'Date', schema: { type: 'string', format: 'date' } },
  link: { label: 'Link or image', schema: { type: 'string', format: 'uri' } },
} as const

/**
 * Where a value is: a text or a part of one, the element around it, an address, or nowhere on this
 * page.
 */
export type Choice = ChosenText | { is: 'address'; href: string } | { is: 'absent' }

export type ChosenText = {
  is: 'text'
  text: number
  words: string
  start?: number
  end?: number
  whole?: Whole
  /** What is meant, where the words say two things: 3/4/2011. */
  typed?: string
}

/** An element by the numbers of its first and its last text. */
export type Whole = { first: number; last: number; words: string }

/** By pointer of a list: a text of each row that somebody said is none. */
export type NotRows = Readonly<Record<string, readonly number[]>>

/** By field: of a list, in its first and its second row. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** How many clicks a field needs. */
export const clicksOf = ({ list }: TaughtField): number => (list ? 2 : 1)

/** The next field that a click would go to. */
export const nextField = (fields: readonly TaughtField[], choices: Choices): string | undefined => {
  const isAbsent = (field: TaughtField) => choices[idOf(field)]?.[0]?.is === 'absent'
  const without = fields.filter(isAbsent).flatMap(({ list }) => list || [])
  const open = fields.find(
    field =>
      !isAbsent(field) &&
      !without.includes(field.list) &&
      (choices[idOf(field)] ?? []).length < clicksOf(field),
  )
  return open && idOf(open)
}

export const choose = (
  fields: readonly TaughtField[],
  choices: Choices,
  id: string,
  choice: Choice,
): Choices => {
  const field = fields.find(one => idOf(one) === id)
  if (!field) return choices
  const before = choices[id] ?? []
  const isFull = before.length >= clicksOf(field) || before[0]?.is === 'absent'
  const kept = choice.is === 'absent' || isFull ? [] : before
  return { ...choices, [id]: [...kept, choice] }
}

/** A number with its sign of currency, a day, or words. */
export const guessType = (words: string): Exclude<FieldType, 'guess'> => {
  const text = words.trim()
  if (/^\d{4}-\d\d-\d\d$|^\d{1,2}\.? \p{L}+ \d{4}$|^\p{L}+ \d{1,2}, \d{4}$/u.test(text))
    return 'date'
  return /^\p{Sc}?\s?\d[\d.,\s]*\s?\p{Sc}?$/u.test(text) ? 'number' : 'text'
}

export const schemaOf = (fields: readonly TaughtField[]) => {
  const properties: Record<string, unknown> = {}
  for (const { name, type, list } of fields) if (!list) properties[name] = fieldTypes[type].schema
  for (const list of new Set(fields.flatMap(field => field.list || []))) {
    const own = fields.filter(field => field.list === list)
    properties[list] = {
      type: 'array',
      items: {
        type: 'object',
        properties: Object.fromEntries(
          own.map(({ name, type }) => [name, fieldTypes[type].schema]),
        ),
      },
    }
  }
  return { type: 'object', properties }
}

type Example = BodyOf<'POST /v1/readers/preview'>['examples'][number] & { page: string }

/** Undefined where nothing was chosen on the page. */
export const exampleOf = (
  page: string,
  fields: readonly TaughtField[],
  choices: Choices,
  notRows: NotRows = {},
): Example | undefined => {
  const data: Record<string, unknown> = {}
  const marks: NonNullable<Example['marks']> = {}
  for (const field of fields) {
    const made = choices[idOf(field)] ?? []
    if (made[0]?.is === 'absent') put(data, outerPathOf(field), null)
    // One row does not make a list.
    if (made.length < clicksOf(field)) continue
    for (const [row, choice] of made.entries()) {
      const path = [...(field.list ? [...pathOfList(field), `${row}`] : []), ...pathOfField(field)]
      if (choice.is === 'text') marks[pointerOf(path)] = markOf(choice)
      const value = field.list ? undefined : valueIn(field, choice)
      if (value !== undefined) put(data, path, value)
    }
  }
  for (const [list, texts] of Object.entries(notRows))
    for (const [at, text] of texts.entries()) marks[`${list}/-${at + 1}`] = { text }
  const isEmpty = Object.keys(data).length + Object.keys(marks).length === 0
  return isEmpty ? undefined : { page, data, marks }
}

const valueIn = ({ type }: TaughtField, choice: Choice): string | number | undefined => {
  if (choice.is === 'address') return choice.href
  const typed = (choice.is === 'text' && choice.typed) || undefined
  return typed && type === 'number' ? Number(typed) : typed
}

const put = (into: Record<string, unknown>, [name = '', ...rest]: Path, value: unknown): void => {
  const inner = { ...Object(into[name]) }
  if (rest.length > 0) put(inner, rest, value)
  into[name] = rest.length > 0 ? inner : value
}

const markOf = ({ text, start, end, whole }: ChosenText) =>
  whole
    ? { text: whole.first, to: whole.last }
    : { text, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }

/** A pointer as people read it. */
export const readPointer = (pointer: string) =>
  pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')

/** The fields of a reader that exists already, those in objects too. */
export const fieldsOf = (schema: unknown, path: Path = [], listPath?: Path): TaughtField[] => {
  const { type, format, properties, items } = Object(schema)
  const is = (...names: string[]) => [type].flat().some(name => names.includes(name))
  if (Object(properties) === properties)
    return Object.entries(properties).flatMap(([name, inner]) =>
      fieldsOf(inner, [...path, name], listPath),
    )
  if (is('array')) return listPath || !Object(items).properties ? [] : fieldsOf(items, [], path)
  const isDate = format === 'date' && 'date'
  const known = isDate || (format === 'uri' && 'link') || (is('number', 'integer') && 'number')
  const list = listPath ? { list: listPath.join(' › '), listPath } : { list: '' }
  return [{ name: path.join(' › '), type: known || 'text', path, ...list }]
}
