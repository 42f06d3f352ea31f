import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { openVault } from '../../../src/base/db/vault.ts'
import { signInByHand } from '../../../src/base/sessions/by-hand.ts'
import { openBrowsers } from '../../../src/base/web/browser.ts'
import { createEgress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import { readConfig } from '../../../src/config/config.ts'
import { masterKey } from '../../support/app.ts'
import { openMemberSite } from '../../support/member-site.ts'
import { openSigning, password, type Signing } from '../../support/signing.ts'

let { web, app, create } = {} as Signing
before(async () => {
  ;({ web, app, create } = await openSigning())
})

describe('signing in by hand', () => {
  it('ends when its time is over, and leaves the session to others', async () => {
    const site = openMemberSite(web, 'late.test', { password })
    const login = { url: 'https://late.test/login', actions: [] }
    const { id } = await create({ hosts: ['late.test'], login })
    const { sql } = app.database
    const [row] = await sql<{ accountId: string }[]>`
      select account_id as "accountId" from site_sessions where id = ${id}`
    const egress = createEgress({ outbound: web.outbound })
    const browsers = openBrowsers({ egress, find: () => findBrowser(readConfig({})) })
    const vault = await openVault({ sql, masterKey, dataDir: '' })
    const never = { show: async () => {}, listen: () => {}, done: new Promise<void>(() => {}) }
    const { signal } = new AbortController()
    const ref = { id, accountId: row?.accountId ?? '' }
    await assert.rejects(signInByHand({ sql, vault, browsers }, ref, never, signal, 3_000), {
      code: 'login_failed',
      message: /time for signing in by hand is over/,
    })
    assert.equal(site.counts.signIns, 0)
    const [left] = await sql`select lease, failures from site_sessions where id = ${id}`
    assert.deepEqual({ ...left }, { lease: null, failures: 0 })
    await browsers.close()
    await egress.close()
  })
})
