import { Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Sql } from './sql.ts'

/**
 * What `copy … to stdout` gives, as fast as it is read. At the end, or when the reader stops before
 * it, the connection is free for the next statement.
 */
export async function* copyOut(sql: Sql, statement: string): AsyncGenerator<Buffer> {
  const stream = await openStream(sql, statement)
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } finally {
    // As long as rows arrive, the client takes no other statement.
    await finished(stream.resume()).catch(() => undefined)
  }
}

export const copyIn = (sql: Sql, statement: string): Promise<Writable> =>
  sql.unsafe(statement).writable()

/**
 * The stream is prepared in the moment in which it is made, since all rows, the end or an error may
 * be in the piece that announces it:
 *
 * - An error that comes at once would find no listener, and end the process.
 * - postgres.js pauses its socket while the stream is full and goes on when the stream is read from.
 *   A full stream that has ended is never read from again, so that the socket stays paused and no
 *   later statement is ever answered (porsager/postgres#499). It is read from once more.
 */
const openStream = (sql: Sql, statement: string): Promise<Readable> => {
  const query = sql.unsafe(statement) as Copy
  const resolve = query.resolve.bind(query)
  query.resolve = answer => {
    if (answer instanceof Readable)
      answer.on('error', () => undefined).once('end', () => readOnceMore(answer))
    resolve(answer)
  }
  return query.readable()
}

/** A query of postgres.js, which is settled by its connection. */
type Copy = ReturnType<Sql['unsafe']> & { resolve(answer: unknown): void }

/** Fails when the connection is lost, which whoever asks next is told. */
const readOnceMore = (stream: Readable): void => {
  try {
    stream._read(0)
  } catch {}
}
