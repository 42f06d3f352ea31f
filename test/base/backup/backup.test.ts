import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  type Frame,
  jsonFrame,
  readArchive,
  writeArchive,
} from '../../../src/base/backup/archive.ts'
import { backUp } from '../../../src/base/backup/backup.ts'
import { inspect } from '../../../src/base/backup/load.ts'
import { restore } from '../../../src/base/backup/restore.ts'
import { stateStore } from '../../../src/base/backup/state-store.ts'
import { madeByMigrations } from '../../../src/base/db/migrate.ts'
import { version } from '../../../src/kit/version.ts'
import { call, masterKey } from '../../support/app.ts'
import { createDatabase, createEmptyDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'
import { rowsOf, setUpBackup, tableNames } from './backup-setup.ts'

const { world, folder, file, daily, depsOf, backUpOf, restoreInto } = setUpBackup()

/** The frames of the back-up with some changed. */
const rewritten = async (name: string, change: (frame: Frame) => Frame): Promise<string> => {
  const path = join(folder, name)
  async function* changed() {
    for await (const frame of readArchive(file)) yield change(frame)
  }
  await writeArchive(path, changed(), AbortSignal.timeout(20_000))
  return path
}
const withHeader = (name: string, change: (header: { migrations: object[] }) => object) =>
  rewritten(name, frame =>
    frame.kind === 'header' ? jsonFrame('header', change(JSON.parse(String(frame.body)))) : frame,
  )

describe('a back-up', () => {
  it('knows every table that migrations make', async () => {
    const { sql } = await createDatabase()
    const made = (await madeByMigrations()).filter(({ kind }) => kind === 'table')
    const known = [...made.map(({ name }) => name), 'schema_migrations']
    const there = await tableNames(sql)
    assert.deepEqual(
      there.filter(name => !known.includes(name)),
      [],
    )
  })

  it('is made by itself where a folder is set', async () => {
    await world.app.database
      .sql`insert into queue_jobs (queue, payload) values ('backups.make', '{}')`
    await until(
      'it is there',
      () => world.app.logLines.some(line => line.includes('back-up made')),
      30_000,
    )
    const [made, ...more] = readdirSync(daily)
    assert.deepEqual(more, [])
    assert.equal((await inspect(join(daily, made ?? ''))).header.version, version)
    await until(
      'all is well',
      async () => (await stateStore.read(world.app.database.sql)).failures === 0,
    )
    const metrics = (await call(world.app.metricsUrl ?? '')).text
    assert.match(metrics, /^siteray_backup_failures 0$/m)
    assert.match(metrics, /^siteray_backup_age_seconds [\d.]+$/m)
  })

  it('is for its owner only, and takes no name that is taken', async () => {
    assert.equal(statSync(file).mode & 0o777, 0o600)
    await assert.rejects(backUpOf(world.app.database, file), /exists already/)
  })

  it('that is broken off within a table says so at once, and leaves nothing', async () => {
    const database = await createDatabase()
    await database.sql`
      insert into mail_outbox (recipient, subject, text)
      select 'ann@example.com', '', repeat(md5(n::text), 400) from generate_series(1, 3000) n`
    const path = join(folder, 'broken-off.backup')
    const stop = new AbortController()
    const options = { withKey: false, rehearsal: false }
    const running = backUp(depsOf(database), path, options, stop.signal)
    const isBegun = () => readdirSync(folder).some(name => name.startsWith('broken-off.backup'))
    const [error] = await Promise.all([
      running.then(() => undefined).catch(error => error),
      until('it has begun', isBegun).then(() => stop.abort()),
    ])
    assert.equal(error?.name, 'AbortError')
    assert.ok(!isBegun())
  })
})

/** Or it says the same all the same: a few bits of the compression mean nothing. */
const assertRefused = async (path: string, how: string) => {
  const contentOf = async (name: string) => {
    const digest = createHash('sha256')
    for await (const { kind, body } of readArchive(name)) digest.update(kind).update(body)
    return digest.digest('hex')
  }
  const content = await contentOf(path).catch(error => error)
  if (content instanceof Error) assert.equal(content.name, 'BackupError', how)
  else assert.equal(content, await contentOf(file), how)
}

describe('a restore', () => {
  it('refuses a file that is damaged anywhere or cut off, and changes nothing', async () => {
    const database = await createEmptyDatabase()
    const whole = readFileSync(file)
    const path = join(folder, 'damaged.backup')
    const spots = Array.from({ length: 24 }, (_, n) => Math.floor((n * whole.length) / 24))
    for (const spot of [...spots, whole.length - 1]) {
      const damaged = Buffer.from(whole)
      damaged.writeUInt8(damaged.readUInt8(spot) ^ 0x10, spot)
      writeFileSync(path, damaged)
      await assertRefused(path, `damaged at ${spot}`)
      writeFileSync(path, whole.subarray(0, spot))
      await assertRefused(path, `cut off at ${spot}`)
    }
    writeFileSync(path, whole.subarray(0, whole.length / 2))
    await assert.rejects(restoreInto(database, path), /damaged/)
    assert.deepEqual(await tableNames(database.sql), [])
    writeFileSync(path, 'something else')
    await assert.rejects(inspect(path), /not a Siteray back-up/)
    await assert.rejects(inspect(join(folder, 'none')), /There is no file/)
  })

  it('refuses what a newer version made', async () => {
    const later = { number: 9999, name: '9999-later.sql', checksum: 'x' }
    const schema = await withHeader('schema.backup', header => ({
      ...header,
      migrations: [...header.migrations, later],
    }))
    await assert.rejects(inspect(schema), /The back-up is newer than this Siteray.*9999-later/)
    const format = await withHeader('format.backup', header => ({ ...header, format: 2 }))
    await assert.rejects(inspect(format), /newer than this one/)
  })

  it('refuses a database that is served, or is not empty', async () => {
    await assert.rejects(restoreInto(world.app.database, file, true), /Stop it first/)
    await assert.rejects(restoreInto(await createDatabase(), file), /already has Siteray/)
  })

  it('replaces what is there when it is told to, or leaves it as it was', async () => {
    const database = await createDatabase()
    const { sql } = database
    await sql`insert into accounts (id, name, plan) values ('acc_old', 'old', 'free')`
    await sql`create table not_ours (id int)`
    let doubled = false
    const twice = await rewritten('twice.backup', frame => {
      if (frame.kind !== 'rows' || doubled) return frame
      doubled = true
      return { kind: 'rows', body: Buffer.concat([frame.body, frame.body]) }
    })
    await assert.rejects(restoreInto(database, twice, true), /duplicate key/)
    assert.equal((await sql`select name from accounts`)[0]?.name, 'old')
    await restoreInto(database, file, true)
    assert.deepEqual(
      await rowsOf(sql, 'accounts'),
      await rowsOf(world.app.database.sql, 'accounts'),
    )
    assert.ok((await tableNames(sql)).includes('not_ours'))
  })

  it('puts the master key in its place when the back-up has it', async () => {
    const path = join(folder, 'key.backup')
    const options = { withKey: true, rehearsal: false }
    await backUp(depsOf(world.app.database), path, options, AbortSignal.timeout(60_000))
    const deps = (name: string) => ({ dataDir: join(folder, name), masterKey: undefined })
    const into = async (name: string, from: string) => {
      const { target } = await createEmptyDatabase()
      return (await restore({ target, ...deps(name) }, from, { replace: false })).key
    }
    assert.equal(await into('with', path), 'placed')
    const placed = join(folder, 'with/master.key')
    assert.equal(readFileSync(placed, 'utf8').trim(), masterKey)
    assert.equal(statSync(placed).mode & 0o777, 0o600)
    assert.equal(await into('without', file), 'missing')
  })
})
