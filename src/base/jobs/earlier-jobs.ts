import { type AnyJob, defineJob, type Job } from '../queue/job.ts'
import type { ItemPayload } from './host-slots.ts'

/** As version 0.1 queued them, when there were only batches. */
type Earlier = { batchId: string }

/**
 * Jobs that an earlier version left in the queue, or that came with a back-up of one: the same work
 * under the names they have. They end within hours of an upgrade, and no more are added.
 */
export const earlierJobs = (
  item: Job<ItemPayload>,
  delivery: Job<{ harvestId: string }>,
): AnyJob[] => [
  renamed(item, 'batch.item', ({ batchId, ...rest }: Earlier & Omit<ItemPayload, 'harvestId'>) => ({
    ...rest,
    harvestId: batchId,
  })),
  renamed(delivery, 'batch.courier', ({ batchId }: Earlier) => ({ harvestId: batchId })),
]

const renamed = <Old extends object, New extends object>(
  job: Job<New>,
  name: string,
  toNew: (payload: Old) => New,
): Job<Old> => {
  const { failed } = job
  return defineJob<Old>({
    ...(job as Omit<Job<New>, 'work' | 'failed' | 'schedule'>),
    name,
    concurrency: 5,
    work: (payload, context) => job.work(toNew(payload), context),
    ...(failed ? { failed: (payload, context) => failed.call(job, toNew(payload), context) } : {}),
  })
}
