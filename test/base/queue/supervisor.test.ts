import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { failDead, failureRules } from '../../../src/base/queue/dead-runs.ts'
import type { AnyJob } from '../../../src/base/queue/job.ts'
import { createSchedules } from '../../../src/base/queue/schedules.ts'
import { queueStore } from '../../../src/base/queue/store.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { note } from '../../support/queue.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

const jobsOf = async (job: { name: string }) => [
  ...(await database.sql`
    select queue, state, attempts, run, error from queue_jobs
    where queue in (${job.name}, ${`${job.name}.failed`}) order by id`),
]

const at = (time: string) => new Date(`2030-01-02T${time}Z`)

const daily = (): AnyJob => note({ schedule: { cron: '30 3 * * *', payload: { text: 'tick' } } })

test('a scheduled job is added once for its moment, by whichever process comes first', async () => {
  const job = daily()
  const processes = [1, 2, 3].map(() => createSchedules(database.sql, [job]))
  const look = (now: Date) => Promise.all(processes.map(schedules => schedules(now)))
  await look(at('03:30:10'))
  await look(at('03:30:20'))
  assert.equal((await jobsOf(job)).length, 1)
  await look(new Date(at('03:30:00').getTime() + 86_400_000))
  assert.equal((await jobsOf(job)).length, 2)
})

test('a new schedule does not begin with the past, a known one makes up for what it missed once', async () => {
  const job = daily()
  const look = (now: Date) => createSchedules(database.sql, [job])(now)
  await look(at('12:00:00'))
  assert.equal((await jobsOf(job)).length, 0)
  await look(new Date(at('12:00:00').getTime() + 5 * 86_400_000))
  assert.equal((await jobsOf(job)).length, 1)
})

test('a job whose process is silent goes to others, then to the handling of its failure', async () => {
  const { sql } = database
  const job = note({
    retry: { limit: 1, delaySeconds: 0, maxDelaySeconds: 0 },
    failed: async () => undefined,
  })
  const rules = failureRules([job])
  await queueStore.add(sql, job.name, [{ payload: { text: 'a' } }, { payload: { text: 'b' } }])
  const [first, second] = await queueStore.take(sql, job.name, 2)
  assert.deepEqual([first?.payload, second?.payload], [{ text: 'a' }, { text: 'b' }])
  await sql`update queue_jobs set heartbeat_at = now() - interval '20 seconds'
    where id = ${String(first?.claim.id)}`
  await failDead(sql, rules)
  const error = 'The process that worked on it gave no sign of life.'
  assert.deepEqual(await jobsOf(job), [
    { queue: job.name, state: 'waiting', attempts: 1, run: 1, error },
    { queue: job.name, state: 'running', attempts: 0, run: 1, error: null },
  ])
  const [again] = await queueStore.take(sql, job.name, 2)
  assert.equal(again?.claim.run, 2)
  if (!first || !again) return assert.fail('nothing was taken')
  assert.deepEqual(await queueStore.complete(sql, [first.claim]), [], 'the silent run lost it')
  assert.deepEqual(await queueStore.touch(sql, [first.claim, again.claim]), [again.claim])
  await sql`update queue_jobs set heartbeat_at = now() - interval '20 seconds'
    where id = ${again.claim.id}`
  await failDead(sql, rules)
  const [handled] = await jobsOf(job)
  assert.deepEqual(handled, {
    queue: `${job.name}.failed`,
    state: 'waiting',
    attempts: 0,
    run: 2,
    error,
  })
})

test('a job that failed for good is shown for an hour', async () => {
  const { sql } = database
  const job = note({ retry: { limit: 0, delaySeconds: 0, maxDelaySeconds: 0 } })
  const rules = failureRules([job]).get(job.name)
  await queueStore.add(sql, job.name, [{ payload: { text: 'a' } }])
  const [taken] = await queueStore.take(sql, job.name, 1)
  if (!taken || !rules) return assert.fail('nothing was taken')
  await queueStore.fail(sql, rules, [taken.claim], 'no luck')
  await queueStore.purge(sql)
  assert.deepEqual(await jobsOf(job), [
    { queue: job.name, state: 'failed', attempts: 1, run: 1, error: 'no luck' },
  ])
  assert.equal((await queueStore.counts(sql)).get(job.name)?.failed, 1)
  await sql`update queue_jobs set failed_at = now() - interval '61 minutes'`
  await queueStore.purge(sql)
  assert.deepEqual(await jobsOf(job), [])
})
