import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import { reportUsage } from '../../../src/base/accounts/report.ts'
import { createUsageCounter } from '../../../src/base/accounts/usage.ts'
import { createUsageBuffer, type Use } from '../../../src/base/accounts/usage-buffer.ts'
import { openUsageFile } from '../../../src/base/accounts/usage-file.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { createDatabase } from '../../support/database.ts'
import { stretched } from '../../support/slowness.ts'

let sql: Database
let use: Use
before(async () => {
  sql = (await createDatabase()).sql
  const { id: accountId } = await ensureFirstAccount(sql)
  const key = await createKey(sql, { accountId, kind: 'publishable', name: 'k', actor: 't' })
  use = { keyId: key.id, accountId, endpoint: 'icon', outcome: 'ok' }
})

const total = async () => {
  const [row] = await sql<
    { sum: number }[]
  >`select coalesce(sum(requests), 0)::float8 as sum from usage`
  return row?.sum
}
const fail = (error: unknown) => assert.fail(String(error))

describe('usage', () => {
  it('is written within about a second and at the end, each request once', async () => {
    const usage = createUsageCounter({ sql, onError: fail })
    for (let request = 0; request < 1_000; request++) usage.count(use)
    const deadlineMs = performance.now() + stretched(3_000)
    while ((await total()) !== 1_000) assert.ok(performance.now() < deadlineMs)
    usage.count(use)
    await usage.close()
    assert.equal(await total(), 1_001)
  })

  it('a flush that the database took but whose answer was lost is not counted twice', async () => {
    const start = await total()
    let lose = true
    const losing = new Proxy(sql, {
      apply: (target, self, args) => {
        const answer = Reflect.apply(target, self, args) as Promise<unknown>
        if (!lose) return answer
        lose = false
        return answer.then(() => Promise.reject(new Error('connection lost')))
      },
    })
    const usage = createUsageCounter({ sql: losing, onError: fail })
    usage.count(use)
    await assert.rejects(usage.flush(), /lost/)
    usage.count(use)
    await usage.close()
    assert.equal(await total(), (start ?? 0) + 2)
  })

  it('what could not be written outlasts the process in a file, and is written once', async () => {
    const start = (await total()) ?? 0
    const folder = mkdtempSync(join(tmpdir(), 'siteray-usage-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    // The database takes it, and then nothing more is heard of it.
    let isAway = false
    const leaving = new Proxy(sql, {
      apply: (target, self, args) => {
        if (isAway) return Promise.reject(new Error('away'))
        isAway = true
        const answer = Reflect.apply(target, self, args) as Promise<unknown>
        return answer.then(() => Promise.reject(new Error('away')))
      },
    })
    const file = await openUsageFile(folder)
    assert.ok(file)
    assert.equal(await openUsageFile(folder), undefined, 'one process at a time')
    const first = createUsageCounter({ sql: leaving, onError: () => undefined, file })
    first.count(use)
    await assert.rejects(first.flush(), /away/)
    first.count(use)
    first.count({ ...use, outcome: 'monogram' })
    await assert.rejects(first.close(), /away/)
    assert.equal(await total(), start + 1)

    const again = await openUsageFile(folder)
    const second = createUsageCounter({ sql, onError: fail, file: again })
    assert.equal(second.waiting().requests, 3)
    second.count(use)
    await second.close()
    assert.equal(await total(), start + 4)
    assert.deepEqual(readdirSync(folder), ['counts.lock'])
  })

  it('requests of a key that is gone do not keep the others from being written', async () => {
    const start = (await total()) ?? 0
    const usage = createUsageCounter({ sql, onError: fail })
    usage.count({ ...use, keyId: 'key_gone' })
    usage.count(use)
    await usage.close()
    assert.equal(await total(), start + 1)
  })

  it('however long nobody can be told, the memory for counts has a bound', () => {
    const tally = createUsageBuffer(2)
    for (const outcome of ['ok', 'monogram', 'not_found', 'ok', 'monogram', 'ok'])
      tally.count({ ...use, outcome })
    assert.deepEqual(
      tally.rows().map(({ outcome, requests }) => [outcome, requests]),
      [
        ['ok', 3],
        ['monogram', 2],
      ],
    )
    assert.equal(tally.dropped(), 1)
    assert.equal(tally.take(1).length, 1)
    tally.count({ ...use, outcome: 'not_found' })
    assert.deepEqual(
      tally.take(9).map(({ outcome }) => outcome),
      ['monogram', 'not_found'],
    )
  })

  it('tells when and where a key was last used', async () => {
    const [row] =
      await sql`select last_used_at, last_used_endpoint from keys where id = ${use.keyId}`
    assert.equal(row?.last_used_endpoint, 'icon')
    assert.ok(Date.now() - row.last_used_at.getTime() < 60_000)
  })

  it('the report adds up by key and day and says when the allowance is passed', async () => {
    const plans = new Map([
      ['small', { name: 'small', creditsPerMonth: 10, imageRequestsPerMonth: 100 }],
    ])
    const report = await reportUsage({ sql, plans }, { ...use, plan: 'small' }, new Date())
    assert.equal(report.imageRequests.used, 1_008)
    assert.equal(report.imageRequests.over, true)
    assert.equal(report.credits.remaining, 10)
    assert.equal(report.days.length, 1)
    assert.equal(report.days[0]?.key, use.keyId)
  })
})
