import { releaseMany, settleMany } from '../../base/accounts/credits.ts'
import type { Sql } from '../../base/db/sql.ts'
import { refOf } from './store.ts'

/** What became of one item; `result` is what it shows besides its address, compressed. */
export type Outcome = {
  batchId: string
  position: number
  turn: number
  result: Buffer
  /** Before it was compressed. */
  resultBytes: number
  errorCode: string | undefined
}

/** An item that is tried again, after a pause if there is one. */
export type Retry = { batchId: string; position: number; tries: number; pauseMs: number }

type Batch = { id: string; finished: number; hasWebhook: boolean }
/** A batch that some outcomes belong to. */
type Touched = { batchId: string; hasWebhook: boolean; ended: boolean }

/**
 * Writes outcomes with their charges, the counters and, with the last item, the final status: in
 * the caller's transaction. An item that was finished or cancelled before is passed over, so a late
 * or repeated worker changes nothing and charges nothing. (Statements that need nothing of each
 * other are sent together: the server takes them in order, and a way to it and back costs more than
 * most of them do.)
 */
export const finishItems = async (sql: Sql, outcomes: readonly Outcome[]): Promise<Touched[]> => {
  if (outcomes.length === 0) return []
  const [batches, open] = await Promise.all([
    lockBatches(sql, [...new Set(outcomes.map(outcome => outcome.batchId))]),
    openItems(sql, outcomes),
  ])
  // The same item twice in one go counts once.
  const ours = outcomes.filter(
    ({ batchId, position }) => batches.has(batchId) && open.delete(refOf(batchId, position)),
  )
  if (ours.length === 0) return []
  const numbered = ours.map(outcome => {
    const batch = batches.get(outcome.batchId) as Batch
    batch.finished++
    return { ...outcome, finishedAs: batch.finished }
  })
  const refs = (failed: boolean) =>
    ours
      .filter(({ errorCode }) => (errorCode !== undefined) === failed)
      .map(({ batchId, position }) => refOf(batchId, position))
  const [charged] = await Promise.all([
    settleMany(sql, refs(false)),
    releaseMany(sql, refs(true)),
    writeItems(sql, numbered),
  ])
  const ended = await countUp(sql, ours, charged)
  return [...new Set(ours.map(({ batchId }) => batchId))].map(batchId => ({
    batchId,
    hasWebhook: batches.get(batchId)?.hasWebhook ?? false,
    ended: ended.has(batchId),
  }))
}

/** In one order everywhere, so that two workers never wait for each other in a circle. */
const lockBatches = async (sql: Sql, ids: string[]): Promise<Map<string, Batch>> => {
  const rows = await sql<Batch[]>`
    select id, completed + failed as finished, webhook is not null as "hasWebhook" from batches
    where id = any(${ids}::text[]) and status = 'scraping' order by id for update`
  return new Map(rows.map(row => [row.id, row]))
}

/** After the lock, so that nobody can end them meanwhile. */
const openItems = async (sql: Sql, outcomes: readonly Outcome[]): Promise<Set<string>> => {
  const rows = await sql<{ batchId: string; position: number }[]>`
    select item.batch_id as "batchId", item.position
    from unnest(${outcomes.map(o => o.batchId)}::text[], ${outcomes.map(o => o.position)}::int[])
      as outcome (batch_id, position)
      cross join lateral (
        select batch_id, position, state from batch_items
        where batch_id = outcome.batch_id and position = outcome.position limit 1
      ) as item
    where item.state in ('waiting', 'queued')`
  return new Set(rows.map(row => refOf(row.batchId, row.position)))
}

const writeItems = async (
  sql: Sql,
  outcomes: readonly (Outcome & { finishedAs: number })[],
): Promise<void> => {
  // The client knows no arrays of bytes: all results go as one value, cut into pieces over there.
  const results = Buffer.concat(outcomes.map(o => o.result))
  const lengths = outcomes.map(o => o.result.length)
  const starts = lengths.map((_, at) => 1 + lengths.slice(0, at).reduce((a, b) => a + b, 0))
  await sql`
    update batch_items set
      state = case when outcome.error_code = '' then 'done' else 'failed' end,
      finished_as = outcome.finished_as,
      ready_at = null,
      result = substring(${results}::bytea from outcome.start for outcome.length),
      result_bytes = outcome.result_bytes,
      error_code = nullif(outcome.error_code, '')
    from unnest(
      ${outcomes.map(o => o.batchId)}::text[],
      ${outcomes.map(o => o.position)}::int[],
      ${outcomes.map(o => o.finishedAs)}::int[],
      ${starts}::int[],
      ${lengths}::int[],
      ${outcomes.map(o => o.resultBytes)}::int[],
      ${outcomes.map(o => o.errorCode ?? '')}::text[]
    ) as outcome (batch_id, position, finished_as, start, length, result_bytes, error_code)
    where batch_items.batch_id = outcome.batch_id and batch_items.position = outcome.position`
}

/** The ids of the batches that ended with these outcomes. */
const countUp = async (
  sql: Sql,
  outcomes: readonly Outcome[],
  charged: ReadonlyMap<string, number>,
): Promise<Set<string>> => {
  const credits = outcomes.map(o => charged.get(refOf(o.batchId, o.position)) ?? 0)
  const rows = await sql<{ id: string; ended: boolean }[]>`
    with counted as (
      select batch_id, count(*) - sum(failures) as completed, sum(failures) as failed, sum(credits) as credits, max(turn) as turn
      from unnest(
        ${outcomes.map(o => o.batchId)}::text[],
        ${outcomes.map(o => (o.errorCode === undefined ? 0 : 1))}::int[],
        ${credits}::bigint[],
        ${outcomes.map(o => o.turn)}::bigint[]
      ) as outcome (batch_id, failures, credits, turn) group by 1
    ), sums as (
      select batches.id, counted.credits, counted.turn,
        batches.completed + counted.completed as completed,
        batches.failed + counted.failed as failed,
        batches.completed + counted.completed + batches.failed + counted.failed = batches.total
          as ended
      from batches join counted on counted.batch_id = batches.id
    )
    update batches set
      completed = sums.completed,
      failed = sums.failed,
      credits_used = credits_used + sums.credits,
      served_turn = greatest(served_turn, sums.turn),
      status = case
        when not sums.ended then 'scraping'
        when sums.completed > 0 then 'completed' else 'failed' end,
      ended_at = case when sums.ended then now() end,
      expires_at = case when sums.ended then now() + interval '24 hours' else expires_at end
    from sums where batches.id = sums.id
    returning batches.id, sums.ended`
  return new Set(rows.filter(row => row.ended).map(row => row.id))
}

/** Only whoever holds an item's ticket may put it back. */
export const putBack = async (sql: Sql, retries: readonly Retry[]): Promise<void> => {
  if (retries.length === 0) return
  await sql`
    update batch_items set
      state = 'waiting',
      tries = retry.tries,
      ready_at = case when retry.pause_ms > 0
        then now() + make_interval(secs => retry.pause_ms / 1000.0) end
    from unnest(
      ${retries.map(r => r.batchId)}::text[],
      ${retries.map(r => r.position)}::int[],
      ${retries.map(r => r.tries)}::int[],
      ${retries.map(r => r.pauseMs)}::float8[]
    ) as retry (batch_id, position, tries, pause_ms)
    where batch_items.batch_id = retry.batch_id and batch_items.position = retry.position
      and state = 'queued'`
}

/** Waiting items never run; what is running finds its batch ended. Undefined: there is no such batch. */
export const cancelBatch = async (
  sql: Sql,
  wanted: { id: string; accountId: string },
): Promise<{ is: 'cancelled'; hasWebhook: boolean } | { is: 'ended' } | undefined> => {
  const [batch] = await sql<{ status: string; hasWebhook: boolean }[]>`
    select status, webhook is not null as "hasWebhook" from batches
    where id = ${wanted.id} and account_id = ${wanted.accountId} and expires_at > now() for update`
  if (!batch) return undefined
  if (batch.status !== 'scraping') return { is: 'ended' }
  const items = await sql<{ position: number }[]>`
    update batch_items set state = 'cancelled', ready_at = null
    where batch_id = ${wanted.id} and state in ('waiting', 'queued') returning position`
  await releaseMany(
    sql,
    items.map(({ position }) => refOf(wanted.id, position)),
  )
  await sql`
    update batches set status = 'cancelled', ended_at = now(),
      expires_at = now() + interval '24 hours'
    where id = ${wanted.id}`
  return { is: 'cancelled', hasWebhook: batch.hasWebhook }
}
