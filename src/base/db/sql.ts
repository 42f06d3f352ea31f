import { setTimeout as wait } from 'node:timers/promises'
import { postgres } from './client/client.ts'
import type { BaseSql, PoolSql, TransactionSql } from './client/types.ts'
import { connectionOptions, type DatabaseTarget } from './target.ts'

/** What a store function takes: the pool or a transaction, it cannot tell. */
export type Sql = BaseSql
/** The pool itself, which can begin a transaction. */
export type Database = PoolSql
export type Transaction = TransactionSql

type SqlOptions = {
  /** Shown in pg_stat_activity. */
  name: string
  maxConnections: number
  statementTimeoutMs?: number
}

/** For statements that somebody waits for: with a server that hangs, a request ends within 5 s. */
export const requestStatementMs = 2_500
/** For one transaction with ten thousand rows in it. */
export const largeWork = { patienceMs: 30_000 }
/** The server ends a statement that takes too long; when not even that comes, we do. */
const answerGraceMs = 400
/** The server ends a transaction in which nothing is asked for this long. */
const goneAfterMs = 15_000

/** Connects when first used, and again by itself whenever the server was away. */
export const openSql = (target: DatabaseTarget, options: SqlOptions): Database => {
  const { connection, ...where } = connectionOptions(target)
  const { statementTimeoutMs = 30_000 } = options
  const isPooled = target.kind === 'url' && target.pooled === true
  const sql = postgres({
    ...where,
    ...(isPooled ? {} : { setup: limitsOf('set', statementTimeoutMs) }),
    answer_ms: statementTimeoutMs + answerGraceMs,
    max: options.maxConnections,
    connect_timeout: 2.5,
    // A restarted server is back in 0.2 s.
    backoff: attempt => Math.min(0.02 * 2 ** attempt, 0.5),
    keep_alive: 10,
    types: [safeBigint],
    connection: { ...connection, application_name: options.name },
  })
  if (isPooled) limitsOfPooled.set(sql, limitsOf('set local', statementTimeoutMs))
  return sql
}

/** Set by a statement: a pooler refuses start-up parameters that it does not know. */
const limitsOf = (set: 'set' | 'set local', statementTimeoutMs: number): string =>
  [
    `${set} statement_timeout = ${statementTimeoutMs}`,
    // A process that is gone half way through a transaction holds its locks no longer than its jobs
    // (supervisor.ts): everybody who finishes a page of the same batch waits for them.
    `${set} idle_in_transaction_session_timeout = ${goneAfterMs}`,
  ].join('; ')

/**
 * What was set for a session would be there for whoever has it next, so each transaction says it for
 * itself. A statement outside of one has our own deadline, and what the database says of its user.
 */
const limitsOfPooled = new WeakMap<Database, string>()

/** Opens so many connections before somebody waits for them: far away, that takes half a second. */
export const openConnections = async (sql: Database, count: number): Promise<void> => {
  const connections = await Promise.all(Array.from({ length: count }, () => sql.reserve()))
  for (const connection of connections) connection.release()
}

/** Lets running queries finish for a moment, then drops them. */
export const closeSql = (
  sql: Pick<Database, 'end'>,
  { graceSeconds = 2 }: { graceSeconds?: number } = {},
): Promise<void> => sql.end({ timeout: graceSeconds })

/**
 * Runs `work` in a transaction: a new one on the pool, a savepoint within another. Large work says
 * how long a statement of it may take (0: as long as it likes); that the server answers at all is seen
 * at its beginning.
 *
 * Transactions that take several locks take them in this order, so that they never wait in a circle:
 *
 * 1. the Idempotency-Key, the schedule
 * 2. jobs that end, by queue and id
 * 3. jobs (batches), by id
 * 4. ledger entries that end a reservation
 * 5. accounts, by id, each of them once: by the statement that changes its balance, or by a `lock`
 *    before that, never by both in one statement
 * 6. lanes, by host, and the items that they give tickets to
 * 7. new jobs
 *
 * Items of a job are written with its lock held. Where lanes give tickets to items of a job
 * that is being cancelled, a circle is possible: both transactions are repeated (`repeating`).
 */
export const inTransaction = async <T>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<T>,
  { patienceMs }: { patienceMs?: number } = {},
): Promise<T> => {
  if (!isDatabase(sql)) return (sql as Transaction).savepoint(work)
  const limits = limitsOfPooled.get(sql)
  return sql.begin(async transaction => {
    // Sent with what comes next: nobody waits for its answer, and what is wrong with it is told.
    if (limits) transaction.unsafe(limits).simple().execute()
    if (patienceMs !== undefined) {
      await transaction.unsafe(`set local statement_timeout = ${patienceMs}`)
      transaction.patience(patienceMs && patienceMs + answerGraceMs)
    }
    return work(transaction)
  })
}

const maxTries = 5
const firstPauseMs = 20

/**
 * Repeats work of one transaction that the server ended for the sake of another one, a few times. The
 * pauses are random, so that those who met do not meet again.
 */
export const repeating = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
      await wait(Math.random() * firstPauseMs * 2 ** tries)
    }
  }
}

/** serialization_failure and deadlock_detected: nothing of the transaction was done. */
const isConflict = (error: unknown): boolean => /^(40001|40P01)$/.test(Object(error).code)

/**
 * Whether the database cannot be reached or takes no work right now (also a full disk, too many
 * connections, a statement that took too long, transactions that keep meeting, or a server that only
 * reads): the caller may try again, and nothing is wrong with the request.
 */
export const isDatabaseAway = (error: unknown): boolean => {
  const code: unknown = Object(error).code
  if (typeof code !== 'string') return false
  if (/^(40001|40P01|53...|57014|25006)$/.test(code)) return true
  return isOutcomeUnknown(error)
}

/** No answer came: what was asked for was done, was not, or is being done now. */
export const isOutcomeUnknown = (error: unknown): boolean => {
  const code: unknown = Object(error).code
  if (typeof code !== 'string') return false
  if (clientCodes.has(code) || /^(08...|57P0[1-5])$/.test(code)) return true
  // Other sockets and files have these codes too; the client adds the query to its own.
  return systemCodes.has(code) && 'query' in Object(error)
}

const clientCodes = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  ...['CONNECT_TIMEOUT', 'ANSWER_TIMEOUT'],
])
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

/** int8 is a number here: our counts stay far below 2^53, and a larger one is an error. */
const safeBigint = {
  to: 20,
  from: [20],
  serialize: String,
  parse: (text: string) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new Error(`int8 ${text} is not a safe integer.`)
    return value
  },
}

const isDatabase = (sql: Sql): sql is Database => 'begin' in sql
