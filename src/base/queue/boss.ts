import { type Db, PgBoss } from 'pg-boss'
import type { Notifications } from '../db/notify.ts'
import type { Database } from '../db/sql.ts'
import { poolExecutor, schema } from './adapter.ts'
import type { AnyJob } from './job.ts'

/** A job whose process sent no heartbeat for this long runs again. */
const heartbeatSeconds = 15

type BossOptions = {
  sql: Database
  log: { warn(message: string): void }
  /** Only those who work look after the tables and the clock; others just add jobs. */
  worker: { notifications: Notifications; wake(queue: string): void } | undefined
  cronPollSeconds?: number
}

/** pg-boss with what we use of it switched on, and its upkeep as rare as our promises allow. */
export const startBoss = async (options: BossOptions): Promise<PgBoss> => {
  const { worker, log } = options
  const listen: Db['listen'] = async channel => {
    await worker?.notifications.subscribe(channel, queue => worker.wake(queue))
    return { close: async () => undefined }
  }
  const boss = new PgBoss({
    schema,
    db: { ...poolExecutor(options.sql), listen },
    useListenNotify: worker !== undefined,
    supervise: worker !== undefined,
    schedule: worker !== undefined,
    // With the heartbeat this bounds how long a dead process holds a job: 15 + 10 + a poll of 5 s.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    maintenanceIntervalSeconds: 600,
    cronMonitorIntervalSeconds: options.cronPollSeconds ?? 30,
    cronWorkerIntervalSeconds: options.cronPollSeconds ?? 10,
    flowIntervalSeconds: 3600,
    warningQueueSize: 1_000_000,
  })
  boss.on('error', error => log.warn(`Queue: ${error.message}`))
  boss.on('warning', ({ message }) => log.warn(`Queue: ${message}`))
  await boss.start()
  return boss
}

/** Jobs that failed for good go here when their kind wants to know. */
export const failedQueueOf = (job: Pick<AnyJob, 'name'>) => `${job.name}.failed`

/** Creates the queue of a job, or brings it to what the code says now. */
export const provideQueue = async (boss: PgBoss, job: AnyJob): Promise<void> => {
  if (job.failed) await createOrUpdate(boss, failedQueueOf(job), queueOptions(job))
  await createOrUpdate(boss, job.name, {
    ...queueOptions(job),
    ...(job.failed ? { deadLetter: failedQueueOf(job) } : {}),
    ...(job.unique ? { policy: policies[job.unique] } : {}),
  })
}

type QueueOptions = ReturnType<typeof queueOptions> & { deadLetter?: string; policy?: string }

const policies = { waiting: 'short', unfinished: 'exclusive' } as const

const queueOptions = ({ retry, timeoutSeconds }: AnyJob) => ({
  notify: true,
  heartbeatSeconds,
  // A little more than ours, which comes first and lets the job end in order.
  expireInSeconds: timeoutSeconds + 30,
  retryLimit: retry.limit,
  retryDelay: retry.delaySeconds,
  retryBackoff: true,
  retryDelayMax: retry.maxDelaySeconds,
  // What is done is of no use; a small table keeps everything fast.
  deleteAfterSeconds: 3600,
  retentionSeconds: 30 * 86_400,
})

const createOrUpdate = async (boss: PgBoss, name: string, options: QueueOptions) => {
  await boss.createQueue(name, options)
  const { policy: _fixed, ...changeable } = options
  await boss.updateQueue(name, changeable)
}
