import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { openNotifications } from '../../src/db/notify.ts'
import { type AnyJob, defineJob, type Job, type JobReport } from '../../src/queue/job.ts'
import { openQueue } from '../../src/queue/queue.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

type Note = { text: string }

let database: TestDatabase
let names = 0

before(async () => {
  database = await createDatabase()
})

/** Jobs with names of their own, so that the tests can share a database. */
const note = (options: Partial<Job<Note>>): Job<Note> =>
  defineJob<Note>({
    name: `note-${++names}`,
    concurrency: 5,
    timeoutSeconds: 30,
    retry: { limit: 2, delaySeconds: 0, maxDelaySeconds: 0 },
    work: async () => undefined,
    ...options,
  })

const open = async (t: TestContext, jobs: readonly AnyJob[], works = true) => {
  const notifications = await openNotifications(database.target, { name: 'queue-test' })
  const reports: JobReport[] = []
  const queue = await openQueue({
    ...{ target: database.target, jobs, works, notifications },
    log: { warn: message => t.diagnostic(message) },
    report: report => reports.push(report),
  })
  let closed: Promise<void> | undefined
  const close = (graceMs = 0) => {
    closed ??= queue.close({ graceMs }).then(() => notifications.close())
    return closed
  }
  t.after(() => close())
  return { queue, reports, close }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )

test('a job is added with the transaction it belongs to, or not at all', async t => {
  const { sql } = database
  const seen: string[] = []
  const job = note({ work: async ({ text }) => void seen.push(text) })
  const { queue } = await open(t, [job])
  await sql`create table items (text text)`
  await assert.rejects(
    sql.begin(async transaction => {
      await transaction`insert into items values ('undone')`
      await queue.enqueue(transaction, job, { text: 'undone' })
      await queue.enqueueMany(transaction, job, [{ text: 'undone' }, { text: 'undone' }])
      throw new Error('undo')
    }),
    /undo/,
  )
  await sql.begin(async transaction => {
    await transaction`insert into items values ('kept')`
    await queue.enqueue(transaction, job, { text: 'kept' })
  })
  await until('the job has run', () => seen.length > 0)
  assert.deepEqual(seen, ['kept'])
  const [left] = await sql`select count(*) from pgboss.job where name = ${job.name}`
  assert.equal(left?.count, 1)
})

test('payloads arrive as they were given', async t => {
  const tricky = { text: `${`"'\\ \u0000`.replace('\u0000', '')} ünï {"a": [1]} 🙂 $1 null` }
  const seen: Note[] = []
  const job = note({ work: async payload => void seen.push(payload) })
  const { queue } = await open(t, [job])
  await queue.enqueue(database.sql, job, tricky)
  await queue.enqueueMany(database.sql, job, [tricky])
  await until('both have run', () => seen.length === 2)
  assert.deepEqual(seen, [tricky, tricky])
})

test('ten thousand jobs are added by one statement in seconds', async t => {
  const job = note({})
  const { queue } = await open(t, [job], false)
  const startedAt = performance.now()
  const payloads = Array.from({ length: 10_000 }, (_, index) => ({ text: `page ${index}` }))
  const added = await database.sql.begin(transaction =>
    queue.enqueueMany(transaction, job, payloads),
  )
  assert.equal(added, 10_000)
  assert.ok(performance.now() - startedAt < 8000)
})

test('an idle worker starts a new job at once', async t => {
  const startedAt: number[] = []
  const job = note({ work: async () => void startedAt.push(performance.now()) })
  const { queue } = await open(t, [job])
  const delaysMs: number[] = []
  for (let round = 1; round <= 9; round++) {
    const addedAt = performance.now()
    await queue.enqueue(database.sql, job, { text: 'now' })
    await until('it has run', () => startedAt.length === round)
    delaysMs.push((startedAt.at(-1) ?? 0) - addedAt)
  }
  const median = delaysMs.sort((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY
  assert.ok(median < 100, `${median} ms`)
})

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
  const [row] = await database.sql`select output from pgboss.job where name = ${job.name}`
  assert.deepEqual(row?.output, { message: 'no luck' })
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
  const name = `handed-over-${++names}`
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
  assert.ok(performance.now() - startedAt < 4000)
  assert.deepEqual(runs, [
    ['first', 1],
    ['second', 1],
  ])
  assert.equal(leaving.reports[0]?.outcome, 'released')
})

test('work that ignores its signal is handed over all the same', async t => {
  const runs: string[] = []
  const name = `deaf-${++names}`
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

test('no more run at once than allowed, and a backlog is worked without pauses', async t => {
  let now = 0
  let most = 0
  let done = 0
  const job = note({
    concurrency: 3,
    work: async () => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setImmediate(resolve))
      now--
      done++
    },
  })
  const { queue } = await open(t, [job])
  const payloads = Array.from({ length: 200 }, () => ({ text: 'one of many' }))
  await queue.enqueueMany(database.sql, job, payloads)
  await until('all have run', () => done === 200)
  assert.equal(most, 3)
})

test('a group runs no more at once than allowed in all processes together, and blocks no other', async t => {
  const now = new Map<string, number>()
  const most = new Map<string, number>()
  let done = 0
  const job = note({
    groupConcurrency: 2,
    work: async ({ text }) => {
      now.set(text, (now.get(text) ?? 0) + 1)
      most.set(text, Math.max(most.get(text) ?? 0, now.get(text) ?? 0))
      await new Promise(resolve => setTimeout(resolve, 5))
      now.set(text, (now.get(text) ?? 0) - 1)
      done++
    },
  })
  const adding = await open(t, [job], false)
  for (const [group, count] of [
    ['large', 40],
    ['small', 4],
  ] as const)
    await adding.queue.enqueueMany(
      database.sql,
      job,
      Array.from({ length: count }, () => ({ text: group })),
      { group },
    )
  await Promise.all([open(t, [job]), open(t, [job])])
  await until('all have run', () => done === 44, 20_000)
  assert.ok((most.get('large') ?? 0) <= 2, `large: ${most.get('large')}`)
  assert.ok((most.get('small') ?? 0) <= 2, `small: ${most.get('small')}`)
})

test('higher priority comes first', async t => {
  const order: string[] = []
  const job = note({ concurrency: 1, work: async ({ text }) => void order.push(text) })
  const adding = await open(t, [job], false)
  await adding.queue.enqueue(database.sql, job, { text: 'low' }, { priority: -5 })
  await adding.queue.enqueue(database.sql, job, { text: 'normal' })
  await adding.queue.enqueue(database.sql, job, { text: 'high' }, { priority: 5 })
  await open(t, [job])
  await until('all have run', () => order.length === 3)
  assert.deepEqual(order, ['high', 'normal', 'low'])
})

test('a key that waits, or is unfinished, takes no second job', async t => {
  const release = Promise.withResolvers<void>()
  const started: string[] = []
  const work: Job<Note>['work'] = async ({ text }) => {
    started.push(text)
    await release.promise
  }
  const waiting = note({ unique: 'waiting', work })
  const unfinished = note({ unique: 'unfinished', work })
  const { queue } = await open(t, [waiting, unfinished])
  for (const job of [waiting, unfinished]) {
    const add = (key: string) => queue.enqueue(database.sql, job, { text: key }, { key })
    assert.notEqual(await add(`a ${job.name}`), undefined)
    await until('it runs', () => started.includes(`a ${job.name}`))
    const again = await add(`a ${job.name}`)
    assert.equal(again === undefined, job === unfinished)
    assert.notEqual(await add(`b ${job.name}`), undefined)
  }
  release.resolve()
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
      await sql`update pgboss.job set retry_count = retry_count + 1 where id = ${id}`
      await complete(sql).catch(lost.resolve)
    },
  })
  const { queue } = await open(t, [job])
  await queue.enqueue(sql, job, { text: 'lost' })
  assert.match(String(await lost.promise), /no longer belongs to this run/)
})

test('a process that does not work only adds, and one that does finds what was added before', async t => {
  const seen: string[] = []
  const job = note({ work: async ({ text }) => void seen.push(text) })
  const adding = await open(t, [job], false)
  await adding.queue.enqueue(database.sql, job, { text: 'early' })
  assert.equal(adding.queue.isWorking(), true)
  assert.deepEqual(seen, [])
  const working = await open(t, [job])
  await until('it has run', () => seen.length === 1)
  assert.equal(working.queue.isWorking(), true)
})

test('a job that starts later waits for its time', async t => {
  const seen: string[] = []
  const job = note({ work: async ({ text }) => void seen.push(text) })
  const { queue } = await open(t, [job])
  await queue.enqueue(database.sql, job, { text: 'later' }, { startAfterSeconds: 3600 })
  await queue.enqueue(database.sql, job, { text: 'now' })
  await until('one has run', () => seen.length === 1)
  assert.deepEqual(seen, ['now'])
  const stats = (await queue.stats()).find(({ name }) => name === job.name)
  assert.deepEqual(Object.keys(stats ?? {}).sort(), [
    'active',
    'deferred',
    'failed',
    'name',
    'running',
    'waiting',
  ])
})
