import { connectionError } from './errors.ts'
import { type ClientOptions, readOptions } from './options.ts'
import { Pool } from './pool.ts'
import type { Query } from './query.ts'
import { Queue } from './queue.ts'
import { createTag } from './tag.ts'
import { begin } from './transaction.ts'
import type { PoolSql, ReservedSql } from './types.ts'

/** A pool of connections, as a tag for templates. It connects when it is first used. */
export const postgres = (given: ClientOptions): PoolSql => {
  const pool = new Pool(readOptions(given))
  const tag = createTag(query => pool.ask(query))
  return Object.assign(tag, {
    begin: begin(pool),
    reserve: () => reserve(pool),
    load: () => pool.load(),
    end: ({ timeout }: { timeout?: number } = {}) => pool.end(timeout),
  })
}

/** A connection of one's own; one that is lost stays lost. */
const reserve = async (pool: Pool): Promise<ReservedSql> => {
  const line = new Queue<Query>()
  const connection = await pool.reserve(line)
  let lost: Error | undefined
  connection.onLost = error => {
    lost = error
  }
  const tag = createTag(query => {
    if (lost) query.reject(lost)
    else pool.askOn(connection, line, query)
  })
  const release = () => {
    if (lost) return
    lost = connectionError('CONNECTION_ENDED', pool.options)
    pool.release(connection)
  }
  return Object.assign(tag, { release })
}
