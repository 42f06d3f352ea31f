import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { createAccount } from '../../../src/base/accounts/accounts.ts'
import { releaseMany, reserve, settle, type Work } from '../../../src/base/accounts/credits.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import { ledgerStore } from '../../../src/base/accounts/ledger-store.ts'
import type { Plan, Plans } from '../../../src/base/accounts/plans.ts'
import { usageStore } from '../../../src/base/accounts/usage-store.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { newId } from '../../../src/kit/ids.ts'
import { createDatabase } from '../../support/database.ts'
import { createRandom } from '../../support/random.ts'

const many: Plan = { name: 'many', creditsPerMonth: 100_000, imageRequestsPerMonth: null }
const plans: Plans = new Map([[many.name, many]])

let sql: Database
let work: Work
before(async () => {
  sql = (await createDatabase()).sql
})
beforeEach(async () => {
  const { id } = await createAccount(sql, plans, { name: newId('n'), plan: 'many', actor: 't' })
  const key = await createKey(sql, { accountId: id, kind: 'secret', name: 'k', actor: 't' })
  work = { accountId: id, keyId: key.id, plan: 'many', operation: 'scrape', ref: '' }
  await sql`delete from ledger_days`
  await sql`update ledger_progress set summed_until = '-infinity'`
})

/** Work that ended or not, each at a time of its own within the last years. */
const live = async (times: number): Promise<string[]> => {
  const random = createRandom(7)
  const open: string[] = []
  for (let n = 0; n < times; n++) {
    const ref = newId('work')
    const operation = n % 3 === 0 ? 'extract' : 'scrape'
    await reserve(sql, plans, { ...work, operation, ref })
    const turn = n % 10
    if (turn === 0) open.push(ref)
    else if (turn < 3) await releaseMany(sql, [ref])
    else await settle(sql, ref)
    await moveBack(ref, random.int(900))
  }
  return open
}
const moveBack = async (ref: string, days: number) => {
  await sql`alter table ledger disable trigger ledger_is_append_only`
  await sql`update ledger set at = at - make_interval(days => ${days}) where ref = ${ref}`
  await sql`alter table ledger enable trigger ledger_is_append_only`
}
const sumAll = async () => {
  while (await ledgerStore.sum(sql));
}
const wanted = (unit: 'day' | 'month') => ({
  ...{ accountId: work.accountId, start: '2020-01-01', end: '2100-01-01', unit },
})
const byDay = () => ledgerStore.detail(sql, wanted('day'))
const byMonth = () => ledgerStore.detail(sql, wanted('month'))
/** What the balance must be, from what is left of the ledger and from its sums. */
const books = async () => {
  const [row] = await sql<{ balance: number; sum: number; entries: number }[]>`
    select balance::float8 as balance, (
      (select coalesce(sum(delta), 0) from ledger_days where account_id = ${work.accountId})
      + (select coalesce(sum(delta), 0) from ledger, ledger_progress
         where account_id = ${work.accountId} and at >= summed_until)
    )::float8 as sum,
    (select count(*)::int from ledger where account_id = ${work.accountId}) as entries
    from accounts where id = ${work.accountId}`
  assert.ok(row)
  return row
}

describe('the ledger added up by day', () => {
  it('says what the entries say, before and after, and a year later too', async () => {
    const open = await live(120)
    const [days, months] = [await byDay(), await byMonth()]
    const before = await books()
    assert.equal(before.balance, before.sum)
    await sumAll()
    assert.deepEqual(await byDay(), days)
    assert.deepEqual(await books(), before)
    while (await ledgerStore.forget(sql, 3));
    const after = await books()
    assert.ok(after.entries < before.entries / 2, `${after.entries} of ${before.entries} are left`)
    assert.deepEqual({ ...after, entries: 0 }, { ...before, entries: 0 })
    assert.deepEqual(await byDay(), days)
    while (await ledgerStore.fold(sql, 3));
    assert.deepEqual(await byMonth(), months)
    assert.notDeepEqual(await byDay(), days)
    const folded = await books()
    assert.equal(folded.balance, folded.sum)
    // What had not ended can still end, once.
    assert.ok(open.length > 0)
    for (const ref of open) assert.ok(await settle(sql, ref))
    for (const ref of open) assert.equal(await settle(sql, ref), undefined)
    assert.equal((await books()).balance, folded.balance)
  })

  it('counts an entry once, however many add up, and whoever is still writing', async () => {
    await live(20)
    const sumNow = async () => {
      while (await ledgerStore.sum(sql, 0));
    }
    await sql.begin(async late => {
      const ref = newId('work')
      await reserve(late, plans, { ...work, ref })
      await Promise.all([sumNow(), sumNow(), sumNow()])
      await settle(late, ref)
    })
    const [all] = await sql`
      select sum(credits)::float8 as credits from ledger
      where account_id = ${work.accountId} and kind = 'settle'`
    const told = async () => (await byDay()).reduce((sum, { credits }) => sum + credits, 0)
    assert.equal(await told(), all?.credits)
    await Promise.all([sumNow(), sumNow()])
    assert.equal(await told(), all?.credits)
    const { balance, sum } = await books()
    assert.equal(balance, sum)
  })

  it('an entry that is in no sum cannot be deleted, not even by who says so', async () => {
    await live(3)
    await assert.rejects(
      sql.begin(async transaction => {
        await transaction`set local siteray.forgets_ledger = 'on'`
        await transaction`delete from ledger where account_id = ${work.accountId}`
      }),
      /append-only/,
    )
    await sumAll()
    await assert.rejects(
      sql`delete from ledger where account_id = ${work.accountId}`,
      /append-only/,
    )
  })
})

describe('usage by day', () => {
  it('of long ago becomes usage by month, and no request is lost', async () => {
    await sql`
      insert into usage (key_id, account_id, day, endpoint, outcome, requests)
      select ${work.keyId}, ${work.accountId}, (now() at time zone 'utc')::date - n, 'icon', 'ok', n
      from generate_series(0, 800) as n`
    const months = await usageStore.detail(sql, wanted('month'))
    const [before] = await sql`select count(*)::int as rows from usage`
    while (await usageStore.fold(sql, 13));
    assert.deepEqual(await usageStore.detail(sql, wanted('month')), months)
    const [after] = await sql`select count(*)::int as rows from usage`
    assert.ok(after?.rows < before?.rows - 300)
    const [young] = await sql`
      select count(*)::int as rows from usage where day > (now() at time zone 'utc')::date - 390`
    assert.equal(young?.rows, 390)
  })
})
