import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

export type RefusalRow = { keyId: string; host: string; requests: number; lastAt: Date }

/** The hosts kept for each key: enough to see a forgotten entry or somebody else's page. */
const keptHosts = 20

export const refusalStore = {
  async write(sql: Sql, rows: readonly RefusalRow[]): Promise<void> {
    const column = <K extends keyof RefusalRow>(name: K) => rows.map(row => row[name])
    await sql`
      insert into refused_origins (key_id, host, requests, last_at)
      select * from unnest(
        ${column('keyId')}::text[], ${column('host')}::text[], ${column('requests')}::bigint[],
        ${rows.map(row => row.lastAt.toISOString())}::timestamptz[])
      on conflict (key_id, host) do update
      set requests = refused_origins.requests + excluded.requests, last_at = excluded.last_at`
    await sql`
      delete from refused_origins using (
        select key_id, host, row_number() over (partition by key_id order by last_at desc) as place
        from refused_origins where key_id = any (${column('keyId')}::text[])
      ) as ranked
      where ranked.place > ${keptHosts}
        and refused_origins.key_id = ranked.key_id and refused_origins.host = ranked.host`
  },

  /** Nobody mends today what was refused long ago. */
  purge: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'refused_origins', sql`last_at < now() - interval '90 days'`),

  async byKey(sql: Sql, keyId: string): Promise<Omit<RefusalRow, 'keyId'>[]> {
    return sql<Omit<RefusalRow, 'keyId'>[]>`
      select host, requests::float8 as requests, last_at as "lastAt"
      from refused_origins where key_id = ${keyId} order by last_at desc, host`
  },
}
