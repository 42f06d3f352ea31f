import { releaseMany, settleMany } from '../accounts/credits.ts'
import type { Sql } from '../db/sql.ts'
import { finishStore, type SettledItem } from './finish-store.ts'
import { conclude } from './grow.ts'
import type { Settled } from './growth.ts'
import type { Kinds } from './kinds.ts'
import { refOf } from './store.ts'
import type { Tally } from './tally-store.ts'

/** A page that was held, and what becomes of it. */
export type Settling = SettledItem & { tally: Tally }

/** While a page was held its place was free for its canonical page: there may be none left. */
export const countSettled = (tally: Tally, settled: readonly Settled[]): Settling[] =>
  settled.map(({ position, skip: why }) => {
    const { completed, failed, counted, pageLimit } = tally
    const skip = why ?? (completed + failed + counted < (pageLimit ?? 0) ? undefined : 'limit')
    tally.open--
    tally.held--
    if (skip) tally.skipped[skip] = (tally.skipped[skip] ?? 0) + 1
    else tally.completed++
    const finishedAs = skip ? undefined : tally.completed + tally.failed
    return { tally, harvestId: tally.id, position, skip, finishedAs }
  })

/** Where nothing is left to wait for, what is held is settled as it is. */
export const settleRest = async (
  { kinds }: { kinds: Kinds },
  sql: Sql,
  tally: Tally,
): Promise<Settling[]> => {
  const isLeft = tally.held > 0 && tally.open === tally.held && !tally.discovering
  const { growth } = kinds[tally.kind]
  if (!isLeft || !growth) return []
  const settled = countSettled(tally, await growth.settle(sql, tally))
  conclude(tally)
  return settled
}

export const writeSettled = async (sql: Sql, settled: readonly Settling[]): Promise<void> => {
  if (settled.length === 0) return
  const [charged] = await Promise.all([
    settleMany(sql, settled.filter(({ skip }) => !skip).map(refOf)),
    releaseMany(sql, settled.filter(({ skip }) => skip).map(refOf)),
    finishStore.settle(sql, settled),
  ])
  for (const one of settled) one.tally.creditsUsed += charged.get(refOf(one)) ?? 0
}
