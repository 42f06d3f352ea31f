import { traced } from '../../kit/trace.ts'
import type { Database } from './sql.ts'

/** What postgres.js makes of a statement: it is sent once somebody waits for it. */
type Query = {
  executed: boolean
  strings: readonly string[]
  resolve(result: unknown): void
  reject(error: unknown): void
  handle(): Promise<void>
}

const seen = new WeakSet<object>()

/** From now on every statement is a step of the trace that it is part of. */
export const traceQueries = (sql: Database): void => {
  const kind: Query = Object.getPrototypeOf(sql`select 1`)
  if (seen.has(kind)) return
  seen.add(kind)
  const { handle } = kind
  kind.handle = function (this: Query) {
    if (!this.executed) follow(this)
    return handle.call(this)
  }
}

const follow = (query: Query): void => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const settle = { resolve: query.resolve, reject: query.reject }
  query.resolve = result => {
    resolve()
    settle.resolve(result)
  }
  query.reject = error => {
    reject(error)
    settle.reject(error)
  }
  traced(`sql ${summaryOf(query.strings)}`, () => promise).catch(() => undefined)
}

/** `select keys`: the verb and the first table. The statement itself may hold what somebody sent. */
const summaryOf = (strings: readonly string[]): string => {
  const text = strings.join(' ').slice(0, 4_000)
  const [verb = ''] = /[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_]+(?:\.[a-z_]+)?)/i.exec(text) ?? []
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}
