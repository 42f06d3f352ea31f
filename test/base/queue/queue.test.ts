import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { AnyJob, Job } from '../../../src/base/queue/job.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { type Note, note, openTestQueue } from '../../support/queue.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})

const open = (t: TestContext, jobs: readonly AnyJob[], works?: boolean) =>
  openTestQueue(t, database, jobs, works)

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
      await queue.enqueueMany(transaction, job, [
        { payload: { text: 'undone' } },
        { payload: { text: 'undone' } },
      ])
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
  await until('nothing is left', async () => {
    const left = await sql`select 1 from queue_jobs where queue = ${job.name}`
    return left.length === 0
  })
})

test('payloads arrive as they were given', async t => {
  const tricky = { text: `${`"'\\ \u0000`.replace('\u0000', '')} ünï {"a": [1]} 🙂 $1 null` }
  const seen: Note[] = []
  const job = note({ work: async payload => void seen.push(payload) })
  const { queue } = await open(t, [job])
  await queue.enqueue(database.sql, job, tricky)
  await queue.enqueueMany(database.sql, job, [{ payload: tricky }])
  await until('both have run', () => seen.length === 2)
  assert.deepEqual(seen, [tricky, tricky])
})

test('ten thousand jobs are added by one statement in seconds', async t => {
  const job = note({})
  const { queue } = await open(t, [job], false)
  const startedAt = performance.now()
  const payloads = Array.from({ length: 10_000 }, (_, index) => ({ text: `page ${index}` }))
  const added = await database.sql.begin(transaction =>
    queue.enqueueMany(
      transaction,
      job,
      payloads.map(payload => ({ payload })),
    ),
  )
  assert.equal(added, 10_000)
  assert.ok(performance.now() - startedAt < stretched(8_000))
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
  assert.ok(median < stretched(100), `${median} ms`)
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
  const additions = Array.from({ length: 200 }, () => ({ payload: { text: 'one of many' } }))
  await queue.enqueueMany(database.sql, job, additions)
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
      Array.from({ length: count }, () => ({ payload: { text: group }, group })),
    )
  await Promise.all([open(t, [job]), open(t, [job])])
  await until('all have run', () => done === 44, 20_000)
  assert.ok((most.get('large') ?? 0) <= 2, `large: ${most.get('large')}`)
  assert.ok((most.get('small') ?? 0) <= 2, `small: ${most.get('small')}`)
})

test('the group that has fewest running comes next, however many others have brought before', async t => {
  const order: string[] = []
  const job = note({
    ...{ concurrency: 3, groupConcurrency: 10 },
    work: async ({ text }) => {
      order.push(text)
      await new Promise(resolve => setTimeout(resolve, 5))
    },
  })
  const adding = await open(t, [job], false)
  for (const group of [...Array(20).fill('large'), 'small', 'small'])
    await adding.queue.enqueue(database.sql, job, { text: group }, { group })
  await open(t, [job])
  await until('all have run', () => order.length === 22)
  // In the order of arrival they would be the last two of 22.
  assert.ok(order.lastIndexOf('small') < 12, order.join(' '))
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
  assert.equal(stats?.waiting, 0)
  assert.equal(stats?.deferred, 1)
})
