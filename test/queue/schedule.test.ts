import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDatabase } from '../support/database.ts'
import { startProgram } from '../support/process.ts'
import { until } from '../support/until.ts'

test('a scheduled job runs once a minute, however many processes there are', async () => {
  const { sql, target } = await createDatabase()
  await sql`create table ticks (id text primary key, pid int)`
  const [begin] = await sql`select extract(epoch from now()) as at`
  const programs = Array.from({ length: 3 }, () =>
    startProgram('worker.ts', [JSON.stringify(target), '* * * * *']),
  )
  await Promise.all(programs.map(program => program.next()))
  await until('it has run', async () => (await sql`select id from ticks`).length > 0, 20_000)
  // A second look of each process at the schedule, which must add nothing.
  const startedAt = performance.now()
  await until('two more looks', () => performance.now() - startedAt > 2500)
  for (const program of programs) program.kill('SIGTERM')
  await Promise.all(programs.map(program => program.ended))
  const [made] = await sql`
    select count(*) as jobs, extract(epoch from now()) as at from pgboss.job where name = 'tick'`
  // A minute that began up to sixty seconds before the start still counts as due.
  const minutes = Math.floor(Number(made?.at) / 60) - Math.floor((Number(begin?.at) - 60) / 60)
  assert.ok(Number(made?.jobs) <= minutes, `${made?.jobs} jobs in ${minutes} minutes`)
})
