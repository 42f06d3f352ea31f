import { ensureFirstAccount } from '../base/accounts/first-run.ts'
import { warnOverAllowance } from '../base/accounts/image-allowance-mail.ts'
import { createResetJob, type ResetPayload } from '../base/accounts/people/reset.ts'
import { type DailyDeps, makeDaily, tellFailed } from '../base/backup/daily.ts'
import type { Sql } from '../base/db/sql.ts'
import { createMailJob, type MailPayload, sendKept, sendMail } from '../base/mail/mail.ts'
import { createMailTransport } from '../base/mail/transport.ts'
import { openQueue, type Queue } from '../base/queue/queue.ts'
import { plainLog } from '../kit/log.ts'
import { version } from '../kit/version.ts'
import { maintenanceJobs } from './maintenance.ts'
import type { Extraction } from './products.ts'
import type { Resources } from './resources.ts'

/** Jobs can be added from here on, and are done once they are started. */
export const openJobQueue = async (resources: Resources): Promise<Queue> => {
  const { store, share, works, notifications, log, closers } = resources
  const queue = await openQueue({
    ...{ target: store.target, connections: share.connections, works, notifications },
    log: plainLog(log),
    report: ({ error, ...report }) =>
      log[error ? 'warn' : 'info']({ ...report, ...(error ? { err: error } : {}) }, 'job'),
  })
  closers.add('queue', () => queue.close({ graceMs: 0 }))
  return queue
}

export type Mail = ReturnType<typeof openMail>

/** Mail goes out by jobs; without a mail server it is kept. */
export const openMail = (
  { config, sql, workSql, works, vault, reach }: Resources,
  queue: Queue,
) => {
  const { smtpUrl } = config.mail
  const transport = smtpUrl ? createMailTransport({ ...config.mail, smtpUrl }) : undefined
  const mailJob = createMailJob({ sql: workSql, transport, vault })
  const enqueue = (on: Sql, payload: MailPayload) => queue.enqueue(on, mailJob, payload)
  const outbox = { vault, enqueue }
  const send = (on: Sql, mail: Parameters<typeof sendMail>[2]) => sendMail(outbox, on, mail)
  const resetJob = createResetJob({ sql: workSql, reach, send })
  return {
    jobs: [mailJob, resetJob],
    send,
    sendKept: async () => transport && works && sendKept(outbox, sql),
    /** Where there is a mail server. */
    sendReset: transport && ((payload: ResetPayload) => queue.enqueue(sql, resetJob, payload)),
  }
}

/** From now on this process does the jobs of its role. */
export const startJobs = async (
  resources: Resources,
  { queue, mail, extraction }: { queue: Queue; mail: Mail; extraction: Extraction },
): Promise<void> => {
  const { config, share, workSql: sql, objects, plans, reach, now, closers } = resources
  const send = (letter: Parameters<Mail['send']>[1]) => mail.send(sql, letter)
  const tellOver = () =>
    warnOverAllowance({ sql, plans, send, publicUrl: reach.publicUrl }, new Date(now()))
  const jobs = [
    ...maintenanceJobs({
      ...{ ...config, sql, objects, plans, queue, kinds: extraction.kinds, tellOver },
      backups: backupWork(resources, send),
    }),
    ...extraction.jobs,
    ...mail.jobs,
  ]
  await queue.start(jobs, job => share.jobs === 'all' || extraction.renderedJobs.includes(job))
  closers.add('jobs', () => queue.stop(4_000), 9_000)
  await mail.sendKept()
}

const backupWork = (
  { config, store, log, now, workSql: sql }: Resources,
  send: DailyDeps['send'],
) => {
  const daily: DailyDeps = {
    ...{ ...config, target: store.direct, version, now, log, sql, send },
    operatorEmail: async () => (await ensureFirstAccount(sql)).ownerEmail,
  }
  const { backups } = config
  return {
    minute: (backups?.atMinute ?? 0) % 60,
    make: async (signal: AbortSignal) => backups && makeDaily(daily, backups, signal),
    tellFailed: async () => backups && tellFailed(daily, backups),
  }
}
