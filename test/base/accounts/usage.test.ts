import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ensureFirstAccount } from '../../../src/base/accounts/first-run.ts'
import { createKey } from '../../../src/base/accounts/keys.ts'
import { reportUsage } from '../../../src/base/accounts/report.ts'
import { createUsageCounter, type Use } from '../../../src/base/accounts/usage.ts'
import type { Database } from '../../../src/base/db/sql.ts'
import { createDatabase } from '../../support/database.ts'

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
    const deadline = performance.now() + 3_000
    while ((await total()) !== 1_000) assert.ok(performance.now() < deadline)
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
    assert.equal(report.imageRequests.used, 1_003)
    assert.equal(report.imageRequests.over, true)
    assert.equal(report.credits.remaining, 10)
    assert.equal(report.days.length, 1)
    assert.equal(report.days[0]?.key, use.keyId)
  })
})
