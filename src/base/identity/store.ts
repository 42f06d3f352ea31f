import type { Sql } from '../db/sql.ts'

export type BotKeyRow = { id: string; publicX: string; sealed: Buffer; isCurrent: boolean }
type NewKey = Omit<BotKeyRow, 'isCurrent'>

export const botKeysChannel = 'siteray_bot_keys'

export const botKeyStore = {
  /** Nothing where there is a current one already. */
  async insert(sql: Sql, { id, publicX, sealed }: NewKey): Promise<void> {
    await sql`
      insert into bot_keys (id, public_x, sealed) values (${id}, ${publicX}, ${sealed})
      on conflict do nothing`
  },

  /** The current one first, and those that retired within this time. */
  list: (sql: Sql, publishedDays: number): Promise<BotKeyRow[]> => sql<BotKeyRow[]>`
    select id, public_x as "publicX", sealed, retired_at is null as "isCurrent" from bot_keys
    where retired_at is null or retired_at > now() - make_interval(days => ${publishedDays})
    order by retired_at desc nulls first`,

  async retire(sql: Sql): Promise<void> {
    await sql`update bot_keys set retired_at = now() where retired_at is null`
  },

  async removeOld(sql: Sql, publishedDays: number): Promise<void> {
    await sql`
      delete from bot_keys where retired_at < now() - make_interval(days => ${publishedDays})`
  },

  async notify(sql: Sql): Promise<void> {
    await sql`select pg_notify(${botKeysChannel}, '')`
  },
}
