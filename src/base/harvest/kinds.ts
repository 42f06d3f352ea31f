import type { Sql } from '../db/sql.ts'
import type { FollowedAnswer } from '../reader/followed.ts'
import type { PageDefaults, PageRequest } from '../reader/page-request.ts'
import type { Growth } from './growth.ts'
import type { KindName } from './names.ts'
import type { HarvestOptions } from './read-asked.ts'
import type { HarvestRow, LoadedItem } from './store.ts'

/** What a product says of its kind of harvest. */
export type Kind = {
  /** Also the first part of its events' names. */
  name: KindName
  /** Where its routes are, below the version. */
  path: `/${string}`
  /** What its pages are read as when the caller says nothing of it. */
  defaults: PageDefaults
  /** What its status says besides what every harvest's does. */
  show?(sql: Sql, harvest: HarvestRow): Promise<object>
  /** What is made of a page, where that is more than reading it. */
  read?(item: LoadedItem, request: PageRequest, signal: AbortSignal): Promise<object>
  /** Its results as a table, where their columns are its own. */
  table?(options: HarvestOptions): Table
  /** How it grows while it runs, if it does. */
  growth?: Growth<FollowedAnswer>
}

/** An item may be several rows, or none. */
export type Table = { columns: readonly string[]; rowsOf(item: object): readonly string[][] }

export type Kinds = Readonly<Record<KindName, Kind>>

export type StatusUrl = (harvest: { id: string; kind: KindName }) => string

export const statusUrlOf =
  (publicUrl: string, kinds: Kinds): StatusUrl =>
  ({ id, kind }) =>
    `${publicUrl}/v1${kinds[kind].path}/${id}`
