import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openNotifications } from '../../src/db/notify.ts'
import { defineJob } from '../../src/queue/job.ts'
import { openQueue } from '../../src/queue/queue.ts'
import { createDatabase } from '../support/database.ts'
import { startProgram } from '../support/process.ts'

const retry = { limit: 2, delaySeconds: 0, maxDelaySeconds: 1 }

test('a job whose process is killed runs again elsewhere within 45 seconds', async () => {
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
  const queue = await openQueue({ target, jobs, works: false, notifications, log: console })
  after(async () => {
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
  assert.ok(performance.now() - killedAt < 45_000)
  heir.kill('SIGTERM')
  await heir.ended
})
