import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { migrate } from '../../../src/base/db/migrate.ts'
import { createDatabase } from '../../support/database.ts'
import { startProgram } from '../../support/process.ts'

const prepare = async (t: TestContext, files: Record<string, string>) => {
  const { sql, target } = await createDatabase()
  await sql`drop table schema_migrations`
  const dir = await mkdtemp(join(tmpdir(), 'siteray-migrations-'))
  t.after(() => rm(dir, { recursive: true }))
  const write = (name: string, text: string) => writeFile(join(dir, name), text)
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { sql, target, dir, write }
}

test('files are applied in order, once', async t => {
  const { sql, dir, write } = await prepare(t, {
    '0002-b.sql': 'alter table a add column two int;',
    '0001-a.sql': 'create table a (one int); insert into a values (1);',
  })
  assert.deepEqual(await migrate(sql, dir), ['0001-a.sql', '0002-b.sql'])
  assert.deepEqual(await migrate(sql, dir), [])
  await write('0007-c.sql', 'update a set two = 2;')
  assert.deepEqual(await migrate(sql, dir), ['0007-c.sql'])
  assert.deepEqual([...(await sql`select one, two from a`)], [{ one: 1, two: 2 }])
})

test('a file that fails leaves nothing of itself and keeps those before it', async t => {
  const { sql, dir, write } = await prepare(t, {
    '0001-a.sql': 'create table a (one int);',
    '0002-b.sql': 'create table b (one int); select 1 / 0;',
  })
  await assert.rejects(migrate(sql, dir), { code: '22012' })
  assert.deepEqual(
    [...(await sql`select to_regclass('a') as a, to_regclass('b') as b`)],
    [{ a: 'a', b: null }],
  )
  await write('0002-b.sql', 'create table b (one int);')
  assert.deepEqual(await migrate(sql, dir), ['0002-b.sql'])
})

test('a file that was changed after it was applied is refused', async t => {
  const { sql, dir, write } = await prepare(t, { '0001-a.sql': 'create table a (one int);\n' })
  await migrate(sql, dir)
  await write('0001-a.sql', 'create table a (one int);\r\n')
  assert.deepEqual(await migrate(sql, dir), [], 'line endings are no change')
  await write('0001-a.sql', 'create table a (one bigint);\n')
  await assert.rejects(migrate(sql, dir), /0001-a\.sql was changed/)
})

test('a database of other code is refused', async t => {
  const { sql, dir, write } = await prepare(t, {
    '0001-a.sql': 'select 1;',
    '0003-c.sql': 'select 1;',
  })
  await migrate(sql, dir)
  await write('0002-b.sql', 'select 1;')
  await write('0003-c.sql', 'select 1;')
  await assert.rejects(migrate(sql, dir), /has 0003-c\.sql where this Siteray expects 0002-b\.sql/)
})

test('a database newer by additions alone is worked on, one that something was taken from is not', async t => {
  const { sql, dir, write } = await prepare(t, { '0001-a.sql': 'create table a (one int);' })
  await migrate(sql, dir)
  await write('0003-more.sql', 'alter table a add column two int;')
  await migrate(sql, dir)
  await rm(join(dir, '0003-more.sql'))
  const said: string[] = []
  const log = { info: (text: string) => void said.push(text), warn: () => undefined }
  assert.deepEqual(await migrate(sql, dir, log), [])
  assert.match(said.join(), /newer than this Siteray \(it has 0003-more\.sql\), by additions alone/)
  await write('0003-more.sql', 'alter table a add column two int;')
  await write('0004-drop-one.sql', 'alter table a drop column one;')
  await migrate(sql, dir)
  await rm(join(dir, '0003-more.sql'))
  await rm(join(dir, '0004-drop-one.sql'))
  await assert.rejects(migrate(sql, dir), /newer than this Siteray: it has 0004-drop-one\.sql/)
})

test('a migration lets others pass while the table it wants is in use', async t => {
  const { sql, dir } = await prepare(t, { '0001-a.sql': 'alter table accounts add column x int;' })
  const { promise: reading, resolve: endReading } = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const reader = sql.begin(async on => {
    await on`select 1 from accounts`
    started.resolve()
    await reading
  })
  await started.promise
  const warned = Promise.withResolvers<void>()
  const applied = migrate(sql, dir, { info: () => undefined, warn: () => warned.resolve() })
  await warned.promise
  // Behind the one that waits, everybody would wait as well.
  await sql`select 1 from accounts`
  endReading()
  await reader
  assert.deepEqual(await applied, ['0001-a.sql'])
})

test('several processes may start at once: each file is applied by one of them', async t => {
  const files = Array.from({ length: 8 }, (_, index): [string, string] => [
    `000${index + 1}-t${index}.sql`,
    `create table t${index} (one int); select pg_sleep(0.01);`,
  ])
  const { target, dir } = await prepare(t, Object.fromEntries(files))
  const programs = Array.from({ length: 4 }, () =>
    startProgram('migrate.ts', [JSON.stringify(target), dir]),
  )
  const applied = await Promise.all(programs.map(program => program.next()))
  assert.deepEqual(
    applied.flatMap(names => Object.values(names)).sort(),
    files.map(([name]) => name),
  )
})

test('our own migrations apply to an empty database', async () => {
  const { sql } = await createDatabase()
  const applied = await sql<{ name: string }[]>`select name from schema_migrations order by number`
  const files = (await readdir('src/base/db/migrations'))
    .filter(name => name.endsWith('.sql'))
    .sort()
  assert.deepEqual(
    applied.map(({ name }) => name),
    files,
  )
})
