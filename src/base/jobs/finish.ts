import {
  chargeExtras,
  costsMore,
  lockAccounts,
  releaseMany,
  settleEach,
} from '../accounts/credits.ts'
import type { Plans } from '../accounts/plans.ts'
import type { Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { type Ended, finishStore, type ItemOutcome } from './finish-store.ts'
import { type EndedItem, growFrontier, type Verdict } from './frontier.ts'
import type { JobKinds } from './kinds.ts'
import { countSettled, type Settling, settleRest, writeSettled } from './settle.ts'
import { refOf } from './store.ts'
import { hasEnded, type JobTotals, totalsStore } from './totals-store.ts'

export type FinishDeps = { plans: Plans; kinds: JobKinds; queue: Pick<Queue, 'enqueue'> }

/** A job that some outcomes belong to. */
type Touched = { jobId: string; hasWebhook: boolean; ended: boolean }

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
  outcomes: readonly ItemOutcome[],
  /** Asked right behind the last statement, whose answer nobody needs. */
  after: (finished: Finished) => Promise<void> = async () => undefined,
): Promise<Finished> => {
  const none: Finished = { touched: [], hosts: [] }
  if (outcomes.length === 0) return after(none).then(() => none)
  const [allTotals, open] = await Promise.all([
    totalsStore.lock(sql, [...new Set(outcomes.map(({ jobId }) => jobId))]),
    finishStore.open(sql, outcomes),
  ])
  const items = outcomes.flatMap((outcome): EndedItem[] => {
    const item = allTotals.has(outcome.jobId) && open.get(refOf(outcome))
    // The same item twice in one go counts once.
    open.delete(refOf(outcome))
    return item ? [{ ...item, outcome }] : []
  })
  if (items.length === 0) return after(none).then(() => none)
  await lockAccounts(sql, deps.plans, accountsOf(deps.kinds, allTotals, items))
  const hosts: string[] = []
  const ended: Ended[] = []
  const settled: Settling[] = []
  for (const [id, group] of Map.groupBy(items, ({ outcome }) => outcome.jobId)) {
    const totals = allTotals.get(id) as JobTotals
    const judgement = await deps.kinds[totals.kind].growth?.judge(sql, totals, group)
    ended.push(...count(totals, group, judgement?.verdicts ?? []))
    if (!judgement) continue
    settled.push(...countSettled(totals, judgement.settled))
    hosts.push(...(await growFrontier(deps, sql, totals, judgement)))
    settled.push(...(await settleRest(deps, sql, totals)))
    for (const { name, payload } of judgement.jobs) await deps.queue.enqueue(sql, { name }, payload)
  }
  const over = ended.filter(({ isHeld }) => !isHeld)
  const isSpent = (one: Ended) => !one.skip && one.errorCode === undefined
  const spent = over.filter(isSpent)
  const [charged] = await Promise.all([
    settleEach(
      sql,
      spent.map(one => ({ ref: refOf(one), credits: one.credits })),
    ),
    releaseMany(sql, over.filter(one => !isSpent(one)).map(refOf)),
    finishStore.write(sql, ended),
  ])
  for (const one of spent) {
    const { extras = {} } = one
    const { accountId, keyId, plan } = allTotals.get(one.jobId) as JobTotals
    const ref = refOf(one)
    const before = charged.get(ref)
    if (before === undefined || !costsMore(extras)) continue
    const more = { accountId, keyId, plan, ref }
    charged.set(ref, before + (await chargeExtras(sql, deps.plans, more, extras)))
  }
  for (const one of ended)
    (allTotals.get(one.jobId) as JobTotals).creditsUsed += charged.get(refOf(one)) ?? 0
  await writeSettled(sql, settled)
  const touched = [...new Set(items.map(({ outcome }) => outcome.jobId))].map(
    id => allTotals.get(id) as JobTotals,
  )
  const finished: Finished = {
    hosts,
    touched: touched.map(totals => ({
      jobId: totals.id,
      hasWebhook: totals.hasWebhook,
      ended: hasEnded(totals),
    })),
  }
  await Promise.all([totalsStore.save(sql, touched), after(finished)])
  return finished
}

/** Those whose balance may change: a page failed, was cheaper or dearer, or leads to others. */
const accountsOf = (
  kinds: JobKinds,
  allTotals: ReadonlyMap<string, JobTotals>,
  items: readonly EndedItem[],
): JobTotals[] =>
  items.flatMap(({ outcome }) => {
    const totals = allTotals.get(outcome.jobId)
    const { errorCode, credits, extras = {} } = outcome
    const isSame = errorCode === undefined && credits === undefined && !costsMore(extras)
    const isTouched = totals && (!isSame || kinds[totals.kind].growth)
    return isTouched ? [totals] : []
  })

/** Each result or failure gets the next number, in order of completion. */
const count = (
  totals: JobTotals,
  items: readonly EndedItem[],
  verdicts: readonly Verdict[],
): Ended[] =>
  items.map(({ outcome, wanted }, at) => {
    const verdict = verdicts[at]
    totals.visited++
    if (wanted) totals.counted--
    totals.servedTurn = Math.max(totals.servedTurn, outcome.turn)
    if (verdict === 'held') {
      totals.held++
      return { ...outcome, skip: undefined, isHeld: true, finishedAs: undefined }
    }
    totals.open--
    if (verdict) {
      totals.skipped[verdict] = (totals.skipped[verdict] ?? 0) + 1
      return { ...outcome, skip: verdict, isHeld: false, finishedAs: undefined }
    }
    const { errorCode } = outcome
    if (errorCode === undefined) totals.completed++
    else {
      totals.failed++
      totals.failures[errorCode] = (totals.failures[errorCode] ?? 0) + 1
    }
    const finishedAs = totals.completed + totals.failed
    return { ...outcome, skip: undefined, isHeld: false, finishedAs }
  })
