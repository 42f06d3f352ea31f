import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { warnOverAllowance } from '../../../src/base/accounts/image-allowance-mail.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import { createUsageCounter } from '../../../src/base/accounts/usage.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { sendMail } from '../../../src/base/mail/mail.ts'
import { createDatabase } from '../../support/database.ts'

describe('an account over its image allowance', () => {
  let sql: Database
  let use: (endpoint: string, times: number) => Promise<void>
  const plans = new Map([
    ['unlimited', { name: 'unlimited', creditsPerMonth: null, imageRequestsPerMonth: 10 }],
  ])
  before(async () => {
    sql = (await createDatabase()).sql
    const { id: accountId } = await ensureFirstAccount(sql)
    await sql`update accounts set owner_email = 'owner@acme.example'`
    const key = await createKey(sql, { accountId, kind: 'publishable', name: 'k', actor: 't' })
    use = async (endpoint, times) => {
      const usage = createUsageCounter({ sql, onError: error => assert.fail(String(error)) })
      for (let at = 0; at < times; at++)
        usage.count({ keyId: key.id, accountId, endpoint, outcome: 'ok' })
      await usage.close()
    }
  })
  const now = new Date()
  const tell = (at = now) => {
    const vault = { seal: () => assert.fail('there is no secret in it') }
    const outbox = { enqueue: async () => undefined, vault }
    const send = (mail: Parameters<typeof sendMail>[2]) => sendMail(outbox, sql, mail)
    return warnOverAllowance({ sql, plans, send, publicUrl: 'https://siteray.test' }, at)
  }
  const mails = () => sql<{ recipient: string; text: string }[]>`
    select recipient, text from mail_outbox`

  it('is told nothing while it is within its allowance, whatever else it calls', async () => {
    await use('icon', 6)
    await use('og', 4)
    await use('POST /v1/scrape', 50)
    assert.equal(await tell(), 0)
  })

  it('is told once a month, however many processes find out', async () => {
    await use('icon', 1)
    const told = await Promise.all([tell(), tell(), tell()])
    assert.deepEqual(told.toSorted(), [0, 0, 1])
    await use('og', 100)
    assert.equal(await tell(), 0)
    const [mail, ...others] = await mails()
    assert.equal(others.length, 0)
    assert.equal(mail?.recipient, 'owner@acme.example')
    assert.match(mail?.text ?? '', /11 image requests.*allows 10\..* {2}k: 11\n.*served as before/s)
  })

  it('starts anew with the month', async () => {
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 5))
    assert.equal(await tell(nextMonth), 0)
  })
})
