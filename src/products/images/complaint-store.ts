import type { Sql } from '../../base/db/sql.ts'
import type { ImageKind } from './request.ts'

export type ComplaintRow = {
  id: string
  host: string
  kind: ImageKind
  note: string
  account: string
  at: Date
}

export const complaintStore = {
  /** `full` where there is no room, or the account has said too much today. The same again is once. */
  async insert(
    sql: Sql,
    complaint: { id: string; host: string; kind: ImageKind; note: string; accountId: string },
    most: { open: number; ofAccountADay: number },
  ): Promise<'kept' | 'full'> {
    const { id, host, kind, note, accountId } = complaint
    const rows = await sql`
      insert into image_complaints (id, host, kind, note, account_id)
      select ${id}, ${host}, ${kind}, ${note}, ${accountId}
      where (select count(*) from image_complaints where settled_at is null) < ${most.open}
        and (select count(*) from image_complaints
          where account_id = ${accountId} and at > now() - interval '1 day') < ${most.ofAccountADay}
      on conflict (host, kind, account_id) where settled_at is null
      do update set note = excluded.note, at = now()
      returning id`
    return rows.length > 0 ? 'kept' : 'full'
  },

  async open(sql: Sql): Promise<ComplaintRow[]> {
    return sql<ComplaintRow[]>`
      select image_complaints.id, host, kind, note, accounts.name as account, at
      from image_complaints join accounts on accounts.id = account_id
      where settled_at is null order by at desc, image_complaints.id`
  },

  async settle(
    sql: Sql,
    change: { id: string; actor: string; outcome: 'pinned' | 'dismissed' },
  ): Promise<boolean> {
    const rows = await sql`
      update image_complaints
      set settled_at = now(), settled_by = ${change.actor}, outcome = ${change.outcome}
      where id = ${change.id} and settled_at is null returning id`
    return rows.length > 0
  },

  /** What was settled a month ago is nobody's concern any more. */
  async purge(sql: Sql): Promise<boolean> {
    await sql`delete from image_complaints where settled_at < now() - interval '30 days'`
    return false
  },
}
