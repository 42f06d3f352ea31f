import { type Database, inTransaction } from '../../base/db/sql.ts'
import type { Queue } from '../../base/queue/queue.ts'
import { wakeCourier } from './courier.ts'
import { finishItems } from './finish-store.ts'
import { laneStore } from './lane-store.ts'
import { packResult } from './results.ts'
import { batchStore } from './store.ts'
import { batchItemJobName, enqueueTickets } from './tickets.ts'

type UpkeepDeps = { sql: Database; queue: () => Queue }

/**
 * A batch that is about to expire without an end (its sites ask for long pauses) is ended, in small
 * steps: what is left has failed, what was read stays readable. True while there is more.
 */
export const endOverdue = async (deps: UpkeepDeps): Promise<boolean> => {
  const late = await batchStore.overdue(deps.sql)
  const packed = await packResult({
    error: 'The page was not reached within the batch’s 24 hours.',
  })
  const outcomes = late.map(item => ({ ...item, turn: 0, ...packed, errorCode: 'page_timeout' }))
  await inTransaction(deps.sql, async sql => {
    for (const { batchId, hasWebhook } of await finishItems(sql, outcomes))
      if (hasWebhook) await wakeCourier(deps.queue(), sql, batchId, 'now')
  })
  return late.length > 0
}

/**
 * A job that was lost for good would keep its ticket for ever, and its host would get slower and
 * stop. Tickets are counted anew in the queue, and what is missing goes to the hosts' next items.
 */
export const mendLanes = (deps: UpkeepDeps): Promise<void> =>
  inTransaction(deps.sql, async sql => {
    const claimed = await laneStore.lockAll(sql)
    const live = await deps.queue().countLive(sql, { name: batchItemJobName }, 'host')
    const lost = [...claimed].flatMap(([host, tickets]) =>
      Array.from({ length: Math.max(0, tickets - (live.get(host) ?? 0)) }, () => host),
    )
    await enqueueTickets(deps.queue(), sql, await laneStore.pass(sql, lost))
  })
