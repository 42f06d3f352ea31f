import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startServer, statusOf } from '../support/server.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'siteray-process-'))
after(() => rmSync(folder, { recursive: true, force: true }))
// Longer than the kernel lets the path of a socket be.
const dataDir = join(folder, 'a-long-name-'.repeat(8), 'data')

describe('one process on its embedded database', () => {
  it('starts from nothing and prints keys that work, once', async () => {
    const server = await startServer({ DATA_DIR: dataDir })
    await server.ready()
    await until('the keys are printed', () => server.output().includes('pk_'))
    const secretKey = /sr_[A-Za-z0-9]{32}/.exec(server.output())?.[0] ?? ''
    assert.match(server.output(), /pk_[A-Za-z0-9]{32}/)
    assert.equal(await statusOf(server.apiUrl, secretKey), 200)

    const stopping = performance.now()
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.output())
    assert.ok(performance.now() - stopping < stretched(20_000))
  })

  it('wrong settings are told together, before anything is opened', async () => {
    const server = await startServer({
      DATA_DIR: join(folder, 'never'),
      ROLE: 'boss',
      LOG_LEVEL: 'x',
      OUTBOUND_ALOW: '1',
    })
    assert.equal(await server.ended, 1)
    assert.match(server.output(), /ROLE.*LOG_LEVEL/s)
    assert.throws(() => rmSync(join(folder, 'never')), { code: 'ENOENT' })
  })
})
