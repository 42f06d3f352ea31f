import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Options, readOptions } from '../../../src/base/db/client/options.ts'
import { Query, type QueryOptions } from '../../../src/base/db/client/query.ts'
import { Session } from '../../../src/base/db/client/session.ts'

const optionsOf = (some: Partial<Options> = {}): Options => ({
  ...readOptions({ user: 'u', database: 'd', fetch_types: false } as never),
  ...some,
})
const open = (some: Partial<Options> = {}) => new Session(optionsOf(some))
const ask = (text: string, values: unknown[] = [], options: QueryOptions = {}) =>
  new Query([text], values, () => undefined, options)
/** The letters of the messages that are sent. */
const sent = (bytes: Buffer) => {
  let letters = ''
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    letters += String.fromCharCode(bytes[at] ?? 0)
  return letters
}
/** The server says which types the values of a query have. */
const types = (...numbers: number[]) => {
  const message = Buffer.alloc(7 + 4 * numbers.length)
  message.writeUInt16BE(numbers.length, 5)
  for (const [at, type] of numbers.entries()) message.writeUInt32BE(type, 7 + 4 * at)
  return message
}

describe('what a session asks before it can be used', () => {
  it('is whether the server takes writes, where that is wanted, then its setup, then its types', () => {
    const session = open({ target_session_attrs: 'primary', setup: 'set x', fetch_types: true })
    assert.equal(session.isStandby(), false)
    const first = session.nextStep()
    assert.match(first?.text ?? '', /pg_is_in_recovery/)
    first?.note?.([{ state: 'on' }])
    assert.equal(session.isStandby(), true)
    assert.equal(session.nextStep()?.text, 'set x')
    const last = session.nextStep()
    assert.match(last?.text ?? '', /from pg_catalog\.pg_type/)
    assert.equal(session.nextStep(), undefined)
  })

  it('is nothing where nothing is wanted, or the server has said it', () => {
    assert.equal(open().nextStep(), undefined)
    const told = open({ target_session_attrs: 'primary' })
    told.parameters.in_hot_standby = 'off'
    assert.equal(told.nextStep(), undefined)
    assert.equal(told.isStandby(), false)
    const standby = open()
    standby.parameters.in_hot_standby = 'on'
    assert.equal(standby.isStandby(), false, 'any server will do')
  })

  it('teaches it to read and write lists of each type that it knows', () => {
    const options = optionsOf({ fetch_types: true })
    const known = options.parsers[1016]
    new Session(options).nextStep()?.note?.([
      { oid: '23', typarray: '1007' },
      { oid: '16', typarray: '1000' },
    ])
    assert.deepEqual(options.parsers[1007]?.('{1,2}'), [1, 2])
    assert.deepEqual(options.serializers[1000]?.([true, false]), '{"t","f"}')
    const own = () => 'own'
    const taught = optionsOf({ fetch_types: true })
    taught.parsers[1007] = own
    taught.serializers[1007] = own
    new Session(taught).nextStep()?.note?.([{ oid: 23, typarray: 1007 }])
    assert.equal(taught.parsers[1007], own)
    assert.equal(options.parsers[1016], known)
  })

  it('begins with who comes, and to which database', () => {
    const message = open({ connection: { application_name: 'a' } } as never).startup()
    assert.match(
      message.toString('latin1'),
      /user\0u\0database\0d\0client_encoding\0UTF8\0application_name\0a\0\0$/,
    )
  })
})

describe('what is sent for a query', () => {
  it('is its text, described and bound, or plain', () => {
    const session = open()
    assert.equal(sent(session.prepare(ask('select 1'))), 'PDBES')
    assert.equal(sent(session.prepare(ask('select 1', [], { simple: true }))), 'Q')
    const query = ask('select $1', [7])
    assert.equal(sent(session.prepare(query)), 'PDH')
    assert.deepEqual([query.text, query.parameters, query.describesFirst], ['select $1', [7], true])
    assert.equal(sent(session.bind(query)), 'BES')
  })

  it('is less once the server has seen it, until it has forgotten', () => {
    const session = open()
    const first = ask('select $1', [7])
    session.prepare(first)
    session.learn(first, types(23))
    assert.deepEqual(first.statement?.types, [23])
    const second = ask('select $1', [8])
    assert.equal(sent(session.prepare(second)), 'BES')
    assert.deepEqual([second.isKnown, second.describesFirst], [true, false])
    assert.equal(second.statement?.name, first.statement?.name)
    // Values of another type are another statement.
    const other = ask('select $1', [true])
    assert.equal(sent(session.prepare(other)), 'PDH')
    assert.equal(other.isKnown, false)
    assert.notEqual(other.statement?.name, first.statement?.name)
    session.learn(other, types(25))
    assert.deepEqual(other.statement?.types, [16], 'what we said of it stays')
    session.forget(second)
    assert.equal(sent(session.prepare(ask('select $1', [8]))), 'PDH')
  })

  it('is kept by nobody where that is not wanted', () => {
    for (const [options, of] of [
      [{ prepare: false }, {}],
      [{ prepare: true }, { prepare: false }],
    ] as const) {
      const session = open(options)
      const query = ask('select $1', [7], of)
      session.prepare(query)
      session.learn(query, types(23))
      session.forget(query)
      assert.deepEqual([query.signature, query.statement?.name], [undefined, ''])
      assert.equal(sent(session.prepare(ask('select $1', [7], of))), 'PDH')
    }
    const kept = open({ prepare: true })
    const query = ask('select $1', [7])
    kept.prepare(query)
    assert.match(query.statement?.name ?? '', /\w+1$/)
  })

  it('a second time is not described first, and has the types that were told', () => {
    const session = open()
    const query = ask('select $1', [7])
    session.prepare(query)
    session.learn(query, types(23))
    session.forget(query)
    query.retriedFor = new Error('the plan changed')
    assert.equal(sent(session.prepare(query)), 'PDBES')
    assert.deepEqual(query.statement?.types, [23])
  })
})
