import { lockAccounts, releaseMany, settleMany } from '../accounts/credits.ts'
import type { Plans } from '../accounts/plans.ts'
import type { Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { type Ended, finishStore, type Outcome } from './finish-store.ts'
import { grow } from './grow.ts'
import type { EndedItem, Verdict } from './growth.ts'
import type { Kinds } from './kinds.ts'
import { countSettled, type Settling, settleRest, writeSettled } from './settle.ts'
import { refOf } from './store.ts'
import { hasEnded, type Tally, tallyStore } from './tally-store.ts'

export type FinishDeps = { plans: Plans; kinds: Kinds; queue: () => Pick<Queue, 'enqueue'> }

/** A harvest that some outcomes belong to. */
type Touched = { harvestId: string; hasWebhook: boolean; ended: boolean }

/** And the hosts whose lanes have new items. */
export type Finished = { touched: Touched[]; hosts: string[] }

/**
 * Writes outcomes with their charges, the counters, what the pages lead to and, with the last item,
 * the final status: in the caller's transaction. An item that was finished or cancelled before is
 * passed over, so a late or repeated worker changes nothing and charges nothing. (Statements that
 * need nothing of each other are sent together: the server takes them in order, and a way to it and
 * back costs more than most of them do.)
 */
export const finishItems = async (
  deps: FinishDeps,
  sql: Sql,
  outcomes: readonly Outcome[],
): Promise<Finished> => {
  if (outcomes.length === 0) return { touched: [], hosts: [] }
  const [tallies, open] = await Promise.all([
    tallyStore.lock(sql, [...new Set(outcomes.map(({ harvestId }) => harvestId))]),
    finishStore.open(sql, outcomes),
  ])
  const items = outcomes.flatMap((outcome): EndedItem[] => {
    const item = tallies.has(outcome.harvestId) && open.get(refOf(outcome))
    // The same item twice in one go counts once.
    open.delete(refOf(outcome))
    return item ? [{ ...item, outcome }] : []
  })
  if (items.length === 0) return { touched: [], hosts: [] }
  await lockAccounts(sql, deps.plans, accountsOf(deps.kinds, tallies, items))
  const hosts: string[] = []
  const ended: Ended[] = []
  const settled: Settling[] = []
  for (const [id, group] of Map.groupBy(items, ({ outcome }) => outcome.harvestId)) {
    const tally = tallies.get(id) as Tally
    const judgement = await deps.kinds[tally.kind].growth?.judge(sql, tally, group)
    ended.push(...count(tally, group, judgement?.verdicts ?? []))
    if (!judgement) continue
    settled.push(...countSettled(tally, judgement.settled))
    hosts.push(...(await grow(deps, sql, tally, judgement)))
    settled.push(...(await settleRest(deps, sql, tally)))
    for (const { name, payload } of judgement.jobs)
      await deps.queue().enqueue(sql, { name }, payload)
  }
  const over = ended.filter(({ isHeld }) => !isHeld)
  const refs = (isSpent: boolean) =>
    over.filter(one => (!one.skip && one.errorCode === undefined) === isSpent).map(refOf)
  const [charged] = await Promise.all([
    settleMany(sql, refs(true)),
    releaseMany(sql, refs(false)),
    finishStore.write(sql, ended),
  ])
  for (const one of ended)
    (tallies.get(one.harvestId) as Tally).creditsUsed += charged.get(refOf(one)) ?? 0
  await writeSettled(sql, settled)
  const touched = [...new Set(items.map(({ outcome }) => outcome.harvestId))].map(
    id => tallies.get(id) as Tally,
  )
  await tallyStore.save(sql, touched)
  return {
    hosts,
    touched: touched.map(tally => ({
      harvestId: tally.id,
      hasWebhook: tally.hasWebhook,
      ended: hasEnded(tally),
    })),
  }
}

/** Those whose balance may change: a page failed, or leads to others. */
const accountsOf = (
  kinds: Kinds,
  tallies: ReadonlyMap<string, Tally>,
  items: readonly EndedItem[],
): Tally[] =>
  items.flatMap(({ outcome }) => {
    const tally = tallies.get(outcome.harvestId)
    const isTouched = tally && (outcome.errorCode !== undefined || kinds[tally.kind].growth)
    return isTouched ? [tally] : []
  })

/** Each result or failure gets the next number, in order of completion. */
const count = (tally: Tally, items: readonly EndedItem[], verdicts: readonly Verdict[]): Ended[] =>
  items.map(({ outcome, wanted }, at) => {
    const verdict = verdicts[at]
    tally.visited++
    if (wanted) tally.counted--
    tally.servedTurn = Math.max(tally.servedTurn, outcome.turn)
    if (verdict === 'held') {
      tally.held++
      return { ...outcome, skip: undefined, isHeld: true, finishedAs: undefined }
    }
    tally.open--
    if (verdict) {
      tally.skipped[verdict] = (tally.skipped[verdict] ?? 0) + 1
      return { ...outcome, skip: verdict, isHeld: false, finishedAs: undefined }
    }
    const { errorCode } = outcome
    if (errorCode === undefined) tally.completed++
    else {
      tally.failed++
      tally.failures[errorCode] = (tally.failures[errorCode] ?? 0) + 1
    }
    const finishedAs = tally.completed + tally.failed
    return { ...outcome, skip: undefined, isHeld: false, finishedAs }
  })
