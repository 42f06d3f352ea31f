import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  closeSql,
  type Database,
  isDatabaseAway,
  openSql,
  type Transaction,
} from '../../../src/base/db/sql.ts'
import { within } from '../../../src/kit/deadline.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'

// An error thrown where nobody can catch it fails the file: that is how postgres.js ended processes.

let database: TestDatabase
let sql: Database

before(async () => {
  database = await createDatabase()
  sql = openSql(database.target, { name: 'lost', maxConnections: 3 })
  await sql`create table effects (value text)`
})

after(() => closeSql(sql))

const backendOf = async (on: Transaction) => {
  const [row] = await on<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

/** Ends the connection of a transaction and waits until it is gone. */
const cut = async (pid: number) => {
  await database.sql`select pg_terminate_backend(${pid}, 5000)`
  await new Promise(resolve => setTimeout(resolve, 20))
}

const losses: Record<string, (transaction: Transaction, pid: number) => Promise<unknown>> = {
  'between two statements': async (transaction, pid) => {
    await cut(pid)
    return transaction`insert into effects values ('outside')`
  },
  'during a statement': async (transaction, pid) => {
    const statement = transaction`select pg_sleep(20)`.execute()
    statement.catch(() => undefined)
    await cut(pid)
    return statement
  },
  'with statements in line': async (transaction, pid) => {
    const statements = [1, 2, 3].map(() => transaction`select pg_sleep(20)`.execute())
    for (const statement of statements) statement.catch(() => undefined)
    await cut(pid)
    return Promise.all(statements)
  },
  'and ignored by the caller': async (transaction, pid) => {
    await cut(pid)
    await transaction`select 1`.catch(() => undefined)
    await transaction`insert into effects values ('outside')`.catch(() => undefined)
  },
}

for (const [when, lose] of Object.entries(losses))
  test(`a transaction whose connection is lost ${when} fails, and leaves no trace`, async () => {
    for (let round = 0; round < 4; round++) {
      const lost = sql.begin(async transaction => {
        await transaction`insert into effects values ('inside')`
        await lose(transaction, await backendOf(transaction))
      })
      await assert.rejects(within(5000, lost), isDatabaseAway)
    }
    const answers = Array.from({ length: 9 }, () => sql`select 1 as one`)
    assert.equal((await within(5000, Promise.all(answers))).length, 9)
    assert.deepEqual([...(await sql`select value from effects`)], [])
  })

test('a pool whose connections are cut all the time settles every query and answers afterwards', async () => {
  const until = performance.now() + 1500
  let answered = 0
  let failed = 0
  const load = async () => {
    while (performance.now() < until) {
      const work = Math.random() < 0.5 ? sql`select 1` : sql.begin(on => on`select pg_sleep(0.002)`)
      await within(5000, Promise.resolve(work)).then(
        () => answered++,
        error => {
          assert.ok(isDatabaseAway(error), String(error))
          failed++
        },
      )
    }
  }
  const cutting = async () => {
    while (performance.now() < until) {
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lost'`
      await new Promise(resolve => setTimeout(resolve, 15))
    }
  }
  await Promise.all([cutting(), ...Array.from({ length: 12 }, load)])
  assert.ok(answered > 0 && failed > 0, `${answered} answered, ${failed} failed`)
  const answers = Array.from({ length: 30 }, () => sql`select 1 as one`)
  assert.equal((await within(5000, Promise.all(answers))).length, 30)
})
