import { releaseMany, reserveUpTo } from '../accounts/credits.ts'
import type { Plans } from '../accounts/plans.ts'
import type { Sql } from '../db/sql.ts'
import { type Found, growStore, type SkippedRow } from './grow-store.ts'
import type { Candidate, Judgement } from './growth.ts'
import type { SkipReason } from './names.ts'
import { harvestStore, refOf } from './store.ts'
import { hasEnded, type Tally } from './tally-store.ts'
import { turnsOf } from './turns.ts'

/** URLs that are not read are remembered up to here; what comes after is only counted. */
const maxUnread = 100_000
/** How many pages may be visited in all, those outside the caller's patterns included. */
const visitsPerPage = 5

/**
 * Adds what was found to a harvest that is locked, never past its limit: what has no room is spare,
 * and may take the place of a page that turns out to be no result. The hosts that have new items.
 */
export const grow = async (
  deps: { plans: Plans },
  sql: Sql,
  tally: Tally,
  { candidates, closed, retired }: Pick<Judgement, 'candidates' | 'closed' | 'retired'>,
): Promise<string[]> => {
  if (closed.length > 0)
    await skipRows(sql, tally, await growStore.skipTemplates(sql, tally.id, closed), 'trap')
  if (retired.length > 0)
    await skipRows(sql, tally, await growStore.retire(sql, tally.id, retired), 'duplicate')
  if (isFull(tally)) await stopVisits(sql, tally)
  const unreadBefore = Object.values(tally.skipped).reduce((sum, n) => sum + n, 0)
  const found = candidates.map(candidate => number(tally, candidate))
  const visits = found.filter(({ wanted, skip }) => !wanted && !skip)
  const wanted = found.filter(({ wanted, skip }) => wanted && !skip)
  const room = (tally.pageLimit ?? 0) - tally.completed - tally.failed - tally.counted
  const spares = room > 0 && hasSpares(tally) ? await growStore.spares(sql, tally.id, room) : []
  const line = [...spares, ...wanted]
  const admitted = line.slice(0, await pay(deps, sql, tally, line.slice(0, Math.max(0, room))))
  const spare = line.slice(admitted.length)
  add(tally, 'limit', spare.length - spares.length)
  const items = await takeTurns(sql, tally, [...admitted, ...visits])
  const isOld = new Set(spares.map(({ position }) => position))
  await Promise.all([
    growStore.promote(
      sql,
      tally.id,
      items.filter(({ position }) => isOld.has(position)),
    ),
    growStore.insert(sql, tally.id, rowsOf(found, items, unreadBefore)),
  ])
  tally.open += items.length
  tally.counted += admitted.length
  conclude(tally)
  return items.map(({ host }) => host)
}

type Numbered = Candidate & { position: number }
type Placed = { position: number; host: string; turn: number; laneTurn: number }

const number = (tally: Tally, candidate: Candidate): Numbered => {
  const mayVisit =
    !isFull(tally) && tally.visited + tally.open < visitsPerPage * (tally.pageLimit ?? 0)
  const skip = candidate.skip ?? (candidate.wanted || mayVisit ? undefined : 'excluded')
  tally.discovered++
  if (skip) add(tally, skip, 1)
  return { ...candidate, skip, position: tally.nextPosition++ }
}

/** Every result and failure that there may be is there: nothing that is found can become one. */
const isFull = ({ completed, failed, pageLimit }: Tally) => completed + failed >= (pageLimit ?? 0)

const stopVisits = async (sql: Sql, tally: Tally): Promise<void> => {
  tally.discovering = false
  const stopped = await growStore.skipWaiting(sql, tally.id)
  tally.open -= stopped
  add(tally, 'limit', stopped)
}

const hasSpares = (tally: Tally) => (tally.skipped.limit ?? 0) > 0

const add = (tally: Tally, reason: SkipReason, count: number) => {
  if (count !== 0) tally.skipped[reason] = (tally.skipped[reason] ?? 0) + count
}

/** How many the balance carries: the harvest goes on with those. */
const pay = (
  deps: { plans: Plans },
  sql: Sql,
  tally: Tally,
  items: readonly { position: number }[],
): Promise<number> => {
  const { id, accountId, keyId, plan, operation } = tally
  const refs = items.map(({ position }) => refOf({ harvestId: id, position }))
  return reserveUpTo(sql, deps.plans, { accountId, keyId, plan, operation, ref: id, refs })
}

/** New items go on from the last ones of their harvest, in every line they stand in. */
const takeTurns = async (
  sql: Sql,
  tally: Tally,
  items: readonly { position: number; host: string }[],
): Promise<Placed[]> => {
  if (items.length === 0) return []
  const hosts = items.map(({ host }) => host)
  const [servedTurn, lanes] = await Promise.all([
    harvestStore.servedTurn(sql),
    growStore.extendLanes(sql, tally, hosts),
  ])
  const start = Math.max(servedTurn, tally.nextTurn)
  tally.nextTurn = start + items.length * tally.stride
  const turns = turnsOf(hosts, {
    servedTurn: start,
    activeHarvests: tally.stride,
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
): Found[] => {
  const placed = new Map(items.map(item => [item.position, item]))
  let unread = unreadBefore
  return found.flatMap((one): Found[] => {
    const { turn, laneTurn } = placed.get(one.position) ?? { turn: 0, laneTurn: 0 }
    if (turn > 0) return [{ ...one, turn, laneTurn, state: 'waiting' }]
    if (unread++ >= maxUnread) return []
    return [{ ...one, turn, laneTurn, state: one.skip ? 'skipped' : 'spare' }]
  })
}

/** What waited, and is not read: behind a trap, or known by another address. */
const skipRows = async (
  sql: Sql,
  tally: Tally,
  gone: readonly SkippedRow[],
  reason: SkipReason,
): Promise<void> => {
  const waiting = gone.filter(({ wasSpare }) => !wasSpare)
  await releaseMany(
    sql,
    waiting.map(({ position }) => refOf({ harvestId: tally.id, position })),
  )
  tally.open -= waiting.length
  tally.counted -= waiting.filter(({ wanted }) => wanted).length
  add(tally, 'limit', waiting.length - gone.length)
  add(tally, reason, gone.length)
}

export const conclude = (tally: Tally): void => {
  const { completed, failed, counted, pageLimit } = tally
  if (!hasEnded(tally)) {
    tally.total = Math.max(tally.total, completed + failed + counted)
    return
  }
  tally.total = completed + failed
  if (hasSpares(tally) && tally.total < (pageLimit ?? 0))
    tally.warning = joined(
      tally.warning,
      `The account’s credits ended: ${tally.skipped.limit} pages that were found were not read.`,
    )
}

const joined = (before: string | null, more: string) => (before ? `${before} ${more}` : more)
