import assert from 'node:assert/strict'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { stateStore } from '../../../src/base/backup/state-store.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import type { Check } from '../../../src/base/http/health.ts'
import type { Browsers } from '../../../src/base/web/browser.ts'
import { readConfig } from '../../../src/config/config.ts'
import { glance } from '../../../src/process/doctor.ts'
import { call } from '../../support/app.ts'
import { assertSound, ended, readBatch } from '../../support/batch.ts'
import { createEmptyDatabase } from '../../support/database.ts'
import { urlOf } from '../../support/database-server.ts'
import { startImages } from '../../support/images.ts'
import { addSites, openPages } from '../../support/lived-in.ts'
import { startProgram } from '../../support/process.ts'
import { createSimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'
import { rowsOf, setUpBackup, tableNames } from './backup-setup.ts'

const { world, folder, file, daily, restoreInto } = setUpBackup()

const constraintsOf = async (sql: Database): Promise<string[]> => {
  const rows = await sql`
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = 'public'::regnamespace`
  return rows.map(({ text }) => text).sort()
}

const unfinished = async (sql: Database, queue: string): Promise<number> => {
  const [row] = await sql`
    select count(*)::int as count from queue_jobs
    where starts_with(queue, ${queue}) and state <> 'failed'`
  return row?.count ?? 0
}
const isFailure = ({ msg }: { msg: string }) => msg === 'back-up failed'
const noBrowser = () => ({ executable: undefined }) as ReturnType<Browsers['status']>

describe('a back-up', () => {
  it('made in the middle of a batch and restored, the batch goes on to its end', async () => {
    // As an owner without any further rights.
    const role = `owner_${process.pid}`
    const database = await createEmptyDatabase()
    await database.sql.unsafe(`create role ${role} login; grant create on schema public to ${role}`)
    const [own] = await database.sql`select current_database() as name`
    await database.sql.unsafe(`grant create on database ${own?.name} to ${role}`)
    const url = new URL(urlOf(database.target))
    url.username = role
    const owned = { ...database, target: { kind: 'url' as const, url: url.href } }
    await restoreInto(owned, file)

    const names = await tableNames(world.app.database.sql)
    assert.deepEqual(await tableNames(database.sql), names)
    const constraints = await constraintsOf(database.sql)
    assert.deepEqual(constraints, await constraintsOf(world.app.database.sql))
    // What the server writes by itself meanwhile.
    const moving = [
      'schema_migrations',
      'carried_jobs',
      'usage',
      'usage_flushes',
      'usage_senders',
      'keys',
      'request_log',
      'ledger_days',
      'ledger_progress',
      'rendering',
      'backup_state',
      // Its jobs are in `carried_jobs`, until a start puts them into the queue.
      'queue_jobs',
      'queue_schedules',
    ]
    for (const name of names.filter(table => !moving.includes(table)))
      assert.deepEqual(
        await rowsOf(database.sql, name),
        await rowsOf(world.app.database.sql, name),
        name,
      )
    const [ids] = await database.sql`select max(id)::int as max from ledger`
    const [next] = await database.sql`
      select nextval(pg_get_serial_sequence('ledger', 'id'))::int as value`
    assert.ok(next?.value > ids?.max)
    await assert.rejects(database.sql`delete from ledger`, /append-only/)
    const [jobs] = await database.sql`select count(*)::int as count from carried_jobs`
    assert.ok(jobs?.count > 0, 'jobs under way are in it')

    const second = await createSimulatedWeb()
    await addSites(second, Promise.resolve())
    const copy = await startImages(second, { database: owned })
    const state = await ended(copy, world.lived.openBatch)
    assert.deepEqual(state.data.map(({ url }) => url).sort(), [...openPages].sort())
    assert.deepEqual([state.completed, state.creditsUsed], [12, 12])
    await assertSound(database.sql, world.lived.openBatch)
    assert.equal((await readBatch(copy, world.lived.endedBatch)).data.length, 3)
    assert.equal((await copy.image('/acme.example')).headers.get('x-image-source'), 'link')
    assert.deepEqual(await rowsOf(database.sql, 'carried_jobs'), [])
    await copy.close()
    await second.close()
    await database.sql.unsafe(`drop owned by ${role} cascade; drop role ${role}`)
  })

  it('that fails by itself is told by everything an operator looks at, and by one mail', async () => {
    const { sql } = world.app.database
    // The day's own back-up may have been made by now.
    rmSync(daily, { recursive: true, force: true })
    writeFileSync(daily, 'no folder')
    const mails = () => sql`
      select recipient, text from mail_outbox where dedupe_key like 'backup-failed %'`
    for (const failures of [1, 2]) {
      await sql`
        insert into queue_jobs (queue, payload, attempts) values ('backups.make', '{}', 1)`
      await until('it has failed', async () => (await stateStore.read(sql)).failures === failures)
      await until('it is told', async () => (await unfinished(sql, 'backups.make')) === 0)
    }
    const [mail, ...more] = await mails()
    assert.deepEqual(more, [])
    assert.equal(mail?.recipient, 'ann@example.com')
    assert.match(mail.text, /^The daily back-up could not be made: .*ENOTDIR/)
    const logged = world.app.logLines.map(line => JSON.parse(line)).filter(isFailure)
    assert.deepEqual([logged.length, logged[0]?.level], [2, 50])
    const { status, json } = await call(`${world.app.apiUrl}/readyz`)
    const { backups } = (json as { checks: Record<string, Check> }).checks
    assert.deepEqual([status, backups?.ok, backups?.required], [200, false, false])
    assert.match(backups?.detail ?? '', /^fail since \d{4}-/)
    assert.match((await call(world.app.metricsUrl ?? '')).text, /^siteray_backup_failures 2$/m)
    const config = readConfig({ BACKUP_DIR: folder })
    const findings = await glance(config, { sql, browsers: { status: noBrowser } })
    const { state, detail } = findings.find(({ part }) => part === 'back-ups') ?? {}
    assert.equal(state, 'broken')
    assert.match(detail ?? '', /it fails since .*ENOTDIR/)
    rmSync(daily)
    await sql`insert into queue_jobs (queue, payload, attempts) values ('backups.make', '{}', 1)`
    const recovered = () => sql`
      select recipient, text from mail_outbox where dedupe_key like 'backup-recovered %'`
    await until('its end is told', async () => (await recovered()).length > 0)
    const [again] = await recovered()
    assert.equal(again?.recipient, 'ann@example.com')
    assert.match(
      again.text,
      /^The daily back-up had failed since \d{4}-.* It has been made again: /,
    )
    assert.equal((await stateStore.read(sql)).failingSince, null)
  })

  it('that is killed leaves nothing under its name', async () => {
    const path = join(folder, 'killed.backup')
    const held = Promise.withResolvers<void>()
    const program = startProgram('backup.ts', [urlOf(world.app.database.target), path])
    const holding = world.app.database.sql.begin(async sql => {
      await sql`lock table webhook_secrets in access exclusive mode`
      await until(
        'it has begun',
        () => readdirSync(folder).some(name => name.startsWith('killed.backup.unfinished-')),
        20_000,
      )
      program.kill('SIGKILL')
      await program.ended
      held.resolve()
    })
    await held.promise
    await holding
    assert.ok(!readdirSync(folder).includes('killed.backup'))
  })
})
