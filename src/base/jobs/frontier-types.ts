import type { Sql } from '../db/sql.ts'
import type { ItemOutcome } from './finish-store.ts'
import type { SkipReason } from './names.ts'
import type { LoadedItem } from './store.ts'
import type { JobTotals } from './totals-store.ts'

/** A URL that was found and is not known yet. */
export type FrontierUrl = {
  url: string
  key: Buffer
  host: string
  depth: number
  /** The URL of a page, `sitemap` or `start`. */
  foundOn: string
  parent: number | undefined
  template: Buffer | undefined
  /** False: it is read for its links alone. */
  wanted: boolean
  /** Why it is not read at all. */
  skip: SkipReason | undefined
}

/** What a page that was read says besides its result; only its product knows what it means. */
export type Followed = object

/** The end of an item of a growing job. */
export type EndedItem = {
  outcome: ItemOutcome
  url: string
  position: number
  depth: number
  parent: number | null
  wanted: boolean
  /** As hexadecimal. */
  key: string | null
  foundOn: string | null
}

/** Why a page is no result; or that it is one only if another page is not: `held`. */
export type Verdict = SkipReason | 'held' | undefined

/** What became of a page that was held. */
export type Settled = { position: number; skip: SkipReason | undefined }

export type Judgement = {
  /** For each of the items. */
  verdicts: Verdict[]
  /** Pages that were held before, and are not any more. */
  settled: Settled[]
  /** None of them known, each once. */
  candidates: FrontierUrl[]
  /** Work that begins with the end of these items. */
  jobs: { name: string; payload: object }[]
  /** Templates of URLs that turned out to be traps: what waits of them is skipped. */
  closed: Buffer[]
  /** What waits, and turned out to be known. */
  retired: number[]
}

/** How a job grows: what its pages lead to is added by the transaction that ends them. */
export type Frontier<Answer> = {
  /** In the worker, before that transaction. */
  follow(item: LoadedItem, answer: Answer): Followed | undefined
  /** In it, with the job locked. */
  judge(sql: Sql, job: JobTotals, items: readonly EndedItem[]): Promise<Judgement>
  /** All that is held, once nothing else is left that it could wait for. */
  settle(sql: Sql, job: JobTotals): Promise<Settled[]>
}
