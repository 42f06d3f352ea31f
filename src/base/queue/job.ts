import type { Sql } from '../db/sql.ts'
import type { Claim } from './store.ts'

/**
 * A kind of durable work. It runs at least once: after a crash it runs again, so `work` must find
 * out what is already done, or do everything in one transaction that ends with `context.complete`.
 */
export type Job<Payload extends object> = {
  /** Letters, digits, `-`, `_`, `.`; it names the queue in the database. */
  name: string
  /** How many run at once in one process. */
  concurrency: number
  /** How many of one group (see `EnqueueOptions`) run at once in all processes together. */
  groupConcurrency?: number
  /** Longer and its signal fires and the attempt has failed. */
  timeoutSeconds: number
  /** The pause doubles with each attempt, with some chance in it, up to the maximum. */
  retry: { limit: number; delaySeconds: number; maxDelaySeconds: number }
  /**
   * With `waiting` a second job with the same `key` is not added while one waits; with `unfinished`
   * also not while one runs.
   */
  unique?: 'waiting' | 'unfinished'
  /** Runs at these times (cron, UTC) once, however many processes there are. */
  schedule?: { cron: string; payload: Payload }
  /** Whether this process can do it now; while it cannot, others take it. */
  isReady?(): boolean
  work(payload: Payload, context: JobContext): Promise<void>
  /** Called, itself durably, when the last attempt has failed or its process died. */
  failed?(payload: Payload, context: JobContext): Promise<void>
}

export type JobContext = {
  id: string
  /** 1 for the first. */
  attempt: number
  isLastAttempt: boolean
  /** Fires at the timeout, when the process closes, or when the job was given to another process. */
  signal: AbortSignal
  /**
   * Marks the job as done within the caller's transaction, so that its result and its end are one.
   * Throws when the job no longer belongs to this run: the transaction must not be committed.
   */
  complete(sql: Sql): Promise<void>
  /** What `Queue.completeMany` takes. */
  claim: Claim
}

export type EnqueueOptions = {
  /** Higher first; 0 unless given. */
  priority?: number
  /** See `Job.unique`. */
  key?: string
  /**
   * Jobs of one group share the limit `Job.groupConcurrency`, for example those of an account. The
   * group of which fewest run comes next.
   */
  group?: string
  startAfterSeconds?: number
}

/** What a run came to, for the log and the metrics: one for each run. */
export type JobReport = {
  job: string
  id: string
  attempt: number
  durationMs: number
  outcome: 'done' | 'failed' | 'released' | 'lost'
  error?: unknown
}

/** Only gives the payload its type. */
export const defineJob = <Payload extends object>(job: Job<Payload>): Job<Payload> => job

/** Any job, for those who do not look into payloads (`work` is a method, so each kind fits). */
export type AnyJob = Job<object>
