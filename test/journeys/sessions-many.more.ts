import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readArchive } from '../../src/base/backup/archive.ts'
import { backUp } from '../../src/base/backup/backup.ts'
import { masterKey, startApp } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { openMemberSite } from '../support/member-site.ts'
import { plantedHost, plantSecrets } from '../support/plant-secrets.ts'
import { allRows, holds, loginOf, openSigning, password } from '../support/signing.ts'

/** More of them, and other kinds of sites: bench/sessions.ts. */
const pages = Number(process.env.PAGES ?? 300)
const workers = 8

describe('many pages of a site that ends each session after 50', () => {
  it('are all read by eight workers of two processes, with one sign-in for each end', async () => {
    const { web, app, create } = await openSigning()
    const site = openMemberSite(web, 'many.test', { password, endsAfter: 50, rotates: false })
    const { id } = await create({ hosts: ['many.test'], login: loginOf('many.test') })
    const second = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' }, app.database)
    let next = 0
    const failures: string[] = []
    const work = async ({ api }: typeof app) => {
      while (next < pages) {
        const url = `https://many.test/p/${next++}`
        const body = { url, session: id, timeout: 120_000 }
        const answer = await api('/v1/scrape', { method: 'POST', body })
        if (answer.status !== 200) failures.push(answer.text)
      }
    }
    await Promise.all(Array.from({ length: workers }, (_, n) => work(n % 2 ? app : second)))
    assert.deepEqual(failures, [])
    assert.equal(new Set(site.given).size, pages)
    assert.equal(site.given.length, pages, 'none is read twice')
    assert.equal(site.counts.signIns, Math.ceil(pages / 50))
    assert.equal(site.counts.refused, 0)
    console.log({ pages, workers, ...site.counts })
  })
})

describe('twenty planted secrets', () => {
  it('are in no row, answer, webhook, log line, trace or back-up', async () => {
    const traces: string[] = []
    const receiver = createServer(async (request, response) => {
      for await (const chunk of request) traces.push(String(chunk))
      response.end('{}')
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    atEnd(() => void receiver.close())
    const { port } = receiver.address() as AddressInfo
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'trace' }
    const { web, app } = await openSigning(env)
    const { apiUrl, secretKey: key } = app
    const { planted, said } = await plantSecrets({ web, apiUrl, key })
    assert.ok(planted.length >= 20, String(planted.length))

    const folder = mkdtempSync(join(tmpdir(), 'siteray-planted-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'all.backup')
    const deps = { target: app.database.target, masterKey, version: 'test', dataDir: folder }
    const options = { withKey: false, rehearsal: false }
    await backUp(deps, file, options, AbortSignal.timeout(60_000))
    const frames: string[] = []
    for await (const { body } of readArchive(file)) frames.push(body.toString('latin1'))
    const rows = await allRows(app)
    await app.close()
    const places: Record<string, string> = {
      ...{ rows, said, archive: frames.join('') },
      ...{ traces: traces.join(''), log: app.logLines.join('') },
    }
    for (const [place, text] of Object.entries(places)) {
      // A search that finds nothing must be able to find something.
      assert.ok(holds(text, plantedHost), place)
      for (const secret of planted) assert.ok(!holds(text, secret), `${secret} in ${place}`)
    }
    console.log({ planted: planted.length, rows: rows.length, traces: traces.length })
  })
})
