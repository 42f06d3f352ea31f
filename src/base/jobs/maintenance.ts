import { type Database, inTransaction, repeating, type Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { addUrls } from './add-urls.ts'
import { scheduleDelivery } from './events.ts'
import { type FinishDeps, finishItems } from './finish.ts'
import { hostPaceStore } from './host-pace-store.ts'
import { enqueueSlots, liveSlots } from './host-slots.ts'
import { packError } from './results.ts'
import { jobStore } from './store.ts'

type UpkeepDeps = Omit<FinishDeps, 'queue'> & { sql: Database; queue: Queue }

/**
 * A job that is about to expire without an end (its sites ask for long pauses) is ended, in small
 * steps: what is left has failed, what was read stays readable. True while there is more.
 */
export const endOverdue = async (deps: UpkeepDeps): Promise<boolean> => {
  const late = await jobStore.overdue(deps.sql)
  const packed = await packError(`The page was not reached within ${late[0]?.keepHours} hours.`)
  const outcomes = late.map(({ jobId, position }) => ({
    ...{ jobId, position, turn: 0, ...packed },
    errorCode: 'page_timeout',
  }))
  const end = async (sql: Sql) => {
    const { touched, hosts } = await finishItems(deps, sql, outcomes)
    await enqueueSlots(deps.queue, sql, await hostPaceStore.fill(sql, [], hosts))
    for (const { jobId, hasWebhook } of touched)
      if (hasWebhook) await scheduleDelivery(deps.queue, sql, jobId, 'now')
  }
  await repeating(() => inTransaction(deps.sql, end))
  for (const id of await jobStore.idle(deps.sql))
    await addUrls(deps, id, async (_sql, job) => {
      job.discovering = false
      return []
    })
  return late.length > 0
}

/** Lanes that are locked together while their tickets are counted anew. */
const mendStep = 100

/**
 * A job that was lost for good would keep its ticket for ever, and its host would get slower and
 * stop. Hosts that seem to have given out more tickets than there are jobs are found without any
 * lock; then they are counted again a few at a time, with theirs, and what is missing goes to the
 * hosts' next items. How many tickets were lost.
 */
export const repairHostSlots = async (deps: UpkeepDeps, signal: AbortSignal): Promise<number> => {
  const claimed = await hostPaceStore.claimed(deps.sql)
  const live = await liveSlots(deps.queue, deps.sql)
  const suspects = [...claimed]
    .filter(([host, tickets]) => tickets > (live.get(host) ?? 0))
    .map(([host]) => host)
  let mended = 0
  for (let at = 0; at < suspects.length && !signal.aborted; at += mendStep)
    mended += await mendSome(deps, suspects.slice(at, at + mendStep))
  return mended
}

const mendSome = (deps: UpkeepDeps, hosts: readonly string[]): Promise<number> =>
  inTransaction(deps.sql, async sql => {
    const claimed = await hostPaceStore.lockClaimed(sql, hosts)
    const live = await liveSlots(deps.queue, sql, hosts)
    const lost = [...claimed].flatMap(([host, tickets]) =>
      Array.from({ length: Math.max(0, tickets - (live.get(host) ?? 0)) }, () => host),
    )
    await enqueueSlots(deps.queue, sql, await hostPaceStore.fill(sql, lost))
    return lost.length
  })
