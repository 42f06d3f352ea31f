import { type Database, inTransaction, repeating, type Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { scheduleDelivery } from './events.ts'
import type { FinishDeps } from './finish.ts'
import { type FrontierUrl, growFrontier } from './frontier.ts'
import { hostPaceStore } from './host-pace-store.ts'
import { enqueueSlots } from './host-slots.ts'
import { settleRest, writeSettled } from './settle.ts'
import { hasEnded, type JobTotals, totalsStore } from './totals-store.ts'

type Deps = Pick<FinishDeps, 'plans' | 'kinds'> & {
  sql: Database
  queue: Pick<Queue, 'enqueue' | 'enqueueMany'>
}

/**
 * Adds what was found elsewhere than in pages, in one transaction. False when the job has ended
 * meanwhile, and nothing more is wanted.
 */
export const addUrls = (
  deps: Deps,
  jobId: string,
  find: (sql: Sql, job: JobTotals) => Promise<FrontierUrl[]>,
): Promise<boolean> => {
  const add = async (sql: Sql) => {
    const totals = (await totalsStore.lock(sql, [jobId])).get(jobId)
    if (!totals) return false
    const candidates = await find(sql, totals)
    const hosts = await growFrontier(deps, sql, totals, { candidates, closed: [], retired: [] })
    await writeSettled(sql, await settleRest(deps, sql, totals))
    await totalsStore.save(sql, [totals])
    await enqueueSlots(deps.queue, sql, await hostPaceStore.fill(sql, [], hosts))
    if (hasEnded(totals) && totals.hasWebhook) await scheduleDelivery(deps.queue, sql, jobId, 'now')
    return true
  }
  return repeating(() => inTransaction(deps.sql, add))
}
