import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Sql } from './sql.ts'

/**
 * What `copy … to stdout` gives, as fast as it is read. At the end, or when the reader stops before
 * it, the connection is free for the next statement.
 */
export async function* copyOut(sql: Sql, statement: string): AsyncGenerator<Buffer> {
  const stream = await sql.unsafe(statement).readable()
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } finally {
    // As long as rows arrive, the client takes no other statement.
    await finished(stream.resume()).catch(() => undefined)
  }
}

export const copyIn = (sql: Sql, statement: string): Promise<Writable> =>
  sql.unsafe(statement).writable()
