import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  MessageReader,
  readColumns,
  readCommand,
  readError,
  readNames,
  readRow,
  readTypes,
} from '../../../src/base/db/client/answers.ts'

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
/** A message as the server writes it: its letter, its length without the letter, what it says. */
const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)))
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}
const column = (name: string, type: number) =>
  Buffer.concat([Buffer.from(`${name}\0`), int32(9), int16(9), int32(type), Buffer.alloc(8, 9)])

describe('what the server sends', () => {
  const sent = [message('Z', 'I'), message('S'), message('D', 'x'.repeat(300)), message('C', 'end')]
  const all = Buffer.concat(sent)

  it('is cut into messages, however the network cut it', () => {
    for (const bytes of [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 100, all.length]) {
      const reader = new MessageReader()
      const read: Buffer[] = []
      for (let at = 0; at < all.length; at += bytes) {
        const before = read.length
        reader.read(all.subarray(at, at + bytes), one => read.push(Buffer.from(one)))
        const whole = read.reduce((sum, { length }) => sum + length, 0)
        // A message is there with its last byte.
        if (read.length === before) assert.ok(at + bytes - whole < (sent[read.length]?.length ?? 0))
      }
      assert.deepEqual(read, sent, `${bytes} at once`)
    }
  })

  it('begins anew on a new connection', () => {
    const reader = new MessageReader()
    const read: Buffer[] = []
    reader.read(message('D', 'x'.repeat(300)).subarray(0, 50), one => read.push(one))
    reader.reset()
    reader.read(message('Z', 'I'), one => read.push(one))
    assert.deepEqual(read, [message('Z', 'I')])
  })
})

describe('an answer', () => {
  const row = message('T', int16(3), column('id', 23), column('größe', 25), column('', 23))

  it('has columns with their names, and a parser where there is one for the type', () => {
    assert.deepEqual(readColumns(row, { 23: Number }), [
      { name: 'id', parse: Number },
      { name: 'größe', parse: undefined },
      { name: '', parse: Number },
    ])
    assert.deepEqual(readColumns(message('T', int16(0)), {}), [])
  })

  it('has rows, in which nothing and an empty text are two things', () => {
    const columns = readColumns(row, { 23: Number })
    const read = (...parts: (Buffer | string)[]) =>
      readRow(message('D', int16(3), ...parts), columns)
    assert.deepEqual(read(int32(2), '42', int32(3), 'äx', int32(1), '7'), {
      ...{ id: 42, größe: 'äx', '': 7 },
    })
    assert.deepEqual(read(int32(-1), int32(0), int32(-1)), { id: null, größe: '', '': null })
    assert.deepEqual(read(int32(0), int32(-1), int32(1), '1'), { id: 0, größe: null, '': 1 })
  })

  it('says the types of the values it waits for', () => {
    assert.deepEqual(readTypes(message('t', int16(3), int32(23), int32(0), int32(1009))), [
      ...[23, 0, 1009],
    ])
    assert.deepEqual(readTypes(message('t', int16(0))), [])
  })

  it('says what it did, and with how many rows where it counts them', () => {
    const read = (command: string) => readCommand(message('C', `${command}\0`))
    assert.deepEqual(read('INSERT 0 3'), { command: 'INSERT 0 3', count: 3 })
    assert.deepEqual(read('SELECT 0'), { command: 'SELECT 0', count: 0 })
    assert.deepEqual(read('BEGIN'), { command: 'BEGIN', count: null })
    assert.deepEqual(read('CREATE TABLE'), { command: 'CREATE TABLE', count: null })
  })

  it('has texts that end with a zero byte', () => {
    assert.deepEqual(readNames(message('S', 'server_version\x0018 (ö)\0')), [
      ...['server_version', '18 (ö)'],
    ])
    const names = message('R', int32(10), 'SCRAM-SHA-256\0\0')
    assert.deepEqual(readNames(names, 9), ['SCRAM-SHA-256', ''])
  })

  it('names the fields of an error, and keeps the letter of one that nobody knows', () => {
    const fields = ['SERROR', 'C23505', 'Mtwice', 'nkeys_pkey', 'd', 'Zwhat']
    assert.deepEqual(readError(message('E', `${fields.join('\0')}\0\0`)), {
      ...{ severity_local: 'ERROR', code: '23505', message: 'twice' },
      ...{ constraint_name: 'keys_pkey', 'data type_name': '', Z: 'what' },
    })
  })
})
