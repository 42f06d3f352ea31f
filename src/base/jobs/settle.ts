import { releaseMany, settleMany } from '../accounts/credits.ts'
import type { Sql } from '../db/sql.ts'
import { finishStore, type SettledItem } from './finish-store.ts'
import { conclude, type Settled } from './frontier.ts'
import type { JobKinds } from './kinds.ts'
import { refOf } from './store.ts'
import type { JobTotals } from './totals-store.ts'

/** A page that was held, and what becomes of it. */
export type Settling = SettledItem & { totals: JobTotals }

/** While a page was held its place was free for its canonical page: there may be none left. */
export const countSettled = (totals: JobTotals, settled: readonly Settled[]): Settling[] =>
  settled.map(({ position, skip: why }) => {
    const { completed, failed, counted, pageLimit } = totals
    const skip = why ?? (completed + failed + counted < (pageLimit ?? 0) ? undefined : 'limit')
    totals.open--
    totals.held--
    if (skip) totals.skipped[skip] = (totals.skipped[skip] ?? 0) + 1
    else totals.completed++
    const finishedAs = skip ? undefined : totals.completed + totals.failed
    return { totals, jobId: totals.id, position, skip, finishedAs }
  })

/** Where nothing is left to wait for, what is held is settled as it is. */
export const settleRest = async (
  { kinds }: { kinds: JobKinds },
  sql: Sql,
  totals: JobTotals,
): Promise<Settling[]> => {
  const isLeft = totals.held > 0 && totals.open === totals.held && !totals.discovering
  const { growth } = kinds[totals.kind]
  if (!isLeft || !growth) return []
  const settled = countSettled(totals, await growth.settle(sql, totals))
  conclude(totals)
  return settled
}

export const writeSettled = async (sql: Sql, settled: readonly Settling[]): Promise<void> => {
  if (settled.length === 0) return
  const [charged] = await Promise.all([
    settleMany(sql, settled.filter(({ skip }) => !skip).map(refOf)),
    releaseMany(sql, settled.filter(({ skip }) => skip).map(refOf)),
    finishStore.settle(sql, settled),
  ])
  for (const one of settled) one.totals.creditsUsed += charged.get(refOf(one)) ?? 0
}
