import type { Sql } from '../db/sql.ts'

type NewObject = {
  id: string
  size: number
  contentType: string | null
  /** How long it lives if no row points at it. */
  seconds: number
  body: Buffer | null
}

/** A sweep takes its time, and whoever just began to point at an object must have committed. */
const sweepGraceMinutes = 10
const sweepStep = 200

export const objectStore = {
  async insert(sql: Sql, made: NewObject): Promise<void> {
    await sql`
      insert into objects (id, size, content_type, expires_at, body)
      values (${made.id}, ${made.size}, ${made.contentType},
        now() + make_interval(secs => ${made.seconds}), ${made.body})`
  },

  /** In the transaction that points at them. One that ran out meanwhile may be gone: then not. */
  async hold(sql: Sql, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const used = await sql`
      update objects set expires_at = null where id = any(${ids as string[]}) and expires_at > now()`
    if (used.count !== ids.length) throw new Error('an object was gone before a row pointed at it')
  },

  /** What a signed URL shows. */
  async find(
    sql: Sql,
    id: string,
  ): Promise<{ contentType: string; body: Buffer | null } | undefined> {
    const [row] = await sql<{ contentType: string; body: Buffer | null }[]>`
      select content_type as "contentType", body from objects
      where id = ${id} and content_type is not null and expires_at > now()`
    return row
  },

  /**
   * Nobody points at these any more; `isHere`: there is nothing of it in the store. Whatever was said
   * of an object, it stays while a row points at it.
   */
  async expired(sql: Sql): Promise<{ id: string; isHere: boolean }[]> {
    return sql<{ id: string; isHere: boolean }[]>`
      with due as (
        select id, body is not null as "isHere" from objects
        where expires_at < now() - make_interval(mins => ${sweepGraceMinutes})
        order by expires_at limit ${sweepStep}
      ), held as (
        update objects set expires_at = null
        where id in (select id from due) and (
          exists (select 1 from batch_items where object = objects.id)
          or exists (select 1 from copies where object = objects.id)
          or exists (select 1 from image_sources where object = objects.id)
        )
        returning id
      )
      select * from due where id not in (select id from held)`
  },

  async remove(sql: Sql, ids: readonly string[]): Promise<void> {
    await sql`delete from objects where id = any(${ids as string[]}) and expires_at < now()`
  },

  /** Of these ids, those that no row knows. */
  async unknown(sql: Sql, ids: readonly string[]): Promise<string[]> {
    const rows = await sql<{ id: string }[]>`
      select asked.id from unnest(${ids as string[]}::text[]) as asked (id)
      where not exists (select 1 from objects where objects.id = asked.id)`
    return rows.map(({ id }) => id)
  },
}
