import { inTransaction, type Sql } from '../db/sql.ts'

type Reservation = {
  accountId: string
  keyId: string
  operation: string
  refs: readonly string[]
  /** For each ref. */
  credits: number
  limited: boolean
}

export type Ended = { balance: number; credits: number }

export const creditStore = {
  /** One statement: the balance carries all of it or nothing is written. */
  async reserve(sql: Sql, work: Reservation): Promise<{ balance: number } | undefined> {
    const held = work.limited ? work.credits : 0
    const [row] = await sql<{ balance: number }[]>`
      with funds as (
        update accounts set balance = balance - ${held * work.refs.length}
        where id = ${work.accountId} and balance >= ${held * work.refs.length}
          and (not ${work.limited} or granted_month = ${month(sql)})
        returning balance
      ), noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select ${work.accountId}, ${work.keyId}, 'reserve', ref, ${work.operation},
          ${work.credits}, ${-held}
        from funds, unnest(${work.refs as string[]}::text[]) as ref
      )
      select balance::float8 as balance from funds`
    return row
  },

  /**
   * What was reserved stays spent, so the account's row is not touched: workers that settle many
   * items of one account do not queue up behind its lock. Nothing happens the second time.
   */
  async settle(sql: Sql, ref: string): Promise<Ended | undefined> {
    const [row] = await sql<Ended[]>`
      with noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select account_id, key_id, 'settle', ref, operation, credits, 0
        from ledger where kind = 'reserve' and ref = ${ref}
        on conflict do nothing
        returning account_id, credits
      )
      select balance::float8 as balance, noted.credits::float8 as credits
      from noted join accounts on accounts.id = noted.account_id`
    return row
  },

  /**
   * Gives back what was reserved, to the month that it was reserved in: when that month is over,
   * it has expired with it. The account is locked first, so that its month is the one we see; not
   * against the foreign key of a ledger entry, whose writer may hold what we wait for.
   */
  async release(sql: Sql, ref: string): Promise<Ended | undefined> {
    const [row] = await sql<Ended[]>`
      with reserved as (
        select * from ledger where kind = 'reserve' and ref = ${ref}
      ), locked as (
        select id, granted_month from accounts
        where id = (select account_id from reserved) for no key update
      ), noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select account_id, key_id, 'release', ref, operation, credits, ${givenBack(sql)}
        from reserved join locked on locked.id = reserved.account_id
        on conflict do nothing
        returning account_id, credits, delta
      )
      update accounts set balance = balance + noted.delta from noted
      where accounts.id = noted.account_id
      returning balance::float8 as balance, noted.credits::float8 as credits`
    return row
  },

  /** What each piece of work was charged just now. */
  async settleMany(sql: Sql, refs: readonly string[]): Promise<Map<string, number>> {
    if (refs.length === 0) return new Map()
    const rows = await sql<{ ref: string; credits: number }[]>`
      insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
      select account_id, key_id, 'settle', ref, operation, credits, 0
      from ledger where kind = 'reserve' and ref = any(${refs as string[]}::text[])
      on conflict do nothing
      returning ref, credits::float8 as credits`
    return new Map(rows.map(({ ref, credits }) => [ref, credits]))
  },

  /** As `release`; the credits of all of them. Accounts are locked in one order: workers never wait for each other in a circle. */
  async releaseMany(sql: Sql, refs: readonly string[]): Promise<number> {
    if (refs.length === 0) return 0
    const [row] = await sql<{ credits: number }[]>`
      with reserved as (
        select * from ledger where kind = 'reserve' and ref = any(${refs as string[]}::text[])
      ), locked as (
        select id, granted_month from accounts
        where id in (select account_id from reserved where delta <> 0)
        order by id for no key update
      ), noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select account_id, key_id, 'release', ref, operation, credits, ${givenBack(sql)}
        from reserved left join locked on locked.id = reserved.account_id
        on conflict do nothing
        returning account_id, credits, delta
      ), given_back as (
        select account_id, sum(delta) as delta from noted group by 1 having sum(delta) <> 0
      ), booked as (
        update accounts set balance = balance + given_back.delta
        from given_back where accounts.id = given_back.account_id
      )
      select coalesce(sum(credits), 0)::float8 as credits from noted`
    return row?.credits ?? 0
  },

  /** Against everybody who reserves or gives back, not against a ledger entry's foreign key. */
  async lock(
    sql: Sql,
    accountIds: readonly string[],
  ): Promise<Map<string, { isOfThisMonth: boolean }>> {
    const rows = await sql<{ id: string; isOfThisMonth: boolean }[]>`
      select id, granted_month is not distinct from ${month(sql)} as "isOfThisMonth" from accounts
      where id = any(${accountIds as string[]}::text[]) order by id for no key update`
    return new Map(rows.map(row => [row.id, row]))
  },

  async balance(sql: Sql, accountId: string): Promise<number> {
    const [row] = await sql<{ balance: number }[]>`
      select balance::float8 as balance from accounts where id = ${accountId}`
    return row?.balance ?? 0
  },

  /** True if something was booked. */
  async grantMonth(sql: Sql, accountId: string, credits: number): Promise<boolean> {
    return inTransaction(sql, async transaction => {
      // A statement of its own: the next one must see what whoever held the lock has booked.
      await transaction`select 1 from accounts where id = ${accountId} for update`
      const rows = await transaction`
        with due as (
          select id,
            granted_month is distinct from ${month(sql)} as fresh,
            case when granted_month is distinct from ${month(sql)} then balance else 0 end as expired,
            greatest(0, ${credits} - (
              select coalesce(sum(ledger.credits), 0) from ledger
              where account_id = accounts.id and kind = 'grant'
                and ref like accounts.id || ':' || ${month(sql)} || ':%'
            )) as credits
          from accounts where id = ${accountId}
        ), noted as (
          insert into ledger (account_id, kind, ref, operation, credits, delta)
          select id, 'expire', id || ':' || ${month(sql)}, 'plan', expired, -expired
          from due where expired > 0
          union all
          select id, 'grant', id || ':' || ${month(sql)} || ':' || ${credits}::text, 'plan', credits, credits
          from due where credits > 0
        )
        update accounts set
          granted_month = ${month(sql)},
          balance = balance - due.expired + due.credits
        from due where accounts.id = due.id and (due.fresh or due.credits > 0)
        returning accounts.id`
      return rows.length > 0
    })
  },

  /**
   * Only what came since it was last asked and found everything ended: a long history costs nothing.
   * (Items of batches and crawls end by their queue.)
   */
  async releaseAbandoned(sql: Sql, minutes: number): Promise<number> {
    const [span] = await sql<{ since: string; until: string }[]>`
      select ended_until::text as since,
        (now() - make_interval(mins => ${minutes}))::text as until
      from ledger_progress`
    if (!span) return 0
    const refs = await sql<{ ref: string }[]>`
      select ref from ledger as reserved
      where kind = 'reserve' and operation not in ('batch', 'crawl', 'batchExtract')
        and at >= ${span.since}::text::timestamptz and at < ${span.until}::text::timestamptz
        and not exists (
          select 1 from ledger as ended
          where ended.ref = reserved.ref and ended.kind in ('settle', 'release')
        )
      order by at limit ${abandonedStep}`
    for (const { ref } of refs) await creditStore.release(sql, ref)
    if (refs.length < abandonedStep)
      await sql`update ledger_progress set ended_until = ${span.until}::text::timestamptz`
    return refs.length
  },
}

const abandonedStep = 1_000

/** Nothing, when the month of the reservation is no longer the account's. */
const givenBack = (sql: Sql) => sql`
  case when date_trunc('month', at at time zone 'utc')::date = granted_month
    then -delta else 0 end`

/** The database's clock decides the month, so that all processes agree. */
const month = (sql: Sql) => sql`date_trunc('month', now() at time zone 'utc')::date`
