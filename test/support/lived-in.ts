import assert from 'node:assert/strict'
import { madeByMigrations } from '../../src/base/db/migrate.ts'
import type { Sql } from '../../src/base/db/sql.ts'
import { article, createBatch, ended } from './batch.ts'
import type { ImageApp } from './images.ts'
import { png } from './pictures.ts'
import type { SimulatedWeb } from './simulated-web.ts'
import { until } from './until.ts'

/** Batches of a lived-in app: one has ended, one waits for a page that `release` lets through. */
export type LivedIn = { endedBatch: string; openBatch: string }

export const openPages = Array.from({ length: 12 }, (_, n) => `https://slow.test/page/${n}`)

/** The sites it reads; `slow.test` answers once `until` has. */
export const addSites = async (web: SimulatedWeb, until: Promise<unknown>): Promise<void> => {
  const noRobots = { status: 404 }
  const icon = await png('blue', 64)
  web.site('shop.test', {
    '*': article('shop'),
    '/robots.txt': noRobots,
    '/gone': { status: 410, body: 'gone' },
  })
  web.site('hook.test', () => ({ status: 204 }))
  web.site('acme.example', {
    '/': '<html><head><link rel="icon" href="/i.png"></head></html>',
    '/i.png': icon,
  })
  web.site('slow.test', async ({ path }) => {
    if (path === '/robots.txt') return noRobots
    await until
    return article(path)
  })
}

/** Uses an app until every table has rows; what takes a long way to come about is written directly. */
export const liveIn = async (app: ImageApp): Promise<LivedIn> => {
  const { sql } = app.database
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await app.api(path, { method: 'POST', body, headers })
    assert.equal(answer.status, 200, answer.text)
  }
  await post('/v1/scrape', { url: 'https://shop.test/one' })
  await app.api('/v1/webhooks/secret')
  await app.image('/acme.example')
  await post(
    '/v1/batch/scrape',
    { urls: ['https://shop.test/again'] },
    { 'idempotency-key': 'the first of its kind' },
  )
  const webhook = { url: 'https://hook.test/', headers: { 'x-own': 'a secret of theirs' } }
  const urls = ['https://shop.test/1', 'https://shop.test/2', 'https://shop.test/gone']
  const endedBatch = await createBatch(app, { urls, webhook })
  await ended(app, endedBatch)
  await until('its webhooks are delivered', async () => {
    const [last] = await sql`select state from webhook_events where type = 'batch.completed'`
    return last?.state === 'delivered'
  })
  const openBatch = await createBatch(app, { urls: openPages, timeout: 120_000 })
  await app.database.sql`update batches set expires_at = '2126-01-01'`
  await fillEmpty(sql)
  return { endedBatch, openBatch }
}

const fillEmpty = async (sql: Sql): Promise<void> => {
  for (const name of await emptyTables(sql)) {
    const write = writers[name]
    assert.ok(write, `${name} has no rows: say in test/support/lived-in.ts how to get some`)
    await write(sql)
  }
  assert.deepEqual(await emptyTables(sql), [])
}

/** Where nothing has been restored, none waits to be taken over. */
const alwaysEmpty = ['carried_jobs']

const emptyTables = async (sql: Sql): Promise<string[]> => {
  const empty: string[] = []
  for (const { kind, name } of await madeByMigrations()) {
    const [known] = await sql`select to_regclass(${name}) as name`
    if (kind !== 'table' || !known?.name || alwaysEmpty.includes(name)) continue
    const rows = await sql`select 1 from ${sql(name)} limit 1`
    if (rows.length === 0) empty.push(name)
  }
  return empty
}

/** With what a dump is most easily wrong about: tabs, line ends, backslashes, quotes, nulls, bytes. */
const awkward = 'tab\t line\n return\r backslash\\ \\N \\. quote\' "double" ünïcödé 🦊 \u0001'
const everyByte = Buffer.from(Array.from({ length: 256 }, (_, n) => n))

const writers: Record<string, (sql: Sql) => Promise<unknown>> = {
  usage_flushes: sql => sql`insert into usage_flushes (id) values (${awkward})`,
  usage_senders: sql => sql`insert into usage_senders (id, sequence) values (${awkward}, 7)`,
  copies: sql => sql`
    insert into copies (account_id, hash, answer)
    select id, ${everyByte}, ${everyByte} from accounts limit 1`,
  objects: sql => sql`
    insert into objects (id, size, content_type, expires_at, body)
    values ('obj_1', 256, 'image/png', '2126-01-01', ${everyByte})`,
  ledger_days: sql => sql`
    insert into ledger_days (account_id, day, kind, operation, entries, credits, delta)
    select id, '2020-01-01', 'grant', 'plan', 1, 7, 7 from accounts limit 1`,
  model_answers: sql => sql`
    insert into model_answers (account_id, hash, answers)
    select id, ${everyByte}, ${everyByte} from accounts limit 1`,
  ways: sql => sql`
    insert into ways (name, sealed, created_by) values (${awkward}, ${everyByte}, ${awkward})`,
  way_uses: sql => sql`
    insert into way_uses (name, pages, used_at, failure) values (${awkward}, 7, now(), ${awkward})`,
  image_pins: sql => sql`
    insert into image_pins (host, what, bytes, pinned_by)
    values ('shop.test', 'icon', ${everyByte}, ${awkward})`,
  image_complaints: sql => sql`
    insert into image_complaints (id, host, kind, note, account_id)
    select 'complaint_1', 'shop.test', 'icon', ${awkward}, id from accounts limit 1`,
  refused_origins: sql => sql`
    insert into refused_origins (key_id, host, requests, last_at)
    select id, 'elsewhere.test', 3, now() from keys limit 1`,
  first_keys: sql => sql`
    insert into first_keys (key_id, sealed) select id, ${everyByte} from keys limit 1`,
  usage: sql => sql`
    insert into usage (key_id, account_id, day, endpoint, outcome, requests)
    select id, account_id, '2026-01-01', 'scrape', 'ok', 7 from keys limit 1`,
  mail_outbox: sql => sql`
    insert into mail_outbox (recipient, subject, text, status)
    values ('ann@example.com', ${awkward}, '', 'kept')`,
  people: sql => sql`
    insert into people (id, email, name, image) values ('per_1', 'ann@example.com', ${awkward}, null)`,
  sessions: sql => sql`
    insert into sessions (id, token, person_id, expires_at)
    select 'ses_1', 'digest', id, '2126-01-01' from people limit 1`,
  credentials: sql => sql`
    insert into credentials (id, person_id, provider_id, provider_account_id, password)
    select 'cre_1', id, 'credential', id, 'hashed' from people limit 1`,
  members: sql => sql`
    insert into members (account_id, person_id, role)
    select accounts.id, people.id, 'owner' from accounts, people limit 1`,
  join_links: sql => sql`
    insert into join_links (id, hash, kind, account_id, role, made_by, expires_at)
    select 'lin_1', ${everyByte}, 'invitation', id, 'member', ${awkward}, '2126-01-01'
    from accounts limit 1`,
  sign_in_attempts: sql => sql`
    insert into sign_in_attempts (email, address) values ('ann@example.com', '192.0.2.1')`,
  two_steps: sql => sql`
    insert into two_steps (id, person_id, secret, recovery_codes)
    select 'two_1', id, 'sealed', 'sealed' from people limit 1`,
  verifications: sql => sql`
    insert into verifications (id, identifier, value, expires_at)
    values ('ver_1', 'digest', ${awkward}, '2126-01-01')`,
  reset_links: sql => sql`
    insert into reset_links (hash, person_id, expires_at)
    select ${everyByte}, id, '2126-01-01' from people limit 1`,
  backup_state: sql => sql`
    insert into backup_state (made_at, file, size_bytes, failure)
    values ('2026-01-01', '/mnt/backups/one', 7, ${awkward})`,
  rendering: sql => sql`insert into rendering (seen_at) values (now()) on conflict do nothing`,
  write_proof: sql => sql`insert into write_proof (at) values (now())`,
  schedules: sql => sql`
    insert into schedules (id, account_id, key_id, name, kind, cron, time_zone, request, compares, mails)
    select 'schedule_1', account_id, id, ${awkward}, 'batch', '0 6 * * *', 'UTC', '{"urls": []}',
      true, false
    from keys limit 1`,
  readers: sql => sql`
    insert into readers (id, account_id, name, host, schema, fallback, reading, version)
    select 'rdr_1', id, ${awkward}, 'shop.test', '{"type": "object"}', 'none', '{}', 1
    from accounts limit 1`,
  bot_keys: sql => sql`
    insert into bot_keys (id, public_x, sealed) values ('thumbprint', 'x', ${everyByte})
    on conflict do nothing`,
  secrets: sql => sql`
    insert into secrets (account_id, name, sealed, totp)
    select id, 'shop_password', ${everyByte}, false from accounts limit 1`,
  site_sessions: sql => sql`
    insert into site_sessions
      (id, account_id, name, hosts, sealed, has_login, saves_changes, ttl_hours, status, failure)
    select 'ses_1', id, ${awkward}, '{shop.test}', ${everyByte}, true, true, 24, 'new', ${awkward}
    from accounts limit 1`,
  reader_versions: sql => sql`
    insert into reader_versions (reader_id, number, file, lesson, cause)
    select id, 1, '{"siteray": "reader"}', '{"summary": {}, "questions": []}', 'examples'
    from readers limit 1`,
  reader_pages: sql => sql`
    insert into reader_pages (reader_id, url, data, source)
    select id, 'https://shop.test/1', '{"price": 7}', ${everyByte} from readers limit 1`,
  reader_drafts: sql => sql`
    insert into reader_drafts (id, account_id, url, source)
    select 'page_1', id, 'https://shop.test/1', ${everyByte} from accounts limit 1`,
  reader_observations: sql => sql`
    insert into reader_observations (account_id, host, body, source)
    select id, 'shop.test', '{"is": "read", "readerId": "rdr_0"}', ${everyByte}
    from accounts limit 1`,
  reader_seen: sql => sql`
    insert into reader_seen (reader_id, url, good_data, good_source, good_at)
    select id, 'https://shop.test/1', '{"price": 7}', ${everyByte}, now() from readers limit 1`,
  reader_days: sql => sql`
    insert into reader_days (reader_id, day, pages, fields)
    select id, current_date, 1, '{"/price": [1, 0, 0, 1, 0, 0]}' from readers limit 1`,
  reader_events: sql => sql`
    insert into reader_events (id, reader_id, type, data)
    select 'evt_1', id, 'reader.drifting', '{"fields": []}' from readers limit 1`,
  schedule_runs: sql => sql`
    insert into schedule_runs (id, schedule_id, due_at, state, answer)
    select 'run_1', id, now(), 'completed', ${everyByte} from schedules limit 1`,
  schedule_changes: sql => sql`
    insert into schedule_changes (run_id, position, change, subject, detail)
    select id, 1, 'changed', 'https://shop.test/1', ${awkward} from schedule_runs limit 1`,
  schedule_pages: sql => sql`
    insert into schedule_pages (schedule_id, page_key, url, run_id, hash, text)
    select id, ${everyByte}, 'https://shop.test/1', 'run_1', ${everyByte}, ${everyByte}
    from schedules limit 1`,
  harvest_lanes: sql => sql`
    insert into harvest_lanes (batch_id, host, last_turn) select id, 'shop.test', 7 from batches limit 1`,
  harvest_budgets: sql => sql`
    insert into harvest_budgets (batch_id, template, budget, closed)
    select id, ${everyByte}, '{"read": 3}', false from batches limit 1`,
  harvest_baselines: sql => sql`
    insert into harvest_baselines (batch_id, url_key, url, content_hash)
    select id, ${everyByte}, 'https://shop.test/1', ${everyByte} from batches limit 1`,
  harvest_reads: sql => sql`
    insert into harvest_reads (batch_id, position, copy_key, canonical_key)
    select id, 0, ${everyByte}, ${everyByte} from batches limit 1`,
  webhook_attempts: sql => sql`
    insert into webhook_attempts (event_id, attempt, status, duration_ms)
    select id, 1, 204, 5 from webhook_events limit 1`,
}
