import { type Database, inTransaction } from '../db/sql.ts'
import type { AnyJob } from './job.ts'
import { type FailureRules, failedQueueOf, queueStore } from './store.ts'

/** A job whose process sent no heartbeat for this long runs again. */
const silentSeconds = 15

/** The rules of each queue: those of its kind, and those of the handling of its failures. */
export const failureRules = (jobs: readonly AnyJob[]): Map<string, FailureRules> =>
  new Map(
    jobs.flatMap(({ name, retry, failed }): [string, FailureRules][] => [
      [name, { name, retry, handlesFailure: failed !== undefined }],
      [failedQueueOf({ name }), { name, retry, handlesFailure: false }],
    ]),
  )

/** Ends the runs of processes that are silent: their jobs go to others, or have failed. */
export const failDead = (sql: Database, rules: ReadonlyMap<string, FailureRules>): Promise<void> =>
  inTransaction(sql, async transaction => {
    const dead = await queueStore.findDead(transaction, [...rules.keys()], silentSeconds)
    for (const [queue, claims] of Map.groupBy(dead, claim => claim.queue)) {
      const failure = rules.get(queue)
      if (failure) await queueStore.fail(transaction, failure, claims, silent)
    }
  })
const silent = 'The process that worked on it gave no sign of life.'
