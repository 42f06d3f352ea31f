import type { Sql } from '../db/sql.ts'
import type { FollowedAnswer } from '../reader/followed.ts'
import type { PageDefaults } from '../reader/page-request.ts'
import type { Growth } from './growth.ts'
import type { KindName } from './names.ts'
import type { HarvestRow } from './store.ts'

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
  /** How it grows while it runs, if it does. */
  growth?: Growth<FollowedAnswer>
}

export type Kinds = Readonly<Record<KindName, Kind>>

export type StatusUrl = (harvest: { id: string; kind: KindName }) => string

export const statusUrlOf =
  (publicUrl: string, kinds: Kinds): StatusUrl =>
  ({ id, kind }) =>
    `${publicUrl}/v1${kinds[kind].path}/${id}`
