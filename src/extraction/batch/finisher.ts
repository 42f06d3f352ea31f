import { type Database, inTransaction, type Sql } from '../../db/sql.ts'
import { finishItems, type Outcome } from './finish-store.ts'

/** An outcome with its job, which ends in the same transaction. */
export type Finished = Outcome & { complete: (sql: Sql) => Promise<void> }

export type Finisher = { finish(finished: Finished): Promise<void> }

const maxTogether = 50
const waitMs = 5

/**
 * Items that end at about the same time are written in one transaction: one lock of their batch and
 * one fsync for many. Each caller waits for the transaction that holds its item.
 */
export const createFinisher = (sql: Database): Finisher => {
  type Waiting = { finished: Finished; resolve: () => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running = false

  const write = (group: readonly Finished[]) =>
    inTransaction(sql, async transaction => {
      await finishItems(transaction, group)
      await Promise.all(group.map(({ complete }) => complete(transaction)))
    })

  /** One job that was taken from us must not hold up the others: then each goes by itself. */
  const writeEach = (group: readonly Waiting[]) =>
    Promise.all(
      group.map(({ finished, resolve, reject }) => write([finished]).then(resolve, reject)),
    )

  const pump = async () => {
    running = true
    while (waiting.length > 0) {
      if (waiting.length < maxTogether) await new Promise(resolve => setTimeout(resolve, waitMs))
      const group = waiting.slice(0, maxTogether)
      waiting = waiting.slice(maxTogether)
      try {
        await write(group.map(({ finished }) => finished))
        for (const { resolve } of group) resolve()
      } catch (error) {
        if (group.length === 1) group[0]?.reject(error)
        else await writeEach(group)
      }
    }
    running = false
  }

  return {
    finish: finished =>
      new Promise((resolve, reject) => {
        waiting.push({ finished, resolve, reject })
        if (!running) void pump()
      }),
  }
}
