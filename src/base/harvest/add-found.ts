import { type Database, inTransaction, repeating, type Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { wakeCourier } from './courier.ts'
import type { FinishDeps } from './finish.ts'
import { grow } from './grow.ts'
import type { Candidate } from './growth.ts'
import { laneStore } from './lane-store.ts'
import { settleRest, writeSettled } from './settle.ts'
import { hasEnded, type Tally, tallyStore } from './tally-store.ts'
import { enqueueTickets } from './tickets.ts'

type Deps = Pick<FinishDeps, 'plans' | 'kinds'> & {
  sql: Database
  queue: () => Pick<Queue, 'enqueue' | 'enqueueMany'>
}

/**
 * Adds what was found elsewhere than in pages, in one transaction. False when the harvest has ended
 * meanwhile, and nothing more is wanted.
 */
export const addFound = (
  deps: Deps,
  harvestId: string,
  find: (sql: Sql, harvest: Tally) => Promise<Candidate[]>,
): Promise<boolean> => {
  const add = async (sql: Sql) => {
    const tally = (await tallyStore.lock(sql, [harvestId])).get(harvestId)
    if (!tally) return false
    const candidates = await find(sql, tally)
    const hosts = await grow(deps, sql, tally, { candidates, closed: [], retired: [] })
    await writeSettled(sql, await settleRest(deps, sql, tally))
    await tallyStore.save(sql, [tally])
    await enqueueTickets(deps.queue(), sql, await laneStore.fill(sql, [], hosts))
    if (hasEnded(tally) && tally.hasWebhook) await wakeCourier(deps.queue(), sql, harvestId, 'now')
    return true
  }
  return repeating(() => inTransaction(deps.sql, add))
}
