import { store } from '../../base/accounts/store.ts'
import type { Sql } from '../../base/db/sql.ts'
import { defineJob, type Job } from '../../base/queue/job.ts'
import { logAttempt } from '../../base/webhooks/attempt-log.ts'
import { deliver, type Recorder } from '../../base/webhooks/deliver.ts'
import { changeStore } from './change-store.ts'
import type { ScheduleDeps } from './deps.ts'
import type { Change, EventType } from './request.ts'
import { type EndedRun, type RunRow, runStore } from './run-store.ts'
import { type EventTarget, openSecrets } from './secrets.ts'
import { showRun } from './show.ts'

/** Named as earlier versions queued it. */
const reportJobName = 'schedules.tell'
type ReportPayload = { runId: string }

/** In the transaction that ends a run. */
export const enqueueReport = (
  deps: Pick<ScheduleDeps, 'queue'>,
  sql: Sql,
  runId: string,
  startAfterSeconds = 0,
): Promise<unknown> =>
  deps.queue.enqueue<ReportPayload>(sql, { name: reportJobName }, { runId }, { startAfterSeconds })

/** Says what a run found, by mail and by webhook; the mail once, the event until it arrives. */
export const reportJob = (deps: ScheduleDeps): Job<ReportPayload> =>
  defineJob<ReportPayload>({
    name: reportJobName,
    concurrency: 5,
    timeoutSeconds: 60,
    // Only for processes that die: what receivers do wrong is counted by ourselves.
    retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 600 },
    work: ({ runId }, { signal }) => report(deps, runId, signal),
  })

const report = async (deps: ScheduleDeps, runId: string, signal: AbortSignal): Promise<void> => {
  const news = await runStore.ended(deps.sql, runId)
  if (!news) return
  if (news.schedule.mails) await mailOwner(deps, news)
  if (news.webhookState !== 'waiting') return
  const { webhook } = openSecrets(deps.vault, news.schedule.id, news.schedule.sealed)
  const type = webhook && typeOf(news.run, webhook)
  if (webhook && type) await deliverEvent(deps, news, webhook, type, signal)
  else await runStore.dropEvent(deps.sql, runId)
}

const hasNews = ({ hasBefore, added, changed, gone, failed }: RunRow): boolean =>
  hasBefore && added + changed + gone + failed > 0

/** The most telling event that is wanted; undefined when none is. */
const typeOf = (run: RunRow, { events }: EventTarget): EventType | undefined => {
  const fitting: EventType[] =
    run.state === 'failed'
      ? ['schedule.failed']
      : hasNews(run)
        ? ['schedule.changed', 'schedule.completed']
        : ['schedule.completed']
  return fitting.find(type => events.includes(type))
}

/** What one message holds; the rest is where its run is. */
const toldChanges = 100
const maxDetailChars = 4_000

const changesOf = async (deps: ScheduleDeps, run: RunRow): Promise<Change[]> => {
  const changes = await changeStore.page(deps.sql, { runId: run.id, offset: 0, limit: toldChanges })
  return changes.map(change => ({ ...change, detail: shortened(change.detail) }))
}

const shortened = (detail: string | null): string | null =>
  detail && detail.length > maxDetailChars ? `${detail.slice(0, maxDetailChars)}\n…` : detail

const deliverEvent = async (
  deps: ScheduleDeps,
  { run, schedule, ...tried }: EndedRun,
  webhook: EventTarget,
  type: EventType,
  signal: AbortSignal,
): Promise<void> => {
  const { id, name, kind, accountId } = schedule
  const body = JSON.stringify({
    type,
    timestamp: run.endedAt?.toISOString(),
    data: {
      schedule: { id, name, kind },
      run: showRun(run),
      url: `${deps.reach.publicUrl}/v1/schedules/${id}/runs/${run.id}`,
      data: await changesOf(deps, run),
    },
  })
  const { url, headers } = webhook
  const message = { id: `msg_${run.id}`, accountId, url, headers, body }
  const record: Recorder = async (sql, attempt, next) => {
    const row = { table: 'schedule_runs', id: run.id } as const
    await logAttempt(sql, row, attempt, { state: next.state, now: deps.now() })
    if (next.state === 'waiting') await enqueueReport(deps, sql, run.id, next.pauseSeconds)
  }
  await deliver(deps, { ...tried, message, record }, signal)
}

const mailOwner = async (deps: ScheduleDeps, { run, schedule }: EndedRun): Promise<void> => {
  if (run.state !== 'failed' && !hasNews(run)) return
  const account = await store.findAccount(deps.sql, schedule.accountId)
  if (!account?.ownerEmail) return
  const changes = run.state === 'failed' ? [] : await changesOf(deps, run)
  await deps.sendMail(deps.sql, {
    to: account.ownerEmail,
    subject: `Siteray: ${schedule.name} ${run.state === 'failed' ? 'failed' : summary(run)}`,
    text: [
      ...(run.state === 'failed'
        ? [`The run of ${run.dueAt.toISOString()} failed: ${run.error}`]
        : [
            `Since the run before: ${summary(run)}.`,
            '',
            ...changes.slice(0, mailedChanges).map(lineOf),
          ]),
      ...(changes.length > mailedChanges ? ['…'] : []),
      '',
      `All of it: ${deps.reach.publicUrl}/schedules/${schedule.id}`,
    ].join('\n'),
    dedupeKey: `schedule run ${run.id}`,
  })
}

/** More would be a list, and that is what the dashboard has. */
const mailedChanges = 20

const summary = ({ added, changed, gone, failed }: RunRow): string =>
  [
    ...(added > 0 ? [`${added} new`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(failed > 0 ? [`${failed} not readable`] : []),
  ].join(', ')

const mailedDetailChars = 600

const lineOf = ({ change, subject, detail }: Change): string => {
  const first = `${change}: ${subject}`
  if (!detail) return first
  const cut = detail.length > mailedDetailChars ? `${detail.slice(0, mailedDetailChars)}…` : detail
  const indented = cut.split('\n').map(line => `    ${line}`)
  return [first, ...indented].join('\n')
}
