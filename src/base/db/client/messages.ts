import type { Serialize } from './arrays.ts'
import { writer } from './writer.ts'

/** What is sent to the server: PostgreSQL's documentation, "Message Formats" of its protocol 3.0. */

export const sync = writer.begin('S').end()
export const flush = writer.begin('H').end()
export const terminate = writer.begin('X').end()
export const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
export const executeAndSync = Buffer.concat([writer.begin('E').name('').int32(0).end(), sync])

export const startup = (parameters: Record<string, string>): Buffer => {
  const message = writer.beginUntyped().int16(3).int16(0)
  for (const [name, value] of Object.entries(parameters)) if (value) message.name(name).name(value)
  return message.zeros(1).end(0)
}

export const password = (payload: string): Buffer => writer.begin('p').name(payload).end()

export const saslStart = (mechanism: string, payload: string): Buffer =>
  writer.begin('p').name(mechanism).counted(payload).end()

export const saslContinue = (payload: string): Buffer => writer.begin('p').text(payload).end()

export const simpleQuery = (text: string): Buffer => writer.begin('Q').name(text).end()

export const parse = (name: string, text: string, types: readonly number[]): Buffer => {
  const message = writer.begin('P').name(name).name(text).int16(types.length)
  for (const type of types) message.int32(type)
  return message.end()
}

export const describe = (name: string): Buffer => writer.begin('D').text('S').name(name).end()

const nullLength = 0xffffffff

export const bind = (
  name: string,
  parameters: readonly unknown[],
  types: readonly number[],
  serializers: Record<number, Serialize>,
): Buffer => {
  const texts = parameters.map((value, at) =>
    value === null ? null : String(serializers[types[at] ?? 0]?.(value) ?? value),
  )
  const message = writer.begin('B').name('').name(name).int16(0).int16(texts.length)
  for (const text of texts) text === null ? message.int32(nullLength) : message.counted(text)
  return message.int16(0).end()
}

export const copyData = (chunk: Uint8Array): Buffer => writer.begin('d').bytes(chunk).end()
export const copyDone = writer.begin('c').end()
export const copyFail = (reason: string): Buffer => writer.begin('f').name(reason).end()
