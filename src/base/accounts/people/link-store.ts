import type { Sql } from '../../db/sql.ts'
import type { LinkKind, LinkRow, Role } from './store.ts'

const columns = (sql: Sql) => sql`
  link.id, kind, account_id as "accountId", accounts.name as "accountName", role,
  made_by as "madeBy", expires_at as "expiresAt", sealed_keys as "sealedKeys", barred`

/** An invitation ends with its maker's ownership, however that ended. */
const isOpen = (sql: Sql) => sql`
  link.expires_at > now() and (link.kind = 'setup' or exists (
    select 1 from members
    where account_id = link.account_id and person_id = link.made_by and role = 'owner'
  ))`

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
      where hash = ${hash} and ${isOpen(sql)}`
    return row
  },

  /** Once: the second to come finds nothing. A used set-up link ends the account's others. */
  async take(sql: Sql, hash: Buffer): Promise<LinkRow | undefined> {
    const [row] = await sql<LinkRow[]>`
      with link as (
        delete from join_links as link where hash = ${hash} and ${isOpen(sql)} returning *
      )
      select ${columns(sql)} from link join accounts on accounts.id = account_id`
    if (row?.kind === 'setup')
      await sql`delete from join_links where account_id = ${row.accountId} and kind = 'setup'`
    return row
  },

  async invitations(sql: Sql, accountId: string): Promise<LinkRow[]> {
    return sql<LinkRow[]>`
      select ${columns(sql)} from join_links as link join accounts on accounts.id = account_id
      where account_id = ${accountId} and kind = 'invitation' and ${isOpen(sql)}
      order by link.created_at`
  },

  /**
   * When a person is removed: the invitations they made end, and no other link that was made so far
   * lets them back in. Returns the ids of those that ended.
   */
  async endFor(sql: Sql, accountId: string, personId: string): Promise<string[]> {
    const ended = await sql<{ id: string }[]>`
      delete from join_links
      where account_id = ${accountId} and made_by = ${personId} and kind = 'invitation'
      returning id`
    await sql`
      update join_links set barred = array_append(barred, ${personId})
      where account_id = ${accountId}`
    return ended.map(({ id }) => id)
  },

  async withdraw(sql: Sql, accountId: string, id: string): Promise<boolean> {
    const { count } = await sql`
      delete from join_links
      where id = ${id} and account_id = ${accountId} and kind = 'invitation'`
    return count > 0
  },
}
