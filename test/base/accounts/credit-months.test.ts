import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createAccount } from '../../../src/base/accounts/accounts.ts'
import {
  divideHold,
  grantMonth,
  hold,
  releaseMany,
  reserve,
  settle,
  settleMany,
  type Work,
} from '../../../src/base/accounts/credits.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import type { Plan, Plans } from '../../../src/base/accounts/plans.ts'
import { type Database, inTransaction } from '../../../src/base/db/sql.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { newId } from '../../../src/kit/ids.ts'
import { createDatabase } from '../../support/database.ts'
import { untilSomebodyWaits } from '../../support/locks.ts'
import { createRandom } from '../../support/random.ts'

const fifty: Plan = { name: 'fifty', creditsPerMonth: 50, imageRequestsPerMonth: null }
const plans: Plans = new Map([[fifty.name, fifty]])

let sql: Database
before(async () => {
  sql = (await createDatabase()).sql
  // Only so that a test can move what happened into the past.
  await sql`alter table ledger disable trigger ledger_is_append_only`
})

const newAccount = async (): Promise<Work> => {
  const { id } = await createAccount(sql, plans, { name: newId('n'), plan: 'fifty', actor: 't' })
  const key = await createKey(sql, { accountId: id, kind: 'secret', name: 'k', actor: 't' })
  return { accountId: id, keyId: key.id, plan: 'fifty', operation: 'scrape', ref: newId('work') }
}

/** The month ends: everything that happened is a month older now. */
const endMonth = async (accountId: string): Promise<void> => {
  await sql`
    update ledger set at = at - interval '1 month',
      ref = case when kind in ('grant', 'expire') then 'past:' || id else ref end
    where account_id = ${accountId}`
  await sql`
    update accounts set granted_month = (granted_month - interval '1 month')::date
    where id = ${accountId}`
}

const booksOf = async (accountId: string): Promise<{ balance: number; sum: number }> => {
  const [row] = await sql<{ balance: number; sum: number }[]>`
    select balance::float8 as balance,
      (select coalesce(sum(delta), 0)::float8 from ledger where account_id = ${accountId}) as sum
    from accounts where id = ${accountId}`
  assert.ok(row)
  return row
}

describe('credits belong to their month', () => {
  it('what a batch had reserved last month and gives back this month is gone', async () => {
    const work = await newAccount()
    const refs = Array.from({ length: 40 }, () => newId('item'))
    await reserve(sql, plans, { ...work, operation: 'batch', refs })
    await endMonth(work.accountId)
    await grantMonth(sql, work.accountId, fifty)
    await releaseMany(sql, refs)
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50 })
  })

  it('and it is gone when it is given back before the new month has its grant', async () => {
    const work = await newAccount()
    await reserve(sql, plans, work)
    await endMonth(work.accountId)
    await releaseMany(sql, [work.ref])
    await grantMonth(sql, work.accountId, fifty)
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50 })
  })

  it('a grant and a release at the same instant never add up to more than the month has', async () => {
    for (let round = 0; round < 10; round++) {
      const work = await newAccount()
      await reserve(sql, plans, work)
      await endMonth(work.accountId)
      await Promise.all([
        grantMonth(sql, work.accountId, fifty),
        releaseMany(sql, [work.ref]),
        releaseMany(sql, [work.ref]),
      ])
      assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50 })
    }
  })

  it('what is given back while the new month is granted expires with the old one', async () => {
    const work = await newAccount()
    await reserve(sql, plans, work)
    await endMonth(work.accountId)
    let releasing: Promise<unknown> = Promise.resolve()
    await inTransaction(sql, async granting => {
      await grantMonth(granting, work.accountId, fifty)
      releasing = releaseMany(sql, [work.ref])
      await untilSomebodyWaits(sql)
    })
    await releasing
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50 })
  })

  it('what is held for a batch belongs to its month, whenever its items are written', async () => {
    const work = await newAccount()
    const refs = Array.from({ length: 20 }, () => newId('item'))
    await hold(sql, plans, { ...work, operation: 'batch', count: refs.length })
    await endMonth(work.accountId)
    await grantMonth(sql, work.accountId, fifty)
    await divideHold(sql, { ...work, operation: 'batch', refs })
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50 })
    await releaseMany(sql, refs)
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50 })
  })

  for (const seed of [1, 2, 3, 4])
    it(`holds in any order of reserve, settle, release and month ends (seed ${seed})`, async () => {
      const random = createRandom(seed)
      const work = await newAccount()
      await grantMonth(sql, work.accountId, fifty)
      const open: { ref: string; month: number }[] = []
      let month = 0
      /** What this month has left, as anyone would count it on paper. */
      let left = 50
      for (let step = 0; step < 150; step++) {
        const action = random.pick(['reserve', 'reserve', 'many', 'settle', 'release', 'month'])
        if (action === 'month' && random.int(5) === 0) {
          await endMonth(work.accountId)
          await grantMonth(sql, work.accountId, fifty)
          month++
          left = 50
        } else if (action === 'reserve' || action === 'many') {
          const refs = Array.from({ length: action === 'many' ? 1 + random.int(20) : 1 }, () =>
            newId('work'),
          )
          const isRefused = await reserve(sql, plans, { ...work, refs }).then(
            () => false,
            error => error instanceof AppError && error.code === 'insufficient_credits',
          )
          assert.equal(isRefused, refs.length > left, `step ${step}`)
          if (isRefused) continue
          left -= refs.length
          open.push(...refs.map(ref => ({ ref, month })))
        } else {
          const ended = open.splice(random.int(open.length + 1), 1 + random.int(8))
          const refs = ended.map(({ ref }) => ref)
          const [first] = refs
          if (action === 'settle') {
            if (refs.length === 1 && first) await settle(sql, first)
            else await settleMany(sql, refs)
          } else {
            if (refs.length === 1 && first) await releaseMany(sql, [first])
            else await releaseMany(sql, refs)
            left += ended.filter(piece => piece.month === month).length
          }
        }
        assert.deepEqual(await booksOf(work.accountId), { balance: left, sum: left })
      }
    })
})
