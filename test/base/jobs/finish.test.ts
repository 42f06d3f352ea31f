import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { readPlans } from '../../../src/base/accounts/plans.ts'
import { openNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, inTransaction, openSql } from '../../../src/base/db/sql.ts'
import { finishItems } from '../../../src/base/jobs/finish.ts'
import { finishStore } from '../../../src/base/jobs/finish-store.ts'
import { createGroupCommit } from '../../../src/base/jobs/group-commit.ts'
import { hostPaceStore } from '../../../src/base/jobs/host-pace-store.ts'
import { idempotencyStore } from '../../../src/base/jobs/idempotency-store.ts'
import { endOverdue, repairHostSlots } from '../../../src/base/jobs/maintenance.ts'
import { packResult } from '../../../src/base/jobs/results.ts'
import { jobStore } from '../../../src/base/jobs/store.ts'
import { defineJob } from '../../../src/base/queue/job.ts'
import { openQueue, type Queue } from '../../../src/base/queue/queue.ts'
import { batchKind } from '../../../src/products/batch/kind.ts'
import { crawlKind } from '../../../src/products/crawl/kind.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { allItems, assertSound, createBatch, readBatch } from '../../support/batch.ts'

/** No process works here: the tests themselves end items, as workers would. */
let app: TestApp
let queue: Queue
let closeQueue = async () => {}
before(async () => {
  app = await startApp({ ROLE: 'api', RATE_LIMIT_PER_MINUTE: '0' })
  const { target } = app.database
  const notifications = await openNotifications(target, { name: 'test' })
  const work = async () => undefined
  const retry = { limit: 1, delaySeconds: 1, maxDelaySeconds: 1 }
  const job = defineJob({ name: 'harvest.item', concurrency: 1, timeoutSeconds: 1, retry, work })
  queue = await openQueue({ target, works: false, notifications, log: console })
  await queue.start([job])
  closeQueue = async () => {
    await queue.close()
    await notifications.close()
  }
})

const deps = {
  plans: readPlans(undefined),
  kinds: {
    batch: batchKind,
    crawl: crawlKind,
    extract: { ...batchKind, name: 'extract' as const },
    branding: { ...batchKind, name: 'branding' as const },
  },
  get queue() {
    return queue
  },
}
const urls = (count: number, host = 'x.test') =>
  Array.from({ length: count }, (_, n) => `https://${host}/${n}`)
const outcomes = async (jobId: string, positions: number[], errorCode?: string) => {
  const packed = await packResult(errorCode ? { error: 'No.' } : { markdown: 'Yes.' })
  const { resultBytes } = packed
  const result = { bytes: packed.result, object: null }
  return positions.map(position => ({
    ...{ jobId, position, turn: position, result, resultBytes, errorCode },
  }))
}
const finish = async (jobId: string, positions: number[], errorCode?: string) => {
  const all = await outcomes(jobId, positions, errorCode)
  return inTransaction(app.database.sql, sql => finishItems(deps, sql, all))
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('the end of an item', () => {
  it('happens once, however many workers bring it at the same time', async () => {
    const { sql } = app.database
    const id = await createBatch(app, { urls: urls(60) })
    const groups = Array.from({ length: 12 }, (_, n) =>
      upTo(60).filter(position => (position * 7 + n) % 3 > 0),
    )
    await Promise.all([
      ...groups.map(positions => finish(id, [...positions, ...positions])),
      ...groups.map(positions => finish(id, positions.toReversed(), 'page_timeout')),
    ])
    const state = await readBatch(app, id)
    assert.equal(state.completed + state.failed, 60)
    assert.notEqual(state.status, 'scraping', 'final in the same transaction as the last item')
    await assertSound(sql, id)
    const before = await allItems(app, id)
    await finish(id, upTo(60))
    assert.deepEqual(await allItems(app, id), before, 'a late one changes nothing')
    await assertSound(sql, id)
  })

  it('and cancelling at the same time agree on what was finished', async () => {
    const { sql } = app.database
    const [key] = await sql`select account_id as "accountId" from keys limit 1`
    for (let round = 0; round < 5; round++) {
      const id = await createBatch(app, { urls: urls(40) })
      const half = upTo(20)
      await Promise.all([
        ...[0, 1, 2, 3].map(n =>
          finish(
            id,
            half.filter(position => position % 4 === n),
          ),
        ),
        inTransaction(sql, transaction =>
          finishStore.cancel(transaction, {
            ...{ id, kind: 'batch', accountId: String(key?.accountId) },
          }),
        ),
      ])
      assert.equal((await readBatch(app, id)).status, 'cancelled')
      await assertSound(sql, id)
    }
  })
})

describe('the finisher', () => {
  it('waits longer for others where many pages end', async () => {
    const { sql } = app.database
    const all = upTo(24).map(n => `https://together${n}.test/`)
    const id = await createBatch(app, { urls: all })
    const finisher = createGroupCommit({ ...deps, sql })
    const end = async (positions: number[]) => {
      const claim = { queue: 'harvest.item', id: '1', run: 1 }
      const ended = await outcomes(id, positions)
      const host = 'x.test'
      await Promise.all(ended.map(outcome => finisher.finish({ claim, host, outcome })))
    }
    const oneAfterTheOther = (first: number, second: number) =>
      Promise.all([end([first]), wait(35).then(() => end([second]))])
    const transactions = async () => {
      const [row] = await sql`
        select count(distinct at)::int as count from ledger
        where kind = 'settle' and ref like ${`${id}:%`}`
      return row?.count
    }
    await oneAfterTheOther(0, 1)
    assert.equal(await transactions(), 2)
    await end(upTo(20).map(n => n + 2))
    assert.equal(await transactions(), 3)
    await oneAfterTheOther(22, 23)
    assert.equal(await transactions(), 4)
    await assertSound(sql, id)
  })

  it('of a process that closes waits no longer for a database', { timeout: 20_000 }, async () => {
    const gone = openSql(app.database.target, { name: 'gone', maxConnections: 1 })
    await closeSql(gone)
    const finisher = createGroupCommit({ ...deps, sql: gone })
    const finishing = [1, 2, 3].map(() =>
      finisher.finish({
        claim: { queue: 'harvest.item', id: '1', run: 1 },
        host: 'x.test',
      }),
    )
    finisher.close()
    const ends = await Promise.allSettled(finishing)
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
  })
})

describe('upkeep', () => {
  after(() => closeQueue())

  it('purges what has expired, in steps, and nothing else', async () => {
    const { sql } = app.database
    const [old, young] = [
      await createBatch(app, { urls: urls(1_200) }, { 'idempotency-key': 'old' }),
      await createBatch(app, { urls: urls(3) }),
    ]
    await finish(old, upTo(1_200))
    await finish(young, upTo(3))
    await sql`update batches set expires_at = now() - interval '1 minute' where id = ${old}`
    await sql`update idempotency_keys set created_at = now() - interval '25 hours'`
    const [before] = await sql`select count(*)::int as n from batch_items where batch_id <> ${old}`
    let steps = 0
    while (await jobStore.purge(sql)) steps++
    while (await idempotencyStore.purge(sql));
    assert.equal(steps, 3)
    const [left] = await sql`
      select (select count(*) from batch_items where batch_id = ${old})::int as items,
        (select count(*) from batches where id = ${old})::int as batches,
        (select count(*) from idempotency_keys)::int as keys,
        (select count(*) from batch_items where batch_id <> ${old})::int as others`
    assert.deepEqual({ ...left }, { items: 0, batches: 0, keys: 0, others: before?.n })
    assert.equal((await readBatch(app, young)).data.length, 3)
  })

  it('keeps an expired batch while its webhook is still tried, a day at most', async () => {
    const { sql } = app.database
    const webhook = { url: 'https://hook.test/in', events: ['batch.started'] }
    const id = await createBatch(app, { urls: urls(2, 'told.test'), webhook })
    await finish(id, upTo(2))
    const isKept = async (hours: number, state: 'waiting' | 'delivered') => {
      await sql`
        update webhook_events set state = ${state},
          ended_at = ${state === 'waiting' ? null : new Date()} where batch_id = ${id}`
      await sql`
        update batches set expires_at = now() - interval '1 minute',
          ended_at = now() - make_interval(hours => ${hours}) where id = ${id}`
      while (await jobStore.purge(sql));
      const [left] = await sql`
        select (select count(*) from batches where id = ${id})::int as batches,
          (select count(*) from batch_items where batch_id = ${id})::int as items`
      return left?.batches === 1 && left?.items === 2
    }
    assert.equal(await isKept(20, 'waiting'), true)
    assert.equal((await app.api(`/v1/batch/scrape/${id}`)).status, 404, 'for its events only')
    assert.equal(await isKept(20, 'delivered'), true, 'the next event is on its way')
    assert.equal(await isKept(25, 'waiting'), false)
    assert.equal((await sql`select from webhook_events where batch_id = ${id}`).length, 1)

    const told = await createBatch(app, { urls: urls(2, 'told.test'), webhook })
    await finish(told, upTo(2))
    await sql`
      update webhook_events set state = 'delivered', ended_at = now() - interval '2 minutes'
      where batch_id = ${told}`
    await sql`update batches set expires_at = now() - interval '1 minute' where id = ${told}`
    while (await jobStore.purge(sql));
    assert.equal((await sql`select from batches where id = ${told}`).length, 0)
  })

  it('ends a batch that nearly expired without an end; what was read stays', async () => {
    const { sql } = app.database
    const id = await createBatch(app, { urls: urls(700) })
    await finish(id, upTo(5))
    await sql`update batches set expires_at = now() + interval '5 minutes' where id = ${id}`
    while (await endOverdue({ ...deps, sql }));
    const state = await readBatch(app, id)
    assert.deepEqual([state.status, state.completed, state.failed], ['completed', 5, 695])
    assert.ok(Date.parse(state.expiresAt) > Date.now() + 23 * 3_600_000)
    await assertSound(sql, id)
  })

  it('gives a lost ticket to the host’s next item', async () => {
    const { sql } = app.database
    const id = await createBatch(app, { urls: urls(9, 'lost.test') })
    const mend = () => repairHostSlots({ ...deps, sql }, new AbortController().signal)
    const tickets = async () => {
      const [row] = await sql`
        select tickets, (select count(*) from queue_jobs
          where queue = 'harvest.item' and state = 'waiting' and payload ->> 'host' = 'lost.test')::int
          as jobs
        from batch_lanes where host = 'lost.test'`
      return { ...row }
    }
    assert.deepEqual(await tickets(), { tickets: 2, jobs: 2 })
    await sql`delete from queue_jobs where payload ->> 'host' = 'lost.test'`
    assert.equal(await mend(), 2)
    assert.deepEqual(await tickets(), { tickets: 2, jobs: 2 })
    assert.equal(await mend(), 0)
    assert.deepEqual(await tickets(), { tickets: 2, jobs: 2 }, 'the second time there is none')
    const queued = await sql`
      select position from batch_items where batch_id = ${id} and state = 'queued' order by 1`
    assert.deepEqual(
      queued.map(({ position }) => position),
      [0, 1, 2, 3],
    )
  })

  it('mends one host while the lane of another one is held', { timeout: 20_000 }, async () => {
    const { sql } = app.database
    const ids = [
      await createBatch(app, { urls: urls(3, 'held.test') }),
      await createBatch(app, { urls: urls(3, 'free.test') }),
    ]
    await sql`delete from queue_jobs where payload ->> 'host' = 'free.test'`
    await inTransaction(sql, async holder => {
      await holder`select 1 from batch_lanes where host = 'held.test' for update`
      assert.equal(await repairHostSlots({ ...deps, sql }, new AbortController().signal), 2)
    })
    for (const id of ids) await finish(id, upTo(3))
  })

  it('forgets lanes that nobody uses', async () => {
    const { sql } = app.database
    await sql`
      insert into batch_lanes (host, free_at) values ('idle.test', now() - interval '2 hours')`
    while (await hostPaceStore.purge(sql));
    const [row] = await sql`
      select count(*) filter (where host = 'idle.test')::int as idle, count(*)::int as all
      from batch_lanes`
    assert.equal(row?.idle, 0)
    assert.ok(Number(row?.all) > 0)
  })
})
