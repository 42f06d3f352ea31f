import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { changePlan, createAccount } from '../../../src/base/accounts/accounts.ts'
import {
  divideHold,
  grantMonth,
  hold,
  releaseAbandoned,
  releaseMany,
  reserve,
  settle,
  settleMany,
  type Work,
} from '../../../src/base/accounts/credits.ts'
import { giveBack, reserving } from '../../../src/base/accounts/give-back.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import type { Plans } from '../../../src/base/accounts/plans.ts'
import { closeSql, type Database, inTransaction, openSql } from '../../../src/base/db/sql.ts'
import { AppError } from '../../../src/kit/errors.ts'
import { newId } from '../../../src/kit/ids.ts'
import { assertBooksBalance, assertBooksClosed } from '../../support/books.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'

const plan = (name: string, creditsPerMonth: number | null) =>
  [name, { name, creditsPerMonth, imageRequestsPerMonth: null }] as const
const plans: Plans = new Map([
  plan('fifty', 50),
  plan('hundred', 100),
  plan('thousand', 1_000),
  plan('open', null),
  plan('none', 0),
])

let sql: Database
let target: TestDatabase['target']
before(async () => {
  const database = await createDatabase()
  sql = database.sql
  target = database.target
})

const newAccount = async (planName: string): Promise<Work> => {
  const account = await createAccount(sql, plans, { name: newId('n'), plan: planName, actor: 't' })
  const key = await createKey(sql, { accountId: account.id, kind: 'secret', name: 'k', actor: 't' })
  return {
    accountId: account.id,
    keyId: key.id,
    plan: planName,
    operation: 'scrape',
    ref: newId('work'),
  }
}
const again = (work: Work): Work => ({ ...work, ref: newId('work') })

const booksOf = async (accountId: string) => {
  const [row] = await sql<{ balance: number; sum: number; used: number }[]>`
    select balance::float8 as balance,
      (select coalesce(sum(delta), 0)::float8 from ledger where account_id = ${accountId}) as sum,
      (select coalesce(sum(credits), 0)::float8 from ledger
        where account_id = ${accountId} and kind = 'settle') as used
    from accounts where id = ${accountId}`
  assert.ok(row)
  return row
}

const isCode = (code: string) => (error: unknown) =>
  error instanceof AppError && error.code === code

describe('credits', () => {
  it('200 concurrent calls on a balance for 50: exactly 50 get through, none goes below zero', async () => {
    const work = await newAccount('fifty')
    const calls = await Promise.allSettled(
      Array.from({ length: 200 }, async () => {
        const call = again(work)
        await reserve(sql, plans, call)
        await settle(sql, call.ref)
      }),
    )
    const refused = calls.filter(call => call.status === 'rejected')
    assert.equal(refused.length, 150)
    assert.ok(refused.every(call => isCode('insufficient_credits')(call.reason)))
    assert.match(refused[0]?.reason.message, /needs 1 credit and/)
    assert.deepEqual(await booksOf(work.accountId), { balance: 0, sum: 0, used: 50 })
  })

  it('reserve holds, settle keeps, release gives back', async () => {
    const work = await newAccount('fifty')
    assert.equal(await reserve(sql, plans, { ...work, operation: 'extract' }), 45)
    assert.deepEqual(await settle(sql, work.ref), { balance: 45, credits: 5 })
    const other = again(work)
    assert.equal(await reserve(sql, plans, { ...other, operation: 'extract' }), 40)
    assert.deepEqual(await releaseMany(sql, [other.ref]), { balance: 45, credits: 5 })
    assert.deepEqual(await booksOf(work.accountId), { balance: 45, sum: 45, used: 5 })
  })

  it('a piece of work ends once: settle and release race, only one of them counts', async () => {
    const work = await newAccount('fifty')
    for (let round = 0; round < 20; round++) {
      const call = again(work)
      await reserve(sql, plans, call)
      const ends = await Promise.all([
        settle(sql, call.ref),
        releaseMany(sql, [call.ref]),
        settle(sql, call.ref),
        releaseMany(sql, [call.ref]),
      ])
      assert.equal(ends.filter(end => end !== undefined).length, 1)
    }
    const books = await booksOf(work.accountId)
    assert.equal(books.balance, books.sum)
    assert.equal(books.balance, 50 - books.used)
  })

  it('24 callers of one account, half of whose calls fail, never wait for each other in a circle', async () => {
    const work = await newAccount('thousand')
    const many = openSql(target, { name: 'test-many', maxConnections: 24 })
    const callInTurn = async () => {
      for (let n = 0; n < 15; n++) {
        const call = again(work)
        await reserve(many, plans, call)
        if (n % 2 === 0) await releaseMany(many, [call.ref])
        // In a transaction, as a call is settled.
        else await inTransaction(many, transaction => settle(transaction, call.ref))
      }
    }
    await Promise.all(Array.from({ length: 24 }, callInTurn))
    await closeSql(many)
    const used = 24 * 7
    assert.deepEqual(await booksOf(work.accountId), {
      balance: 1000 - used,
      sum: 1000 - used,
      used,
    })
    await assertBooksBalance(sql)
  })

  it('what was held for many pieces becomes theirs once, and only while it is held', async () => {
    const work = await newAccount('fifty')
    const refs = Array.from({ length: 10 }, () => newId('item'))
    const batch = { ...work, operation: 'batchExtract' } as const
    assert.equal(await hold(sql, plans, { ...batch, count: 10 }), 0)
    await divideHold(sql, { ...batch, refs })
    await assert.rejects(divideHold(sql, { ...batch, refs: [newId('item')] }), /have gone back/)
    assert.equal(await releaseMany(sql, [work.ref]), undefined)
    assert.deepEqual(await releaseMany(sql, [refs[0] ?? '']), { balance: 5, credits: 5 })
    await settleMany(sql, refs)
    assert.deepEqual(await booksOf(work.accountId), { balance: 5, sum: 5, used: 45 })
    await assertBooksClosed(sql, work.accountId)
  })

  it('a reservation that is made after its caller gave up goes back', async () => {
    const work = await newAccount('fifty')
    const lost = Object.assign(new Error('no answer'), { code: 'ANSWER_TIMEOUT' })
    const reserved = Promise.withResolvers<void>()
    const slowly = async () => {
      setImmediate(() => void reserve(sql, plans, work).then(() => reserved.resolve()))
      throw lost
    }
    await assert.rejects(reserving(sql, [work.ref], slowly), lost)
    await reserved.promise
    await assertBooksClosed(sql, work.accountId)
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50, used: 0 })
  })

  it('what cannot go back now goes back when the database takes it', async () => {
    const work = await newAccount('fifty')
    await reserve(sql, plans, work)
    const impatient = openSql(target, {
      ...{ name: 'test-impatient', maxConnections: 1, statementTimeoutMs: 100 },
    })
    await inTransaction(sql, async holding => {
      await holding`update accounts set balance = balance where id = ${work.accountId}`
      assert.equal(await giveBack(impatient, [work.ref]), undefined)
    })
    await assertBooksClosed(sql, work.accountId)
    assert.deepEqual(await booksOf(work.accountId), { balance: 50, sum: 50, used: 0 })
    await closeSql(impatient)
  })

  it('the same work is not reserved twice', async () => {
    const work = await newAccount('fifty')
    await reserve(sql, plans, work)
    await assert.rejects(reserve(sql, plans, work), { code: '23505' })
    assert.equal((await booksOf(work.accountId)).balance, 49)
  })

  it('many pieces are reserved all or none', async () => {
    const work = await newAccount('fifty')
    const refs = (count: number) => Array.from({ length: count }, () => newId('item'))
    await assert.rejects(
      reserve(sql, plans, { ...work, refs: refs(51) }),
      isCode('insufficient_credits'),
    )
    assert.equal(await reserve(sql, plans, { ...work, refs: refs(50) }), 0)
    assert.deepEqual(await booksOf(work.accountId), { balance: 0, sum: 0, used: 0 })
  })

  it('a rolled back transaction leaves no trace', async () => {
    const work = await newAccount('fifty')
    const failing = inTransaction(sql, async transaction => {
      await reserve(transaction, plans, work)
      await settle(transaction, work.ref)
      throw new Error('no')
    })
    await assert.rejects(failing, /no/)
    assert.equal(await reserve(sql, plans, work), 49)
  })

  it('a plan without a limit charges the ledger and never refuses', async () => {
    const work = await newAccount('open')
    assert.equal(await reserve(sql, plans, work), null)
    await settle(sql, work.ref)
    assert.deepEqual(await booksOf(work.accountId), { balance: 0, sum: 0, used: 1 })
  })

  it('work reserved without a limit gives nothing back under a plan with one', async () => {
    const work = await newAccount('open')
    await reserve(sql, plans, work)
    await changePlan(sql, plans, { account: work.accountId, plan: 'fifty', actor: 't' })
    await releaseMany(sql, [work.ref])
    assert.equal((await booksOf(work.accountId)).balance, 50)
  })

  it('the month’s grant is booked once, however many ask', async () => {
    const work = await newAccount('fifty')
    const plan = plans.get('fifty')
    assert.ok(plan)
    const booked = await Promise.all(
      Array.from({ length: 20 }, () => grantMonth(sql, work.accountId, plan)),
    )
    assert.equal(booked.filter(Boolean).length, 1)
    assert.equal((await booksOf(work.accountId)).balance, 50)
  })

  it('a larger plan within the month grants the difference, a smaller one takes nothing back', async () => {
    const work = await newAccount('fifty')
    await reserve(sql, plans, work)
    await changePlan(sql, plans, { account: work.accountId, plan: 'hundred', actor: 't' })
    assert.equal((await booksOf(work.accountId)).balance, 99)
    await changePlan(sql, plans, { account: work.accountId, plan: 'fifty', actor: 't' })
    await changePlan(sql, plans, { account: work.accountId, plan: 'hundred', actor: 't' })
    assert.deepEqual(await booksOf(work.accountId), { balance: 99, sum: 99, used: 0 })
  })

  it('a new month expires what is left and grants anew', async () => {
    const work = await newAccount('fifty')
    await reserve(sql, plans, work)
    await sql`update accounts set granted_month = granted_month - interval '1 month'
      where id = ${work.accountId}`
    await sql`insert into ledger (account_id, kind, ref, operation, credits, delta)
      select account_id, 'grant', 'moved ' || ref, operation, 0, 0 from ledger
      where account_id = ${work.accountId} and kind = 'grant'`
    await sql`alter table ledger disable trigger all`
    await sql`update ledger set ref = 'last month ' || ref
      where account_id = ${work.accountId} and kind = 'grant' and credits > 0`
    await sql`alter table ledger enable trigger all`
    assert.equal(await reserve(sql, plans, again(work)), 49)
    const books = await booksOf(work.accountId)
    assert.equal(books.balance, books.sum)
  })

  it('the ledger cannot be changed', async () => {
    await assert.rejects(sql`update ledger set delta = 0`, /append-only/)
    await assert.rejects(sql`delete from ledger`, /append-only/)
  })

  it('a call whose process died gets its credits back, a batch item is left to its queue', async () => {
    const work = await newAccount('fifty')
    await reserve(sql, plans, work)
    const item = again(work)
    await reserve(sql, plans, { ...item, operation: 'batch' })
    assert.equal(await releaseAbandoned(sql), 0)
    await sql`alter table ledger disable trigger all`
    await sql`update ledger set at = at - interval '16 minutes'
      where account_id = ${work.accountId} and kind = 'reserve'`
    await sql`alter table ledger enable trigger all`
    await sql`update ledger_progress set ended_until = ended_until - interval '16 minutes'`
    assert.equal(await releaseAbandoned(sql), 1)
    assert.equal((await booksOf(work.accountId)).balance, 49)
    assert.equal(await settle(sql, work.ref), undefined)
  })

  it('an account on a plan without credits is refused with the figures', async () => {
    const work = await newAccount('none')
    await assert.rejects(
      reserve(sql, plans, { ...work, operation: 'extract' }),
      /needs 5 credits.* 0 left/,
    )
  })
})
