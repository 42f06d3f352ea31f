import type { BodyOf } from '../api/ask.ts'

/** What a field is called and what it holds; in a list, it is a field of each entry. */
export type TaughtField = { name: string; type: FieldType; list: string }
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
export type Choice =
  | { is: 'text'; text: number; words: string; start?: number; end?: number; whole?: Whole }
  | { is: 'address'; href: string }
  | { is: 'absent' }

/** An element by the numbers of its first and its last text. */
export type Whole = { first: number; last: number; words: string }

/** By list: a text of each row that somebody said is none. */
export type NotRows = Readonly<Record<string, readonly number[]>>

/** By field: of a list, in its first and its second row. */
export type Choices = Readonly<Record<string, readonly Choice[]>>

/** How many clicks a field needs. */
export const clicksOf = ({ list }: TaughtField): number => (list ? 2 : 1)

/** The next field that a click would go to. */
export const nextField = (fields: readonly TaughtField[], choices: Choices): string | undefined => {
  const open = fields.find(field => {
    const made = choices[field.name] ?? []
    return made[0]?.is !== 'absent' && made.length < clicksOf(field)
  })
  return open?.name
}

export const choose = (
  fields: readonly TaughtField[],
  choices: Choices,
  name: string,
  choice: Choice,
): Choices => {
  const field = fields.find(one => one.name === name)
  if (!field) return choices
  const before = choices[name] ?? []
  const isFull = before.length >= clicksOf(field) || before[0]?.is === 'absent'
  const kept = choice.is === 'absent' || isFull ? [] : before
  return { ...choices, [name]: [...kept, choice] }
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
    const made = choices[field.name] ?? []
    // One row does not make a list.
    if (field.list && made.length < clicksOf(field)) continue
    for (const [row, choice] of made.entries()) {
      const name = escapePointer(field.name)
      const pointer = field.list ? `/${escapePointer(field.list)}/${row}/${name}` : `/${name}`
      if (choice.is === 'text') marks[pointer] = markOf(choice)
      else if (!field.list) data[field.name] = choice.is === 'absent' ? null : choice.href
    }
  }
  for (const [list, texts] of Object.entries(notRows))
    for (const [at, text] of texts.entries()) marks[`/${escapePointer(list)}/-${at + 1}`] = { text }
  const isEmpty = Object.keys(data).length + Object.keys(marks).length === 0
  return isEmpty ? undefined : { page, data, marks }
}

const markOf = ({ text, start, end, whole }: Extract<Choice, { is: 'text' }>) =>
  whole
    ? { text: whole.first, to: whole.last }
    : { text, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }

export const escapePointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
/** The name that a pointer of one part has. */
export const readPointer = (pointer: string) =>
  pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')

/** The fields of a reader that exists already. */
export const fieldsOf = (schema: unknown): TaughtField[] => {
  const typeOf = (one: unknown): FieldType => {
    const { type, format } = Object(one)
    if (format === 'date' || format === 'uri') return format === 'date' ? 'date' : 'link'
    return [type].flat().some(name => name === 'number' || name === 'integer') ? 'number' : 'text'
  }
  return Object.entries(Object(Object(schema).properties)).flatMap(([name, inner]) => {
    const columns = Object(Object(Object(inner).items).properties)
    if (Object(inner).type !== 'array') return [{ name, type: typeOf(inner), list: '' }]
    return Object.entries(columns).map(([column, one]) => ({
      ...{ name: column, type: typeOf(one), list: name },
    }))
  })
}
