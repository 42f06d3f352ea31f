import type { Sql } from '../db/sql.ts'
import type { SessionRef } from '../reader/session-ref.ts'

export type SessionStatus = 'new' | 'ready' | 'expired' | 'failed'
export type SessionRow = {
  id: string
  accountId: string
  name: string
  hosts: string[]
  sealed: Buffer
  hasLogin: boolean
  savesChanges: boolean
  ttlHours: number
  status: SessionStatus
  generation: number
  failures: number
  failure: string | null
  failedAt: Date | null
  signedInAt: Date | null
  usedAt: Date | null
  /** Another process signs in just now. */
  isLeased: boolean
  /** Its time is over: `ttlHours` after the sign-in. */
  isOver: boolean
  createdAt: Date
}
type New = Pick<
  SessionRow,
  | 'id'
  | 'accountId'
  | 'name'
  | 'hosts'
  | 'sealed'
  | 'hasLogin'
  | 'savesChanges'
  | 'ttlHours'
  | 'status'
>
type Changed = Pick<
  SessionRow,
  'name' | 'hosts' | 'sealed' | 'hasLogin' | 'savesChanges' | 'ttlHours'
> & {
  hasNewState: boolean
}

const columns = (sql: Sql) => sql`
  id, account_id as "accountId", name, hosts, sealed, has_login as "hasLogin",
  saves_changes as "savesChanges", ttl_hours as "ttlHours", status, generation, failures,
  failure, failed_at as "failedAt", signed_in_at as "signedInAt", used_at as "usedAt",
  coalesce(leased_until > now(), false) as "isLeased",
  coalesce(signed_in_at + make_interval(hours => ttl_hours) < now(), false) as "isOver",
  created_at as "createdAt"`

export const sessionStore = {
  async insert(sql: Sql, row: New): Promise<void> {
    await sql`
      insert into site_sessions
        (id, account_id, name, hosts, sealed, has_login, saves_changes, ttl_hours, status,
          signed_in_at)
      values (${row.id}, ${row.accountId}, ${row.name}, ${row.hosts}, ${row.sealed},
        ${row.hasLogin}, ${row.savesChanges}, ${row.ttlHours}, ${row.status},
        case when ${row.status} = 'ready' then now() end)`
  },

  /** Waits for whoever counts at the same time, so that the limit holds. */
  async count(sql: Sql, accountId: string): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtext(${`sessions of ${accountId}`}))`
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from site_sessions where account_id = ${accountId}`
    return row?.count ?? 0
  },

  async find(sql: Sql, { id, accountId }: SessionRef): Promise<SessionRow | undefined> {
    const [row] = await sql<SessionRow[]>`
      select ${columns(sql)} from site_sessions where id = ${id} and account_id = ${accountId}`
    return row
  },

  /** Against everybody who changes it at the same time. */
  async lock(sql: Sql, { id, accountId }: SessionRef): Promise<SessionRow | undefined> {
    const [row] = await sql<SessionRow[]>`
      select ${columns(sql)} from site_sessions
      where id = ${id} and account_id = ${accountId} for update`
    return row
  },

  list: (sql: Sql, accountId: string): Promise<SessionRow[]> => sql<SessionRow[]>`
    select ${columns(sql)} from site_sessions
    where account_id = ${accountId} order by created_at desc, id`,

  async change(sql: Sql, { id, accountId }: SessionRef, row: Changed): Promise<void> {
    const { hasNewState } = row
    await sql`
      update site_sessions set name = ${row.name}, hosts = ${row.hosts}, sealed = ${row.sealed},
        has_login = ${row.hasLogin}, saves_changes = ${row.savesChanges},
        ttl_hours = ${row.ttlHours}, failures = 0, failure = null, updated_at = now(),
        generation = generation + ${hasNewState ? 1 : 0},
        status = case when ${hasNewState} then 'ready' when status = 'failed' then 'expired'
          else status end,
        signed_in_at = case when ${hasNewState} then now() else signed_in_at end
      where id = ${id} and account_id = ${accountId}`
  },

  async remove(sql: Sql, { id, accountId }: SessionRef): Promise<boolean> {
    const removed = await sql`
      delete from site_sessions where id = ${id} and account_id = ${accountId}`
    return removed.count > 0
  },

  /** Rotated cookies; nothing where somebody signed in anew meanwhile. */
  async save(sql: Sql, { id }: SessionRef, sealed: Buffer): Promise<void> {
    await sql`update site_sessions set sealed = ${sealed}, updated_at = now() where id = ${id}`
  },

  /** A page was read with it. */
  async noteUse(sql: Sql, { id }: SessionRef, generation: number): Promise<void> {
    await sql`
      update site_sessions set used_at = now(),
        failures = case when generation = ${generation} then 0 else failures end,
        status = case when generation = ${generation} then 'ready' else status end
      where id = ${id}`
  },

  async noteExpiry(sql: Sql, { id }: SessionRef, generation: number): Promise<void> {
    await sql`
      update site_sessions set status = 'expired'
      where id = ${id} and generation = ${generation} and status <> 'failed'`
  },

  /** True where this process is the one to sign in. */
  async lease(
    sql: Sql,
    { id }: SessionRef,
    asked: { generation: number; lease: string; seconds: number },
  ): Promise<boolean> {
    const taken = await sql`
      update site_sessions set lease = ${asked.lease}, failures = failures + 1,
        leased_until = now() + make_interval(secs => ${asked.seconds})
      where id = ${id} and generation = ${asked.generation}
        and (leased_until is null or leased_until < now())`
    return taken.count > 0
  },

  /** It is short, so that the others need not wait long for a process that died. */
  async extend(
    sql: Sql,
    { id }: SessionRef,
    { lease, seconds }: { lease: string; seconds: number },
  ): Promise<void> {
    await sql`
      update site_sessions set leased_until = now() + make_interval(secs => ${seconds})
      where id = ${id} and lease = ${lease}`
  },

  /** False where the lease was over, and so another process's sign-in counts. */
  async signedIn(
    sql: Sql,
    { id }: SessionRef,
    { lease, sealed }: { lease: string; sealed: Buffer },
  ): Promise<boolean> {
    const done = await sql`
      update site_sessions set sealed = ${sealed}, generation = generation + 1, status = 'ready',
        failure = null, signed_in_at = now(), lease = null, leased_until = null
      where id = ${id} and lease = ${lease}`
    return done.count > 0
  },

  /** Nobody signed in after all. */
  async release(sql: Sql, { id }: SessionRef, lease: string): Promise<void> {
    await sql`
      update site_sessions set lease = null, leased_until = null,
        failures = greatest(failures - 1, 0)
      where id = ${id} and lease = ${lease}`
  },

  async signInFailed(
    sql: Sql,
    { id }: SessionRef,
    { lease, failure }: { lease: string; failure: string },
  ): Promise<void> {
    await sql`
      update site_sessions set failure = ${failure}, failed_at = now(), status = 'failed',
        lease = null, leased_until = null
      where id = ${id} and lease = ${lease}`
  },
}

/** The code of one period (RFC 6238). */
type Code = { accountId: string; name: string; period: number }
export type SecretRow = { name: string; totp: boolean; updatedAt: Date }

export const secretStore = {
  async put(
    sql: Sql,
    secret: { accountId: string; name: string; sealed: Buffer; totp: boolean },
  ): Promise<void> {
    await sql`
      insert into secrets (account_id, name, sealed, totp)
      values (${secret.accountId}, ${secret.name}, ${secret.sealed}, ${secret.totp})
      on conflict (account_id, name) do update
      set sealed = excluded.sealed, totp = excluded.totp, code_period = null, updated_at = now()`
  },

  /** Whether no sign-in has used the code of this period or of a later one. */
  async hasCode(sql: Sql, { accountId, name, period }: Code): Promise<boolean> {
    const used = await sql`
      select from secrets
      where account_id = ${accountId} and name = ${name} and code_period >= ${period}`
    return used.count === 0
  },

  /** The same, and from now on one has. */
  async takeCode(sql: Sql, { accountId, name, period }: Code): Promise<boolean> {
    const taken = await sql`
      update secrets set code_period = ${period}
      where account_id = ${accountId} and name = ${name}
        and (code_period is null or code_period < ${period})`
    return taken.count > 0
  },

  list: (sql: Sql, accountId: string): Promise<SecretRow[]> => sql<SecretRow[]>`
    select name, totp, updated_at as "updatedAt" from secrets
    where account_id = ${accountId} order by name`,

  sealed: (
    sql: Sql,
    accountId: string,
    names: readonly string[],
  ): Promise<{ name: string; sealed: Buffer; totp: boolean }[]> => sql`
    select name, sealed, totp from secrets
    where account_id = ${accountId} and name = any(${[...names]})`,

  async remove(sql: Sql, accountId: string, name: string): Promise<boolean> {
    const removed = await sql`
      delete from secrets where account_id = ${accountId} and name = ${name}`
    return removed.count > 0
  },
}
