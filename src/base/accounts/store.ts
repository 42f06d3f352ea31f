import { inTransaction, type Sql } from '../db/sql.ts'
import { accountsChannel, keysChannel } from './key-shape.ts'

export type KeyKind = 'secret' | 'publishable'

export type AccountRow = {
  id: string
  name: string
  plan: string
  ownerEmail: string | null
  balance: number
  createdAt: Date
}

export type KeyRow = {
  id: string
  accountId: string
  kind: KeyKind
  name: string
  hash: Buffer
  lastFour: string
  origins: string[]
  createdAt: Date
  /** Who made it, and so has seen it. */
  madeBy: string | null
  expiresAt: Date | null
  lastUsedAt: Date | null
  lastUsedEndpoint: string | null
}

type KeyNameRow = Pick<KeyRow, 'id' | 'kind' | 'name' | 'lastFour'> & {
  deleted: boolean
  /** Whether `findKey` finds it: not deleted, not expired, and made by somebody. */
  isThere: boolean
  /** Among all keys the account ever had: it never changes. */
  place: number
}

/** A key as the guards need it, with its account's plan. */
export type VerifiedKeyRow = Pick<KeyRow, 'id' | 'accountId' | 'kind' | 'origins' | 'expiresAt'> & {
  plan: string
}

export const keyColumns = (sql: Sql) => sql`
  id, account_id as "accountId", kind, name, hash, last_four as "lastFour", origins,
  created_at as "createdAt", made_by as "madeBy", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  last_used_endpoint as "lastUsedEndpoint"`

/** A key that people see and change: of the dashboard's own, and of what is over, only logs tell. */
export const isThere = (sql: Sql) => sql`
  (deleted_at is null and not internal and (expires_at is null or expires_at > now()))`

const accountColumns = (sql: Sql) => sql`
  id, name, plan, owner_email as "ownerEmail", balance::float8 as balance, created_at as "createdAt"`

type NewKeyRow = Pick<
  KeyRow,
  'id' | 'accountId' | 'kind' | 'name' | 'hash' | 'lastFour' | 'origins'
> & { actor: string; internal?: boolean; sealed: Buffer | null }

export const store = {
  /** Work that one process at a time may do, in a transaction of its own. */
  alone<T>(sql: Sql, name: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    return inTransaction(sql, async transaction => {
      await transaction`select pg_advisory_xact_lock(hashtext(${name}))`
      return work(transaction)
    })
  },

  async insertAccount(
    sql: Sql,
    account: { id: string; name: string; plan: string; actor: string },
  ): Promise<AccountRow> {
    const [row] = await sql<AccountRow[]>`
      with created as (
        insert into accounts (id, name, plan) values (${account.id}, ${account.name}, ${account.plan})
        returning *
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select id, ${account.actor}, 'account.create', id from created
      )
      select ${accountColumns(sql)} from created`
    return row as AccountRow
  },

  async listAccounts(sql: Sql): Promise<AccountRow[]> {
    return sql<AccountRow[]>`select ${accountColumns(sql)} from accounts order by created_at, id`
  },

  async findAccount(sql: Sql, idOrName: string): Promise<AccountRow | undefined> {
    const [row] = await sql<AccountRow[]>`
      select ${accountColumns(sql)} from accounts
      where id = ${idOrName} or name = ${idOrName}
      order by id = ${idOrName} desc, created_at limit 1`
    return row
  },

  async setPlan(sql: Sql, change: { id: string; plan: string; actor: string }): Promise<boolean> {
    const rows = await sql`
      with changed as (
        update accounts set plan = ${change.plan} where id = ${change.id} returning id
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select id, ${change.actor}, 'account.plan', ${change.plan} from changed
      )
      select pg_notify(${accountsChannel}, id) from changed`
    return rows.length > 0
  },

  async insertKey(sql: Sql, key: NewKeyRow): Promise<KeyRow> {
    const [row] = await sql<KeyRow[]>`
      with created as (
        insert into keys (id, account_id, kind, name, hash, last_four, origins, internal, made_by, sealed)
        values (${key.id}, ${key.accountId}, ${key.kind}, ${key.name}, ${key.hash},
          ${key.lastFour}, ${key.origins}, ${key.internal ?? false}, ${key.actor},
          ${key.sealed})
        returning *
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select account_id, ${key.actor}, 'key.create', id from created
      ), told as (
        select pg_notify(${keysChannel}, id) from created
      )
      select ${keyColumns(sql)} from created, told`
    return row as KeyRow
  },

  /** Also finds deleted keys: a deleted bootstrap key is known and stays deleted. */
  async knowsHash(sql: Sql, hash: Buffer): Promise<boolean> {
    const rows = await sql`select 1 from keys where hash = ${hash}`
    return rows.length > 0
  },

  async everHadKey(sql: Sql, kind: KeyKind): Promise<boolean> {
    const rows = await sql`select 1 from keys where kind = ${kind} limit 1`
    return rows.length > 0
  },

  async findKeyByHash(sql: Sql, hash: Buffer): Promise<VerifiedKeyRow | undefined> {
    const [row] = await sql<VerifiedKeyRow[]>`
      select keys.id, account_id as "accountId", kind, origins, expires_at as "expiresAt", plan
      from keys join accounts on accounts.id = keys.account_id
      where hash = ${hash} and deleted_at is null
        and (expires_at is null or expires_at > now())`
    return row
  },

  /**
   * Whoever a key stands for, by its id: for work that is done in its name later. Of a key that was
   * rolled and has ended, the one in its place.
   */
  async findCaller(sql: Sql, keyId: string): Promise<VerifiedKeyRow | undefined> {
    const [row] = await sql<VerifiedKeyRow[]>`
      with recursive heir as (
        select *, 0 as rolls from keys where id = ${keyId}
        union all
        select keys.*, rolls + 1 from keys join heir on keys.id = heir.replaced_by
      )
      select heir.id, account_id as "accountId", kind, origins, expires_at as "expiresAt", plan
      from heir join accounts on accounts.id = heir.account_id
      where deleted_at is null and (expires_at is null or expires_at > now())
      order by rolls limit 1`
    return row
  },

  async listKeys(sql: Sql, accountId: string | undefined): Promise<KeyRow[]> {
    return sql<KeyRow[]>`
      select ${keyColumns(sql)} from keys
      where deleted_at is null and not internal and (expires_at is null or expires_at > now())
        and (${accountId ?? null}::text is null or account_id = ${accountId ?? null})
      order by created_at, id`
  },

  async findKey(sql: Sql, id: string, accountId: string): Promise<KeyRow | undefined> {
    const [row] = await sql<KeyRow[]>`
      select ${keyColumns(sql)} from keys
      where id = ${id} and account_id = ${accountId} and ${isThere(sql)}`
    return row
  },

  /** The names of keys, deleted ones too: usage outlives them. */
  async listKeyNames(sql: Sql, accountId: string, ids: readonly string[]): Promise<KeyNameRow[]> {
    return sql<KeyNameRow[]>`
      select id, kind, name, last_four as "lastFour", deleted_at is not null as deleted, place,
        ${isThere(sql)} as "isThere"
      from (
        select *, (row_number() over (order by created_at, id))::int - 1 as place
        from keys where account_id = ${accountId}
      ) as numbered
      where id = any(${ids as string[]}::text[]) order by place`
  },

  async findInternalKey(sql: Sql, accountId: string, kind: KeyKind): Promise<KeyRow | undefined> {
    const [row] = await sql<KeyRow[]>`
      select ${keyColumns(sql)} from keys
      where account_id = ${accountId} and kind = ${kind} and internal`
    return row
  },

  async replaceInternalKey(sql: Sql, key: Pick<KeyRow, 'id' | 'hash' | 'lastFour'>): Promise<void> {
    await sql`
      with changed as (
        update keys set hash = ${key.hash}, last_four = ${key.lastFour}
        where id = ${key.id} and internal returning id
      )
      select pg_notify(${keysChannel}, id) from changed`
  },

  /** What is done in the name of the one goes on in the name of the other. */
  async replaceKey(sql: Sql, { id, by }: { id: string; by: string }): Promise<void> {
    await sql`update keys set replaced_by = ${by} where id = ${id}`
  },

  /** From then on it is refused; it never comes later than an end that was set before. */
  async expireKey(
    sql: Sql,
    change: { id: string; accountId: string; actor: string; hours: number },
  ): Promise<boolean> {
    const rows = await sql`
      with changed as (
        update keys set expires_at =
          least(coalesce(expires_at, 'infinity'), now() + make_interval(hours => ${change.hours}))
        where id = ${change.id} and account_id = ${change.accountId} and deleted_at is null
          and not internal
        returning id, account_id
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select account_id, ${change.actor}, 'key.roll', id from changed
      )
      select pg_notify(${keysChannel}, id) from changed`
    return rows.length > 0
  },

  async deleteKey(
    sql: Sql,
    { id, accountId, actor }: { id: string; accountId?: string; actor: string },
  ): Promise<boolean> {
    const rows = await sql`
      with gone as (
        update keys set deleted_at = now()
        where id = ${id} and deleted_at is null and not internal
          and (${accountId ?? null}::text is null or account_id = ${accountId ?? null})
        returning id, account_id
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select account_id, ${actor}, 'key.delete', id from gone
      )
      select pg_notify(${keysChannel}, id) from gone`
    return rows.length > 0
  },

  async setOrigins(
    sql: Sql,
    change: { id: string; accountId?: string; actor: string; origins: string[] },
  ): Promise<KeyRow | undefined> {
    const [row] = await sql<KeyRow[]>`
      with changed as (
        update keys set origins = ${change.origins}
        where id = ${change.id} and deleted_at is null and kind = 'publishable'
          and (${change.accountId ?? null}::text is null or account_id = ${change.accountId ?? null})
        returning *
      ), noted as (
        insert into audit (account_id, actor, action, subject)
        select account_id, ${change.actor}, 'key.origins', id from changed
      ), told as (
        select pg_notify(${keysChannel}, id) from changed
      )
      select ${keyColumns(sql)} from changed, told`
    return row
  },
}
