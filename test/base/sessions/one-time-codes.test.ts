import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Database } from '../../../src/base/db/sql.ts'
import { openCodes } from '../../../src/base/sessions/one-time-codes.ts'
import { secretStore } from '../../../src/base/sessions/store.ts'
import { oneTimeCode } from '../../../src/base/sessions/totp.ts'
import { createDatabase } from '../../support/database.ts'

const key = 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=300'
const periodMs = 300_000
const owner = { accountId: 'acc_codes', name: 'code' }
const { signal } = new AbortController()
let sql: Database
const put = () => secretStore.put(sql, { ...owner, sealed: Buffer.of(1), totp: true })
before(async () => {
  ;({ sql } = await createDatabase())
  await sql`insert into accounts (id, name, plan) values (${owner.accountId}, 'Codes', 'free')`
  await put()
})

describe('the codes of one key', () => {
  it('are each taken once, by whoever comes first in whichever process', async () => {
    const period = 1_000
    const claims = Array.from({ length: 8 }, () => secretStore.takeCode(sql, { ...owner, period }))
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1)
    assert.equal(await secretStore.takeCode(sql, { ...owner, period: period - 1 }), false)
    assert.equal(await secretStore.takeCode(sql, { ...owner, period: period + 1 }), true)
  })

  it('are waited for: the second sign-in of a period writes the next one', async () => {
    await put()
    let nowMs = () => 0
    const clock = () => nowMs()
    const [one, other] = [openCodes(sql, owner, key, clock), openCodes(sql, owner, key, clock)]
    await one.ready(signal)
    await one.take(signal)
    assert.equal(one.code(), oneTimeCode(key, 0))
    const startedMs = performance.now()
    nowMs = () => periodMs - 50 + performance.now() - startedMs
    await other.ready(signal)
    assert.ok(nowMs() >= periodMs)
    await other.take(signal)
    assert.equal(other.code(), oneTimeCode(key, periodMs))
  })

  it('are refused where the next one is far away', async () => {
    await put()
    const nowMs = () => 10_000
    const [one, other] = [openCodes(sql, owner, key, nowMs), openCodes(sql, owner, key, nowMs)]
    await one.take(signal)
    const refusal = { code: 'session_busy', message: /has been used\. The next one comes in 290 s/ }
    await assert.rejects(other.ready(signal), refusal)
    await assert.rejects(other.take(signal), refusal)
    await assert.rejects(one.take(signal), refusal, 'what was written is not written again')
    // Another key has codes of its own.
    await put()
    await other.take(signal)
  })
})
