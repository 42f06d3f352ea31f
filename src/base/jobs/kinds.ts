import type { Sql } from '../db/sql.ts'
import type { FollowedAnswer } from '../reader/answer.ts'
import type { PageDefaults, PageRequest } from '../reader/page-request.ts'
import type { Frontier } from './frontier.ts'
import type { JobKindName } from './kinds-and-states.ts'
import type { JobOptions } from './parse-job-options.ts'
import type { JobRow, LoadedItem } from './store.ts'

/** What a product says of its kind of job. */
export type JobKind = {
  /** Also the first part of its events' names. */
  name: JobKindName
  /** Where its routes are, below the version. */
  path: `/${string}`
  /** What its pages are read as when the caller says nothing of it. */
  defaults: PageDefaults
  /** What its status says besides what every job's does. */
  show?(sql: Sql, job: JobRow): Promise<object>
  /** What is made of a page, where that is more than reading it. */
  read?(item: LoadedItem, request: PageRequest, signal: AbortSignal): Promise<ItemReading>
  /** Its results as a table, where their columns are its own. */
  table?(options: JobOptions): JobTable
  /** How it grows while it runs, if it does. */
  growth?: Frontier<Pick<FollowedAnswer, 'url' | 'follow'>>
}

/** `credits` where the item turned out cheaper than what was reserved for it. */
export type ItemReading = { answer: object; credits?: number | undefined }

/** An item may be several rows, or none. */
export type JobTable = { columns: readonly string[]; rowsOf(item: object): readonly string[][] }

export type JobKinds = Readonly<Record<JobKindName, JobKind>>

export type StatusUrl = (job: { id: string; kind: JobKindName }) => string

export const statusUrlOf =
  (publicUrl: string, kinds: JobKinds): StatusUrl =>
  ({ id, kind }) =>
    `${publicUrl}/v1${kinds[kind].path}/${id}`
