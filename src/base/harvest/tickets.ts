import type { Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import type { Ticket } from './lane-store.ts'
import type { ItemKey } from './store.ts'
import { priorityOf } from './turns.ts'

/** The queue of items that have a ticket of their host's lane. */
export const itemJobName = 'harvest.item'
/** The same for items that need a browser: processes that have none leave these to others. */
export const renderedJobName = 'harvest.rendered'
export type ItemPayload = ItemKey & { host: string }

export const enqueueTickets = async (
  queue: Pick<Queue, 'enqueueMany'>,
  sql: Sql,
  tickets: readonly Ticket[],
): Promise<void> => {
  const jobs = (some: readonly Ticket[]) =>
    some.map(({ harvestId, position, host, turn, startAfterSeconds }) => ({
      payload: { harvestId, position, host },
      priority: priorityOf(turn),
      ...(startAfterSeconds > 0 ? { startAfterSeconds } : {}),
    }))
  const rendered = jobs(tickets.filter(({ needsBrowser }) => needsBrowser))
  const plain = jobs(tickets.filter(({ needsBrowser }) => !needsBrowser))
  await queue.enqueueMany<ItemPayload>(sql, { name: itemJobName }, plain)
  await queue.enqueueMany<ItemPayload>(sql, { name: renderedJobName }, rendered)
}

/** Tickets that have a job, by host: of all hosts, or of some. */
export const liveTickets = async (
  queue: Pick<Queue, 'countLive'>,
  sql: Sql,
  hosts?: readonly string[],
): Promise<Map<string, number>> => {
  const live = new Map<string, number>()
  for (const name of [itemJobName, renderedJobName])
    for (const [host, count] of await queue.countLive(sql, { name }, 'host', hosts))
      live.set(host, (live.get(host) ?? 0) + count)
  return live
}
