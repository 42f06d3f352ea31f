import { purgeStep } from '../../base/db/purge.ts'
import type { Sql } from '../../base/db/sql.ts'
import { storableJson } from '../../base/db/storable-json.ts'
import type { NextStep } from '../../base/webhooks/retry.ts'
import type { Flag } from '../../page/taught/answer.ts'
import { type ReaderRow, readerColumns, type Watched } from './store.ts'

/** What came of a page: read by a reader, read along beside a model, or by a model alone. */
export type Noted =
  | {
      is: 'read'
      readerId: string
      version: number
      url: string
      data: unknown
      flags: Record<string, Flag[]>
      /** By field: flagged or not, and how many families agreed. */
      fields: Record<string, { isFlagged: boolean; isMissing: boolean; families: number }>
      isOther: boolean
      isChecked: boolean
    }
  | {
      is: 'proved'
      readerId: string
      version: number
      url: string
      data: unknown
      same: string[]
      differ: string[]
    }
  | {
      is: 'answered'
      url: string
      schema: unknown
      prompt?: string | undefined
      data: unknown
      skeleton: string[]
    }
export type ObservationRow = { id: string; body: Noted; source: Buffer | null }

type Lane = { accountId: string; host: string }

export const observationStore = {
  /** Its number. */
  async add(sql: Sql, { accountId, host }: Lane, body: Noted, source: Buffer | null) {
    const [row] = await sql<{ id: string }[]>`
      insert into reader_observations (account_id, host, body, source)
      values (${accountId}, ${host}, ${storableJson(body)}::text::jsonb, ${source})
      returning id::text as id`
    return row?.id
  },

  /** The oldest of a host, for this transaction alone. */
  async take(sql: Sql, { accountId, host }: Lane, limit: number): Promise<ObservationRow[]> {
    const rows = await sql<ObservationRow[]>`
      delete from reader_observations where id in (
        select id from reader_observations where account_id = ${accountId} and host = ${host}
        order by id limit ${limit} for update skip locked
      ) returning id::text as id, body, source`
    return rows.toSorted((a, b) => Number(a.id) - Number(b.id))
  },

  /** Hosts that have some, for which a job may have come too early. */
  async waiting(sql: Sql): Promise<Lane[]> {
    return sql<Lane[]>`
      select distinct account_id as "accountId", host from reader_observations
      where created_at < now() - interval '5 seconds' limit 500`
  },
}

/**
 * Readers that learn from a model, of one host and schema, or have just done so. One that is paused
 * or broken is known too: another reader of its template would do what nobody asked for, or fail again.
 */
type Lesson = Pick<ReaderRow, 'id' | 'stage'> & { skeleton: string[]; pages: number }

export const watchStore = {
  async lock(sql: Sql, id: string): Promise<ReaderRow | undefined> {
    const [row] = await sql<ReaderRow[]>`
      select ${readerColumns(sql)} from readers where id = ${id} for update`
    return row
  },

  /** Those that may answer a page, the proven ones first. */
  async forPage(
    sql: Sql,
    { accountId, host, schemaKey }: Lane & { schemaKey: string },
  ): Promise<ReaderRow[]> {
    return sql<ReaderRow[]>`
      select ${readerColumns(sql)} from readers
      where account_id = ${accountId} and host = ${host} and schema_key = ${schemaKey}
        and stage <> 'learning' and health <> 'broken' and not paused
      order by stage = 'proving', updated_at desc limit 12`
  },

  async lessons(sql: Sql, { accountId, host, schemaKey }: Lane & { schemaKey: string }) {
    return sql<Lesson[]>`
      select id, stage, skeleton,
        (select count(*)::int from reader_pages where reader_id = readers.id) as pages
      from readers where account_id = ${accountId} and host = ${host}
        and schema_key = ${schemaKey} and skeleton <> '[]'
        and (stage <> 'live' or paused or updated_at > now() - case when health = 'broken'
          then interval '7 days' else interval '2 minutes' end)
      order by stage = 'learning' desc, created_at limit 50`
  },

  /**
   * How many more pages a model should read for the readers of a host: undefined where one answers
   * already, or none has begun. What waits to be counted is counted.
   */
  async stillWanted(
    sql: Sql,
    { accountId, host, schemaKey }: Lane & { schemaKey: string },
    needed: { learning: number; proving: number },
  ): Promise<number | undefined> {
    const [row] = await sql<{ wanted: number | null; isLive: boolean; noted: number }[]>`
      select bool_or(stage = 'live') as "isLive",
        sum(case
          when updated_at < now() - interval '1 minute' then 1
          when stage = 'learning' then greatest(0, ${needed.learning} - (
            select count(*) from reader_pages where reader_id = readers.id))
          else greatest(0, ${needed.proving} - coalesce((watch->'proving'->>'pages')::int, 0))
        end)::int as wanted,
        (select count(*)::int from reader_observations where account_id = ${accountId}
          and host = ${host} and body->>'is' <> 'read') as noted
      from readers where account_id = ${accountId} and host = ${host}
        and schema_key = ${schemaKey}`
    if (!row || row.isLive) return undefined
    return (row.wanted ?? needed.learning) - row.noted
  },

  async save(
    sql: Sql,
    id: string,
    { watch, stage, health }: Pick<ReaderRow, 'watch' | 'stage' | 'health'>,
  ): Promise<void> {
    await sql`
      update readers set watch = ${storableJson(watch)}::text::jsonb, stage = ${stage},
        health = ${health},
        updated_at = case when stage = ${stage} and health = ${health}
          and stage = 'live' then updated_at else now() end
      where id = ${id}`
  },

  /** Not where somebody chose another version just now, or taught one. */
  async beginRepair(sql: Sql, id: string, version: number): Promise<boolean> {
    const begun = await sql`
      update readers set health = 'repairing', updated_at = now()
      where id = ${id} and version = ${version} and health in ('drifting', 'repairing')`
    return begun.count > 0
  },

  /** A version that was learned by ourselves, in use from now on. */
  async switchTo(
    sql: Sql,
    id: string,
    to: Pick<ReaderRow, 'version' | 'stage' | 'health'> & { watch: Watched; also?: number },
  ): Promise<void> {
    const also = to.also ?? null
    await sql`
      update readers set version = ${to.version}, stage = ${to.stage}, health = ${to.health},
        watch = ${storableJson(to.watch)}::text::jsonb, also_version = ${also},
        also_at = case when ${also}::int is null then null else now() end, updated_at = now()
      where id = ${id}`
  },

  async touchAlso(sql: Sql, id: string): Promise<void> {
    await sql`update readers set also_at = now() where id = ${id}`
  },
}

/** Pages answered, flagged, missing, seen by two families, checked, and right in a check. */
export type DayCounts = [number, number, number, number, number, number]

export const dayStore = {
  async add(sql: Sql, id: string, pages: number, fields: Record<string, DayCounts>) {
    const [row] = await sql<{ fields: Record<string, DayCounts> }[]>`
      select fields from reader_days where reader_id = ${id} and day = current_date`
    const sum = { ...row?.fields }
    for (const [field, counts] of Object.entries(fields))
      sum[field] = counts.map((count, at) => count + (sum[field]?.[at] ?? 0)) as DayCounts
    await sql`
      insert into reader_days as known (reader_id, day, pages, fields)
      values (${id}, current_date, ${pages}, ${storableJson(sum)}::text::jsonb)
      on conflict (reader_id, day) do update
        set pages = known.pages + excluded.pages, fields = excluded.fields`
  },

  async list(sql: Sql, id: string, days: number) {
    return sql<{ day: string; pages: number; fields: Record<string, DayCounts> }[]>`
      select day::text as day, pages, fields from reader_days
      where reader_id = ${id} order by day desc limit ${days}`
  },

  async forget(sql: Sql): Promise<void> {
    await sql`delete from reader_days where day < current_date - 400`
  },
}

export type SeenRow = {
  url: string
  goodData: unknown
  goodSource: Buffer | null
  goodAt: Date | null
  flaggedData: unknown
  flags: Record<string, Flag[]> | null
  flaggedSource: Buffer | null
  flaggedAt: Date | null
}

const seenColumns = (sql: Sql) => sql`
  url, good_data as "goodData", good_source as "goodSource", good_at as "goodAt",
  flagged_data as "flaggedData", flags, flagged_source as "flaggedSource",
  flagged_at as "flaggedAt"`

export const seenStore = {
  /** What was said without a flag stays while later answers are flagged: a repair looks for it. */
  async put(
    sql: Sql,
    id: string,
    page: { url: string; data: unknown; flags: Record<string, Flag[]>; source: Buffer | null },
  ): Promise<void> {
    const data = storableJson(page.data ?? null)
    if (Object.keys(page.flags).length === 0)
      await sql`
        insert into reader_seen as known (reader_id, url, good_data, good_source, good_at)
        values (${id}, ${page.url}, ${data}::text::jsonb, ${page.source}, now())
        on conflict (reader_id, url) do update set good_data = excluded.good_data,
          good_source = coalesce(excluded.good_source, known.good_source),
          good_at = now(), seen_at = now(),
          flags = null, flagged_data = null, flagged_source = null, flagged_at = null`
    else
      await sql`
        insert into reader_seen as known
          (reader_id, url, flagged_data, flags, flagged_source, flagged_at)
        values (${id}, ${page.url}, ${data}::text::jsonb,
          ${storableJson(page.flags)}::text::jsonb, ${page.source}, now())
        on conflict (reader_id, url) do update set flagged_data = excluded.flagged_data,
          flags = excluded.flags,
          flagged_source = coalesce(excluded.flagged_source, known.flagged_source),
          flagged_at = now(), seen_at = now()`
  },

  async find(sql: Sql, id: string, url: string): Promise<SeenRow | undefined> {
    const [row] = await sql<SeenRow[]>`
      select ${seenColumns(sql)} from reader_seen where reader_id = ${id} and url = ${url}`
    return row
  },

  async flagged(sql: Sql, id: string, limit: number): Promise<SeenRow[]> {
    return sql<SeenRow[]>`
      select ${seenColumns(sql)} from reader_seen
      where reader_id = ${id} and flagged_at is not null
      order by flagged_at desc, url limit ${limit}`
  },

  async lastGood(sql: Sql, id: string): Promise<SeenRow | undefined> {
    const [row] = await sql<SeenRow[]>`
      select ${seenColumns(sql)} from reader_seen
      where reader_id = ${id} and good_at is not null
      order by good_at desc, url limit 1`
    return row
  },

  /** Pages are large: the newest few of each kind are kept, and what they said for a month. */
  async trim(sql: Sql, id: string): Promise<void> {
    await sql`
      update reader_seen set flagged_source = null
      where reader_id = ${id} and flagged_source is not null and url not in (
        select url from reader_seen where reader_id = ${id} and flagged_source is not null
        order by flagged_at desc, url limit ${keptPages})`
    await sql`
      update reader_seen set good_source = null
      where reader_id = ${id} and good_source is not null and url not in (
        select url from reader_seen where reader_id = ${id} and good_source is not null
        order by good_at desc, url limit ${keptPages / 4})`
  },

  forget: (sql: Sql): Promise<boolean> =>
    purgeStep(sql, 'reader_seen', sql`seen_at < now() - interval '30 days'`),
}
const keptPages = 20

export type EventRow = {
  id: string
  readerId: string
  type: string
  data: unknown
  webhookState: NextStep['state'] | null
  attempts: number
  ageSeconds: number
  createdAt: Date
}

export const readerEventStore = {
  async insert(
    sql: Sql,
    event: Pick<EventRow, 'id' | 'readerId' | 'type' | 'data'> & { hasWebhook: boolean },
  ): Promise<void> {
    await sql`
      insert into reader_events (id, reader_id, type, data, webhook_state)
      values (${event.id}, ${event.readerId}, ${event.type},
        ${storableJson(event.data)}::text::jsonb, ${event.hasWebhook ? 'waiting' : null})`
    await sql`
      delete from reader_events where reader_id = ${event.readerId}
        and created_at < now() - interval '90 days'`
  },

  async find(sql: Sql, id: string): Promise<EventRow | undefined> {
    const [row] = await sql<EventRow[]>`
      select id, reader_id as "readerId", type, data, webhook_state as "webhookState",
        jsonb_array_length(webhook_attempts) as attempts, created_at as "createdAt",
        extract(epoch from now() - created_at)::float8 as "ageSeconds"
      from reader_events where id = ${id}`
    return row
  },
}
