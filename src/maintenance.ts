import { releaseAbandoned } from './accounts/credits.ts'
import { peopleStore } from './accounts/people/store.ts'
import { usageStore } from './accounts/usage-store.ts'
import type { Sql } from './db/sql.ts'
import { batchStore } from './extraction/batch/store.ts'
import { copyStore } from './extraction/scrape/copy-store.ts'
import { deleteOldMail } from './mail/mail.ts'
import { defineJob, type Job } from './queue/job.ts'

type Nothing = Record<string, never>

/** Work on a timetable, once for all processes: each job is small and may be cut off anywhere. */
export const maintenanceJobs = (sql: Sql): Job<Nothing>[] => [
  timed('credits.release-abandoned', '*/5 * * * *', async () => {
    await releaseAbandoned(sql)
  }),
  timed('usage.forget-flushes', '17 * * * *', () => usageStore.forgetFlushes(sql)),
  timed('copies.purge', '*/20 * * * *', async signal => {
    while (!signal.aborted && (await copyStore.purge(sql)));
  }),
  timed('people.delete-old-sessions', '23 * * * *', () => peopleStore.deleteOldSessions(sql)),
  timed('mail.delete-old', '41 3 * * *', async () => {
    await deleteOldMail(sql)
  }),
  timed('batches.purge', '*/5 * * * *', async signal => {
    while (!signal.aborted && (await batchStore.purge(sql)));
  }),
]

const timed = (name: string, cron: string, work: (signal: AbortSignal) => Promise<void>) =>
  defineJob<Nothing>({
    name,
    concurrency: 1,
    timeoutSeconds: 300,
    retry: { limit: 1, delaySeconds: 30, maxDelaySeconds: 60 },
    schedule: { cron, payload: {} },
    work: (_payload, { signal }) => work(signal),
  })
