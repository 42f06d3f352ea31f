import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isOverdue, keepBackups, listKept } from '../../../src/base/backup/keep.ts'
import { inspect } from '../../../src/base/backup/load.ts'
import { inDatabase } from '../../../src/base/db/target.ts'
import { createDatabase, type TestDatabase } from '../../support/database.ts'

const dir = mkdtempSync(join(tmpdir(), 'siteray-keep-'))
after(() => rmSync(dir, { recursive: true, force: true }))
let database: TestDatabase
before(async () => {
  database = await createDatabase()
})

/** Every day at three; the last two are kept. */
const options = { dir, count: 2, atMinute: 180 }
const at = (time: string) => Date.parse(`2026-03-${time}Z`)
const keepAt = (time: string, target = database.target) =>
  keepBackups(
    { target, dataDir: dir, masterKey: undefined, version: 'test', now: () => at(time) },
    options,
    AbortSignal.timeout(60_000),
  )
const names = () => readdirSync(dir).sort()

describe('back-ups that are kept', () => {
  it('are made once a day, also late, and the oldest goes when a new one is whole', async () => {
    const first = await keepAt('01T12:00:00')
    assert.equal(first?.file, join(dir, '2026-03-01T120000Z.siteray-backup'))
    assert.equal(first.sizeBytes, statSync(first.file).size)
    assert.equal((await inspect(first.file)).header.version, 'test')
    assert.equal(await keepAt('01T13:00:00'), undefined)
    assert.equal(await keepAt('02T02:59:59'), undefined)
    assert.ok(await keepAt('02T03:00:00'))
    assert.equal(await keepAt('02T04:00:00'), undefined)
    writeFileSync(join(dir, 'of-the-operator.siteray-backup'), '')
    const left = join(dir, '2026-03-02T050000Z.siteray-backup.unfinished-1')
    writeFileSync(left, '')
    utimesSync(left, 0, 0)
    assert.ok(await keepAt('05T18:00:00'))
    assert.deepEqual(names(), [
      '2026-03-02T030000Z.siteray-backup',
      '2026-03-05T180000Z.siteray-backup',
      'of-the-operator.siteray-backup',
    ])
  })

  it('stay when the next one fails', async () => {
    const before = names()
    await assert.rejects(keepAt('09T03:00:00', inDatabase(database.target, 'nowhere')))
    assert.deepEqual(names(), before)
  })

  it('are overdue an hour after the next was due', async () => {
    const newest = (await listKept(dir)).at(-1)
    assert.ok(newest)
    assert.equal(isOverdue(newest, options, at('06T03:30:00')), false)
    assert.equal(isOverdue(newest, options, at('06T04:00:00')), true)
    assert.deepEqual(await listKept(join(dir, 'none')), [])
  })
})
