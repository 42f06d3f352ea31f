import { within } from '../../kit/deadline.ts'
import { onAbort } from '../../kit/on-abort.ts'
import { traced } from '../../kit/trace.ts'
import { type Database, inTransaction, isDatabaseAway, type Sql } from '../db/sql.ts'
import type { JobContext, JobReport } from './job.ts'
import { type Claim, type FailureRules, Lost, queueStore, type Taken } from './store.ts'

/** Whether the transaction that took jobs was committed: then they begin. */
export type Begin = (isCommitted: boolean) => void

/** One queue being worked in this process. */
export type Pump = {
  wake(): void
  /** See `Queue.takeNext`. */
  takeNext(sql: Sql, ending: readonly Claim[], isNew: boolean): Promise<Begin>
  running(): number
  /** Whether the last attempt to take jobs succeeded. */
  isWorking(): boolean
  /** Lets running jobs end for `graceMs`, then aborts them and hands them back. */
  close(graceMs: number): Promise<void>
}

type Options = {
  sql: Database
  queue: string
  concurrency: number
  groupConcurrency: number | undefined
  isReady: () => boolean
  timeoutMs: number
  failure: FailureRules
  work(payload: object, context: JobContext): Promise<void>
  report(report: JobReport): void
  /** Whether we are told of jobs that others add. */
  hears(): boolean
}

type Run = { takenMs: number; claim: Claim; abort: AbortController; ended: Promise<void> }

const heartbeatMs = 4000
const abortGraceMs = 2000
const awayPauseMs = 500

class Abandoned extends Error {}

/** Takes as many jobs as there are free places, whenever it is woken or a place becomes free. */
export const startPump = (options: Options): Pump => {
  const runs = new Map<string, Run>()
  const bell = createBell()
  let closing = false
  let working = true
  /** Places that a transaction is giving to jobs at this moment. */
  let promised = 0
  /** The last look left no job, and nobody has told of another since: the end of a run needs no look. */
  let isEmpty = false
  let wakes = 0
  const wake = () => {
    wakes++
    isEmpty = false
    bell.ring()
  }
  /** A later attempt comes without a notification: whoever failed looks when it is due. */
  const wakeIn = (seconds: number) => void setTimeout(wake, seconds * 1_000 + 20).unref()

  const begin = (jobs: readonly Taken[]) => {
    for (const taken of jobs) {
      const { claim } = taken
      const abort = new AbortController()
      const ended = run(options, taken, abort, wakeIn).finally(() => {
        runs.delete(claim.id)
        if (!isEmpty || !options.hears()) bell.ring()
      })
      runs.set(claim.id, { takenMs: performance.now(), claim, abort, ended })
    }
  }
  /** The places are promised until it is known whether the jobs are ours. */
  const take = async (count: number, ask: () => Promise<Taken[]>): Promise<Begin> => {
    const before = wakes
    promised += count
    try {
      const jobs = await ask()
      // What waits for others of its group may begin with the end of any run.
      isEmpty = !options.groupConcurrency && jobs.length < count && wakes === before
      return isCommitted => {
        promised -= count
        if (isCommitted) begin(jobs)
        else isEmpty = false
      }
    } catch (error) {
      promised -= count
      isEmpty = false
      throw error
    }
  }
  const free = () => options.concurrency - runs.size - promised
  const fill = async (): Promise<void> => {
    const count = free()
    if (count <= 0 || !options.isReady()) return
    const beginThem = await take(count, () => takeJobs(options, count))
    beginThem(true)
  }
  const takeNext: Pump['takeNext'] = async (sql, ending, isNew) => {
    if (isEmpty && !isNew && options.hears()) return () => undefined
    const ours = ending.filter(claim => runs.get(claim.id)?.claim === claim)
    const count = closing ? 0 : free() + ours.length
    if (count > 0) return take(count, () => queueStore.takeAndTell(sql, options.queue, count))
    if (isNew) await queueStore.tell(sql, options.queue)
    return () => undefined
  }
  const loop = async () => {
    while (!closing) {
      working = await fill().then(
        () => true,
        () => false,
      )
      await bell.wait(working ? undefined : awayPauseMs)
    }
  }
  const heartbeat = setInterval(() => void beat(options.sql, runs), heartbeatMs)
  const looping = loop()

  return {
    ...{ wake, takeNext },
    running: () => runs.size,
    isWorking: () => working,
    close: async graceMs => {
      closing = true
      bell.ring()
      await looping
      await settled(runs, graceMs)
      for (const { abort } of runs.values()) abort.abort(new Abandoned('The process is closing.'))
      await settled(runs, abortGraceMs)
      clearInterval(heartbeat)
      // Work that ignores its signal: others may take it now, its process is about to end.
      const left = [...runs.values()].map(({ claim }) => claim)
      if (left.length > 0) await queueStore.release(options.sql, left).catch(() => undefined)
    },
  }
}

const takeJobs = ({ sql, queue, groupConcurrency }: Options, count: number): Promise<Taken[]> =>
  groupConcurrency
    ? inTransaction(sql, transaction =>
        queueStore.takeOfGroups(transaction, queue, count, groupConcurrency),
      )
    : queueStore.take(sql, queue, count)

const run = async (
  options: Options,
  { claim, payload, attempts }: Taken,
  abort: AbortController,
  wakeIn: (seconds: number) => void,
): Promise<void> => {
  const startedAt = performance.now()
  const timeout = new Error(`The job took longer than ${options.timeoutMs / 1000} s.`)
  const timer = setTimeout(() => abort.abort(timeout), options.timeoutMs)
  const context: JobContext = {
    id: claim.id,
    claim,
    attempt: attempts + 1,
    isLastAttempt: attempts >= options.failure.retry.limit,
    signal: abort.signal,
    complete: sql => complete(sql, claim),
  }
  const done = (outcome: JobReport['outcome'], error?: unknown) =>
    options.report({
      job: options.queue,
      id: claim.id,
      attempt: context.attempt,
      durationMs: Math.round(performance.now() - startedAt),
      outcome,
      ...(error === undefined ? {} : { error }),
    })
  try {
    const work = () => options.work(payload, context)
    await orAborted(traced(`job ${options.queue}`, work, { isFirst: true }), abort.signal)
    if (!claim.ended) await persistently(() => complete(options.sql, claim))
    done(claim.ended === 'lost' ? 'lost' : 'done')
  } catch (error) {
    const reason = abort.signal.aborted ? abort.signal.reason : error
    done(await giveBack(options, claim, reason, wakeIn), error)
  } finally {
    clearTimeout(timer)
  }
}

const complete = async (sql: Sql, claim: Claim): Promise<void> => {
  const held = await queueStore.complete(sql, [claim])
  if (held.length === 0) throw new Lost()
}

const giveBack = async (
  { sql, failure }: Options,
  claim: Claim,
  reason: unknown,
  wakeIn: (seconds: number) => void,
): Promise<JobReport['outcome']> => {
  if (reason instanceof Lost) return 'lost'
  if (reason instanceof Abandoned) {
    await persistently(() => queueStore.release(sql, [claim])).catch(() => undefined)
    return 'released'
  }
  // Only the sentence is kept: stacks and causes may hold what must not lie in a database.
  const sentence = String(Object(reason).message ?? reason).slice(0, 1000)
  try {
    const pauses = await persistently(() => queueStore.fail(sql, failure, [claim], sentence))
    if (pauses.length === 0) return 'lost'
    for (const seconds of pauses) wakeIn(seconds)
  } catch {
    // The supervisor of any process ends it once its heartbeat is old.
  }
  return 'failed'
}

/** A wait for work that also ends when the signal fires, for work that does not listen to it. */
const orAborted = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  const aborted = Promise.withResolvers<never>()
  const stopListening = onAbort(signal, () => {
    // A moment for work that does listen: its own end is the better one.
    setTimeout(() => aborted.reject(signal.reason), abortGraceMs / 2).unref()
  })
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    stopListening()
    work.catch(() => undefined)
  }
}

/**
 * Says that our jobs are alive; one that is no longer ours (we were away too long) is dropped. Taking
 * a job was a sign of life too, so that short ones, of which there are many, need no other.
 */
const beat = async (sql: Sql, runs: ReadonlyMap<string, Run>) => {
  const takenBeforeMs = performance.now() - heartbeatMs
  const old = [...runs.values()].filter(({ takenMs }) => takenMs < takenBeforeMs)
  try {
    const held = await queueStore.touch(
      sql,
      old.map(({ claim }) => claim),
    )
    for (const { claim, abort } of old)
      if (!held.includes(claim) && !claim.ended) abort.abort(new Lost())
  } catch {
    // The database is away; the next beat may reach it.
  }
}

/** A restart of the database must not turn a finished job into one that runs again. */
const persistently = async <T>(settle: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle()
    } catch (error) {
      if (attempt >= 10 || !isDatabaseAway(error)) throw error
      await new Promise(resolve => setTimeout(resolve, awayPauseMs))
    }
  }
}

const settled = (runs: ReadonlyMap<string, Run>, timeoutMs: number) =>
  within(timeoutMs, Promise.all([...runs.values()].map(({ ended }) => ended))).catch(
    () => undefined,
  )

/** A ring between two waits is not lost: the next wait ends at once. */
const createBell = () => {
  let rung = false
  let answer = () => {}
  const ring = () => {
    rung = true
    answer()
  }
  const wait = async (timeoutMs?: number) => {
    if (!rung) {
      const timer = Promise.withResolvers<void>()
      answer = timer.resolve
      const timeout = timeoutMs && setTimeout(timer.resolve, timeoutMs)
      await timer.promise
      clearTimeout(timeout)
    }
    rung = false
  }
  return { ring, wait }
}
