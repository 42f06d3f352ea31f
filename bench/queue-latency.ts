import { EventEmitter, once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from '../src/base/db/migrate.ts'
import { openNotifications } from '../src/base/db/notify.ts'
import { closeSql, openSql } from '../src/base/db/sql.ts'
import { defineJob } from '../src/base/queue/job.ts'
import { openQueue } from '../src/base/queue/queue.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { atMost, defineBench, figure, median } from './harness/bench.ts'

export const bench = defineBench({
  name: 'queue-latency',
  part: 'The house',
  title: 'From adding a job to its start, one at a time in an idle queue',
  minutes: 0.5,
  rows: {
    median: { what: 'median of 200 jobs', unit: 'ms', limit: atMost(100) },
    slowest: { what: 'the slowest of them', unit: 'ms' },
  },
  measure: async ({ sample }) => {
    const server = await startTestServer()
    const started = new EventEmitter()
    const job = defineJob<{ at: number }>({
      name: 'bench-latency',
      concurrency: 5,
      timeoutSeconds: 30,
      retry: { limit: 0, delaySeconds: 0, maxDelaySeconds: 0 },
      work: async () => void started.emit('start', performance.now()),
    })
    const sql = openSql(server.target, { name: 'bench', maxConnections: 2 })
    await migrate(sql)
    const notifications = await openNotifications(server.target, { name: 'bench' })
    const log = { warn: (line: string) => console.error(line) }
    const queue = await openQueue({
      ...{ target: server.target, works: true, notifications, log },
    })
    await queue.start([job])
    const times: number[] = []
    try {
      // The first ones open connections and plan statements.
      for (let at = -10; at < 200 / sample; at++) {
        const start = once(started, 'start')
        const addedMs = performance.now()
        await queue.enqueue(sql, job, { at })
        const [startedMs] = (await start) as [number]
        if (at >= 0) times.push(startedMs - addedMs)
        await wait(50)
      }
    } finally {
      await queue.close({ graceMs: 0 })
      await notifications.close()
      await closeSql(sql)
      await server.close()
    }
    return { median: figure(median(times)), slowest: figure(Math.max(...times)) }
  },
})
