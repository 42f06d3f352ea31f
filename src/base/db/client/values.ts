import type { Parse, Serialize } from './arrays.ts'
import { clientError } from './errors.ts'
import { Query } from './query.ts'

/** How values of ours become PostgreSQL's and back, by the OID of its types. */
export type Codec = {
  to: number
  from: readonly number[]
  serialize: Serialize
  parse?: Parse
}

export const codecs: readonly Codec[] = [
  { to: 25, from: [], serialize: String },
  { to: 0, from: [21, 23, 26, 700, 701], serialize: String, parse: Number },
  { to: 114, from: [114, 3802], serialize: value => JSON.stringify(value), parse: JSON.parse },
  {
    to: 16,
    from: [16],
    serialize: value => (value === true ? 't' : 'f'),
    parse: text => text === 't',
  },
  {
    to: 1184,
    from: [1082, 1114, 1184],
    serialize: value => new Date(value as Date | string | number).toISOString(),
    parse: text => new Date(text),
  },
  {
    to: 17,
    from: [17],
    serialize: value => `\\x${Buffer.from(value as Uint8Array).toString('hex')}`,
    parse: text => Buffer.from(text.slice(2), 'hex'),
  },
]

/** The name of a table or a column: `sql('items')`. */
export class Identifier {
  readonly text: string
  constructor(name: string) {
    this.text = quoteName(name)
  }
}

/** A value and the type that the server is told: `sql.typed(value, oid)`. */
export class Parameter {
  readonly value: unknown
  readonly type: number
  constructor(value: unknown, type: number) {
    this.value = value
    this.type = type
  }
}

/** A row by its columns: `insert into t ${sql(row)}` or `update t set ${sql(row)}`. */
export class RowHelper {
  readonly row: Readonly<Record<string, unknown>>
  constructor(row: Readonly<Record<string, unknown>>) {
    this.row = row
  }
}

const quoteName = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`

/** The protocol counts them in two bytes. */
const maxParameters = 65_533

/** The text of a statement with `$1`, `$2` … for the values that are sent beside it. */
export type Text = { text: string; parameters: unknown[]; types: number[] }

export const textOf = (query: Query): Text => {
  const parameters: unknown[] = []
  const types: number[] = []

  const add = (given: unknown): string => {
    const value = given instanceof Parameter ? given.value : given
    if (value === undefined)
      throw clientError('UNDEFINED_VALUE', 'Undefined values are not allowed')
    parameters.push(value)
    types.push(given instanceof Parameter ? given.type : inferType(value))
    return `$${types.length}`
  }
  const write = ({ strings, args }: Query): string => {
    let text = strings[0] ?? ''
    for (let at = 1; at < strings.length; at++) text += place(args[at - 1], text) + strings[at]
    return text
  }
  const place = (value: unknown, before: string): string => {
    if (value instanceof Query) return write(value)
    if (value instanceof Identifier) return value.text
    if (value instanceof RowHelper) return writeRow(value.row, before)
    if (Array.isArray(value) && value[0] instanceof Query)
      return value.map(one => ` ${write(one)}`).join('')
    return add(value)
  }
  const writeRow = (row: RowHelper['row'], before: string): string => {
    const entries = Object.entries(row)
    const columns = entries.map(([column]) => quoteName(column))
    const values = entries.map(([, value]) => place(value, ''))
    if (/\bset\s*$/i.test(before))
      return columns.map((column, at) => `${column} = ${values[at]}`).join(', ')
    return `(${columns.join(', ')}) values (${values.join(', ')})`
  }

  const text = write(query)
  if (!query.isTagged) query.args.forEach(add)
  if (parameters.length > maxParameters)
    throw clientError('MAX_PARAMETERS_EXCEEDED', `More than ${maxParameters} parameters`)
  return { text, parameters, types }
}

/** 0: the server finds out. */
const inferType = (value: unknown): number => {
  if (value instanceof Date) return 1184
  if (value instanceof Uint8Array) return 17
  if (typeof value === 'boolean') return 16
  if (typeof value === 'bigint') return 20
  return Array.isArray(value) ? inferType(value[0]) : 0
}
