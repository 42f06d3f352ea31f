import type { Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import type { Ticket } from './lane-store.ts'
import type { ItemKey } from './store.ts'
import { priorityOf } from './turns.ts'

/** The queue of items that have a ticket of their host's lane. */
export const itemJobName = 'harvest.item'
export type ItemPayload = ItemKey & { host: string }

export const enqueueTickets = async (
  queue: Pick<Queue, 'enqueueMany'>,
  sql: Sql,
  tickets: readonly Ticket[],
): Promise<void> => {
  await queue.enqueueMany<ItemPayload>(
    sql,
    { name: itemJobName },
    tickets.map(({ harvestId, position, host, turn, startAfterSeconds }) => ({
      payload: { harvestId, position, host },
      priority: priorityOf(turn),
      ...(startAfterSeconds > 0 ? { startAfterSeconds } : {}),
    })),
  )
}
