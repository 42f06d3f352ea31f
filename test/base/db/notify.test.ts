import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type Notifications, openNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, type Database, openSql } from '../../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../../src/base/db/target.ts'
import { openBlackHole } from '../../support/black-hole.ts'
import { startTestServer } from '../../support/database-server.ts'
import { until } from '../../support/until.ts'

// A server of its own, since processes of it are stopped and ended here.
let server: Awaited<ReturnType<typeof startTestServer>>
let sql: Database
let listeners = 0

before(async () => {
  server = await startTestServer()
  sql = openSql(server.target, { name: 'sender', maxConnections: 2 })
})

after(async () => {
  await closeSql(sql)
  await server.close()
})

const listen = async (t: TestContext, target: DatabaseTarget = server.target) => {
  const name = `listener ${++listeners}`
  const notifications = await openNotifications(target, { name })
  t.after(() => notifications.close())
  const heard: string[] = []
  let reconnects = 0
  let wasLiveAtReconnect = false
  notifications.onReconnect(() => {
    reconnects++
    wasLiveAtReconnect ||= notifications.isLive()
  })
  await notifications.subscribe(name, payload => heard.push(payload))
  const tell = (payload: string) => sql`select pg_notify(${name}, ${payload})`
  const backend = async () => {
    const [row] = await sql`select pid from pg_stat_activity where application_name = ${name}`
    return Number(row?.pid)
  }
  return {
    name,
    tell,
    notifications,
    heard,
    reconnects: () => reconnects,
    wasLiveAtReconnect: () => wasLiveAtReconnect,
    backend,
  }
}

const noticesWithin = (limitMs: number, notifications: Notifications) =>
  until('the listener is no longer live', () => !notifications.isLive(), limitMs)

/** A listener whose network can be made to swallow everything. */
const listenThroughHole = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'siteray-hole-'))
  assert.ok(server.target.kind === 'socket')
  const hole = await openBlackHole(join(folder, 'socket'), server.target.path)
  const listener = await listen(t, { ...server.target, path: hole.path })
  t.after(async () => {
    await hole.close()
    await rm(folder, { recursive: true })
  })
  return { ...listener, hole }
}

// Mostly waiting, so all at once.
describe('notifications', { concurrency: true }, () => {
  test('a subscriber hears what is sent to its channel, in order, and nothing else', async t => {
    const { name, tell, notifications, heard } = await listen(t)
    const second: string[] = []
    await notifications.subscribe(name, payload => second.push(payload))
    await sql`select pg_notify('other', 'x')`
    await tell('one')
    await tell('two')
    await until('both are heard', () => heard.length === 2 && second.length === 2)
    assert.deepEqual(heard, ['one', 'two'])
    assert.equal(notifications.isLive(), true)
  })

  test('an idle listener stays live', async t => {
    const { notifications, reconnects } = await listen(t)
    const startedAt = performance.now()
    await until('two seconds have passed', () => {
      assert.equal(notifications.isLive(), true)
      return performance.now() - startedAt > 2000
    })
    assert.equal(reconnects(), 0)
  })

  test('a dropped connection is known within a second, and after it all channels are heard again', async t => {
    const { notifications, tell, heard, reconnects, wasLiveAtReconnect, backend } = await listen(t)
    await sql`select pg_terminate_backend(${await backend()})`
    await until('it reconnects', () => reconnects() > 0 && notifications.isLive(), 1000)
    assert.equal(reconnects(), 1)
    assert.equal(wasLiveAtReconnect(), false)
    await tell('again')
    await until('it hears again', () => heard.includes('again'))
  })

  test('a server that stops answering is known within two seconds', async t => {
    const { notifications, tell, heard, reconnects, backend } = await listen(t)
    const pid = await backend()
    process.kill(pid, 'SIGSTOP')
    try {
      await noticesWithin(2000, notifications)
      await until('it reconnects to another backend', () => notifications.isLive())
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    assert.equal(reconnects(), 1)
    await tell('still here')
    await until('it hears again', () => heard.includes('still here'))
  })

  test('a network that swallows everything is known within two seconds, and heals', async t => {
    const { notifications, tell, heard, hole } = await listenThroughHole(t)
    hole.swallow()
    await noticesWithin(2000, notifications)
    await tell('lost')
    hole.heal()
    await until('it reconnects', () => notifications.isLive())
    await tell('found')
    await until('it hears again', () => heard.length > 0)
    assert.deepEqual(heard, ['found'])
  })

  test('channels subscribed to while the connection is away are heard once it is back', async t => {
    const { notifications, hole } = await listenThroughHole(t)
    hole.swallow()
    await noticesWithin(2000, notifications)
    const heard: string[] = []
    await notifications.subscribe('late', payload => heard.push(payload))
    hole.heal()
    await until('it reconnects', () => notifications.isLive())
    await sql`select pg_notify('late', 'yes')`
    await until('it hears the late channel', () => heard.includes('yes'))
  })
})
