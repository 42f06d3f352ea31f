import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertRefused } from '../support/app.ts'
import { atEnd } from '../support/at-end.ts'
import { createWayProxy } from '../support/way-proxy.ts'
import { startWebApp } from '../support/web-app.ts'

describe('a way that takes connections and says nothing', () => {
  it('is what failed, not the site, whatever is asked for first', async () => {
    const proxy = await createWayProxy({ kind: 'http', from: '127.0.0.61', fault: 'silent' })
    atEnd(proxy.close)
    const folder = mkdtempSync(join(tmpdir(), 'siteray-silent-way-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'ways.json')
    writeFileSync(file, JSON.stringify([{ name: 'silent', url: proxy.url }]))
    const { web, app } = await startWebApp({ WAYS_FILE: file })
    web.site('quiet.test', { '/': 'never asked' })
    const asked = { url: 'https://quiet.test/', way: 'silent' }
    const calls: [string, object][] = [
      ['/v1/scrape', asked],
      ['/v1/scrape', { ...asked, respectRobots: true }],
      ['/v1/map', asked],
    ]
    const answers = await Promise.all(
      calls.map(([path, body]) => app.api(path, { method: 'POST', body })),
    )
    for (const answer of answers)
      assertRefused(answer, 502, 'way_failed', /^The way silent did not connect to quiet\.test/)
    assert.equal(web.requestsTo('quiet.test').length, 0)
  })
})
