import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { openNotifications } from '../../../src/base/db/notify.ts'
import { inTransaction, type Sql } from '../../../src/base/db/sql.ts'
import type { AnyJob, Job, JobContext } from '../../../src/base/queue/job.ts'
import type { Begin } from '../../../src/base/queue/pump.ts'
import type { Queue } from '../../../src/base/queue/queue.ts'
import { wakeChannel } from '../../../src/base/queue/store.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { aborted, type Note, note, openTestQueue } from '../../support/queue.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

const open = (t: TestContext, jobs: readonly AnyJob[], works?: boolean) =>
  openTestQueue(t, database, jobs, works)

test('a failing job is tried again, and after the last attempt its failure is handled', async t => {
  const attempts: [number, boolean][] = []
  const failures: string[] = []
  const job = note({
    work: async (_, { attempt, isLastAttempt }) => {
      attempts.push([attempt, isLastAttempt])
      throw new Error('no luck', { cause: 'a secret' })
    },
    failed: async ({ text }) => void failures.push(text),
  })
  const { queue, reports } = await open(t, [job])
  await queue.enqueue(database.sql, job, { text: 'unlucky' })
  await until('the failure is handled', () => reports.length === 4)
  assert.deepEqual(attempts, [
    [1, false],
    [2, false],
    [3, true],
  ])
  assert.deepEqual(failures, ['unlucky'])
  assert.deepEqual(
    reports.map(({ job: name, outcome }) => [name === job.name, outcome]),
    [
      [true, 'failed'],
      [true, 'failed'],
      [true, 'failed'],
      [false, 'done'],
    ],
  )
  const left = await database.sql`select 1 from queue_jobs where starts_with(queue, ${job.name})`
  assert.deepEqual([...left], [])
})

test('work that takes too long is aborted and counts as failed', async t => {
  const job = note({
    timeoutSeconds: 1,
    retry: { limit: 0, delaySeconds: 0, maxDelaySeconds: 0 },
    work: (_, { signal }) => aborted(signal),
  })
  const { queue, reports } = await open(t, [job])
  await queue.enqueue(database.sql, job, { text: 'slow' })
  await until('it was aborted', () => reports.length === 1)
  assert.equal(reports[0]?.outcome, 'failed')
  assert.match(String(reports[0]?.error), /longer than 1 s/)
})

test('closing lets running work end', async t => {
  const finish = Promise.withResolvers<void>()
  let running = false
  const job = note({
    work: async () => {
      running = true
      await finish.promise
    },
  })
  const { queue, reports, close } = await open(t, [job])
  await queue.enqueue(database.sql, job, { text: 'nearly done' })
  await until('it runs', () => running)
  const closing = close(10_000)
  finish.resolve()
  await closing
  assert.deepEqual(
    reports.map(({ outcome }) => outcome),
    ['done'],
  )
})

test('work that does not end is aborted and handed over at once, without costing an attempt', async t => {
  const runs: [string, number][] = []
  const name = 'handed-over'
  const first = note({
    name,
    work: (_, { attempt, signal }) => {
      runs.push(['first', attempt])
      return aborted(signal)
    },
  })
  const second = note({ name, work: async (_, { attempt }) => void runs.push(['second', attempt]) })
  const leaving = await open(t, [first])
  await leaving.queue.enqueue(database.sql, first, { text: 'moves on' })
  await until('the first process runs it', () => runs.length === 1)
  await open(t, [second])
  const startedAt = performance.now()
  await leaving.close(0)
  await until('the second process runs it', () => runs.length === 2)
  assert.ok(performance.now() - startedAt < stretched(4_000))
  assert.deepEqual(runs, [
    ['first', 1],
    ['second', 1],
  ])
  assert.equal(leaving.reports[0]?.outcome, 'released')
})

test('work that ignores its signal is handed over all the same', async t => {
  const runs: string[] = []
  const name = 'deaf'
  const first = note({
    name,
    work: async () => {
      runs.push('first')
      await new Promise(() => undefined)
    },
  })
  const leaving = await open(t, [first])
  await leaving.queue.enqueue(database.sql, first, { text: 'deaf' })
  await until('the first process runs it', () => runs.length === 1)
  await open(t, [note({ name, work: async () => void runs.push('second') })])
  await leaving.close(0)
  await until('the second process runs it', () => runs.length === 2)
})

test('a job completes in the transaction of its result, or neither does', async t => {
  const { sql } = database
  await sql`create table results (attempt int)`
  const job = note({
    work: (_, { attempt, complete }) =>
      sql.begin(async transaction => {
        await transaction`insert into results values (${attempt})`
        await complete(transaction)
        if (attempt === 1) throw new Error('after completing')
      }),
  })
  const { queue, reports } = await open(t, [job])
  await queue.enqueue(sql, job, { text: 'result' })
  await until('it is done', () => reports.some(({ outcome }) => outcome === 'done'), 20_000)
  assert.deepEqual([...(await sql`select attempt from results`)], [{ attempt: 2 }])
})

test('a run that lost its job cannot complete it', async t => {
  const { sql } = database
  const lost = Promise.withResolvers<unknown>()
  const job = note({
    work: async (_, { id, attempt, complete }) => {
      if (attempt > 1) return
      await sql`update queue_jobs set run = run + 1 where id = ${id}`
      await complete(sql).catch(lost.resolve)
    },
  })
  const { queue } = await open(t, [job])
  await queue.enqueue(sql, job, { text: 'lost' })
  assert.match(String(await lost.promise), /given to another process/)
})

/** Ends a run by a transaction that gives its place to the next job. */
const endWithNext = async (
  { sql }: TestDatabase,
  queue: Queue,
  job: Job<Note>,
  { claim }: JobContext,
  added: readonly string[] = [],
  isCommitted = true,
) => {
  let begin: Begin = () => undefined
  const work = async (transaction: Sql) => {
    await queue.completeMany(transaction, [claim])
    const additions = added.map(text => ({ payload: { text } }))
    await queue.enqueueMany(transaction, job, additions, { isQuiet: true })
    begin = await queue.takeNext(transaction, job, [claim], added.length > 0)
    if (!isCommitted) throw new Error('rolled back')
  }
  await inTransaction(sql, work).catch(error => {
    begin(false)
    throw error
  })
  begin(true)
}

test('runs that end in a transaction give their places to the next jobs of it', async t => {
  const ran: string[] = []
  let running = 0
  let most = 0
  const job = note({
    concurrency: 2,
    work: async ({ text }, context) => {
      ran.push(text)
      most = Math.max(most, ++running)
      const added = text === 'a' ? ['b', 'c', 'd', 'e'] : []
      await endWithNext(database, queue, job, context, added)
      running--
    },
  })
  const { queue, reports } = await open(t, [job])
  await queue.enqueue(database.sql, job, { text: 'a' })
  await until('all have ended', () => reports.length === 5)
  assert.deepEqual(ran.sort(), ['a', 'b', 'c', 'd', 'e'])
  assert.ok(most <= 3, 'a place is given on while its run ends, and no other')
  assert.deepEqual([...new Set(reports.map(({ outcome }) => outcome))], ['done'])
})

test('what a transaction took that was not committed is taken again', async t => {
  const ran: string[] = []
  const job = note({
    concurrency: 1,
    work: async ({ text }, context) => {
      ran.push(`${text}${context.attempt}`)
      const isCommitted = text !== 'a' || context.attempt > 1
      await endWithNext(database, queue, job, context, [], isCommitted)
    },
  })
  const adding = await open(t, [job], false)
  await adding.queue.enqueueMany(
    database.sql,
    job,
    ['a', 'b', 'c'].map(text => ({ payload: { text } })),
  )
  const { queue, reports } = await open(t, [job])
  await until('all have ended', () => reports.length === 4)
  assert.deepEqual(ran.sort(), ['a1', 'a2', 'b1', 'c1'])
  const left = await database.sql`select 1 from queue_jobs where queue = ${job.name}`
  assert.equal(left.length, 0)
})

test('where a transaction leaves jobs, other processes are told', async t => {
  const finish = Promise.withResolvers<void>()
  const ran: string[] = []
  let isReady = false
  const name = 'shared-out'
  const first = note({
    name,
    concurrency: 1,
    work: async ({ text }, context) => {
      ran.push(`first ${text}`)
      const added = text === 'a' ? ['b'] : ['c', 'd']
      isReady ||= text === 'b'
      if (text === 'c') await finish.promise
      else await endWithNext(database, one.queue, first, context, added)
    },
  })
  const second = note({
    name,
    isReady: () => isReady,
    work: async ({ text }) => void ran.push(`second ${text}`),
  })
  const told: string[] = []
  const notifications = await openNotifications(database.target, { name: 'told' })
  t.after(() => notifications.close())
  await notifications.subscribe(wakeChannel, queue => void (queue === name && told.push(queue)))
  const one = await open(t, [first])
  await open(t, [second])
  await one.queue.enqueue(database.sql, first, { text: 'a' })
  await until('all have begun', () => ran.length === 4)
  assert.deepEqual(ran.sort(), ['first a', 'first b', 'first c', 'second d'])
  assert.equal(told.length, 3, 'of the first, and twice that others may be left')
  await one.queue.enqueueMany(database.sql, first, [{ payload: { text: 'e' } }], { isQuiet: true })
  await until('what nobody told of is found', () => ran.length === 5)
  finish.resolve()
})
