import { counted } from '../../kit/counted.ts'
import { AppError } from '../../kit/errors.ts'
import type { Sql } from '../db/sql.ts'
import { creditStore, type Ended } from './credit-store.ts'
import { type Plan, type Plans, planNamed } from './plans.ts'
import { type Extra, type Extras, type OnExtra, type Operation, prices } from './prices.ts'

export type Work = {
  accountId: string
  keyId: string
  plan: string
  operation: Operation
  /** Names the piece of work; the same ref is never reserved twice nor ended twice. */
  ref: string
}

/** `null` on plans without a limit. */
type Remaining = number | null

/**
 * Credits are reserved before work starts and settled or released when it ends, both in whatever
 * transaction the caller passes. A reservation that the balance cannot carry is a 402.
 */
export const reserve = (
  sql: Sql,
  plans: Plans,
  work: Work & { refs?: readonly string[] },
): Promise<Remaining> => {
  const { operation, refs = [work.ref] } = work
  return take(sql, plans, { ...work, operation, refs, credits: prices[operation] })
}

/**
 * One reservation, named by the ref, for so many pieces of work that are written afterwards: their
 * transaction makes theirs of it (`divideHold`), and nobody waits for the account's row meanwhile.
 */
export const hold = (
  sql: Sql,
  plans: Plans,
  work: Work & { count: number },
): Promise<Remaining> => {
  const credits = prices[work.operation] * work.count
  return take(sql, plans, { ...work, operation: 'hold', refs: [work.ref], credits })
}

export const divideHold = async (
  sql: Sql,
  { ref, operation, refs }: Pick<Work, 'ref' | 'operation'> & { refs: readonly string[] },
): Promise<void> => {
  if (!(await creditStore.divide(sql, ref, { operation, refs })))
    throw new Error(`The credits that were held for ${ref} have gone back.`)
}

const take = async (
  sql: Sql,
  plans: Plans,
  work: Omit<Work, 'operation'> & { operation: string; refs: readonly string[]; credits: number },
): Promise<Remaining> => {
  const plan = planNamed(plans, work.plan)
  const limited = plan.creditsPerMonth !== null
  const reservation = { ...work, limited }
  let reserved = await creditStore.reserve(sql, reservation)
  if (!reserved && limited) {
    // The month may be new. Another process may have booked its grant meanwhile: try in any case.
    await grantMonth(sql, work.accountId, plan)
    reserved = await creditStore.reserve(sql, reservation)
  }
  if (reserved) return limited ? reserved.balance : null
  const needed = work.credits * work.refs.length
  const account = await creditStore.balance(sql, work.accountId)
  throw new AppError(
    'insufficient_credits',
    `This call needs ${counted(needed, 'credit')} and the account has ${account} left this month.`,
  )
}

/**
 * The same for as many of the refs as the balance carries, in their order; how many that are. The
 * account is locked, so that nobody spends what was counted on.
 */
export const reserveUpTo = async (
  sql: Sql,
  plans: Plans,
  work: Work & { refs: readonly string[] },
): Promise<number> => {
  if (work.refs.length === 0) return 0
  const plan = planNamed(plans, work.plan)
  const limited = plan.creditsPerMonth !== null
  const credits = prices[work.operation]
  let carried = work.refs.length
  if (limited) {
    const account = await creditStore.lock(sql, [work.accountId])
    if (!account.get(work.accountId)?.isOfThisMonth) await grantMonth(sql, work.accountId, plan)
    const balance = await creditStore.balance(sql, work.accountId)
    carried = Math.min(carried, Math.floor(balance / credits))
  }
  if (carried === 0) return 0
  const refs = work.refs.slice(0, carried)
  const reserved = await creditStore.reserve(sql, { ...work, refs, credits, limited })
  return reserved ? carried : 0
}

/**
 * Before balances of several accounts are changed in one transaction: in one order everywhere. One
 * alone is locked by the statement that changes it, and without a limit nothing is changed.
 */
export const lockAccounts = async (
  sql: Sql,
  plans: Plans,
  accounts: readonly { accountId: string; plan: string }[],
): Promise<void> => {
  const limited = accounts.filter(({ plan }) => planNamed(plans, plan).creditsPerMonth !== null)
  const ids = new Set(limited.map(({ accountId }) => accountId))
  if (ids.size > 1) await creditStore.lock(sql, [...ids])
}

/**
 * The work is done: what was reserved is charged, or less where it turned out cheaper. Undefined if
 * it had ended before.
 */
export const settle = async (
  sql: Sql,
  ref: string,
  credits?: number,
): Promise<Ended | undefined> => {
  const ended = await (credits === undefined
    ? creditStore.settle(sql, ref)
    : creditStore.settleFor(sql, ref, credits))
  creditCounter.settled += ended?.credits ?? 0
  return ended
}

/**
 * What a piece of work that was just settled costs besides, so many times: as often as the balance
 * carries it, since the work is done. How often that was.
 */
const chargeMore = async (sql: Sql, plans: Plans, work: Work, times: number): Promise<number> => {
  const refs = Array.from({ length: times }, (_, at) => `${work.ref}/${work.operation}/${at + 1}`)
  const carried = await reserveUpTo(sql, plans, { ...work, refs })
  await settleMany(sql, refs.slice(0, carried))
  return carried * prices[work.operation]
}

/** Counts while the work is done. */
export const createExtras = (): { counts: Extras; add: OnExtra } => {
  const counts: Extras = {}
  return {
    counts,
    add(extra, times) {
      counts[extra] = (counts[extra] ?? 0) + times
    },
  }
}

/** How often each is charged: the first page that was recognised is in the price of the work. */
const chargedTimes = ({ ocrPage = 0, wayPage = 0 }: Extras): [Extra, number][] =>
  (
    [
      ['ocrPage', ocrPage - 1],
      ['wayPage', wayPage],
    ] as [Extra, number][]
  ).filter(([, times]) => times > 0)

export const costsMore = (extras: Extras): boolean => chargedTimes(extras).length > 0

/** What was charged for all of them. */
export const chargeExtras = async (
  sql: Sql,
  plans: Plans,
  work: Omit<Work, 'operation'>,
  extras: Extras,
): Promise<number> => {
  let credits = 0
  for (const [operation, times] of chargedTimes(extras))
    credits += await chargeMore(sql, plans, { ...work, operation }, times)
  return credits
}

/**
 * The same for many pieces of work at once; those that ended before are passed over. What was
 * charged for each.
 */
export const settleMany = async (
  sql: Sql,
  refs: readonly string[],
): Promise<Map<string, number>> => {
  const charged = await creditStore.settleMany(sql, refs)
  for (const credits of charged.values()) creditCounter.settled += credits
  return charged
}

/** The same where some turned out cheaper than what was reserved for them. */
export const settleEach = async (
  sql: Sql,
  works: readonly Spent[],
): Promise<Map<string, number>> => {
  const whole = works.filter(({ credits }) => credits === undefined)
  const charged = await settleMany(
    sql,
    whole.map(({ ref }) => ref),
  )
  for (const { ref, credits } of works)
    if (credits !== undefined) charged.set(ref, (await settle(sql, ref, credits))?.credits ?? 0)
  return charged
}

/** A piece of work that is done, and what it costs where that is not all that was reserved. */
export type Spent = { ref: string; credits?: number | undefined }

export const releaseMany = async (
  sql: Sql,
  refs: readonly string[],
): Promise<Ended | undefined> => {
  const ended = await creditStore.release(sql, refs)
  creditCounter.released += ended?.credits ?? 0
  return ended
}

/**
 * Books the month's grant once, however many processes try. Credits do not pile up: what is left
 * of the month before expires. A larger plan within the month books the difference.
 */
export const grantMonth = (sql: Sql, accountId: string, plan: Plan): Promise<boolean> =>
  creditStore.grantMonth(sql, accountId, plan.creditsPerMonth ?? 0)

/** Calls whose process died between reserve and settle get their credits back. */
export const releaseAbandoned = (sql: Sql): Promise<number> =>
  creditStore.releaseAbandoned(sql, abandonedAfterMinutes)

/** Longer than any call can take: its deadline is minutes, and batch items end by their queue. */
const abandonedAfterMinutes = 15

/**
 * Credits that work in this process came to, for `/metrics`. Counted here and read there: they end
 * deep within transactions, where no registry is at hand.
 */
export const creditCounter = { settled: 0, released: 0 }
