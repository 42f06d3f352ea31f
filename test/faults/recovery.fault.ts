import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createBatch, ended, readBatch } from '../support/batch.ts'
import { apiOf, openWeb } from '../support/batch-faults.ts'
import { startServer } from '../support/server.ts'
import { stretched } from '../support/slowness.ts'
import { until } from '../support/until.ts'

const urls = 600
/** From the kill to the first good answer. */
const backWithinMs = 3_000

describe('the embedded PostgreSQL', { timeout: 600_000 }, () => {
  it('killed in the middle of a batch, calls are answered again within three seconds', async t => {
    const dataDir = mkdtempSync(join(tmpdir(), 'siteray-recovery-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const { env, urlsOf } = await openWeb(t)
    const server = await startServer({ ...env, DATA_DIR: dataDir })
    await server.ready()
    const { api } = apiOf(server)
    const postmaster = () =>
      Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    const id = await createBatch({ api }, { urls: urlsOf(urls) })
    for (const done of [100, 300]) {
      const isOn = async () => (await readBatch({ api }, id, '?limit=1')).completed >= done
      await until('some are done', isOn, 120_000)
      const startedMs = performance.now()
      process.kill(postmaster(), 'SIGKILL')
      let refusals = 0
      const isBack = async () => {
        const isGood = (await api('/v1/usage')).status === 200
        if (!isGood) refusals++
        return isGood && refusals > 0
      }
      await until('calls are answered', isBack, 60_000)
      const tookMs = performance.now() - startedMs
      t.diagnostic(`back after ${Math.round(tookMs)} ms`)
      assert.ok(tookMs < stretched(backWithinMs), `${Math.round(tookMs)} ms`)
    }
    const { status, completed, failed } = await ended({ api }, id, 240_000)
    assert.deepEqual([status, completed + failed], ['completed', urls])
    server.kill('SIGTERM')
    assert.equal(await server.ended, 0)
  })
})
