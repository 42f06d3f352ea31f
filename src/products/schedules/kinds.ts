import type { TSchema } from 'typebox'
import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import type { OnExtra, Operation } from '../../base/accounts/prices.ts'
import type { ScheduleKindName } from './request.ts'

/** An operation that can be repeated. Each is the product's own; here stands what is asked of it. */
export type ScheduleKind = ScheduledJobKind | AnswerKind

type Base = {
  /** The body of the operation. */
  request: TSchema
  /** Throws what the operation's route would throw, before anything costs. */
  check(request: object, accountId: string): void | Promise<void>
}

/** It starts a job that goes on by itself. */
export type ScheduledJobKind = Base & {
  way: 'job'
  /** The same key starts the same job, however often it is called. Its id. */
  start(caller: VerifiedKey, request: object, idempotencyKey: string): Promise<string>
  /** Where the job is; undefined when it is gone. */
  look(accountId: string, jobId: string): Promise<JobLook | undefined>
  /** Results in the order in which they came, from `offset` on; an empty list is the end. */
  results(accountId: string, jobId: string, offset: number): Promise<JobResult[]>
  /** Two URLs with one key are one page to what was asked for. */
  keyOf(url: string, request: object): string
}

export type JobLook = {
  state: 'running' | 'completed' | 'failed' | 'cancelled'
  creditsUsed: number
  /** False when pages may be missing that the run before it had read. */
  isWhole: boolean
}

/** A page as it was read, or why it could not be. */
export type JobResult = { url: string } & (
  | { text: string }
  | { text: undefined; error: string; isMissing: boolean }
)

/** For whom it is done, and who is told of what costs more than the operation. */
type PerformedBy = { accountId: string; onExtra: OnExtra }

/** It answers at once. */
export type AnswerKind = Base & {
  way: 'answer'
  operation(request: object): Operation
  perform(request: object, by: PerformedBy, signal: AbortSignal): Promise<object>
  /** What the answer says, by name: what is compared from run to run. */
  facts(answer: object): Map<string, string>
  /** False when facts may be missing that the run before it had. */
  isWhole(answer: object): boolean
}

export type ScheduleKinds = Readonly<Partial<Record<ScheduleKindName, ScheduleKind>>>
