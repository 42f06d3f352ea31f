import { purgeStep } from '../db/purge.ts'
import type { Sql } from '../db/sql.ts'

export type AuditFilter = {
  accountId: string
  actor?: string | undefined
  action?: string | undefined
  since?: Date | undefined
  /** Not included. */
  until?: Date | undefined
}

export type AuditRow = {
  id: number
  at: Date
  actor: string
  /** The e-mail address, where the actor is a person. */
  actorEmail: string | null
  action: string
  subject: string
  /** What the subject is called: a key's name, a person's address. */
  subjectName: string | null
}

export type ActorRow = { actor: string; email: string | null }

const matches = (sql: Sql, { accountId, actor, action, since, until }: AuditFilter) => sql`
  audit.account_id = ${accountId}
  and (${actor ?? null}::text is null or actor = ${actor ?? null})
  and (${action ?? null}::text is null or action = ${action ?? null})
  and (${since ?? null}::timestamptz is null or at >= ${since ?? null})
  and (${until ?? null}::timestamptz is null or at < ${until ?? null})`

export const auditStore = {
  /** What somebody changed about themselves, for the owners of every account they belong to. */
  async notePerson(
    sql: Sql,
    note: { personId: string; actor: string; action: string },
  ): Promise<void> {
    await sql`
      insert into audit (account_id, actor, action, subject)
      select account_id, ${note.actor}, ${note.action}, person_id
      from members where person_id = ${note.personId}`
  },

  async note(
    sql: Sql,
    note: { accountId: string; actor: string; action: string; subject: string },
  ): Promise<void> {
    await sql`
      insert into audit (account_id, actor, action, subject)
      values (${note.accountId}, ${note.actor}, ${note.action}, ${note.subject})`
  },

  /** The newest first, older than `before` where that is given. */
  async list(
    sql: Sql,
    filter: AuditFilter,
    part: { limit: number; offset?: number; before?: number | undefined },
  ): Promise<AuditRow[]> {
    const { before = null } = part
    return sql<AuditRow[]>`
      select audit.id, at, actor, doer.email as "actorEmail", action, subject,
        coalesce(keys.name, person.email, accounts.name) as "subjectName"
      from audit
        left join people as doer on doer.id = actor
        left join people as person on person.id = subject
        left join keys on keys.id = subject and keys.account_id = audit.account_id
        left join accounts on accounts.id = subject
      where ${matches(sql, filter)} and (${before}::bigint is null or audit.id < ${before})
      order by audit.id desc limit ${part.limit} offset ${part.offset ?? 0}`
  },

  async count(sql: Sql, filter: AuditFilter): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from audit where ${matches(sql, filter)}`
    return row?.count ?? 0
  },

  purge: (sql: Sql, days: number): Promise<boolean> =>
    purgeStep(sql, 'audit', sql`at < now() - make_interval(days => ${days})`),

  /** Who ever did something in an account, to choose from. */
  async actors(sql: Sql, accountId: string): Promise<ActorRow[]> {
    return sql<ActorRow[]>`
      select distinct actor, email from audit left join people on people.id = actor
      where account_id = ${accountId} order by email nulls last, actor`
  },

  async actions(sql: Sql, accountId: string): Promise<string[]> {
    const rows = await sql<{ action: string }[]>`
      select distinct action from audit where account_id = ${accountId} order by action`
    return rows.map(({ action }) => action)
  },
}
