import type { Sql } from '../db/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { priorityOf } from './fair-queueing.ts'
import type { HostSlot } from './host-pace-store.ts'

/** The queue of items that have a slot of their host. */
export const itemJobName = 'harvest.item'
/** The same for items that need a browser: processes that have none leave these to others. */
export const renderedJobName = 'harvest.rendered'
/** `harvestId` is the job's id: payloads keep the names under which earlier versions queued them. */
export type ItemPayload = { harvestId: string; position: number; host: string }

export const enqueueSlots = async (
  queue: Pick<Queue, 'enqueueMany'>,
  sql: Sql,
  tickets: readonly HostSlot[],
): Promise<void> => {
  const jobs = (some: readonly HostSlot[]) =>
    some.map(({ jobId, position, host, turn, startAfterSeconds }) => ({
      payload: { harvestId: jobId, position, host },
      priority: priorityOf(turn),
      ...(startAfterSeconds > 0 ? { startAfterSeconds } : {}),
    }))
  const rendered = jobs(tickets.filter(({ needsBrowser }) => needsBrowser))
  const plain = jobs(tickets.filter(({ needsBrowser }) => !needsBrowser))
  await queue.enqueueMany<ItemPayload>(sql, { name: itemJobName }, plain)
  await queue.enqueueMany<ItemPayload>(sql, { name: renderedJobName }, rendered)
}

/** Tickets that have a job, by host: of all hosts, or of some. */
export const liveSlots = async (
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
