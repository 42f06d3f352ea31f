import { purgeStep } from '../../base/db/purge.ts'
import { inTransaction, type Sql } from '../../base/db/sql.ts'
import { holdObjects, type KeptObject } from '../../base/objects/objects.ts'
import type { Theme } from '../../page/css/media.ts'
import type { ImageKind } from './request.ts'

/** An image as the site gave it, with what rendering needs to know of it. */
export type SourceRow = {
  theme: Theme
  source: string
  url: string | null
  bytes: Buffer
  maskColor: string | null
}

/** As it is kept: its bytes are here, or in an object. */
type StoredSource = Omit<SourceRow, 'bytes'> & {
  bytes: Buffer | null
  object: string | null
}

export type LookupRow = {
  found: boolean | null
  checkedAt: Date | null
  nextCheckAt: Date | null
  claimedUntil: Date | null
  versions: string[]
  report: unknown
}

/** What is known of a host and kind, with its image for one theme. */
export type StoredImage = { lookup: LookupRow; source: StoredSource | undefined }
type StoredRow = LookupRow & { [K in keyof StoredSource]: StoredSource[K] | null }

type Which = { host: string; kind: ImageKind }

/** The last values of `v` that are remembered for a host. */
const maxVersions = 50

/** A look that has ended. */
type LookRow = {
  claimant: string
  now: Date
  nextCheckAt: Date
  version: string | undefined
  report: unknown
}

export const imageStore = {
  async read(sql: Sql, { host, kind }: Which, theme: Theme): Promise<StoredImage | undefined> {
    const [row] = await sql<StoredRow[]>`
      select ${storedColumns(sql)}
      from image_lookups as looked
        left join image_sources as kept
          on kept.host = looked.host and kept.kind = looked.kind and kept.theme = ${theme}
      where looked.host = ${host} and looked.kind = ${kind}`
    return row && toStored(row, theme)
  },

  /**
   * What is known, and whether this process is to look now. Decided in one statement, so that of any
   * number of processes one looks, a host has one look a minute however many values of `v` arrive,
   * and a process far from the database waits for one answer. Nothing is written where none is due.
   */
  async open(
    sql: Sql,
    { host, kind }: Which,
    theme: Theme,
    claim: {
      claimant: string
      now: Date
      until: Date
      version: string | undefined
      /** For a new `v`: how long ago the last look must have been. */
      versionPauseMs: number
    },
  ): Promise<{ stored: StoredImage | undefined; mine: boolean }> {
    const { claimant, now, until, version = null, versionPauseMs } = claim
    const lookedBefore = new Date(now.getTime() - versionPauseMs)
    const isDue = sql`
      (looked.claimed_until is null or looked.claimed_until <= ${now})
        and (looked.next_check_at is null or looked.next_check_at <= ${now}
          or (${version}::text is not null and looked.checked_at <= ${lookedBefore}
            and not ${version}::text = any (looked.versions)))`
    const [row] = await sql<(StoredRow & { mine: boolean; isKnown: boolean })[]>`
      with claimed as (
        insert into image_lookups as looked (host, kind, claimed_by, claimed_until)
        select ${host}, ${kind}, ${claimant}, ${until}::timestamptz
        where not exists (
          select 1 from image_lookups as looked
          where host = ${host} and kind = ${kind} and not (${isDue})
        )
        on conflict (host, kind) do update
        set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
        where ${isDue}
        returning 1
      )
      select exists (select 1 from claimed) as mine, looked.host is not null as "isKnown",
        ${storedColumns(sql)}
      from (values (1)) as always
        left join image_lookups as looked on looked.host = ${host} and looked.kind = ${kind}
        left join image_sources as kept
          on kept.host = looked.host and kept.kind = looked.kind and kept.theme = ${theme}`
    if (!row) throw new Error('a row that always is did not come')
    const { mine, isKnown, ...stored } = row
    return { mine, stored: isKnown ? toStored(stored, theme) : undefined }
  },

  /** What a look found, with the end of its claim. Nothing when the claim was lost meanwhile. */
  async save(
    sql: Sql,
    { host, kind }: Which,
    look: LookRow & { sources: readonly (Omit<SourceRow, 'bytes'> & KeptObject)[] },
  ): Promise<void> {
    const { sources } = look
    const column = <K extends keyof StoredSource>(name: K) => sources.map(source => source[name])
    // The client has no arrays of bytes.
    const bytes = sources.map(source => source.bytes?.toString('base64') ?? null)
    const write = (on: Sql) => on<{ object: string | null }[]>`
      with ended as (
        update image_lookups set found = ${sources.length > 0}, checked_at = ${look.now},
          next_check_at = ${look.nextCheckAt}, report = ${JSON.stringify(look.report)}::text::jsonb,
          ${withVersion(sql, look.version)}, claimed_by = null, claimed_until = null
        where host = ${host} and kind = ${kind} and claimed_by = ${look.claimant}
        returning host, kind
      ), gone as (
        delete from image_sources using ended
        where image_sources.host = ended.host and image_sources.kind = ended.kind
          and not theme = any (${column('theme')}::text[])
      )
      insert into image_sources (host, kind, theme, source, url, bytes, object, mask_color, fetched_at)
      select ended.host, ended.kind, found.theme, found.source, found.url,
        decode(found.bytes, 'base64'), found.object, found.mask_color, ${look.now}
      from ended, unnest(
        ${column('theme')}::text[], ${column('source')}::text[], ${column('url')}::text[],
        ${bytes}::text[], ${column('object')}::text[], ${column('maskColor')}::text[]
      ) as found (theme, source, url, bytes, object, mask_color)
      on conflict (host, kind, theme) do update
      set source = excluded.source, url = excluded.url, bytes = excluded.bytes,
        object = excluded.object, mask_color = excluded.mask_color, fetched_at = excluded.fetched_at
      returning object`
    if (sources.every(({ object }) => object === null)) await write(sql)
    else
      await inTransaction(sql, async transaction =>
        holdObjects(transaction, await write(transaction)),
      )
  },

  /** The object of a source is not in the store: the host is as unknown as it was. */
  async forget(sql: Sql, { host, kind }: Which, object: string): Promise<void> {
    await sql`
      with gone as (
        delete from image_sources where object = ${object} returning host, kind
      )
      update image_lookups set found = null, checked_at = null, next_check_at = null
      from gone where image_lookups.host = gone.host and image_lookups.kind = gone.kind
        and gone.host = ${host} and gone.kind = ${kind}`
  },

  /** A look that could not tell: what was known stays, and the next look comes sooner. */
  async keep(sql: Sql, { host, kind }: Which, look: LookRow): Promise<void> {
    await sql`
      update image_lookups set checked_at = ${look.now}, next_check_at = ${look.nextCheckAt},
        report = ${JSON.stringify(look.report)}::text::jsonb, ${withVersion(sql, look.version)},
        claimed_by = null, claimed_until = null
      where host = ${host} and kind = ${kind} and claimed_by = ${look.claimant}`
  },

  /** A look that was broken off by a fault of ours: as if it had never begun. */
  async release(sql: Sql, { host, kind }: Which, claimant: string): Promise<void> {
    await sql`
      update image_lookups set claimed_by = null, claimed_until = null
      where host = ${host} and kind = ${kind} and claimed_by = ${claimant}`
  },

  /** Any request for a host makes its next look come; those long overdue were asked for by nobody. */
  forgetUnused: (sql: Sql, overdueSince: Date): Promise<boolean> =>
    purgeStep(sql, 'image_lookups', sql`next_check_at < ${overdueSince} and claimed_until is null`),
}

const storedColumns = (sql: Sql) => sql`
  found, checked_at as "checkedAt", next_check_at as "nextCheckAt",
  claimed_until as "claimedUntil", versions, report,
  theme, source, url, bytes, object, mask_color as "maskColor"`

const toStored = (row: StoredRow, theme: Theme): StoredImage => {
  const { theme: _, source, url, bytes, object, maskColor, ...lookup } = row
  return {
    lookup,
    source: source ? { theme, source, url, bytes, object, maskColor } : undefined,
  }
}

const withVersion = (sql: Sql, version: string | undefined) =>
  version === undefined
    ? sql`versions = versions`
    : sql`versions = (array_remove(versions, ${version}) || ${version}::text)[
        greatest(1, cardinality(array_remove(versions, ${version})) - ${maxVersions - 2}):]`
