import { openNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, openSql } from '../../../src/base/db/sql.ts'
import { defineJob } from '../../../src/base/queue/job.ts'
import { openQueue } from '../../../src/base/queue/queue.ts'

/**
 * A process that works: `worker.ts <target as JSON> [cron]`. Job `hold` says that it runs and then
 * never ends by itself; job `tick` is scheduled every minute where asked for and says that it ran.
 */
const [target = '', cron] = process.argv.slice(2)
const say = (what: object) => console.log(JSON.stringify(what))

const hold = defineJob<{ item: string }>({
  name: 'hold',
  concurrency: 1,
  timeoutSeconds: 600,
  retry: { limit: 2, delaySeconds: 0, maxDelaySeconds: 1 },
  work: async ({ item }, { attempt, signal }) => {
    say({ runs: item, attempt })
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
})
const tick = defineJob<object>({
  name: 'tick',
  concurrency: 1,
  timeoutSeconds: 10,
  retry: { limit: 2, delaySeconds: 0, maxDelaySeconds: 1 },
  ...(cron ? { schedule: { cron, payload: {} } } : {}),
  work: async (_, { id }) => {
    const sql = openSql(JSON.parse(target), { name: 'tick', maxConnections: 1 })
    await sql`insert into ticks (id, pid) values (${id}, ${process.pid})`
    await closeSql(sql)
  },
})

const notifications = await openNotifications(JSON.parse(target), { name: 'worker' })
const queue = await openQueue({
  ...{ target: JSON.parse(target), works: true, notifications },
  log: { warn: message => console.error(message) },
  cronPollSeconds: 1,
})
await queue.start([hold, tick])
const close = async () => {
  await queue.close({ graceMs: 0 })
  await notifications.close()
}
process.once('SIGTERM', close)
say({ ready: true })
