import type { Db } from 'pg-boss'
import type { Database, Sql } from '../db/sql.ts'

/** Where pg-boss keeps its tables. */
export const schema = 'pgboss'

/** pg-boss's statements on a pool of ours, so there is one client and one way to connect. */
export const poolExecutor = (sql: Database): Db => ({
  executeSql: (text, values) =>
    beginsTransaction.test(text) ? executeScript(sql, text) : execute(sql, text, values),
})

/** The same within a caller's transaction: jobs are committed with it or not at all. */
export const transactionExecutor = (sql: Sql): Db => ({
  executeSql: (text, values) => execute(sql, text, values),
})

const beginsTransaction = /^\s*begin\b/i

const execute = async (sql: Sql, text: string, values: readonly unknown[] = []) => {
  const rows = await sql.unsafe(
    text,
    values.map(value => bind(sql, value)),
    // Adding jobs is always the same long text, which takes as long to plan as to run. (What has no
    // values has them in its text, and there would be no end of prepared statements.)
    { prepare: values.length > 0 },
  )
  return { rows: flatten(rows) }
}

/** pg-boss installs and maintains itself with scripts `begin; …; commit`: these need one connection. */
const executeScript = async (sql: Database, text: string) => {
  const reserved = await sql.reserve()
  try {
    return { rows: flatten(await reserved.unsafe(text)) }
  } catch (error) {
    await reserved.unsafe('rollback').catch(() => undefined)
    throw error
  } finally {
    reserved.release()
  }
}

const unknownOid = 705

/**
 * pg-boss gives JSON as text. The client would turn a string for a JSON parameter into a JSON
 * string; as "unknown" it goes to the server as it is, and the server finds the type.
 */
const bind = (sql: Sql, value: unknown): never =>
  (typeof value === 'string' ? sql.typed(value as never, unknownOid) : value) as never

/** A script has a result for each statement; the rows are wanted wherever they came from. */
const flatten = (result: readonly unknown[]): unknown[] =>
  result.some(Array.isArray) ? result.flat() : [...result]
