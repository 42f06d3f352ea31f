import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../src/base/accounts/first-run.ts'
import type { Plans } from '../../src/base/accounts/plans.ts'
import type { JobKinds } from '../../src/base/jobs/kinds.ts'
import type { JobContext } from '../../src/base/queue/job.ts'
import type { Queue } from '../../src/base/queue/queue.ts'
import { maintenanceJobs } from '../../src/process/maintenance.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => {
  database = await createDatabase()
  await fill(database)
})

/** Enough that one statement for all of them would hold its locks for a noticeable time. */
const many = 20_000
const few = 2_200
/** The most that one statement may delete. */
const maxRows = 1_000

/** Old rows, a young one, and what is still left when the purge is over. */
const tables: Record<string, { job: string; old: number; insert: (age: string) => string }> = {
  usage_flushes: {
    job: 'usage.forget-flushes',
    old: few,
    insert: age => `(id, at) select gen_random_uuid(), ${age}`,
  },
  usage_senders: {
    job: 'usage.forget-senders',
    old: few,
    insert: age => `(id, sequence, at) select gen_random_uuid(), 1, ${age}`,
  },
  request_log: {
    job: 'request-log.purge',
    old: many,
    insert: age =>
      `(at, account_id, key_id, request_id, endpoint, status, duration_ms, credits)
      select ${age}, accounts.id, 'k', 'r', 'e', 200, 1, 1`,
  },
  copies: {
    job: 'copies.purge',
    old: many,
    insert: age =>
      `(account_id, hash, answer, scraped_at)
      select accounts.id, uuid_send(gen_random_uuid()), '', ${age}`,
  },
  model_answers: {
    job: 'model-answers.purge',
    old: few,
    insert: age =>
      `(account_id, hash, answers, asked_at)
      select accounts.id, uuid_send(gen_random_uuid()), '', ${age}`,
  },
  sessions: {
    job: 'people.delete-old-sessions',
    old: few,
    insert: age =>
      `(id, token, person_id, expires_at) select gen_random_uuid(), gen_random_uuid(), 'p', ${age}`,
  },
  join_links: {
    job: 'people.delete-old-sessions',
    old: few,
    insert: age =>
      `(id, hash, kind, account_id, role, made_by, expires_at)
      select gen_random_uuid(), uuid_send(gen_random_uuid()), 'setup', accounts.id, 'owner', 't', ${age}`,
  },
  sign_in_attempts: {
    job: 'people.delete-old-sessions',
    old: few,
    insert: age => `(email, address, at) select 'a', 'b', ${age}`,
  },
  mail_outbox: {
    job: 'mail.delete-old',
    old: few,
    insert: age => `(recipient, subject, text, ended_at) select 'a', 'b', 'c', ${age}`,
  },
  image_lookups: {
    job: 'images.forget-unused',
    old: few,
    insert: age => `(host, kind, next_check_at) select gen_random_uuid(), 'icon', ${age}`,
  },
  audit: {
    job: 'audit.purge',
    old: few,
    insert: age =>
      `(at, account_id, actor, action, subject) select ${age}, accounts.id, 'a', 'b', 'c'`,
  },
  webhook_events: {
    job: 'webhooks.purge',
    old: few,
    insert: age =>
      `(id, account_id, batch_id, sequence, type, url, created_at)
      select gen_random_uuid(), accounts.id, gen_random_uuid(), 0, 't', 'u', ${age}`,
  },
  batch_lanes: {
    job: 'harvests.purge-lanes',
    old: few,
    insert: age => `(host, free_at) select gen_random_uuid(), ${age}`,
  },
}

const fill = async ({ sql }: TestDatabase): Promise<void> => {
  await ensureFirstAccount(sql)
  await sql`delete from audit`
  await sql`insert into people (id, email, name) values ('p', 'p@example.com', 'p')`
  await sql`create table deleted (name text, rows int)`
  await sql.unsafe(`
    create function note_deleted() returns trigger language plpgsql as $$
    begin
      insert into deleted select tg_table_name, count(*) from gone having count(*) > 0;
      return null;
    end $$`)
  for (const [name, { old, insert }] of Object.entries(tables)) {
    const add = (rows: number, age: string) =>
      sql.unsafe(`insert into ${name} ${insert(age)} from accounts, generate_series(1, ${rows})`)
    await add(old, `now() - interval '3 years'`)
    await add(1, `now() + interval '1 minute'`)
    await sql.unsafe(`
      create trigger note_deleted after delete on ${name} referencing old table as gone
      for each statement execute function note_deleted()`)
  }
}

const jobs = () =>
  maintenanceJobs({
    ...{ sql: database.sql, plans: {} as Plans, kinds: {} as JobKinds },
    queue: {} as Queue,
    tellOver: async () => {},
    requestLogDays: 30,
    history: { ledgerMonths: 13, auditDays: 30 },
    objects: { sweep: async () => false },
    backups: { minute: 0, make: async () => {}, tellFailed: async () => {} },
  })
const work = async (name: string, signal: AbortSignal = new AbortController().signal) => {
  const job = jobs().find(known => known.name === name)
  assert.ok(job, name)
  await job.work({}, { signal } as JobContext)
}
const count = async (table: string): Promise<number> =>
  (await database.sql.unsafe(`select count(*)::int as rows from ${table}`))[0]?.rows

describe('a purge', () => {
  it('waits for nobody, and stops between two steps when it is told to', async () => {
    const { sql } = database
    await sql.begin(async holder => {
      // Somebody who holds the oldest rows, as a request that refreshes its copy does.
      await holder`select 1 from copies where scraped_at < now() limit 700 for update`
      const stop = new AbortController()
      stop.abort()
      await work('copies.purge', stop.signal)
      assert.equal(await count('copies'), many + 1)
      await work('copies.purge')
      assert.equal(await count('copies'), 701)
    })
  })

  for (const [table, { job, old }] of Object.entries(tables))
    it(`of ${table} goes in small steps to its end, and leaves what is young`, async () => {
      await work(job)
      assert.equal(await count(table), 1)
      const steps = await database.sql<{ rows: number }[]>`
        select rows from deleted where name = ${table}`
      assert.equal(
        steps.reduce((sum, { rows }) => sum + rows, 0),
        old,
      )
      for (const { rows } of steps) assert.ok(rows <= maxRows, `${rows} rows in one statement`)
    })
})
