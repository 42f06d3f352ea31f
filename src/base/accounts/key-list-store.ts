import type { Sql } from '../db/sql.ts'
import { type Cursor, partOf } from '../http/cursor.ts'
import { type KeyKind, type KeyRow, keyColumns } from './store.ts'

export type KeySort = 'name' | 'created' | 'used'

export type KeysWanted = {
  accountId: string
  /** Part of the name or of how it is shown, or its id. */
  search?: string | undefined
  kind?: KeyKind | undefined
  sort: KeySort
  order: 'asc' | 'desc'
  after: Cursor | undefined
  limit: number
}

const shown = (sql: Sql) => sql`case kind when 'secret' then 'sr_…' else 'pk_…' end || last_four`

const sorts = {
  name: (sql: Sql) => ({ by: sql`lower(name)`, type: sql`text` }),
  created: (sql: Sql) => ({ by: sql`created_at`, type: sql`timestamptz` }),
  used: (sql: Sql) => ({ by: sql`coalesce(last_used_at, '-infinity')`, type: sql`timestamptz` }),
}

/** A part of an account's keys as people look through them. */
export const keyListStore = {
  async page(
    sql: Sql,
    wanted: KeysWanted,
  ): Promise<{ rows: KeyRow[]; next: string | null; total: number }> {
    const { accountId, search, kind, sort, order, after, limit } = wanted
    const { by, type } = sorts[sort](sql)
    const none = sql``
    const which = sql`
      account_id = ${accountId} and deleted_at is null and not internal
        and (expires_at is null or expires_at > now())
        ${kind ? sql`and kind = ${kind}` : none}
        ${search ? sql`and (strpos(lower(name || ' ' || ${shown(sql)}), lower(${search})) > 0 or id = ${search})` : none}`
    const [counted] = await sql<{ total: number }[]>`
      select count(*)::int as total from keys where ${which}`
    const beyond = order === 'asc' ? sql`>` : sql`<`
    const direction = order === 'asc' ? sql`asc` : sql`desc`
    const rows = await sql<(KeyRow & { place: string })[]>`
      select ${keyColumns(sql)}, (${by})::text as place from keys
      where ${which}
        ${after ? sql`and (${by}, id) ${beyond} (${after.place}::text::${type}, ${after.id})` : none}
      order by ${by} ${direction}, id ${direction} limit ${limit + 1}`
    return { ...partOf(rows, limit), total: counted?.total ?? 0 }
  },

  async rename(
    sql: Sql,
    change: { id: string; accountId: string; actor: string; name: string },
  ): Promise<KeyRow | undefined> {
    const [row] = await sql<KeyRow[]>`
      with changed as (
        update keys set name = ${change.name}
        where id = ${change.id} and account_id = ${change.accountId} and deleted_at is null
          and not internal
        returning *
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select account_id, ${change.actor}, 'key.rename', id from changed
      )
      select ${keyColumns(sql)} from changed`
    return row
  },
}
