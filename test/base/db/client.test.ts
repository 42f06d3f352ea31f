import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { after, before, describe, it, type TestContext } from 'node:test'
import { MessageReader } from '../../../src/base/db/client/answers.ts'
import { copyIn } from '../../../src/base/db/copy.ts'
import { closeSql, type Database, isDatabaseAway, openSql } from '../../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../../src/base/db/target.ts'
import { within } from '../../../src/kit/deadline.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { startTestServer } from '../../support/database-server.ts'
import { freePort } from '../../support/free-port.ts'

// What postgres.js, of which the client was made, gets wrong is said in src/base/db/client/README.md.

let database: TestDatabase
before(async () => {
  database = await createEmptyDatabase()
})

const open = (t: TestContext, target: DatabaseTarget = database.target, maxConnections = 1) => {
  const sql = openSql(target, { name: 'client', maxConnections })
  t.after(() => closeSql(sql, { graceSeconds: 0 }))
  return sql
}

describe('values', () => {
  const texts = [
    '',
    'a',
    'NULL',
    'null',
    '{}',
    ',',
    '"',
    '\\',
    '\\"',
    'é€😀',
    ' a\tb\n',
    'x'.repeat(70_000),
  ]

  it('come back as they were sent, alone and in lists', async t => {
    const sql = open(t)
    for (const text of texts) {
      const [row] = await sql`select ${text}::text as text`
      assert.equal(row?.text, text)
    }
    const [row] = await sql`
      select ${texts}::text[] as texts, ${[1, -2, 3]}::int[] as numbers, ${[]}::int[] as none,
        ${['a', null, 'NULL']}::text[] as gaps, ${[['a'], ['b']]}::text[] as nested,
        '[0:1]={1,2}'::int[] as bounded, array[null, 7]::int8[] as counts,
        ${true}::bool as yes, ${null}::text as nothing, ${Buffer.from([0, 255])}::bytea as bytes,
        ${new Date(5)}::timestamptz as time, ${{ a: ['"'] } as never}::jsonb as json,
        array[true, false] as answers, '{"(1,1),(0,0)"}'::text[] as box`
    assert.deepEqual(row, {
      ...{ texts, numbers: [1, -2, 3], none: [], gaps: ['a', null, 'NULL'] },
      ...{ nested: [['a'], ['b']], bounded: [1, 2], counts: [null, 7], yes: true, nothing: null },
      ...{ bytes: Buffer.from([0, 255]), time: new Date(5), json: { a: ['"'] } },
      ...{ answers: [true, false], box: ['(1,1),(0,0)'] },
    })
  })

  it('stand beside the statement, and names and parts within it', async t => {
    const sql = open(t)
    await sql`create temp table ${sql('odd "name"')} (id int, ${sql('Column')} text)`
    const row = { id: 1, Column: "'; drop table x" }
    await sql`insert into ${sql('odd "name"')} ${sql(row)}`
    await sql`update ${sql('odd "name"')} set ${sql({ id: 2 })} where ${sql`id = ${1}`}`
    const parts = [sql`id = ${2}`, sql`and true`]
    const rows = await sql`select * from ${sql('odd "name"')} where ${parts}`
    assert.deepEqual([...rows], [{ ...row, id: 2 }])
    assert.equal(rows.count, 1)
  })

  it('that cannot be sent fail alone, whatever else is on its way', async t => {
    const sql = open(t)
    const ask = (time: Date) => sql`select ${time}::timestamptz as time`
    await ask(new Date(0))
    const slow = sql`select pg_sleep(0.05), 1 as one`.execute()
    const [first, wrong, last] = await within(
      5_000,
      Promise.allSettled([slow, ask(new Date(Number.NaN)), ask(new Date(1))]),
    )
    assert.equal(first.status, 'fulfilled')
    assert.ok(wrong.status === 'rejected' && wrong.reason instanceof RangeError)
    assert.ok(last.status === 'fulfilled')
    await assert.rejects(ask(new Date(Number.NaN)), RangeError)
    assert.deepEqual([...(await ask(new Date(2)))], [{ time: new Date(2) }])
  })
})

describe('a statement', () => {
  it('that fails after some of its rows leaves nothing to the next', async t => {
    const sql = open(t)
    await assert.rejects(sql`select 1 / (3 - n) from generate_series(1, 5) n`, { code: '22012' })
    assert.deepEqual([...(await sql`select 1 as one`)], [{ one: 1 }])
  })

  it('that a migration made stale is repeated, and each answer goes to whom it belongs', async t => {
    const sql = open(t)
    await sql`create temp table kept (id int, json jsonb)`
    const add = (id: number) => sql`insert into kept values (${id}, ${{ id } as never}) returning *`
    const read = (id: number) => sql`select ${id}::int as id`
    await add(1)
    await read(1)
    await sql`alter table kept add column more int default 7`
    const answers = await Promise.all([add(2), read(3), read(4), add(5), read(6)])
    assert.deepEqual(
      answers.map(([row]) => row),
      [
        { id: 2, json: { id: 2 }, more: 7 },
        { id: 3 },
        { id: 4 },
        { id: 5, json: { id: 5 }, more: 7 },
        { id: 6 },
      ],
    )
  })

  it('is refused where it would begin a transaction on a connection that others share', async t => {
    const sql = open(t, database.target, 2)
    await assert.rejects(sql`begin`, { code: 'UNSAFE_TRANSACTION' })
  })
})

describe('COPY from us', () => {
  const write = async (sql: Database, lines: Iterable<string>) =>
    sql.begin(async on => pipeline(Readable.from(lines), await copyIn(on, 'copy taken from stdin')))

  before(() => database.sql`create table taken (id int)`)

  it('that is refused after its last row is an error, and the connection goes on', async t => {
    const sql = open(t)
    await assert.rejects(within(5_000, write(sql, ['1\n', 'x\n'])), { code: '22P02' })
    await write(sql, ['1\n', '2\n'])
    assert.deepEqual([...(await sql`select id from taken`)], [{ id: 1 }, { id: 2 }])
  })

  it('that we break off writes nothing, and the connection goes on', async t => {
    const sql = open(t)
    const failing = function* () {
      yield '3\n'
      throw new Error('The file is broken.')
    }
    await assert.rejects(within(5_000, write(sql, failing())), /The file is broken/)
    assert.equal((await sql`select 1 from taken where id = 3`).length, 0)
  })

  it('whose connection is lost is an error', async t => {
    const sql = open(t)
    const lost = sql.begin(async on => {
      const [row] = await on`select pg_backend_pid() as pid`
      const stream = await copyIn(on, 'copy taken from stdin')
      stream.write('4\n')
      await database.sql`select pg_terminate_backend(${row?.pid}, 5000)`
      stream.end('5\n')
      await once(stream, 'close')
    })
    await assert.rejects(within(5_000, lost), isDatabaseAway)
    assert.equal((await sql`select 1 from taken where id > 3`).length, 0)
  })
})

describe('a reservation', () => {
  it('that fails while the server is away takes no connection from others', async t => {
    const port = await freePort()
    const sql = open(t, {
      kind: 'url',
      url: `postgres://siteray@127.0.0.1:${port}/postgres?sslmode=disable`,
    })
    for (let round = 0; round < 3; round++)
      await assert.rejects(within(5_000, sql.reserve()), isDatabaseAway)
    assert.deepEqual(sql.load(), { max: 1, open: 0, busy: 0, waiting: 0 })
  })
})

describe('a login', () => {
  const methods = ['scram-sha-256', 'md5', 'password']
  let server: Awaited<ReturnType<typeof startTestServer>>
  let port: number
  const at = (user: string, password: string): DatabaseTarget => ({
    kind: 'url',
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?sslmode=disable`,
  })
  before(async () => {
    port = await freePort()
    const rules = ['host all siteray 127.0.0.1/32 trust']
    for (const method of methods)
      rules.push(`host all u_${method.slice(0, 3)} 127.0.0.1/32 ${method}`)
    server = await startTestServer({
      settings: { listen_addresses: '127.0.0.1', port: String(port) },
      files: { 'pg_hba.conf': ['local all all trust', ...rules].join('\n') },
    })
    const sql = openSql(at('siteray', ''), { name: 'logins', maxConnections: 1 })
    for (const method of methods)
      await sql.unsafe(
        `set password_encryption = '${method === 'md5' ? 'md5' : 'scram-sha-256'}';
         create role u_${method.slice(0, 3)} login password 'ü:1'`,
      )
    await closeSql(sql)
  })
  after(() => server.close())

  for (const method of methods)
    it(`by ${method} is let in with the password, and refused with another`, async t => {
      const user = `u_${method.slice(0, 3)}`
      assert.equal((await open(t, at(user, 'ü:1'))`select 1`).length, 1)
      await assert.rejects(open(t, at(user, 'ü:2'))`select 1`, { code: '28P01' })
    })
})

it('messages are the same however the network cuts them', () => {
  const message = (type: string, text: string) => {
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeUInt32BE(text.length + 4, 1)
    return Buffer.concat([head, Buffer.from(text)])
  }
  const sent = [
    message('D', 'one'),
    message('Z', ''),
    message('D', 'x'.repeat(40)),
    message('C', 'y'),
  ]
  const all = Buffer.concat(sent)
  for (let size = 1; size <= all.length; size++) {
    const reader = new MessageReader()
    const read: string[] = []
    for (let at = 0; at < all.length; at += size)
      reader.read(all.subarray(at, at + size), one => read.push(one.toString('hex')))
    assert.deepEqual(
      read,
      sent.map(one => one.toString('hex')),
    )
  }
})
