import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { chargeExtras, createExtras, reserve, settle } from '../../base/accounts/credits.ts'
import { giveBack, reserving } from '../../base/accounts/give-back.ts'
import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import { store } from '../../base/accounts/store.ts'
import { inTransaction, type Sql } from '../../base/db/sql.ts'
import { defineJob, type Job, type JobContext } from '../../base/queue/job.ts'
import { asWorkOf } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { changeStore } from './change-store.ts'
import { compareFacts, compareJob } from './compare.ts'
import type { ScheduleDeps } from './deps.ts'
import type { AnswerKind, ScheduledJobKind } from './kinds.ts'
import { enqueueReport } from './report.ts'
import { type RunEnd, type RunRow, runStore } from './run-store.ts'
import { openSecrets } from './secrets.ts'
import { type ScheduleRow, scheduleStore } from './store.ts'
import { nextTime } from './timetable.ts'

const runJobName = 'schedules.run'
type RunPayload = { runId: string; looks?: number }

export const enqueueRun = (
  { queue }: Pick<ScheduleDeps, 'queue'>,
  sql: Sql,
  payload: RunPayload,
  { accountId, startAfterSeconds = 0 }: { accountId: string; startAfterSeconds?: number },
): Promise<unknown> =>
  queue.enqueue(sql, { name: runJobName }, payload, { group: accountId, startAfterSeconds })

type Nothing = Record<string, never>

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** More than this at a time wait for the next minute. */
const takenAtOnce = 200

/** Every minute, by whichever process is first: the runs whose time has come. */
export const timetableJob = (deps: ScheduleDeps): Job<Nothing> =>
  defineJob<Nothing>({
    name: 'schedules.timetable',
    concurrency: 1,
    timeoutSeconds: 50,
    retry: { limit: 1, delaySeconds: 10, maxDelaySeconds: 10 },
    schedule: { cron: '* * * * *', payload: {} },
    work: () => startDue(deps),
  })

/**
 * Times that were missed while nobody ran are made up for once: the run is for the time that was
 * missed first, and the next one is in the future.
 */
const startDue = (deps: ScheduleDeps): Promise<void> =>
  inTransaction(deps.sql, async sql => {
    const now = new Date(deps.now())
    for (const schedule of await scheduleStore.takeDue(sql, now, takenAtOnce)) {
      const { id: scheduleId, accountId, nextAt } = schedule
      if (!nextAt) continue
      const id = newId('run')
      if (await runStore.insert(sql, { id, scheduleId, dueAt: nextAt, byHand: false }))
        await enqueueRun(deps, sql, { runId: id }, { accountId })
      await scheduleStore.setNext(sql, scheduleId, nextTime(schedule, now))
    }
  })

/** Carries one run: starts it, comes back until it has ended, compares, tells. */
export const runJob = (deps: ScheduleDeps): Job<RunPayload> =>
  defineJob<RunPayload>({
    name: runJobName,
    concurrency: 5,
    groupConcurrency: 4,
    timeoutSeconds: 600,
    retry: { limit: 5, delaySeconds: 5, maxDelaySeconds: 120 },
    isReady: deps.rendering.isOurs,
    work: (payload, context) => carry(deps, payload, context),
    failed: ({ runId }) => giveUp(deps, runId),
  })

const carry = async (
  deps: ScheduleDeps,
  { runId, looks = 0 }: RunPayload,
  context: JobContext,
): Promise<void> => {
  const found = await runStore.open(deps.sql, runId)
  if (!found) return
  const { run, schedule } = found
  const end = (how: RunEnd) => endRun(deps, run, schedule, how)
  const kind = deps.kinds[schedule.kind]
  if (!kind) return end({ state: 'failed', error: `A ${schedule.kind} cannot be run here.` })
  if (run.state === 'waiting' && (await runStore.isBusy(deps.sql, run)))
    return end({ state: 'skipped', error: 'The run before it had not ended.' })
  const caller = await store.findCaller(deps.sql, schedule.keyId)
  if (!caller) {
    await scheduleStore.pause(deps.sql, schedule.id, 'The key that made it was deleted.')
    return end({ state: 'failed', error: 'The key that made this schedule was deleted.' })
  }
  await runStore.start(deps.sql, run)
  const current = (await runStore.open(deps.sql, runId))?.run
  if (!current) return
  try {
    const request = requestOf(deps, schedule)
    const carried = { run: current, schedule, caller, request }
    await asWorkOf(schedule.accountId, () =>
      kind.way === 'answer'
        ? answer(deps, kind, carried, context)
        : follow(deps, kind, { ...carried, looks }, context),
    )
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error
    if (error.isTransient && !context.isLastAttempt) throw error
    await end({ state: 'failed', error: error.message })
  }
}

type Carried = { run: RunRow; schedule: ScheduleRow; caller: VerifiedKey; request: object }

const requestOf = (deps: ScheduleDeps, schedule: ScheduleRow): object => {
  const { request } = openSecrets(deps.vault, schedule.id, schedule.sealed)
  return { ...schedule.request, ...request }
}

/** An operation that answers at once; paid as a call of it is. */
const answer = async (
  deps: ScheduleDeps,
  kind: AnswerKind,
  { run, schedule, caller, request }: Carried,
  context: JobContext,
): Promise<void> => {
  const ref = `${run.id}:${context.attempt}`
  const operation = kind.operation(request)
  const { accountId, plan } = caller
  const work = { accountId, plan, keyId: caller.id, operation, ref }
  await reserving(deps.sql, [ref], () => reserve(deps.sql, deps.plans, work))
  try {
    const extras = createExtras()
    const by = { accountId, onExtra: extras.add }
    const given = await kind.perform(request, by, context.signal)
    const before = schedule.compares ? await factsBefore(deps, run) : undefined
    const met = kind.facts(given)
    // What a cut-off answer did not reach is not gone: it stands as it was.
    const unmet = kind.isWhole(given) ? [] : [...(before ?? [])].filter(([name]) => !met.has(name))
    const facts = new Map([...met, ...unmet])
    const packed = await compress(Buffer.from(JSON.stringify([...facts])))
    await inTransaction(deps.sql, async sql => {
      if (before) {
        for (const [name] of unmet) before.delete(name)
        const { changes, counts } = compareFacts(before, met)
        await changeStore.add(sql, run.id, changes)
        await changeStore.count(sql, run.id, { ...counts, compared: 0 })
      }
      const paid = await settle(sql, ref)
      const more = await chargeExtras(sql, deps.plans, work, extras.counts)
      const creditsUsed = (paid?.credits ?? 0) + more
      await endWithin(deps, sql, run, schedule, { state: 'completed', creditsUsed, answer: packed })
    })
  } catch (error) {
    await giveBack(deps.sql, [ref])
    throw error
  }
}

const factsBefore = async (
  deps: ScheduleDeps,
  run: RunRow,
): Promise<Map<string, string> | undefined> => {
  const packed = await runStore.factsBefore(deps.sql, run)
  return packed && new Map(JSON.parse((await decompress(packed)).toString()))
}

/** A job of its own: started once, looked after until it has ended. */
const follow = async (
  deps: ScheduleDeps,
  kind: ScheduledJobKind,
  { run, schedule, caller, request, looks }: Carried & { looks: number },
  context: JobContext,
): Promise<void> => {
  const { accountId } = schedule
  const jobId = run.jobId ?? (await kind.start(caller, request, `schedule ${run.id}`))
  if (!run.jobId) await runStore.setJob(deps.sql, run.id, jobId)
  const look = await kind.look(accountId, jobId)
  const end = (how: RunEnd) => endRun(deps, run, schedule, how)
  if (!look) return end({ state: 'failed', error: 'Its results are gone.' })
  if (look.state === 'running') {
    const pauseSeconds = Math.min(60, 2 * 1.5 ** looks)
    const next = { runId: run.id, looks: looks + 1 }
    await enqueueRun(deps, deps.sql, next, { accountId, startAfterSeconds: pauseSeconds })
    return
  }
  const { creditsUsed } = look
  if (look.state === 'cancelled')
    return end({ state: 'failed', creditsUsed, error: 'It was cancelled.' })
  const hasRead = look.state === 'completed'
  if (schedule.compares) {
    const isWhole = hasRead && look.isWhole
    const asked = { ...run, accountId, jobId, request }
    await compareJob(deps, kind, asked, isWhole, context.signal)
  }
  // That the pages it watches cannot be read any more is what a run is for to find out, once.
  if (hasRead || (await runStore.hasChanges(deps.sql, run)))
    return end({ state: 'completed', creditsUsed })
  await end({ state: 'failed', creditsUsed, error: 'No page could be read.' })
}

const endRun = (
  deps: ScheduleDeps,
  run: RunRow,
  schedule: ScheduleRow,
  end: RunEnd,
): Promise<void> => inTransaction(deps.sql, sql => endWithin(deps, sql, run, schedule, end))

const endWithin = async (
  deps: ScheduleDeps,
  sql: Sql,
  run: RunRow,
  schedule: ScheduleRow,
  end: RunEnd,
): Promise<void> => {
  const { webhook } = openSecrets(deps.vault, schedule.id, schedule.sealed)
  const hasWebhook = webhook !== undefined && end.state !== 'skipped'
  if (!(await runStore.end(sql, run.id, { ...end, hasWebhook }))) return
  if (end.state !== 'skipped') await enqueueReport(deps, sql, run.id)
}

const giveUp = async (deps: ScheduleDeps, runId: string): Promise<void> => {
  const found = await runStore.open(deps.sql, runId)
  if (!found) return
  const error = 'It failed several times in a row for a reason of our own; see the log.'
  await endRun(deps, found.run, found.schedule, { state: 'failed', error })
}
