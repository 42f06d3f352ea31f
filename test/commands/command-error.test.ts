import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runBackup, runRestore } from '../../src/commands/backup.ts'
import { explain, UsageError } from '../../src/commands/command-error.ts'
import { readConfig } from '../../src/config/config.ts'
import { freePort } from '../support/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-command-error-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const log = { info: () => undefined, warn: () => undefined }

describe('what goes wrong in a command', () => {
  it('is a sentence while the database is off, whoever asked for it', async () => {
    const at = `127.0.0.1:${await freePort()}`
    const config = readConfig({
      DATABASE_URL: `postgres://somebody:password@${at}/siteray`,
      DATA_DIR: folder,
    })
    const explained = (running: Promise<unknown>) => running.then(String, explain)
    const said = `PostgreSQL does not answer at ${at} (ECONNREFUSED). Check DATABASE_URL and that the server runs.`
    const file = join(folder, 'new.siteray-backup')
    assert.equal(await explained(runBackup({ config, log }, file, {})), said)
    const kept = 'test/dumps/0.2.0.siteray-backup'
    assert.equal(await explained(runRestore({ config, log }, kept, {})), said)
  })

  it('says nothing of DATABASE_URL when the database was reached', () => {
    const lost = (code: string, message: string) =>
      explain(Object.assign(new Error(message), { code }))
    const late = 'PostgreSQL was reached but took too long to answer'
    const cases = [
      [lost('ANSWER_TIMEOUT', 'write ANSWER_TIMEOUT db:5432'), late],
      [lost('57014', 'canceling statement due to statement timeout'), late],
      [
        lost('CONNECTION_CLOSED', 'write CONNECTION_CLOSED db:5432'),
        'PostgreSQL was reached but ended',
      ],
      [lost('57P01', 'terminating connection'), 'PostgreSQL was reached but ended'],
      [lost('53100', 'could not extend file: No space left'), 'PostgreSQL takes no work just now'],
    ] as const
    for (const [said, begins] of cases) {
      assert.ok(said.startsWith(begins), said)
      assert.doesNotMatch(said, /DATABASE_URL/)
    }
    assert.match(lost('CONNECT_TIMEOUT', 'write CONNECT_TIMEOUT db:5432'), /Check DATABASE_URL/)
  })

  it('is a sentence for a slip, and a stack for a bug', () => {
    assert.equal(explain(new UsageError('Say which file.')), 'Say which file.')
    assert.match(explain(new TypeError('x is not a function')), /^TypeError: .*\n +at /)
  })
})
