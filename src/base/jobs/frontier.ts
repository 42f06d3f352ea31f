import { releaseMany, reserveUpTo } from '../accounts/credits.ts'
import type { Plans } from '../accounts/plans.ts'
import type { Sql } from '../db/sql.ts'
import { turnsOf } from './fair-queueing.ts'
import type { ItemOutcome } from './finish-store.ts'
import { frontierStore, type NumberedUrl, type SkippedRow } from './frontier-store.ts'
import type { SkipReason } from './kinds-and-states.ts'
import { jobStore, type LoadedItem, refOf } from './store.ts'
import { hasEnded, type JobTotals } from './totals-store.ts'

/** URLs that are not read are remembered up to here; what comes after is only counted. */
const maxUnread = 100_000
/** How many pages may be visited in all, those outside the caller's patterns included. */
const visitsPerPage = 5

/**
 * Adds what was found to a job that is locked, never past its limit: what has no room is spare,
 * and may take the place of a page that turns out to be no result. The hosts that have new items.
 */
export const growFrontier = async (
  deps: { plans: Plans },
  sql: Sql,
  totals: JobTotals,
  { candidates, closed, retired }: Pick<Judgement, 'candidates' | 'closed' | 'retired'>,
): Promise<string[]> => {
  if (closed.length > 0)
    await skipRows(sql, totals, await frontierStore.skipTemplates(sql, totals.id, closed), 'trap')
  if (retired.length > 0)
    await skipRows(sql, totals, await frontierStore.retire(sql, totals.id, retired), 'duplicate')
  if (isFull(totals)) await stopVisits(sql, totals)
  const unreadBefore = Object.values(totals.skipped).reduce((sum, n) => sum + n, 0)
  const found = candidates.map(candidate => number(totals, candidate))
  const visits = found.filter(({ wanted, skip }) => !wanted && !skip)
  const wanted = found.filter(({ wanted, skip }) => wanted && !skip)
  const room = (totals.pageLimit ?? 0) - totals.completed - totals.failed - totals.counted
  const spares =
    room > 0 && hasSpares(totals) ? await frontierStore.spares(sql, totals.id, room) : []
  const line = [...spares, ...wanted]
  const admitted = line.slice(0, await pay(deps, sql, totals, line.slice(0, Math.max(0, room))))
  const spare = line.slice(admitted.length)
  add(totals, 'limit', spare.length - spares.length)
  const items = await takeTurns(sql, totals, [...admitted, ...visits])
  const isOld = new Set(spares.map(({ position }) => position))
  await Promise.all([
    frontierStore.promote(
      sql,
      totals.id,
      items.filter(({ position }) => isOld.has(position)),
    ),
    frontierStore.insert(sql, totals.id, rowsOf(found, items, unreadBefore)),
  ])
  totals.open += items.length
  totals.counted += admitted.length
  conclude(totals)
  return items.map(({ host }) => host)
}

type Numbered = FrontierUrl & { position: number }
type Placed = { position: number; host: string; turn: number; laneTurn: number }

const number = (totals: JobTotals, candidate: FrontierUrl): Numbered => {
  const mayVisit =
    !isFull(totals) && totals.visited + totals.open < visitsPerPage * (totals.pageLimit ?? 0)
  const skip = candidate.skip ?? (candidate.wanted || mayVisit ? undefined : 'excluded')
  totals.discovered++
  if (skip) add(totals, skip, 1)
  return { ...candidate, skip, position: totals.nextPosition++ }
}

/** Every result and failure that there may be is there: nothing that is found can become one. */
const isFull = ({ completed, failed, pageLimit }: JobTotals) =>
  completed + failed >= (pageLimit ?? 0)

const stopVisits = async (sql: Sql, totals: JobTotals): Promise<void> => {
  totals.discovering = false
  const stopped = await frontierStore.skipWaiting(sql, totals.id)
  totals.open -= stopped
  add(totals, 'limit', stopped)
}

const hasSpares = (totals: JobTotals) => (totals.skipped.limit ?? 0) > 0

const add = (totals: JobTotals, reason: SkipReason, count: number) => {
  if (count !== 0) totals.skipped[reason] = (totals.skipped[reason] ?? 0) + count
}

/** How many the balance carries: the job goes on with those. */
const pay = (
  deps: { plans: Plans },
  sql: Sql,
  totals: JobTotals,
  items: readonly { position: number }[],
): Promise<number> => {
  const { id, accountId, keyId, plan, operation } = totals
  const refs = items.map(({ position }) => refOf({ jobId: id, position }))
  return reserveUpTo(sql, deps.plans, { accountId, keyId, plan, operation, ref: id, refs })
}

/** New items go on from the last ones of their job, in every line they stand in. */
const takeTurns = async (
  sql: Sql,
  totals: JobTotals,
  items: readonly { position: number; host: string }[],
): Promise<Placed[]> => {
  if (items.length === 0) return []
  const hosts = items.map(({ host }) => host)
  const [servedTurn, lanes] = await Promise.all([
    jobStore.servedTurn(sql),
    frontierStore.extendHosts(sql, totals, hosts),
  ])
  const start = Math.max(servedTurn, totals.nextTurn)
  totals.nextTurn = start + items.length * totals.stride
  const turns = turnsOf(hosts, {
    servedTurn: start,
    activeJobs: totals.stride,
    servedTurnOf: host => lanes.get(host) ?? 0,
  })
  return items.map(({ position, host }, at) => ({
    position,
    host,
    ...(turns[at] ?? { turn: 0, laneTurn: 0 }),
  }))
}

const rowsOf = (
  found: readonly Numbered[],
  items: readonly Placed[],
  unreadBefore: number,
): NumberedUrl[] => {
  const placed = new Map(items.map(item => [item.position, item]))
  let unread = unreadBefore
  return found.flatMap((one): NumberedUrl[] => {
    const { turn, laneTurn } = placed.get(one.position) ?? { turn: 0, laneTurn: 0 }
    if (turn > 0) return [{ ...one, turn, laneTurn, state: 'waiting' }]
    if (unread++ >= maxUnread) return []
    return [{ ...one, turn, laneTurn, state: one.skip ? 'skipped' : 'spare' }]
  })
}

/** What waited, and is not read: behind a trap, or known by another address. */
const skipRows = async (
  sql: Sql,
  totals: JobTotals,
  gone: readonly SkippedRow[],
  reason: SkipReason,
): Promise<void> => {
  const waiting = gone.filter(({ wasSpare }) => !wasSpare)
  await releaseMany(
    sql,
    waiting.map(({ position }) => refOf({ jobId: totals.id, position })),
  )
  totals.open -= waiting.length
  totals.counted -= waiting.filter(({ wanted }) => wanted).length
  add(totals, 'limit', waiting.length - gone.length)
  add(totals, reason, gone.length)
}

export const conclude = (totals: JobTotals): void => {
  const { completed, failed, counted, pageLimit } = totals
  if (!hasEnded(totals)) {
    totals.total = Math.max(totals.total, completed + failed + counted)
    return
  }
  totals.total = completed + failed
  if (hasSpares(totals) && totals.total < (pageLimit ?? 0))
    totals.warning = joined(
      totals.warning,
      `The account’s credits ended: ${totals.skipped.limit} pages that were found were not read.`,
    )
}

/** What a job warns of is told one after the other. */
export const joined = (before: string | null, more: string) => (before ? `${before} ${more}` : more)

/** A URL that was found and is not known yet. */
export type FrontierUrl = {
  url: string
  key: Buffer
  host: string
  depth: number
  /** The URL of a page, `sitemap` or `start`. */
  foundOn: string
  parent: number | undefined
  template: Buffer | undefined
  /** False: it is read for its links alone. */
  wanted: boolean
  /** Why it is not read at all. */
  skip: SkipReason | undefined
}

/** What a page that was read says besides its result; only its product knows what it means. */
export type Followed = object

/** The end of an item of a growing job. */
export type EndedItem = {
  outcome: ItemOutcome
  url: string
  position: number
  depth: number
  parent: number | null
  wanted: boolean
  /** As hexadecimal. */
  key: string | null
  foundOn: string | null
}

/** Why a page is no result; or that it is one only if another page is not: `held`. */
export type Verdict = SkipReason | 'held' | undefined

/** What became of a page that was held. */
export type Settled = { position: number; skip: SkipReason | undefined }

export type Judgement = {
  /** For each of the items. */
  verdicts: Verdict[]
  /** Pages that were held before, and are not any more. */
  settled: Settled[]
  /** None of them known, each once. */
  candidates: FrontierUrl[]
  /** Work that begins with the end of these items. */
  jobs: { name: string; payload: object }[]
  /** Templates of URLs that turned out to be traps: what waits of them is skipped. */
  closed: Buffer[]
  /** What waits, and turned out to be known. */
  retired: number[]
}

/** How a job grows: what its pages lead to is added by the transaction that ends them. */
export type Frontier<Answer> = {
  /** In the worker, before that transaction. */
  follow(item: LoadedItem, answer: Answer): Followed | undefined
  /** In it, with the job locked. */
  judge(sql: Sql, job: JobTotals, items: readonly EndedItem[]): Promise<Judgement>
  /** All that is held, once nothing else is left that it could wait for. */
  settle(sql: Sql, job: JobTotals): Promise<Settled[]>
}
