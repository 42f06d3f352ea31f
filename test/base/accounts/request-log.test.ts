import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Registry } from 'prom-client'
import { createCallLog, createRequestLog } from '../../../src/base/accounts/request-log.ts'
import { type LoggedCall, requestStore } from '../../../src/base/accounts/request-store.ts'
import type { Database, Sql } from '../../../src/base/db/sql.ts'
import { readAfter } from '../../../src/base/http/cursor.ts'
import { createDatabase } from '../../support/database.ts'

let sql: Database
before(async () => {
  sql = (await createDatabase()).sql
})

const call = (number: number, more: Partial<LoggedCall> = {}): LoggedCall => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, number)),
  accountId: 'acc',
  keyId: 'key',
  requestId: `req_${number}`,
  endpoint: 'POST /v1/scrape',
  target: 'shop.example',
  status: 200,
  code: null,
  durationMs: 12,
  credits: 1,
  ...more,
})
const logOf = (of: Sql = sql, days = 30) => {
  const registry = new Registry()
  const log = createRequestLog({ sql: of, days, registry, onError: () => undefined })
  const lost = async () =>
    (await registry.getSingleMetric('siteray_request_log_lost_total')?.get())?.values[0]?.value
  return { log, lost }
}
const lines = async () => {
  const rows = await sql<{ id: string }[]>`select request_id as id from request_log order by at`
  return rows.map(({ id }) => id)
}
const clear = () => sql`delete from request_log`

describe('the log of calls', () => {
  it('is written at the end, every call once', async () => {
    const { log } = logOf()
    for (let number = 1; number <= 3; number++) log.note(call(number))
    await log.close()
    assert.deepEqual(await lines(), ['req_1', 'req_2', 'req_3'])
  })

  it('has no line twice when the answer to a step was lost, and none less', async () => {
    await clear()
    let lose = true
    const losing = new Proxy(sql, {
      apply: (target, self, args) => {
        const answer = Reflect.apply(target, self, args) as Promise<unknown>
        if (!lose) return answer
        lose = false
        return answer.then(() => Promise.reject(new Error('connection lost')))
      },
    })
    const { log } = logOf(losing)
    log.note(call(1))
    await assert.rejects(log.flush(), /lost/)
    log.note(call(2))
    await log.close()
    assert.deepEqual(await lines(), ['req_1', 'req_2'])
  })

  it('keeps no more in memory than can be written, and counts what is lost', async () => {
    await clear()
    const { log, lost } = logOf()
    for (let number = 1; number <= 5_010; number++) log.note(call(number))
    await log.close()
    assert.equal((await lines()).length, 5_000)
    assert.equal(await lost(), 10)
  })

  it('is none at all where it is kept for no day', async () => {
    await clear()
    const { log } = logOf(sql, 0)
    log.note(call(1))
    await log.close()
    assert.deepEqual(await lines(), [])
  })

  it('is read from place to place, also where many calls came at once', async () => {
    await clear()
    const at = new Date(Date.UTC(2026, 0, 2))
    const calls = Array.from({ length: 25 }, (_, number) => call(number, { at }))
    await requestStore.write(sql, calls)
    await requestStore.write(sql, [call(99, { accountId: 'other', at })])
    const seen: string[] = []
    const page = (from: string | undefined) =>
      readAfter(from, after => requestStore.page(sql, { accountId: 'acc' }, { after, limit: 10 }))
    let after: string | undefined
    do {
      const { rows, next }: Awaited<ReturnType<typeof page>> = await page(after)
      seen.push(...rows.map(({ requestId }) => requestId))
      after = next ?? undefined
    } while (after)
    assert.equal(seen.length, 25)
    assert.equal(new Set(seen).size, 25)
    const cursor = (place: string) =>
      Buffer.from(JSON.stringify([place, '1'])).toString('base64url')
    for (const made of [
      'nonsense',
      cursor('2026-02-30'),
      cursor('x'),
      cursor('\0'),
      cursor('9e99'),
    ])
      await assert.rejects(page(made), /not the "next" of an earlier answer/, made)
  })

  it('has the host of an address as callers write it', async () => {
    const bodies: [body: object, target: string | null][] = [
      [{ url: 'https://Shop.example/a?b' }, 'shop.example'],
      [{ url: 'shop.example' }, 'shop.example'],
      [{ url: ' www.shop.example:443/a ' }, 'www.shop.example'],
      [{ urls: ['münchen.example/x', 'https://other.example/'] }, 'xn--mnchen-3ya.example'],
      [{ url: 'not an address' }, null],
      [{ query: 'lamps' }, null],
    ]
    const targets: unknown[] = []
    const hook = createCallLog({ note: ({ target }) => targets.push(target) })
    const reply = { statusCode: 200, elapsedTime: 1, getHeader: () => undefined }
    const caller = { id: 'key', accountId: 'acc' }
    for (const [body] of bodies) {
      const request = { id: 'req_1', method: 'POST', routeOptions: { url: '/v1/scrape' } }
      await hook({ ...request, caller, body } as never, reply as never)
    }
    assert.deepEqual(
      targets,
      bodies.map(([, target]) => target),
    )
  })
})
