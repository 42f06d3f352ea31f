import type { Sql } from '../db/sql.ts'
import type { Begin } from '../queue/pump.ts'
import type { Queue } from '../queue/queue.ts'
import type { Claim } from '../queue/store.ts'
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
  const { plain, rendered } = jobsOf(tickets)
  await queue.enqueueMany(sql, { name: itemJobName }, plain)
  await queue.enqueueMany(sql, { name: renderedJobName }, rendered)
}

/** The same where runs end: the items whose turn it is take their places. */
export const passSlots = async (
  queue: Pick<Queue, 'enqueueMany' | 'takeNext'>,
  sql: Sql,
  tickets: readonly HostSlot[],
  ending: readonly Claim[],
): Promise<Begin> => {
  const { plain, rendered } = jobsOf(tickets)
  const job = { name: itemJobName }
  const [, , begin] = await Promise.all([
    queue.enqueueMany(sql, { name: renderedJobName }, rendered),
    queue.enqueueMany(sql, job, plain, { isQuiet: true }),
    queue.takeNext(sql, job, ending, plain.length > 0),
  ])
  return begin
}

type ItemJob = { payload: ItemPayload; priority: number; startAfterSeconds?: number }

const jobsOf = (tickets: readonly HostSlot[]): { plain: ItemJob[]; rendered: ItemJob[] } => {
  const jobs = (some: readonly HostSlot[]) =>
    some.map(({ jobId, position, host, turn, startAfterSeconds }) => ({
      payload: { harvestId: jobId, position, host },
      priority: priorityOf(turn),
      ...(startAfterSeconds > 0 ? { startAfterSeconds } : {}),
    }))
  return {
    rendered: jobs(tickets.filter(({ needsBrowser }) => needsBrowser)),
    plain: jobs(tickets.filter(({ needsBrowser }) => !needsBrowser)),
  }
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
