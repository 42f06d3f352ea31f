import type { Sql } from '../db/sql.ts'

/** Every process reads its ways again when this is notified. */
export const waysChannel = 'siteray_ways'

export type WayRow = { name: string; sealed: Buffer; createdBy: string; createdAt: Date }

/** Ways that were made in the dashboard. */
export const wayStore = {
  async list(sql: Sql): Promise<WayRow[]> {
    return sql<WayRow[]>`
      select name, sealed, created_by as "createdBy", created_at as "createdAt"
      from ways order by name`
  },

  /** False where there are as many as there may be. */
  async put(
    sql: Sql,
    way: { name: string; sealed: Buffer; actor: string; most: number },
  ): Promise<boolean> {
    const rows = await sql`
      insert into ways (name, sealed, created_by)
      select ${way.name}, ${way.sealed}, ${way.actor}
      where (select count(*) from ways where name <> ${way.name}) < ${way.most}
      on conflict (name) do update set sealed = excluded.sealed, created_by = excluded.created_by
      returning name`
    await sql`select pg_notify(${waysChannel}, '')`
    return rows.length > 0
  },

  async remove(sql: Sql, name: string): Promise<boolean> {
    const rows = await sql`delete from ways where name = ${name} returning name`
    await sql`select pg_notify(${waysChannel}, '')`
    return rows.length > 0
  },
}
