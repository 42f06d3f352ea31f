import { releaseMany, settleMany } from '../../accounts/credits.ts'
import type { Sql } from '../../db/sql.ts'
import { refOf } from './store.ts'

/** What became of one item; `result` is what it shows besides its address, compressed. */
export type Outcome = {
  batchId: string
  position: number
  result: Buffer
  errorCode: string | undefined
}

type Batch = { id: string; finished: number; total: number }

/**
 * Writes outcomes with their charges, the counters and, with the last item, the final status: in
 * the caller's transaction. An item that was finished or cancelled before is passed over, so a late
 * or repeated worker changes nothing and charges nothing. Returns the batches that ended.
 */
export const finishItems = async (sql: Sql, outcomes: readonly Outcome[]): Promise<string[]> => {
  const batches = await lockBatches(sql, [...new Set(outcomes.map(outcome => outcome.batchId))])
  const open = await keepWaiting(
    sql,
    outcomes.filter(outcome => batches.has(outcome.batchId)),
  )
  if (open.length === 0) return []
  const numbered = open.map(outcome => {
    const batch = batches.get(outcome.batchId) as Batch
    batch.finished++
    return { ...outcome, finishedAs: batch.finished }
  })
  await writeItems(sql, numbered)
  const refs = (failed: boolean) =>
    open
      .filter(({ errorCode }) => (errorCode !== undefined) === failed)
      .map(({ batchId, position }) => refOf(batchId, position))
  await settleMany(sql, refs(false))
  await releaseMany(sql, refs(true))
  return countUp(sql, open)
}

/** In one order everywhere, so that two workers never wait for each other in a circle. */
const lockBatches = async (sql: Sql, ids: string[]): Promise<Map<string, Batch>> => {
  const rows = await sql<Batch[]>`
    select id, completed + failed as finished, total from batches
    where id = any(${ids}::text[]) and status = 'scraping' order by id for update`
  return new Map(rows.map(row => [row.id, row]))
}

const keepWaiting = async (sql: Sql, outcomes: readonly Outcome[]): Promise<Outcome[]> => {
  if (outcomes.length === 0) return []
  const rows = await sql<{ batchId: string; position: number }[]>`
    select batch_id as "batchId", position from batch_items
    where state = 'waiting' and (batch_id, position) in (
      select * from unnest(${outcomes.map(o => o.batchId)}::text[], ${outcomes.map(o => o.position)}::int[])
    )`
  const waiting = new Set(rows.map(row => refOf(row.batchId, row.position)))
  // The same item twice in one go counts once.
  return outcomes.filter(({ batchId, position }) => waiting.delete(refOf(batchId, position)))
}

const writeItems = async (
  sql: Sql,
  outcomes: readonly (Outcome & { finishedAs: number })[],
): Promise<void> => {
  await sql`
    update batch_items set
      state = case when outcome.error_code = '' then 'done' else 'failed' end,
      finished_as = outcome.finished_as,
      result = decode(outcome.result, 'hex'),
      error_code = nullif(outcome.error_code, '')
    from unnest(
      ${outcomes.map(o => o.batchId)}::text[],
      ${outcomes.map(o => o.position)}::int[],
      ${outcomes.map(o => o.finishedAs)}::int[],
      ${outcomes.map(o => o.result.toString('hex'))}::text[],
      ${outcomes.map(o => o.errorCode ?? '')}::text[]
    ) as outcome (batch_id, position, finished_as, result, error_code)
    where batch_items.batch_id = outcome.batch_id and batch_items.position = outcome.position`
}

const countUp = async (sql: Sql, outcomes: readonly Outcome[]): Promise<string[]> => {
  const rows = await sql<{ id: string; ended: boolean }[]>`
    with counted as (
      select batch_id, count(*) filter (where error_code = '') as completed,
        count(*) filter (where error_code <> '') as failed
      from unnest(
        ${outcomes.map(o => o.batchId)}::text[],
        ${outcomes.map(o => o.errorCode ?? '')}::text[]
      ) as outcome (batch_id, error_code) group by 1
    ), sums as (
      select batches.id, batches.total,
        batches.completed + counted.completed as completed,
        batches.failed + counted.failed as failed
      from batches join counted on counted.batch_id = batches.id
    )
    update batches set
      completed = sums.completed,
      failed = sums.failed,
      status = case
        when sums.completed + sums.failed < sums.total then 'scraping'
        when sums.completed > 0 then 'completed' else 'failed' end,
      ended_at = case when sums.completed + sums.failed < sums.total then null else now() end,
      expires_at = case when sums.completed + sums.failed < sums.total then batches.expires_at
        else now() + interval '24 hours' end
    from sums where batches.id = sums.id
    returning batches.id, batches.ended_at is not null as ended`
  return rows.filter(row => row.ended).map(row => row.id)
}

/** Waiting items never run; what is running finds its batch ended. Undefined: there is no such batch. */
export const cancelBatch = async (
  sql: Sql,
  wanted: { id: string; accountId: string },
): Promise<'cancelled' | 'ended' | undefined> => {
  const [batch] = await sql<{ status: string }[]>`
    select status from batches
    where id = ${wanted.id} and account_id = ${wanted.accountId} and expires_at > now() for update`
  if (!batch) return undefined
  if (batch.status !== 'scraping') return 'ended'
  const items = await sql<{ position: number }[]>`
    update batch_items set state = 'cancelled'
    where batch_id = ${wanted.id} and state = 'waiting' returning position`
  await releaseMany(
    sql,
    items.map(({ position }) => refOf(wanted.id, position)),
  )
  await sql`
    update batches set status = 'cancelled', ended_at = now(),
      expires_at = now() + interval '24 hours'
    where id = ${wanted.id}`
  return 'cancelled'
}
