import type { Sql } from '../../db/sql.ts'
import type { LinkKind, LinkRow, Role } from './store.ts'

const columns = (sql: Sql) => sql`
  link.id, kind, account_id as "accountId", accounts.name as "accountName", role,
  made_by as "madeBy", expires_at as "expiresAt", sealed_keys as "sealedKeys"`

export const linkStore = {
  async insert(
    sql: Sql,
    link: {
      id: string
      hash: Buffer
      kind: LinkKind
      accountId: string
      role: Role
      madeBy: string
      minutes: number
      sealedKeys: Buffer | undefined
    },
  ): Promise<void> {
    await sql`
      insert into join_links (id, hash, kind, account_id, role, made_by, expires_at, sealed_keys)
      values (${link.id}, ${link.hash}, ${link.kind}, ${link.accountId}, ${link.role},
        ${link.madeBy}, now() + make_interval(mins => ${link.minutes}), ${link.sealedKeys ?? null})`
  },

  async find(sql: Sql, hash: Buffer): Promise<LinkRow | undefined> {
    const [row] = await sql<LinkRow[]>`
      select ${columns(sql)} from join_links as link join accounts on accounts.id = account_id
      where hash = ${hash} and expires_at > now()`
    return row
  },

  /** Once: the second to come finds nothing. A used set-up link ends the account's others. */
  async take(sql: Sql, hash: Buffer): Promise<LinkRow | undefined> {
    const [row] = await sql<LinkRow[]>`
      with link as (
        delete from join_links where hash = ${hash} and expires_at > now() returning *
      )
      select ${columns(sql)} from link join accounts on accounts.id = account_id`
    if (row?.kind === 'setup')
      await sql`delete from join_links where account_id = ${row.accountId} and kind = 'setup'`
    return row
  },

  async invitations(sql: Sql, accountId: string): Promise<LinkRow[]> {
    return sql<LinkRow[]>`
      select ${columns(sql)} from join_links as link join accounts on accounts.id = account_id
      where account_id = ${accountId} and kind = 'invitation' and expires_at > now()
      order by link.created_at`
  },

  async withdraw(sql: Sql, accountId: string, id: string): Promise<boolean> {
    const { count } = await sql`
      delete from join_links
      where id = ${id} and account_id = ${accountId} and kind = 'invitation'`
    return count > 0
  },
}
