import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

/** How long a key means the same request (docs/api.md). */
const keptHours = 24

type Earlier = { hash: Buffer; answer: string }

export const idempotencyStore = {
  /**
   * The first one to come claims the key until its transaction ends; whoever comes second waits for
   * it here and then sees its answer (or, if it was rolled back, is the first one).
   */
  async claim(
    sql: Sql,
    asked: { accountId: string; key: string; hash: Buffer },
  ): Promise<Earlier | undefined> {
    const [mine] = await sql`
      insert into idempotency_keys (account_id, key, request_hash, answer)
      values (${asked.accountId}, ${asked.key}, ${asked.hash}, '')
      on conflict (account_id, key) do update
        set request_hash = excluded.request_hash, answer = '', created_at = excluded.created_at
        where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
      returning 1`
    return mine ? undefined : idempotencyStore.find(sql, asked)
  },

  /** The answer to the request that came first, unless it is still being made. */
  async find(sql: Sql, asked: { accountId: string; key: string }): Promise<Earlier | undefined> {
    const [earlier] = await sql<Earlier[]>`
      select request_hash as hash, answer from idempotency_keys
      where account_id = ${asked.accountId} and key = ${asked.key}
        and created_at >= now() - make_interval(hours => ${keptHours})`
    return earlier
  },

  async keep(sql: Sql, asked: { accountId: string; key: string }, answer: string): Promise<void> {
    await sql`
      update idempotency_keys set answer = ${answer}
      where account_id = ${asked.accountId} and key = ${asked.key}`
  },

  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(
      sql,
      'idempotency_keys',
      sql`created_at < now() - make_interval(hours => ${keptHours})`,
    ),
}
