import type { Query, QueryOptions } from './query.ts'
import type { Identifier, Parameter, RowHelper } from './values.ts'

/** What a statement gives of which nothing is said. */
// biome-ignore lint/suspicious/noExplicitAny: only who writes the statement knows what its columns hold.
export type Row = Record<string, any>

type Rows<T extends readonly unknown[]> = T &
  Iterable<NonNullable<T[number]>> & { count: number; command: string }

export type PendingQuery<T extends readonly unknown[]> = Query<Rows<T>>

type Value =
  | null
  | boolean
  | number
  | string
  | Date
  | Uint8Array
  | Identifier
  | Parameter
  | RowHelper
  | readonly Value[]

type Fragment = Query | readonly Query[]

/** What every store function is given: a pool, a transaction or a connection. */
export type BaseSql = {
  /** The name of a table or a column. */
  (name: string): Identifier
  /** A row of `insert into t ${sql(row)}` or `update t set ${sql(row)}`. */
  (row: Readonly<Record<string, unknown>>): RowHelper
  <T extends readonly (object | undefined)[] = Row[]>(
    template: TemplateStringsArray,
    ...values: readonly (Value | Fragment)[]
  ): PendingQuery<T>
  typed(value: unknown, type: number): Parameter
  /** A text that is sent as it is. Without values it may hold several statements. */
  unsafe<T extends readonly unknown[] = Row[]>(
    text: string,
    values?: readonly unknown[],
    options?: QueryOptions,
  ): PendingQuery<T>
}

type Work<T> = (sql: TransactionSql) => T | Promise<T>

export type TransactionSql = BaseSql & {
  savepoint<T>(work: Work<T>): Promise<T>
  /** How long a statement may take from now on. */
  patience(ms: number): void
}

export type ReservedSql = BaseSql & { release(): void }

export type PoolSql = BaseSql & {
  /** `mode`: `isolation level repeatable read read only` and the like. */
  begin<T>(work: Work<T>, mode?: string): Promise<T>
  reserve(): Promise<ReservedSql>
  load(): { max: number; open: number; busy: number; waiting: number }
  /** Lets queries be answered for `timeout` seconds, then drops them. */
  end(options?: { timeout?: number }): Promise<void>
}
