import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { masterKey } from '../support/app.ts'
import { createDatabase } from '../support/database.ts'
import { urlOf } from '../support/database-server.ts'
import { siteray, startServer, statusOf } from '../support/server.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-process-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = join(folder, 'data')
const backup = join(folder, 'hot.backup')

describe('one process on its embedded database', () => {
  let secretKey = ''
  let publishableKey = ''

  it('is backed up while it runs, and not written over', async () => {
    const server = await startServer({ DATA_DIR: dataDir })
    await server.ready()
    await until('the keys are printed', () => server.output().includes('pk_'))
    secretKey = /sr_[A-Za-z0-9]{32}/.exec(server.output())?.[0] ?? ''
    publishableKey = /pk_[A-Za-z0-9]{32}/.exec(server.output())?.[0] ?? ''
    const hot = await siteray({ DATA_DIR: dataDir }, 'backup', backup, '--with-key')
    assert.deepEqual([hot.rehearsed, hot.withKey, hot.tables.accounts], [true, true, 1])
    await assert.rejects(
      siteray({ DATA_DIR: dataDir }, 'restore', backup, '--replace', '--yes'),
      new RegExp(`process ${server.pid}.*Stop it first`),
    )
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.output())
  })

  it('the operator’s command works while the server is stopped', async () => {
    const keys = await siteray({ DATA_DIR: dataDir }, 'keys', 'list')
    assert.equal(keys.length, 2)
    assert.ok(!JSON.stringify(keys).includes(secretKey.slice(3)))
  })

  it('has its folder for itself, and sees at once what the command does', async () => {
    const server = await startServer({ DATA_DIR: dataDir })
    await server.ready()
    const second = await startServer({ DATA_DIR: dataDir })
    assert.equal(await second.ended, 1)
    assert.match(second.output(), new RegExp(`process ${server.pid}.*DATA_DIR`))

    const made = await siteray({ DATA_DIR: dataDir }, 'keys', 'create', '--kind', 'secret')
    assert.equal(await statusOf(server.apiUrl, made.key), 200)
    await siteray({ DATA_DIR: dataDir }, 'keys', 'delete', made.id)
    await until(
      'the key is refused',
      async () => (await statusOf(server.apiUrl, made.key)) === 401,
      1_000,
    )

    const sourceOf = async () => {
      const answer = await fetch(`${server.imageUrl}/github.com?token=${publishableKey}`)
      return answer.headers.get('x-image-source')
    }
    assert.equal(await sourceOf(), 'mark')
    const here = { DATA_DIR: dataDir, IMAGE_PUBLIC_URL: server.imageUrl }
    const pin = await siteray(here, 'pin', 'www.github.com', '--icon', 'ui/public/icon.svg')
    assert.deepEqual(pin.shown, { icon: 'shown' })
    assert.equal(await sourceOf(), 'pinned')
    await siteray({ DATA_DIR: dataDir }, 'pin', 'undo', 'github.com')
    await until('it is undone', async () => (await sourceOf()) === 'mark', 3_000)

    server.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.output())
  })

  it('a back-up made while the server ran is restored into another folder', async () => {
    const DATA_DIR = join(folder, 'restored')
    const restored = await siteray({ DATA_DIR }, 'restore', backup)
    assert.equal(restored.masterKey, 'placed')
    await assert.rejects(siteray({ DATA_DIR }, 'restore', backup), /already has Siteray/)
    const server = await startServer({ DATA_DIR })
    await server.ready()
    assert.equal(await statusOf(server.apiUrl, secretKey), 200)
    // Nobody had used them yet: the same ones are shown again, and no others.
    assert.deepEqual([...new Set(server.output().match(/sr_[A-Za-z0-9]{32}/g))], [secretKey])
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })

  it('a port in use is a sentence', async () => {
    const somebody = createServer().listen(0, '127.0.0.1')
    await once(somebody, 'listening')
    const { port } = somebody.address() as AddressInfo
    const { sql, target } = await createDatabase()
    const server = await startServer({ DATABASE_URL: urlOf(target), PORT: `${port}` })
    assert.equal(await server.ended, 1)
    assert.match(server.output(), new RegExp(`port ${port} is in use`))
    assert.equal((await sql`select 1 from keys`).length, 0, 'no keys are made that nobody saw')
    somebody.close()
  })
})

describe('two processes on one database', () => {
  it('a key deleted through one stops working in the other within a second', async () => {
    const DATABASE_URL = urlOf((await createDatabase()).target)
    const shared = { DATABASE_URL, MASTER_KEY: masterKey }
    const [api, other] = await Promise.all([
      startServer({ ...shared, ROLE: 'api' }),
      startServer({ ...shared, ROLE: 'all' }),
    ])
    await Promise.all([api.ready(), other.ready()])
    const made = await siteray(shared, 'keys', 'create', '--kind', 'secret')
    for (const { apiUrl } of [api, other]) assert.equal(await statusOf(apiUrl, made.key), 200)
    await siteray(shared, 'keys', 'delete', made.id)
    for (const { apiUrl } of [api, other])
      await until('refused', async () => (await statusOf(apiUrl, made.key)) === 401, 1_000)
    for (const server of [api, other]) server.kill('SIGTERM')
    assert.deepEqual([await api.ended, await other.ended], [0, 0])
    // Looked at last: what was printed arrives a moment after the answer that says ready.
    const printed = [api, other].map(server => /sr_\w+/.exec(server.output())?.[0])
    assert.ok(printed[0])
    assert.equal(printed[0], printed[1], 'the first keys are made once, and both show them')
  })
})
