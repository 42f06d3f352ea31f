import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openNotifications } from '../../src/db/notify.ts'
import { closeSql, openSql } from '../../src/db/sql.ts'
import { defineJob, type JobReport } from '../../src/queue/job.ts'
import { openQueue } from '../../src/queue/queue.ts'
import { startTestServer } from '../support/database-server.ts'
import { until } from '../support/until.ts'

const retry = { limit: 2, delaySeconds: 0, maxDelaySeconds: 1 }

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
  const queue = await openQueue({
    ...{ target: server.target, jobs: [job], works: true, notifications },
    log: { warn: message => t.diagnostic(message) },
    report: report => reports.push(report),
  })
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
