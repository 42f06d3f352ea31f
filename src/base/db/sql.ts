import type { ISql, Sql as Pool, TransactionSql } from 'postgres'
import { postgres } from './postgres.ts'
import { connectionOptions, type DatabaseTarget } from './target.ts'

/** int8 is a number here: our counts stay far below 2^53, and a larger one is an error. */
type Types = { bigint: number }

/** What a store function takes: the pool or a transaction, it cannot tell. */
export type Sql = ISql<Types>
/** The pool itself, which can begin a transaction. */
export type Database = Pool<Types>
export type Transaction = TransactionSql<Types>

type SqlOptions = {
  /** Shown in pg_stat_activity. */
  name: string
  maxConnections: number
  statementTimeoutMs?: number
}

/** Connects when first used, and again by itself whenever the server was away. */
export const openSql = (target: DatabaseTarget, options: SqlOptions): Database => {
  const { connection, ...where } = connectionOptions(target)
  return postgres({
    ...where,
    max: options.maxConnections,
    connect_timeout: 5,
    // postgres.js would wait up to 20 s after a few failures; a restarted server is back in 0.2 s.
    backoff: attempt => Math.min(0.02 * 2 ** attempt, 0.5),
    keep_alive: 10,
    onnotice: () => undefined,
    types: { bigint: safeBigint },
    connection: {
      ...connection,
      application_name: options.name,
      statement_timeout: options.statementTimeoutMs ?? 30_000,
      // A process that stops half way through a transaction must not hold its locks for ever.
      idle_in_transaction_session_timeout: 60_000,
    },
  })
}

/** Lets running queries finish for a moment, then drops them. */
export const closeSql = (sql: Pick<Database, 'end'>): Promise<void> => sql.end({ timeout: 2 })

/** Runs `work` in a transaction: a new one on the pool, a savepoint within another. */
export const inTransaction = async <T>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> => {
  const result = isDatabase(sql)
    ? await sql.begin(work)
    : await (sql as Transaction).savepoint(work)
  return result as T
}

/**
 * Whether the database cannot be reached or takes no work right now (also a full disk or too many
 * connections): the caller may try again, and nothing is wrong with the request.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  const code: unknown = Object(error).code
  if (typeof code !== 'string') return false
  if (clientCodes.has(code) || /^(08...|53...|57P0[1-4])$/.test(code)) return true
  // Other sockets and files have these codes too; postgres.js adds the query to its own.
  return systemCodes.has(code) && 'query' in Object(error)
}

/** Two transactions waited for each other, and this one was ended: it may succeed the next time. */
export const isDeadlock = (error: unknown): boolean => Object(error).code === '40P01'

const clientCodes = new Set(
  ['CLOSED', 'ENDED', 'DESTROYED'].map(end => `CONNECTION_${end}`).concat('CONNECT_TIMEOUT'),
)
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

const safeBigint = {
  to: 20,
  from: [20],
  serialize: (value: number) => String(value),
  parse: (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new Error(`int8 ${text} is not a safe integer.`)
    return value
  },
}

const isDatabase = (sql: Sql): sql is Database => 'begin' in sql
