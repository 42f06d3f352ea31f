import type { Sql } from '../db/sql.ts'
import type { Outcome } from './finish-store.ts'
import type { SkipReason } from './names.ts'
import type { LoadedItem } from './store.ts'
import type { Tally } from './tally-store.ts'

/** A URL that was found and is not known yet. */
export type Candidate = {
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

/** The end of an item of a growing harvest. */
export type EndedItem = {
  outcome: Outcome
  url: string
  position: number
  depth: number
  parent: number | null
  wanted: boolean
}

export type Judgement = {
  /** For each of the items: why it is no result after all. */
  skips: (SkipReason | undefined)[]
  /** None of them known, each once. */
  candidates: Candidate[]
  /** Work that begins with the end of these items. */
  jobs: { name: string; payload: object }[]
  /** Templates of URLs that turned out to be traps: what waits of them is skipped. */
  closed: Buffer[]
}

/** How a harvest grows: what its pages lead to is added by the transaction that ends them. */
export type Growth<Answer> = {
  /** In the worker, before that transaction. */
  follow(item: LoadedItem, answer: Answer): Followed | undefined
  /** In it, with the harvest locked. */
  judge(sql: Sql, harvest: Tally, items: readonly EndedItem[]): Promise<Judgement>
}
