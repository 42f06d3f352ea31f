import type { Connection } from './connection.ts'
import { PostgresError } from './errors.ts'
import type { Pool } from './pool.ts'
import type { Query } from './query.ts'
import { Queue } from './queue.ts'
import { createTag } from './tag.ts'
import type { TransactionSql } from './types.ts'

type Work<T> = (sql: TransactionSql) => T | Promise<T>

/** Runs work in a transaction. When its connection is lost it fails, and so does all that it still asks. */
export const begin =
  (pool: Pool) =>
  async <T>(work: Work<T>, mode = ''): Promise<T> => {
    const line = new Queue<Query>()
    const connection = await open(pool, line, mode)
    const transaction: Open = { pool, connection, line, answerMs: pool.options.answer_ms, names: 0 }
    const lost = new Promise<never>((_, reject) => {
      connection.onLost = error => {
        transaction.lost = error
        reject(error)
      }
    })
    return Promise.race([run(transaction, work), lost])
  }

type Open = {
  readonly pool: Pool
  readonly connection: Connection
  readonly line: Queue<Query>
  /** How long a statement may take from now on. */
  answerMs: number
  /** How many savepoints it had. */
  names: number
  lost?: Error
}

const open = async (pool: Pool, line: Queue<Query>, mode: string): Promise<Connection> => {
  const { promise, resolve } = Promise.withResolvers<Connection>()
  const onExecute = (connection: Connection) => {
    pool.hold(connection, line)
    resolve(connection)
  }
  await createTag(query => pool.ask(query)).unsafe(`begin ${mode}`, [], { onExecute })
  return promise
}

const run = async <T>(transaction: Open, work: Work<T>, savepoint?: string): Promise<T> => {
  let unheard: unknown
  const tag = createTag(query => {
    query.catch(error => {
      unheard ??= error
    })
    ask(transaction, query)
  })
  const sql: TransactionSql = Object.assign(tag, {
    savepoint: <Inner>(inner: Work<Inner>) => run(transaction, inner, `s${transaction.names++}`),
    patience: (ms: number) => {
      transaction.answerMs = ms
    },
  })
  if (savepoint) await sql`savepoint ${sql(savepoint)}`
  let result: T
  try {
    result = await work(sql)
    // A statement that nobody waited for.
    if (unheard) throw unheard
  } catch (error) {
    await (savepoint ? sql`rollback to ${sql(savepoint)}` : sql`rollback`)
    // "The transaction is aborted" is what the second statement is told: the first says why.
    throw error instanceof PostgresError && error.code === '25P02' ? (unheard ?? error) : error
  }
  if (!savepoint) await sql`commit`
  return result
}

const ask = ({ pool, connection, line, answerMs, lost }: Open, query: Query): void => {
  if (lost) {
    query.reject(lost)
    return
  }
  query.connection = connection
  pool.watch(query, answerMs)
  pool.askOn(connection, line, query)
}
