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
  /**
   * One statement: the balance carries all of it or nothing is written. A plan without a limit takes
   * nothing from the balance, so its account's row stays unlocked.
   */
  async reserve(sql: Sql, work: Reservation): Promise<{ balance: number } | undefined> {
    const { accountId, refs, limited } = work
    const total = work.credits * refs.length
    const funds = limited
      ? sql`
        update accounts set balance = balance - ${total}
        where id = ${accountId} and balance >= ${total} and granted_month = ${month(sql)}
        returning balance`
      : sql`select balance from accounts where id = ${accountId}`
    const [row] = await sql<{ balance: number }[]>`
      with funds as (${funds}), noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select ${accountId}, ${work.keyId}, 'reserve', ref, ${work.operation},
          ${work.credits}, ${limited ? -work.credits : 0}
        from funds, unnest(${refs as string[]}::text[]) as ref
      )
      select balance::float8 as balance from funds`
    return row
  },

  /**
   * One reservation becomes many of the same sum: the balance stays as it is, and the account's row
   * unlocked. They belong to the month that the one was taken from. False when it had ended before.
   */
  async divide(
    sql: Sql,
    ref: string,
    { operation, refs }: Pick<Reservation, 'operation' | 'refs'>,
  ): Promise<boolean> {
    const rows = await sql`
      with whole as (
        select * from ledger where kind = 'reserve' and ref = ${ref}
      ), ended as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select account_id, key_id, 'release', ref, operation, credits, -delta from whole
        on conflict do nothing returning ref
      ), noted as (
        insert into ledger (at, account_id, key_id, kind, ref, operation, credits, delta)
        select at, account_id, key_id, 'reserve', part.ref, ${operation},
          credits / ${refs.length}, delta / ${refs.length}
        from ended join whole using (ref), unnest(${refs as string[]}::text[]) as part (ref)
      )
      select 1 from ended`
    return rows.length === 1
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

  /** The same for less than was reserved: the rest goes back to the month that it was taken from. */
  async settleFor(sql: Sql, ref: string, credits: number): Promise<Ended | undefined> {
    const [row] = await sql<Ended[]>`
      with noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select account_id, key_id, 'settle', ref, operation, least(credits, ${credits}),
          case when delta <> 0
              and date_trunc('month', at at time zone 'utc')::date = granted_month
            then credits - least(credits, ${credits}) else 0 end
        from ledger as reserved join accounts on accounts.id = account_id
        where kind = 'reserve' and ref = ${ref}
        on conflict do nothing
        returning account_id, credits, delta
      ), booked as (
        update accounts set balance = balance + delta
        from noted where accounts.id = account_id and delta <> 0
        returning accounts.balance
      )
      select coalesce((select balance from booked), balance)::float8 as balance,
        noted.credits::float8 as credits
      from noted join accounts on accounts.id = noted.account_id`
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

  /**
   * Gives back what was reserved, to the month that it was reserved in: when that month is over, it
   * has expired with it. The account's row is locked once and last, by its update: an earlier lock of
   * the same statement made PostgreSQL queue for the row behind those who wait for this very
   * transaction, a circle. So the month may turn between the entries and the update; then what they
   * gave back expires at once. Whoever releases for several accounts has locked them before.
   */
  async release(sql: Sql, refs: readonly string[]): Promise<Ended | undefined> {
    if (refs.length === 0) return undefined
    const [row] = await sql<Partial<Ended>[]>`
      with noted as (
        insert into ledger (account_id, key_id, kind, ref, operation, credits, delta)
        select account_id, key_id, 'release', ref, operation, credits,
          case when date_trunc('month', at at time zone 'utc')::date = granted_month
            then -delta else 0 end
        from ledger as reserved join accounts on accounts.id = account_id
        where kind = 'reserve' and ref = any(${refs as string[]}::text[])
        on conflict do nothing
        returning account_id, ref, credits, delta
      ), given_back as (
        select account_id, granted_month as month, min(ref) as ref, sum(delta) as delta
        from noted join accounts on accounts.id = account_id
        where delta <> 0 group by 1, 2
      ), booked as (
        update accounts
        set balance = balance + case when granted_month = month then delta else 0 end
        from given_back where accounts.id = account_id
        returning account_id, balance, ref, delta, granted_month = month as "isInTime"
      ), expired as (
        insert into ledger (account_id, kind, ref, operation, credits, delta)
        select account_id, 'expire', ref, 'plan', delta, -delta from booked where not "isInTime"
      )
      select (select sum(credits)::float8 from noted) as credits, coalesce(
        (select max(balance) from booked),
        (select max(balance) from accounts where id in (select account_id from noted))
      )::float8 as balance`
    const { credits, balance } = row ?? {}
    return typeof credits === 'number' && typeof balance === 'number'
      ? { credits, balance }
      : undefined
  },

  /** Against everybody who reserves or gives back, not against the foreign key of a new batch. */
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
      await creditStore.lock(transaction, [accountId])
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
      where kind = 'reserve'
        and operation not in ('batch', 'crawl', 'batchExtract', 'batchReader', 'batchBranding',
          'batchBrandingHeuristic')
        and at >= ${span.since}::text::timestamptz and at < ${span.until}::text::timestamptz
        and not exists (
          select 1 from ledger as ended
          where ended.ref = reserved.ref and ended.kind in ('settle', 'release')
        )
      order by at limit ${abandonedStep}`
    for (const { ref } of refs) await creditStore.release(sql, [ref])
    if (refs.length < abandonedStep)
      await sql`update ledger_progress set ended_until = ${span.until}::text::timestamptz`
    return refs.length
  },
}

const abandonedStep = 1_000

/** The database's clock decides the month, so that all processes agree. */
const month = (sql: Sql) => sql`date_trunc('month', now() at time zone 'utc')::date`
