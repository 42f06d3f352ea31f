import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { migrate } from '../../../src/base/db/migrate.ts'
import { openNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, openSql } from '../../../src/base/db/sql.ts'
import { defineJob, type JobReport } from '../../../src/base/queue/job.ts'
import { openQueue } from '../../../src/base/queue/queue.ts'
import { createDatabase } from '../../support/database.ts'
import { startTestServer } from '../../support/database-server.ts'
import { startProgram } from '../../support/process.ts'
import { aborted, note, openTestQueue } from '../../support/queue.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

const retry = { limit: 2, delaySeconds: 0, maxDelaySeconds: 1 }

// Mostly waiting, so all at once.
describe('queue and processes', { concurrency: true }, () => {
  test('a job whose process is killed runs again elsewhere within 45 seconds', async t => {
    const { sql, target } = await createDatabase()
    const doomed = startProgram('worker.ts', [JSON.stringify(target)])
    await doomed.next()
    const notifications = await openNotifications(target, { name: 'adder' })
    const jobs = [
      defineJob<{ item: string }>({
        name: 'hold',
        concurrency: 1,
        timeoutSeconds: 600,
        retry,
        work: async () => undefined,
      }),
    ]
    const queue = await openQueue({ target, works: false, notifications, log: console })
    await queue.start(jobs)
    t.after(async () => {
      await queue.close()
      await notifications.close()
    })
    await queue.enqueue(sql, { name: 'hold' }, { item: 'survives' })
    assert.deepEqual(await doomed.next(), { runs: 'survives', attempt: 1 })
    const heir = startProgram('worker.ts', [JSON.stringify(target)])
    await heir.next()
    doomed.kill('SIGKILL')
    const killedAt = performance.now()
    assert.deepEqual(await heir.next(), { runs: 'survives', attempt: 2 })
    assert.ok(performance.now() - killedAt < stretched(45_000))
    heir.kill('SIGTERM')
    await heir.ended
  })

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
    select count(*) as jobs, extract(epoch from now()) as at from ticks`
    // A minute that began up to sixty seconds before the start still counts as due.
    const minutes = Math.floor(Number(made?.at) / 60) - Math.floor((Number(begin?.at) - 60) / 60)
    assert.ok(Number(made?.jobs) <= minutes, `${made?.jobs} jobs in ${minutes} minutes`)
  })

  test('work that ends while the database restarts is done once', async t => {
    const server = await startTestServer()
    const sql = openSql(server.target, { name: 'restarts', maxConnections: 2 })
    const notifications = await openNotifications(server.target, { name: 'restarts' })
    const finish = Promise.withResolvers<void>()
    const reports: JobReport[] = []
    let runs = 0
    const job = defineJob<{ item: string }>({
      ...{ name: 'steady', concurrency: 1, timeoutSeconds: 60, retry },
      work: async () => {
        runs++
        await finish.promise
      },
    })
    await migrate(sql)
    const queue = await openQueue({
      ...{ target: server.target, works: true, notifications },
      log: { warn: message => t.diagnostic(message) },
      report: report => reports.push(report),
    })
    await queue.start([job])
    await queue.enqueue(sql, job, { item: 'steady' })
    await until('it runs', () => runs === 1)
    assert.ok(server.target.kind === 'socket')
    const pidFile = await readFile(join(dirname(server.target.path), 'postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(pidFile, 10), 'SIGKILL')
    await until('the loss is noticed', () => !notifications.isLive())
    finish.resolve()
    await until('it is done', () => reports.length === 1)
    assert.equal(reports[0]?.outcome, 'done')
    await until('the next one runs too', async () => {
      await queue.enqueue(sql, job, { item: 'after' }).catch(() => undefined)
      return runs > 1
    })
    await queue.close()
    await notifications.close()
    await closeSql(sql)
    await server.close()
  })

  test('a long job says that it is alive, and hears when it was given away', async t => {
    const database = await createDatabase()
    const { sql } = database
    const job = note({ timeoutSeconds: 600, work: (_payload, { signal }) => aborted(signal) })
    const { queue, reports } = await openTestQueue(t, database, [job])
    const id = String(await queue.enqueue(sql, job, { text: 'long' }))
    await until(
      'it gave a sign of life after the first',
      async () => {
        const [row] = await sql`
          select heartbeat_at > created_at + interval '4 seconds' as alive
          from queue_jobs where id = ${id}`
        return row?.alive === true
      },
      30_000,
    )
    // As another process would take it.
    await sql`update queue_jobs set run = run + 1 where id = ${id}`
    await until('it was told', () => reports.length === 1, 30_000)
    assert.equal(reports[0]?.outcome, 'lost')
    const [row] = await sql`select state from queue_jobs where id = ${id}`
    assert.equal(row?.state, 'running', 'the other one’s job is left alone')
  })
})
