import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { copyOut } from '../../../src/base/db/copy.ts'
import { closeSql, openSql, type Transaction } from '../../../src/base/db/sql.ts'
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts'

/** Rows and the length of each: the server's packets, our reads and the stream's limit are 8 and 64 kB. */
const sizes = [
  ...[
    [0, 10],
    [1, 10],
    [3_000, 100],
    [100_000, 10],
    [200, 1_000],
    [65, 1_000],
  ],
  ...[
    [1, 65_531],
    [2, 70_000],
    [3, 10_000_000],
  ],
] as const
const ask = (rows: number, length: number) =>
  `copy (select repeat('x', ${length}) from generate_series(1, ${rows})) to stdout`

const breaksOff = 'copy (select 1 / (5000 - n) from generate_series(1, 9000) n) to stdout'

const readQuickly = async (chunks: AsyncIterable<Buffer>): Promise<number> => {
  let bytes = 0
  for await (const chunk of chunks) bytes += chunk.length
  return bytes
}
/** Others have several turns after each piece, as a file and a compressor have: the stream fills up. */
const readSlowly = async (chunks: AsyncIterable<Buffer>): Promise<number> => {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    for (let turns = 0; turns < 20; turns++) await turn()
  }
  return bytes
}
const readers = { quick: readQuickly, slow: readSlowly }

/** On the one connection that there is, with an end to what is never answered. */
let database: TestDatabase
before(async () => {
  database = await createEmptyDatabase()
})
const onOneConnection = async <T>(work: (sql: Transaction) => Promise<T>): Promise<T> => {
  const sql = openSql(database.target, {
    name: 'copy',
    maxConnections: 1,
    statementTimeoutMs: 5_000,
  })
  try {
    return (await sql.begin(work)) as T
  } finally {
    await closeSql(sql)
  }
}

describe('COPY to us', () => {
  for (const [name, read] of Object.entries(readers))
    for (const [rows, length] of sizes)
      it(`leaves the connection free after ${rows} rows of ${length} bytes and a ${name} reader`, () =>
        onOneConnection(async sql => {
          assert.equal(await read(copyOut(sql, ask(rows, length))), rows * (length + 1))
          assert.equal((await sql`select 7 as n`)[0]?.n, 7)
        }))

  it('leaves it free when nobody reads to the end', () =>
    onOneConnection(async sql => {
      for await (const chunk of copyOut(sql, ask(20_000, 1_000))) {
        assert.ok(chunk.length < 20_000_000)
        break
      }
      assert.equal((await sql`select 7 as n`)[0]?.n, 7)
    }))

  it('that the server breaks off is an error, and the connection goes on', () =>
    onOneConnection(async sql => {
      await assert.rejects(
        sql.savepoint(inner => readQuickly(copyOut(inner, breaksOff))),
        /division by zero/,
      )
      assert.equal((await sql`select 7 as n`)[0]?.n, 7)
    }))
})
