import { sha256Hex } from '../../../kit/ids.ts'
import { purgeStep } from '../../db/purge.ts'
import type { Sql } from '../../db/sql.ts'

export type Role = 'owner' | 'member'
type PersonRow = { id: string; email: string; password: string | null }
/** What members may do with keys: with all of them, with those they made, or nothing but see them. */
export type MemberKeys = 'all' | 'own' | 'none'
export type Membership = {
  accountId: string
  name: string
  plan: string
  role: Role
  memberKeys: MemberKeys
}
export type MemberRow = {
  id: string
  email: string
  role: Role
  joinedAt: Date
  twoStep: boolean
}
export type LinkKind = 'setup' | 'invitation'
export type LinkRow = {
  id: string
  kind: LinkKind
  accountId: string
  accountName: string
  role: Role
  madeBy: string
  expiresAt: Date
  sealedKeys: Buffer | null
  /** People whom it does not let in: they were removed after it was made. */
  barred: string[]
}

/** As `auth-store.ts` keeps tokens. */
const digest = (token: string): string => sha256Hex(token)

export const peopleStore = {
  async findPerson(sql: Sql, email: string): Promise<PersonRow | undefined> {
    const [row] = await sql<PersonRow[]>`
      select people.id, email, password from people
        left join credentials on person_id = people.id and provider_id = 'credential'
      where email = ${email}`
    return row
  },

  async findPersonById(sql: Sql, id: string): Promise<PersonRow | undefined> {
    const [row] = await sql<PersonRow[]>`
      select people.id, email, password from people
        left join credentials on person_id = people.id and provider_id = 'credential'
      where people.id = ${id}`
    return row
  },

  async insertPerson(
    sql: Sql,
    person: { id: string; email: string; passwordHash: string; credentialId: string },
  ): Promise<void> {
    await sql`
      insert into people (id, email, name) values (${person.id}, ${person.email}, ${person.email})`
    await sql`
      insert into credentials (id, person_id, provider_id, provider_account_id, password)
      values (${person.credentialId}, ${person.id}, 'credential', ${person.id}, ${person.passwordHash})`
  },

  /** Whoever was signed in with the old password, or nearly, is signed out. */
  async setPassword(sql: Sql, personId: string, passwordHash: string): Promise<void> {
    await sql`
      update credentials set password = ${passwordHash}, updated_at = now()
      where person_id = ${personId} and provider_id = 'credential'`
    await peopleStore.endSessions(sql, personId)
    await peopleStore.endOpenDoors(sql, personId)
  },

  /**
   * Links to a new password, and sign-ins that wait for their code: with another password, none.
   * Returns how many links there were.
   */
  async endOpenDoors(sql: Sql, personId: string): Promise<number> {
    const { count } = await sql`delete from reset_links where person_id = ${personId}`
    await sql`delete from verifications where value = ${personId}`
    return count
  },

  /** Returns how many there were. */
  async endSessions(sql: Sql, personId: string): Promise<number> {
    const { count } = await sql`delete from sessions where person_id = ${personId}`
    return count
  },

  /** Who joins and who is removed, one after the other: none slips in, and an owner is left. */
  async lockMembers(sql: Sql, accountId: string): Promise<void> {
    await sql`select 1 from accounts where id = ${accountId} for update`
  },

  /** One session goes on, with the account in view; the person's others end. */
  async keepSession(
    sql: Sql,
    { personId, token, accountId }: { personId: string; token: string; accountId: string },
  ): Promise<void> {
    await sql`
      update sessions set account_id = ${accountId}
      where person_id = ${personId} and token = ${digest(token)}`
    await sql`delete from sessions where person_id = ${personId} and token <> ${digest(token)}`
  },

  async endSession(sql: Sql, token: string): Promise<void> {
    await sql`delete from sessions where token = ${digest(token)}`
  },

  /** False when it was off. */
  async stopTwoStep(sql: Sql, personId: string): Promise<boolean> {
    await sql`delete from two_steps where person_id = ${personId}`
    const { count } = await sql`
      update people set two_step = false where id = ${personId} and two_step`
    return count > 0
  },

  async join(
    sql: Sql,
    member: { accountId: string; personId: string; role: Role; actor: string },
  ): Promise<void> {
    await sql`
      with joined as (
        insert into members (account_id, person_id, role)
        values (${member.accountId}, ${member.personId}, ${member.role})
        on conflict (account_id, person_id) do update
          set role = case when members.role = 'owner' then 'owner' else excluded.role end
        returning account_id, person_id, role
      ), owned as (
        update accounts set owner_email = people.email
        from joined join people on people.id = joined.person_id
        where accounts.id = joined.account_id and joined.role = 'owner' and owner_email is null
      )
      insert into audit (account_id, actor, action, subject)
      select account_id, ${member.actor}, 'member.join', person_id from joined`
  },

  async hasOwner(sql: Sql, accountId: string): Promise<boolean> {
    const rows = await sql`
      select 1 from members where account_id = ${accountId} and role = 'owner' limit 1`
    return rows.length > 0
  },

  /** Whether a key was made by a person who is no owner of its account, or is none any more. */
  async isMembersKey(sql: Sql, keyId: string): Promise<boolean> {
    const rows = await sql`
      select 1 from keys join people on people.id = keys.made_by
      where keys.id = ${keyId} and not exists (
        select 1 from members
        where account_id = keys.account_id and person_id = people.id and role = 'owner'
      )`
    return rows.length > 0
  },

  /** The accounts of a person, the one the session shows first. */
  async memberships(sql: Sql, personId: string, sessionId: string): Promise<Membership[]> {
    return sql<Membership[]>`
      select members.account_id as "accountId", accounts.name, plan, role,
        member_keys as "memberKeys"
      from members join accounts on accounts.id = members.account_id
      where person_id = ${personId}
      order by members.account_id is not distinct from (
        select account_id from sessions where id = ${sessionId}
      ) desc, joined_at, members.account_id`
  },

  async showAccount(sql: Sql, sessionId: string, accountId: string): Promise<void> {
    await sql`update sessions set account_id = ${accountId} where id = ${sessionId}`
  },

  async listMembers(sql: Sql, accountId: string): Promise<MemberRow[]> {
    return sql<MemberRow[]>`
      select people.id, email, role, joined_at as "joinedAt", two_step as "twoStep"
      from members join people on people.id = members.person_id
      where account_id = ${accountId} order by joined_at, people.id`
  },

  /** False when there is no such member, or it is the last owner. */
  async removeMember(
    sql: Sql,
    change: { accountId: string; personId: string; actor: string },
  ): Promise<boolean> {
    const rows = await sql`
      with gone as (
        delete from members
        where account_id = ${change.accountId} and person_id = ${change.personId}
          and (role <> 'owner' or exists (
            select 1 from members as other
            where other.account_id = ${change.accountId} and other.role = 'owner'
              and other.person_id <> ${change.personId}
          ))
        returning account_id, person_id
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select account_id, ${change.actor}, 'member.remove', person_id from gone
      ), told as (
        -- Mail about the account goes to an owner who still is one.
        update accounts set owner_email = (
          select email from members join people on people.id = members.person_id
          where account_id = ${change.accountId} and role = 'owner'
            and person_id <> ${change.personId}
          order by joined_at, person_id limit 1
        )
        from gone join people on people.id = gone.person_id
        where accounts.id = gone.account_id and owner_email = people.email
      )
      select 1 from gone`
    return rows.length > 0
  },

  async setMemberKeys(
    sql: Sql,
    change: { accountId: string; memberKeys: MemberKeys; actor: string },
  ): Promise<void> {
    await sql`
      with changed as (
        update accounts set member_keys = ${change.memberKeys} where id = ${change.accountId}
        returning id
      )
      insert into audit (account_id, actor, action, subject)
      select id, ${change.actor}, 'account.member-keys', ${change.memberKeys} from changed`
  },

  async deleteOldSessions(sql: Sql): Promise<boolean> {
    const steps = [
      await purgeStep(sql, 'sessions', sql`expires_at < now()`),
      await purgeStep(sql, 'join_links', sql`expires_at < now()`),
      await purgeStep(sql, 'reset_links', sql`expires_at < now()`),
      await purgeStep(sql, 'verifications', sql`expires_at < now()`),
      await purgeStep(sql, 'sign_in_attempts', sql`at < now() - interval '1 day'`),
    ]
    return steps.includes(true)
  },
}
