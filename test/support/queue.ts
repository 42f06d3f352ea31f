import type { TestContext } from 'node:test'
import { openNotifications } from '../../src/base/db/notify.ts'
import { type AnyJob, defineJob, type Job, type JobReport } from '../../src/base/queue/job.ts'
import { openQueue } from '../../src/base/queue/queue.ts'
import type { TestDatabase } from './database.ts'

export type Note = { text: string }

let names = 0

/** A job with a name of its own, so that tests can share a database. */
export const note = (options: Partial<Job<Note>>): Job<Note> =>
  defineJob<Note>({
    name: `note-${++names}`,
    concurrency: 5,
    timeoutSeconds: 30,
    retry: { limit: 2, delaySeconds: 0, maxDelaySeconds: 0 },
    work: async () => undefined,
    ...options,
  })

/** A queue as a process of its own would open it; closed after the test at the latest. */
export const openTestQueue = async (
  t: TestContext,
  { target }: TestDatabase,
  jobs: readonly AnyJob[],
  works = true,
) => {
  const notifications = await openNotifications(target, { name: 'queue-test' })
  const reports: JobReport[] = []
  const queue = await openQueue({
    ...{ target, works, notifications },
    log: { warn: message => t.diagnostic(message) },
    report: report => reports.push(report),
  })
  await queue.start(jobs)
  let closed: Promise<void> | undefined
  const close = (graceMs = 0) => {
    closed ??= queue.close({ graceMs }).then(() => notifications.close())
    return closed
  }
  t.after(() => close())
  return { queue, reports, close }
}

/** Work that ends only when it is told to. */
export const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
