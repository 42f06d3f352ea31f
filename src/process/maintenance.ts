import { auditStore } from '../base/accounts/audit-store.ts'
import { releaseAbandoned } from '../base/accounts/credits.ts'
import { firstKeyStore } from '../base/accounts/first-key-store.ts'
import { ledgerStore } from '../base/accounts/ledger-store.ts'
import { peopleStore } from '../base/accounts/people/store.ts'
import { refusalStore } from '../base/accounts/refusal-store.ts'
import { requestStore } from '../base/accounts/request-store.ts'
import { usageStore } from '../base/accounts/usage-store.ts'
import type { Database, Sql } from '../base/db/sql.ts'
import { eventStore } from '../base/jobs/event-store.ts'
import type { FinishDeps } from '../base/jobs/finish.ts'
import { hostPaceStore } from '../base/jobs/host-pace-store.ts'
import { idempotencyStore } from '../base/jobs/idempotency-store.ts'
import { endOverdue, repairHostSlots } from '../base/jobs/maintenance.ts'
import { jobStore } from '../base/jobs/store.ts'
import { deleteOldMail } from '../base/mail/mail.ts'
import type { Objects } from '../base/objects/objects.ts'
import { defineJob, type Job } from '../base/queue/job.ts'
import type { Queue } from '../base/queue/queue.ts'
import { copyStore } from '../base/reader/copy-store.ts'
import type { HistoryConfig } from '../config/retention.ts'
import { answerStore } from '../products/extract/model/answer-store.ts'
import { complaintStore } from '../products/images/complaint-store.ts'
import { forgetUnused } from '../products/images/sources.ts'
import { sweepObservations } from '../products/readers/digest.ts'
import { dayStore, seenStore } from '../products/readers/watch-store.ts'
import { runStore } from '../products/schedules/run-store.ts'

type Nothing = Record<string, never>
type MaintenanceDeps = Omit<FinishDeps, 'queue'> & {
  sql: Database
  objects: Pick<Objects, 'sweep'>
  queue: Queue
  tellOver: () => Promise<unknown>
  /** How long calls stand in the log. */
  requestLogDays: number
  history: HistoryConfig
  /** Makes the daily back-up when it is due: asked at that minute of every hour. */
  backups: {
    minute: number
    make: (signal: AbortSignal) => Promise<unknown>
    tellFailed: () => Promise<unknown>
  }
}

/** Work on a timetable, once for all processes: each job is small and may be cut off anywhere. */
export const maintenanceJobs = (deps: MaintenanceDeps): Job<Nothing>[] => {
  const { sql, history } = deps
  return [
    timed('credits.release-abandoned', '*/5 * * * *', async () => {
      await releaseAbandoned(sql)
    }),
    timed('ledger.sum', '*/15 * * * *', inSteps(sql, ledgerStore.sum)),
    timed('ledger.forget', '13 4 * * *', async signal => {
      const { ledgerMonths: months } = history
      await inSteps(sql, step => ledgerStore.forget(step, months))(signal)
      await inSteps(sql, step => ledgerStore.fold(step, months))(signal)
      await inSteps(sql, step => usageStore.fold(step, months))(signal)
    }),
    timed('audit.purge', '19 4 * * *', async signal => {
      const { auditDays: days } = history
      if (days > 0) await inSteps(sql, step => auditStore.purge(step, days))(signal)
    }),
    timed('refused-origins.purge', '43 4 * * *', inSteps(sql, refusalStore.purge)),
    timed('first-keys.purge', '29 * * * *', inSteps(sql, firstKeyStore.purge)),
    timed('usage.forget-flushes', '17 * * * *', inSteps(sql, usageStore.forgetFlushes)),
    timed('usage.forget-senders', '17 4 * * *', inSteps(sql, usageStore.forgetSenders)),
    timed('request-log.purge', '29 * * * *', inSteps(sql, requestStore.purge(deps.requestLogDays))),
    timed('copies.purge', '*/20 * * * *', inSteps(sql, copyStore.purge)),
    timed('model-answers.purge', '11 * * * *', inSteps(sql, answerStore.purge)),
    timed('people.delete-old-sessions', '23 * * * *', inSteps(sql, peopleStore.deleteOldSessions)),
    timed('mail.delete-old', '41 3 * * *', inSteps(sql, deleteOldMail)),
    timed('harvests.end-overdue', '*/5 * * * *', async signal => {
      while (!signal.aborted && (await endOverdue(deps)));
    }),
    timed('harvests.purge', '*/5 * * * *', inSteps(sql, jobStore.purge)),
    timed('idempotency-keys.purge', '*/5 * * * *', inSteps(sql, idempotencyStore.purge)),
    timed('harvests.mend-lanes', '23 * * * *', async signal => {
      await repairHostSlots(deps, signal)
    }),
    timed('harvests.purge-lanes', '47 * * * *', inSteps(sql, hostPaceStore.purge)),
    timed('accounts.tell-over-allowance', '*/5 * * * *', async () => {
      await deps.tellOver()
    }),
    timed('images.forget-settled', '41 4 * * *', inSteps(sql, complaintStore.purge)),
    timed('images.forget-unused', '41 3 * * *', inSteps(sql, forgetUnused)),
    timed('schedules.purge', '37 * * * *', inSteps(sql, runStore.purge)),
    {
      ...timed('backups.make', `${deps.backups.minute} * * * *`, async signal => {
        await deps.backups.make(signal)
      }),
      // One at a time in all processes, and as long as a large database takes.
      unique: 'unfinished',
      timeoutSeconds: 6 * 3_600,
      failed: async () => {
        await deps.backups.tellFailed()
      },
    },
    timed('objects.sweep', '*/10 * * * *', inSteps(sql, deps.objects.sweep)),
    timed('readers.find-observations', '* * * * *', () => sweepObservations(deps)),
    timed('readers.forget-seen', '31 4 * * *', async signal => {
      await inSteps(sql, seenStore.forget)(signal)
      await dayStore.forget(sql)
    }),
    timed('webhooks.purge', '53 * * * *', inSteps(sql, eventStore.purge)),
  ]
}

/** For what deletes a few rows and is true while there is more: nobody waits for a long purge. */
const inSteps = (sql: Sql, step: (sql: Sql) => Promise<boolean>) => async (signal: AbortSignal) => {
  while (!signal.aborted && (await step(sql)));
}

const timed = (name: string, cron: string, work: (signal: AbortSignal) => Promise<void>) =>
  defineJob<Nothing>({
    name,
    concurrency: 1,
    timeoutSeconds: 300,
    retry: { limit: 1, delaySeconds: 30, maxDelaySeconds: 60 },
    schedule: { cron, payload: {} },
    work: (_payload, { signal }) => work(signal),
  })
