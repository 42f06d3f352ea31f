import type { Parse } from './arrays.ts'
import type { Column } from './query.ts'

/** What the server sends. A message begins with the letter of its type and four bytes of length. */
const headBytes = 5

/** Cuts what arrives into messages, however the network cut it. */
export class MessageReader {
  private parts: Buffer[] = []
  private bytes = 0
  private wanted = headBytes

  read(piece: Buffer, handle: (message: Buffer) => void): void {
    this.parts.push(piece)
    this.bytes += piece.length
    if (this.bytes < this.wanted) return
    let rest = this.parts.length === 1 ? piece : Buffer.concat(this.parts, this.bytes)
    this.wanted = headBytes
    while (rest.length >= headBytes) {
      const length = rest.readUInt32BE(1) + 1
      if (rest.length < length) {
        this.wanted = length
        break
      }
      handle(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    this.parts = rest.length > 0 ? [rest] : []
    this.bytes = rest.length
  }

  reset(): void {
    this.parts = []
    this.bytes = 0
    this.wanted = headBytes
  }
}

export const readColumns = (message: Buffer, parsers: Record<number, Parse>): Column[] => {
  const columns: Column[] = []
  let at = 7
  for (let count = message.readUInt16BE(5); count > 0; count--) {
    const end = message.indexOf(0, at)
    const type = message.readUInt32BE(end + 7)
    columns.push({ name: message.toString('utf8', at, end), parse: parsers[type] })
    at = end + 19
  }
  return columns
}

export const readRow = (message: Buffer, columns: readonly Column[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  let at = 7
  for (const { name, parse } of columns) {
    const length = message.readInt32BE(at)
    at += 4
    if (length === -1) {
      row[name] = null
      continue
    }
    const text = message.toString('utf8', at, at + length)
    at += length
    row[name] = parse ? parse(text) : text
  }
  return row
}

export const readTypes = (message: Buffer): number[] =>
  Array.from({ length: message.readUInt16BE(5) }, (_, at) => message.readUInt32BE(7 + at * 4))

/** `INSERT 0 3` wrote three rows. */
export const readCommand = (message: Buffer): { command: string; count: number | null } => {
  const command = message.toString('latin1', headBytes, message.length - 1)
  const count = Number(command.slice(command.lastIndexOf(' ') + 1))
  return { command, count: Number.isNaN(count) ? null : count }
}

/** Texts that each end with a zero byte. */
export const readNames = (message: Buffer, from = headBytes): string[] =>
  message.toString('utf8', from, message.length - 1).split('\0')

const errorFields: Record<string, string> = {
  ...{ S: 'severity_local', V: 'severity', C: 'code', M: 'message', D: 'detail', H: 'hint' },
  ...{ P: 'position', p: 'internal_position', q: 'internal_query', W: 'where' },
  ...{ s: 'schema_name', t: 'table_name', c: 'column_name', d: 'data type_name' },
  ...{ n: 'constraint_name', F: 'file', L: 'line', R: 'routine' },
}

export const readError = (message: Buffer): Record<string, string> =>
  Object.fromEntries(
    readNames(message)
      .filter(Boolean)
      .map(field => [errorFields[field.charAt(0)] ?? field.charAt(0), field.slice(1)]),
  )
