import { auditStore } from '../accounts/audit-store.ts'
import type { Sql } from '../db/sql.ts'

/** Every process reads its ways again when this is notified. */
export const waysChannel = 'siteray_ways'

type Change = { name: string; accountId: string; actor: string }

export type WayRow = { name: string; sealed: Buffer; createdAt: Date }

/** Ways that were made in the dashboard. */
export const wayStore = {
  async list(sql: Sql): Promise<WayRow[]> {
    return sql<WayRow[]>`
      select name, sealed, created_at as "createdAt"
      from ways order by name`
  },

  /** False where there are as many as there may be. */
  async put(sql: Sql, way: Change & { sealed: Buffer; most: number }): Promise<boolean> {
    const rows = await sql`
      insert into ways (name, sealed, created_by)
      select ${way.name}, ${way.sealed}, ${way.actor}
      where (select count(*) from ways where name <> ${way.name}) < ${way.most}
      on conflict (name) do update set sealed = excluded.sealed, created_by = excluded.created_by
      returning name`
    if (rows.length > 0) await changed(sql, way, 'way.save')
    return rows.length > 0
  },

  async remove(sql: Sql, way: Change): Promise<boolean> {
    const rows = await sql`delete from ways where name = ${way.name} returning name`
    if (rows.length > 0) await changed(sql, way, 'way.remove')
    return rows.length > 0
  },
}

/** Who did it is written down, and all processes hear of it. */
const changed = async (sql: Sql, way: Change, action: string): Promise<void> => {
  await auditStore.note(sql, { ...way, action, subject: way.name })
  await sql`select pg_notify(${waysChannel}, '')`
}
