import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connectEmbedded } from '../../src/base/db/embedded.ts'
import { closeSql, type Database, openSql } from '../../src/base/db/sql.ts'
import { type ApiInit, call } from './app.ts'
import { article, assertSound, createBatch, ended, readBatch } from './batch.ts'
import { createDatabase } from './database.ts'
import { startStoppableServer, urlOf } from './database-server.ts'
import { type ServerProcess, startServer } from './server.ts'
import { createSimulatedWeb } from './simulated-web.ts'
import { until } from './until.ts'

/**
 * What may happen to processes while a batch runs, with real ones. The same in a short form for
 * `npm run test:more` and in a long one for `npm run test:faults`.
 */
export type FaultOptions = {
  urls: number
  /** How often it happens. */
  times: number
  /** Dead processes are seen at once, not after their heartbeat's time: for the short form. */
  impatient: boolean
}

const key = `sr_${'testsecret'.repeat(3)}`
export const apiOf = (server: ServerProcess) => ({
  api: (path: string, init: ApiInit = {}) =>
    call(server.apiUrl + path, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    }),
})

/** Work goes on within this time after whatever happened. */
const goesOnMs = 45_000

export const openWeb = async (t: TestContext) => {
  const web = await createSimulatedWeb({ latencyMs: 20 })
  t.after(() => web.close())
  const hosts = Array.from({ length: 50 }, (_, n) => `h${n}.test`)
  for (const host of hosts)
    web.site(host, ({ path }) => {
      if (path === '/robots.txt') return { status: 404 }
      // Some pages fail, so that credits are given back too.
      return path.endsWith('7') ? { status: 404, body: 'none' } : article(path)
    })
  const urlsOf = (count: number) =>
    Array.from({ length: count }, (_, n) => `https://${hosts[n % hosts.length]}/${n}`)
  const env = {
    ...web.env,
    BOOTSTRAP_SECRET_KEY: key,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  }
  return { env, urlsOf }
}

export const finishedOf = async (sql: Database, id: string): Promise<number> => {
  const [row] = await sql`select completed + failed as n from batches where id = ${id}`
  return Number(row?.n ?? 0)
}

/** What dead processes held is given to others as if their heartbeat's time were over. */
const forgetHeartbeats = async (sql: Database, options: FaultOptions) => {
  if (!options.impatient) return
  await sql`
    update queue_jobs set heartbeat_at = now() - interval '1 minute' where state = 'running'`
}

export const assertEnd = async (
  server: ServerProcess,
  sql: Database,
  id: string,
  options: FaultOptions,
) => {
  const state = await ended(apiOf(server), id, 240_000)
  assert.equal(state.status, 'completed')
  assert.equal(state.completed + state.failed, options.urls)
  await assertSound(sql, id)
}

/** Work goes on: more items than before within the time we promise. */
export const assertGoesOn = async (sql: Database, id: string, options: FaultOptions) => {
  const before = await finishedOf(sql, id)
  await until(
    'work goes on',
    async () => {
      const now = await finishedOf(sql, id)
      return now > before || now === options.urls
    },
    goesOnMs,
  )
}

export const killWorker = async (t: TestContext, options: FaultOptions): Promise<void> => {
  const { env, urlsOf } = await openWeb(t)
  const { sql, target } = await createDatabase()
  const shared = { ...env, DATABASE_URL: urlOf(target) }
  const api = await startServer({ ...shared, ROLE: 'api' })
  await api.ready()
  let worker = await startServer({ ...shared, ROLE: 'worker' })
  const id = await createBatch(apiOf(api), { urls: urlsOf(options.urls) })
  for (let kill = 1; kill <= options.times; kill++) {
    await worker.ready()
    const enough = Math.min(options.urls - 1, (kill * options.urls) / (options.times + 2))
    await until('some are done', async () => (await finishedOf(sql, id)) >= enough, 120_000)
    await wait(Math.random() * 100)
    worker.kill('SIGKILL')
    await worker.ended
    await forgetHeartbeats(sql, options)
    worker = await startServer({ ...shared, ROLE: 'worker' })
    await assertGoesOn(sql, id, options)
  }
  await assertEnd(api, sql, id, options)
  for (const server of [api, worker]) server.kill('SIGTERM')
  await Promise.all([api.ended, worker.ended])
}

/**
 * A worker that is told to end gives back what it holds: another one takes it at once, long before
 * a heartbeat would be missed, and the item is none the worse for it.
 */
export const endWorker = async (t: TestContext): Promise<void> => {
  const web = await createSimulatedWeb()
  t.after(() => web.close())
  let isHeld = true
  web.site('held.test', ({ path }) => {
    if (path === '/robots.txt') return { status: 404 }
    return isHeld ? new Promise<never>(() => {}) : article(path)
  })
  const { sql, target } = await createDatabase()
  await sql.unsafe(`
    create table ended_jobs (queue text, attempts int);
    create function keep_ended() returns trigger language plpgsql as $$
      begin insert into ended_jobs values (old.queue, old.attempts); return old; end $$;
    create trigger keep_ended after delete on queue_jobs for each row execute function keep_ended();`)
  const shared = { ...web.env, DATABASE_URL: urlOf(target), BOOTSTRAP_SECRET_KEY: key }
  const api = await startServer({ ...shared, ROLE: 'api' })
  const worker = await startServer({ ...shared, ROLE: 'worker' })
  await Promise.all([api.ready(), worker.ready()])
  const urls = ['https://held.test/a', 'https://held.test/b']
  const id = await createBatch(apiOf(api), { urls, render: 'never' })
  await web.waitForRequest('held.test', 3)
  const other = await startServer({ ...shared, ROLE: 'worker' })
  await other.ready()
  isHeld = false
  worker.kill('SIGTERM')
  assert.equal(await worker.ended, 0)
  assert.equal((await ended(apiOf(api), id)).completed, 2)
  const jobs = await sql`select attempts from ended_jobs where queue = 'harvest.item'`
  assert.deepEqual(
    jobs.map(job => job.attempts),
    [0, 0],
    'they were given back: one whose heartbeat was missed has a try more',
  )
  await assertSound(sql, id)
  for (const server of [api, other]) server.kill('SIGTERM')
  await Promise.all([api.ended, other.ended])
}

/** The whole server with its embedded database, which is killed with it. */
export const killServer = async (t: TestContext, options: FaultOptions): Promise<void> => {
  const { env, urlsOf } = await openWeb(t)
  const folder = mkdtempSync(join(tmpdir(), 'siteray-faults-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  let server = await startServer({ ...env, DATA_DIR: dataDir })
  await server.ready()
  const id = await createBatch(apiOf(server), { urls: urlsOf(options.urls) })
  const small = await createBatch(apiOf(server), { urls: urlsOf(3) })
  for (let kill = 1; kill <= options.times; kill++) {
    const enough = Math.min(options.urls - 1, (kill * options.urls) / (options.times + 2))
    const done = async () => {
      const { completed, failed } = await readBatch(apiOf(server), id, '?limit=1')
      return completed + failed
    }
    await until('some are done', async () => (await done()) >= enough, 120_000)
    server.kill('SIGKILL')
    await server.ended
    server = await startServer({ ...env, DATA_DIR: dataDir })
    await server.ready()
    const { sql, close } = await connect(dataDir)
    await forgetHeartbeats(sql, options)
    await assertGoesOn(sql, id, options)
    await close()
  }
  const { sql, close } = await connect(dataDir)
  await assertEnd(server, sql, id, options)
  assert.equal((await ended(apiOf(server), small)).total, 3)
  await close()
  server.kill('SIGTERM')
  assert.equal(await server.ended, 0)
}

const connect = async (dataDir: string) => {
  const log = { info: () => undefined, warn: () => undefined }
  const embedded = await connectEmbedded({ dataDir, log })
  const sql = openSql(embedded.target, { name: 'test', maxConnections: 2 })
  const close = async () => {
    await closeSql(sql)
    await embedded.close()
  }
  return { sql, close }
}

export const stopDatabase = async (
  t: TestContext,
  options: FaultOptions & { stopMs: number },
): Promise<void> => {
  const { env, urlsOf } = await openWeb(t)
  const database = await startStoppableServer()
  t.after(() => database.close())
  const server = await startServer({ ...env, DATABASE_URL: database.url })
  await server.ready()
  const sql = openSql(database.target, { name: 'test', maxConnections: 2 })
  const id = await createBatch(apiOf(server), { urls: urlsOf(options.urls) })
  for (let stop = 1; stop <= options.times; stop++) {
    const enough = Math.min(options.urls - 1, (stop * options.urls) / (options.times + 2))
    await until('some are done', async () => (await finishedOf(sql, id)) >= enough, 120_000)
    await database.stop()
    await wait(options.stopMs)
    const away = await apiOf(server).api(`/v1/batch/scrape/${id}`)
    assert.equal(away.status, 503)
    await database.start()
    await until('the server is back', () => server.ready().then(() => true), 30_000)
    await assertGoesOn(sql, id, options)
  }
  await assertEnd(server, sql, id, options)
  await closeSql(sql)
  server.kill('SIGTERM')
  assert.equal(await server.ended, 0)
}

/** A worker that stands still until its work was given to another one, and then goes on. */
export const freezeWorker = async (t: TestContext, options: FaultOptions): Promise<void> => {
  const { env, urlsOf } = await openWeb(t)
  const { sql, target } = await createDatabase()
  const shared = { ...env, DATABASE_URL: urlOf(target) }
  const api = await startServer({ ...shared, ROLE: 'api' })
  const frozen = await startServer({ ...shared, ROLE: 'worker' })
  await Promise.all([api.ready(), frozen.ready()])
  const id = await createBatch(apiOf(api), { urls: urlsOf(options.urls) })
  for (let time = 1; time <= options.times; time++) {
    const enough = Math.min(options.urls - 1, (time * options.urls) / (options.times + 4))
    await until('some are done', async () => (await finishedOf(sql, id)) >= enough, 120_000)
    frozen.kill('SIGSTOP')
    const other = await startServer({ ...shared, ROLE: 'worker' })
    await other.ready()
    const held = await sql<{ id: string }[]>`
      select id::text from queue_jobs where queue = 'harvest.item' and state = 'running'`
    await forgetHeartbeats(sql, options)
    await assertGoesOn(sql, id, options)
    await until(
      'what it held was given to the other one',
      async () => {
        const [row] = await sql`
          select count(*)::int as n from queue_jobs
          where id = any(${held.map(job => job.id)}::bigint[]) and attempts = 0
            and state = 'running'`
        return row?.n === 0
      },
      goesOnMs,
    )
    frozen.kill('SIGCONT')
    await assertGoesOn(sql, id, options)
    if (time < options.times) {
      other.kill('SIGTERM')
      await other.ended
    }
  }
  await assertEnd(api, sql, id, options)
}
