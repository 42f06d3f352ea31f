import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { createKeyring, type Keyring } from '../../../src/base/accounts/keyring.ts'
import {
  askDatabase,
  createKey,
  deleteKey,
  listKeys,
  setOrigins,
} from '../../../src/base/accounts/keys.ts'
import { type Notifications, openNotifications } from '../../../src/base/db/notify.ts'
import { closeSql, type Database, isDatabaseAway, openSql } from '../../../src/base/db/sql.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'
import { stretched } from '../../support/slowness.ts'

let database: TestDatabase
let sql: Database
let accountId: string

type Process = {
  keyring: Keyring
  notifications: Notifications
  asked: () => number
  loseDatabase(): Promise<void>
  close(): Promise<void>
}

/** What one Siteray process holds: its own connections, its own memory. */
const startProcess = async (name: string): Promise<Process> => {
  const own = openSql(database.target, { name, maxConnections: 2 })
  const notifications = await openNotifications(database.target, { name: `${name} listen` })
  let asked = 0
  const counting = new Proxy(own, {
    apply: (target, self, args) => {
      asked++
      return Reflect.apply(target, self, args)
    },
  })
  const keyring = await createKeyring({ ...askDatabase(counting), notifications })
  const close = async () => {
    await notifications.close()
    await closeSql(own)
  }
  return { keyring, notifications, asked: () => asked, loseDatabase: () => closeSql(own), close }
}

before(async () => {
  database = await createDatabase()
  sql = database.sql
  accountId = (await ensureFirstAccount(sql)).id
})

const newKey = (kind: 'secret' | 'publishable' = 'secret') =>
  createKey(sql, { accountId, kind, name: 'test', actor: 'test' })

const until = async (condition: () => boolean | Promise<boolean>, limitMs: number) => {
  const start = performance.now()
  while (!(await condition())) {
    const waitedMs = performance.now() - start
    assert.ok(waitedMs < limitMs || waitedMs < stretched(limitMs), `not within ${limitMs} ms`)
    await new Promise(resolve => setImmediate(resolve))
  }
  return performance.now() - start
}

describe('the keyring', () => {
  let one: Process
  let two: Process
  before(async () => {
    one = await startProcess('one')
    two = await startProcess('two')
  })
  after(() => Promise.all([one.close(), two.close()]))

  it('a known key is verified from memory', async () => {
    const { key, id } = await newKey()
    // Known once the word of its own creation has come round.
    await until(async () => {
      const before = one.asked()
      assert.equal((await one.keyring.verify(key, 'secret'))?.id, id)
      return one.asked() === before
    }, 1_000)
    const asked = one.asked()
    for (let call = 0; call < 100; call++)
      assert.equal((await one.keyring.verify(key, 'secret'))?.id, id)
    assert.equal(one.asked(), asked)
  })

  it('a key of another shape is refused without SQL', async () => {
    const asked = one.asked()
    for (const token of [
      '',
      'sr_',
      'sr_short',
      `sr_${'x'.repeat(23)}`,
      `sr_${'é'.repeat(32)}`,
      `xx_${'a'.repeat(32)}`,
      `sr_${'a'.repeat(201)}`,
      `sr_${'a'.repeat(31)}'`,
      'sr_\0',
    ])
      assert.equal(await one.keyring.verify(token, 'secret'), undefined)
    assert.equal(one.asked(), asked)
  })

  it('a key of the other kind is not valid', async () => {
    const secret = await newKey('secret')
    const publishable = await newKey('publishable')
    assert.equal(await one.keyring.verify(secret.key, 'publishable'), undefined)
    assert.equal(await one.keyring.verify(publishable.key, 'secret'), undefined)
    assert.ok(await one.keyring.verify(publishable.key, 'publishable'))
  })

  it('a thousand simultaneous checks of one new key are one question', async () => {
    const { key } = await newKey()
    await until(async () => (await one.keyring.verify(key, 'secret')) !== undefined, 1_000)
    const fresh = await startProcess('three')
    const found = await Promise.all(
      Array.from({ length: 1_000 }, () => fresh.keyring.verify(key, 'secret')),
    )
    assert.ok(found.every(Boolean))
    assert.equal(fresh.asked(), 1)
    await fresh.close()
  })

  it('a deletion reaches every process in under a second', async () => {
    const { key, id } = await newKey()
    for (const process of [one, two]) assert.ok(await process.keyring.verify(key, 'secret'))
    await deleteKey(sql, { id, actor: 'test' })
    const gone = async (process: Process) =>
      (await process.keyring.verify(key, 'secret')) === undefined
    await until(async () => (await gone(one)) && (await gone(two)), 1_000)
  })

  it('a key that was unknown works at once when it is made', async () => {
    const token = `sr_${'n'.repeat(32)}`
    assert.equal(await one.keyring.verify(token, 'secret'), undefined)
    assert.equal(await one.keyring.verify(token, 'secret'), undefined)
    await createKey(sql, { accountId, kind: 'secret', name: 'later', actor: 'test', key: token })
    await until(async () => (await one.keyring.verify(token, 'secret')) !== undefined, 1_000)
  })

  it('changed origins reach every process', async () => {
    const { key, id } = await newKey('publishable')
    assert.deepEqual((await two.keyring.verify(key, 'publishable'))?.origins, [])
    await setOrigins(sql, { id, origins: ['Example.com'], actor: 'test' })
    const origins = async () => (await two.keyring.verify(key, 'publishable'))?.origins ?? []
    await until(async () => (await origins())[0] === 'example.com', 1_000)
  })

  it('a change of a key drops that key from memory, and no other', async () => {
    const [changed, other] = await Promise.all([newKey('publishable'), newKey()])
    const known = async () => {
      const before = one.asked()
      assert.ok(await one.keyring.verify(other.key, 'secret'))
      return one.asked() === before
    }
    const origins = async () => (await one.keyring.verify(changed.key, 'publishable'))?.origins
    const change = async (origin: string) => {
      await setOrigins(sql, { id: changed.id, origins: [origin], actor: 'test' })
      await until(async () => (await origins())?.[0] === origin, 1_000)
    }
    // What is told of the keys' making has come before what is told of a change.
    await change('first.example')
    await until(known, 1_000)
    const asked = one.asked()
    await change('a.example')
    const afterwards = one.asked()
    assert.ok(afterwards > asked)
    assert.ok(await known())
    assert.equal(one.asked(), afterwards)
  })

  it('while the database is away, keys of images go on for five minutes, and no other', async t => {
    const publishable = await newKey('publishable')
    const secret = await newKey('secret')
    const unseen = await newKey('publishable')
    const cut = await startProcess('cut')
    for (const { key } of [publishable, secret])
      assert.ok(await cut.keyring.verify(key, key.startsWith('pk') ? 'publishable' : 'secret'))
    await cut.notifications.close()
    await cut.loseDatabase()
    assert.ok(await cut.keyring.verify(publishable.key, 'publishable'))
    await assert.rejects(async () => cut.keyring.verify(secret.key, 'secret'), isDatabaseAway)
    await assert.rejects(async () => cut.keyring.verify(unseen.key, 'publishable'), isDatabaseAway)
    const later = performance.now() + 5 * 60_000
    t.mock.method(performance, 'now', () => later)
    await assert.rejects(
      async () => cut.keyring.verify(publishable.key, 'publishable'),
      isDatabaseAway,
    )
  })

  it('a process that hears no notifications asks the database each time', async () => {
    const { key, id } = await newKey()
    const deaf = await startProcess('deaf')
    assert.ok(await deaf.keyring.verify(key, 'secret'))
    await deaf.notifications.close()
    await deleteKey(sql, { id, actor: 'test' })
    assert.equal(await deaf.keyring.verify(key, 'secret'), undefined)
    const asked = deaf.asked()
    await deaf.keyring.verify(key, 'secret')
    assert.equal(deaf.asked(), asked + 1)
    await deaf.close()
  })

  it('a key deleted while the notification connection was lost is gone when it is back', async () => {
    const { key, id } = await newKey()
    assert.ok(await one.keyring.verify(key, 'secret'))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'one listen'`
    await deleteKey(sql, { id, actor: 'test' })
    await until(async () => (await one.keyring.verify(key, 'secret')) === undefined, 1_000)
    await until(() => one.notifications.isLive(), 5_000)
    assert.equal(await one.keyring.verify(key, 'secret'), undefined)
  })

  it('an expired key is not valid, also when it was known before', async () => {
    const { key, id } = await newKey()
    await sql`update keys set expires_at = now() + interval '300 milliseconds' where id = ${id}`
    assert.ok(await two.keyring.verify(key, 'secret'))
    await until(async () => (await two.keyring.verify(key, 'secret')) === undefined, 2_000)
  })
})

describe('keys', () => {
  it('are 32 random letters and digits behind their prefix and stored as a hash only', async () => {
    const secret = await newKey('secret')
    const publishable = await newKey('publishable')
    assert.match(secret.key, /^sr_[A-Za-z0-9]{32}$/)
    assert.match(publishable.key, /^pk_[A-Za-z0-9]{32}$/)
    const rows = await sql`select * from keys, audit`
    assert.ok(!JSON.stringify(rows).includes(secret.key.slice(3)))
    const listed = (await listKeys(sql)).find(key => key.id === secret.id)
    assert.equal(listed?.shown, `sr_…${secret.key.slice(-4)}`)
    assert.ok(listed && !('key' in listed) && !('hash' in listed))
  })

  it('bad origins are refused together, with reasons', async () => {
    const { id } = await newKey('publishable')
    await assert.rejects(
      setOrigins(sql, { id, origins: ['ok.com', '*', 'a.com:80'], actor: 't' }),
      /"\*".*"a.com:80"/,
    )
  })
})
