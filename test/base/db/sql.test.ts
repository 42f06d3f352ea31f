import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import {
  closeSql,
  inTransaction,
  isDatabaseAway,
  openSql,
  repeating,
} from '../../../src/base/db/sql.ts'
import { connectionOptions } from '../../../src/base/db/target.ts'
import { createDatabase } from '../../support/database.ts'

test('int8 arrives as a number, and one beyond 2^53 is an error, not a wrong number', async () => {
  const { sql } = await createDatabase()
  const [row] = await sql`select 9007199254740991 as value, count(*) as count from pg_class`
  assert.equal(row?.value, Number.MAX_SAFE_INTEGER)
  assert.equal(typeof row?.count, 'number')
  await assert.rejects(sql`select 9007199254740993 as value`, /not a safe integer/)
  assert.deepEqual([...(await sql`select 1 as alive`)], [{ alive: 1 }])
})

test('inTransaction begins on the pool, and is a savepoint within a transaction', async () => {
  const { sql } = await createDatabase()
  await sql`create table a (one int)`
  const add = async (on: Parameters<typeof inTransaction>[0], one: number, fail: boolean) =>
    inTransaction(on, async transaction => {
      await transaction`insert into a values (${one})`
      if (fail) throw new Error('undo')
    })
  await assert.rejects(add(sql, 1, true), /undo/)
  await sql.begin(async transaction => {
    await add(transaction, 2, false)
    await assert.rejects(add(transaction, 3, true), /undo/)
  })
  assert.deepEqual([...(await sql`select one from a`)], [{ one: 2 }])
})

test('a database that is away is told apart from a wrong statement', async () => {
  const { sql, target } = await createDatabase()
  const away = async (work: Promise<unknown>) => work.then(() => 'no error', isDatabaseAway)
  assert.equal(await away(sql`select 1 / 0`), false)
  assert.equal(await away(readFile('/nonexistent')), false)
  assert.equal(await away(sql`select pg_terminate_backend(pg_backend_pid())`), true)
  const options = { name: 'away', maxConnections: 1 }
  for (const nowhere of [
    { kind: 'socket', path: '/nonexistent/socket', user: 'a', database: 'a' },
    { kind: 'url', url: 'postgres://a@127.0.0.1:1/a' },
  ] as const) {
    const none = openSql(nowhere, options)
    assert.equal(await away(none`select 1`), true, nowhere.kind)
    await closeSql(none)
  }
  const closed = openSql(target, options)
  await closeSql(closed)
  assert.equal(await away(closed`select 1`), true)
})

test('a statement that runs too long is ended by the server', async () => {
  const { target } = await createDatabase()
  const sql = openSql(target, { name: 'slow', maxConnections: 1, statementTimeoutMs: 50 })
  await assert.rejects(sql`select pg_sleep(10)`, { code: '57014' })
  await closeSql(sql)
})

test('two transactions that wait for each other both succeed in the end', async () => {
  const { sql } = await createDatabase()
  await sql`create table pair (id int primary key, n int not null default 0)`
  await sql`insert into pair values (1), (2)`
  const has = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let tries = 0
  const both = (first: 0 | 1) =>
    repeating(() => {
      tries++
      return inTransaction(sql, async transaction => {
        await transaction`update pair set n = n + 1 where id = ${first + 1}`
        has[first].resolve()
        await has[first === 0 ? 1 : 0].promise
        await transaction`update pair set n = n + 1 where id = ${2 - first}`
      })
    })
  await Promise.all([both(0), both(1)])
  assert.equal(tries, 3)
  assert.deepEqual([...(await sql`select n from pair`)], [{ n: 2 }, { n: 2 }])
})

test('work is repeated a few times, and only where it was ended for another', async () => {
  const failing = async (code: string) => {
    let tries = 0
    const work = async () => {
      tries++
      throw Object.assign(new Error(code), { code })
    }
    await assert.rejects(repeating(work), { code })
    return tries
  }
  assert.deepEqual(await Promise.all(['40001', '40P01', '23505'].map(failing)), [5, 5, 1])
})

test('DATABASE_URL is read as libpq reads it', () => {
  const read = (url: string) => connectionOptions({ kind: 'url', url })
  const plain = read(
    'postgres://a%40b:p%3Aw@db.example:6000/main?sslmode=require&channel_binding=x',
  )
  assert.deepEqual(plain, {
    ...{ host: ['db.example'], port: [6000], user: 'a@b', database: 'main', password: 'p:w' },
    ...{ ssl: 'require', connection: {} },
  })
  const list = read('postgresql://a:b,c@one:6000,[::1],three/main?target_session_attrs=read-write')
  assert.deepEqual(list, {
    ...{ host: ['one', '::1', 'three'], port: [6000, 5432, 5432], user: 'a', database: 'main' },
    ...{ password: 'b,c', ssl: 'prefer', connection: {}, target_session_attrs: 'primary' },
  })
  const named = read('postgres:///b?host=one,two&port=1,2')
  assert.deepEqual(
    [named.host, named.port],
    [
      ['one', 'two'],
      [1, 2],
    ],
  )
  assert.throws(() => read('postgres://h/b?target_session_attrs=standby'), /takes writes/)
  assert.equal(read('postgres://a@%2Frun%2Fpg/b').path, '/run/pg/.s.PGSQL.5432')
  assert.equal(read('postgres:///b?host=/run/pg&port=6').path, '/run/pg/.s.PGSQL.6')
  assert.equal(read('postgres://h/b').ssl, 'prefer')
  assert.equal(read('postgres://h/b?sslmode=disable').ssl, false)
  assert.equal(Object(read('postgres://h/b?sslmode=verify-full').ssl).rejectUnauthorized, true)
  assert.deepEqual(read('postgres://h/b?options=-c%20a%3Db').connection, { options: '-c a=b' })
})
