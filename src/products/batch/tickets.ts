import type { Sql } from '../../base/db/sql.ts'
import type { Queue } from '../../base/queue/queue.ts'
import type { Ticket } from './lane-store.ts'
import { priorityOf } from './turns.ts'

/** The queue of items that have a ticket of their host's lane. */
export const batchItemJobName = 'batch.item'
export type ItemPayload = { batchId: string; position: number; host: string }

export const enqueueTickets = async (
  queue: Pick<Queue, 'enqueueMany'>,
  sql: Sql,
  tickets: readonly Ticket[],
): Promise<void> => {
  await queue.enqueueMany<ItemPayload>(
    sql,
    { name: batchItemJobName },
    tickets.map(({ batchId, position, host, turn, startAfterSeconds }) => ({
      payload: { batchId, position, host },
      priority: priorityOf(turn),
      ...(startAfterSeconds > 0 ? { startAfterSeconds } : {}),
    })),
  )
}
