import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openVault } from '../../../src/base/db/vault.ts'
import { createEgress } from '../../../src/base/web/egress.ts'
import { rollSecret } from '../../../src/base/webhooks/secret.ts'
import { sendMessage } from '../../../src/base/webhooks/send.ts'
import { signatureHeaders } from '../../../src/base/webhooks/sign.ts'
import { masterKey, startApp, type TestApp } from '../../support/app.ts'
import { article, createBatch, ended, type Item } from '../../support/batch.ts'
import { createCaller } from '../../support/callers.ts'
import { createDnsServer } from '../../support/dns-server.ts'
import {
  createSimulatedWeb,
  type Reply,
  type SimulatedWeb,
  type WebRequest,
} from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

let web: SimulatedWeb
let app: TestApp
let secret = ''
before(async () => {
  web = await createSimulatedWeb()
  web.site('site.test', ({ path }) => (path === '/robots.txt' ? { status: 404 } : article(path)))
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
  const answer = await app.api('/v1/webhooks/secret')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  secret = (answer.json as { secret: string }).secret
})
after(async () => {
  await app.close()
  await web.close()
})

type Event = {
  type: string
  timestamp: string
  data: { id: string; url: string; offset?: number; data?: Item[] } & Record<string, unknown>
}
const eventsAt = (host: string): Event[] =>
  web.requestsTo(host).map(({ body }) => JSON.parse(body.toString()))
const pages = (count: number) =>
  Array.from({ length: count }, (_, n) => `https://site.test/page/${n}`)
const receiver = (host: string, answer: (nth: number) => Reply = () => ({ status: 204 })) => {
  let count = 0
  web.site(host, () => answer(++count))
  return `https://${host}/hook`
}
const untilTold = (host: string, type: string) =>
  until(`${type} arrived`, () => eventsAt(host).some(event => event.type === type), 20_000)

/** As a receiver would check it. */
const isSigned = ({ headers, body }: WebRequest, by: string): boolean => {
  const key = Buffer.from(by.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

describe('a webhook', () => {
  it('is sent again when it is asked for: the same id and bytes, once, now', async () => {
    let isUp = true
    const url = receiver('again.test', () => ({ status: isUp ? 204 : 500 }))
    const events = ['batch.completed']
    const id = await createBatch(app, { urls: pages(1), webhook: { url, events } })
    await untilTold('again.test', 'batch.completed')
    const deliveries = async () => {
      const answer = await app.api(`/v1/batch/scrape/${id}/deliveries`)
      return Object(answer.json).data[0] as { id: string; state: string; attempts: unknown[] }
    }
    await until('it is noted', async () => (await deliveries()).state === 'delivered')
    const { id: eventId } = await deliveries()
    const resend = (event: string, batch = id) =>
      app.api(`/v1/batch/scrape/${batch}/deliveries/${event}/resend`, { method: 'POST' })
    const again = Object((await resend(eventId)).json)
    assert.deepEqual([again.ok, again.status], [true, 204])
    isUp = false
    const failed = Object((await resend(eventId)).json)
    assert.deepEqual([failed.ok, failed.status], [false, 500])
    const [first, second] = web.requestsTo('again.test')
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
    assert.deepEqual(first?.body, second?.body)
    assert.ok(second && isSigned(second, secret))
    const after = await deliveries()
    assert.deepEqual([after.state, after.attempts.length], ['delivered', 3])
    assert.equal((await resend('msg_none')).status, 404)
    assert.match((await resend(eventId, 'batch_none')).text, /There is no batch batch_none/)
    const silent = await createBatch(app, { urls: pages(1) })
    assert.match((await resend(eventId, silent)).text, /There is no event/)
  })

  it('is tried with an event that tells of nothing', async () => {
    const url = receiver('try.test')
    const test = (to: string) => app.api('/v1/webhooks/test', { method: 'POST', body: { url: to } })
    const answer = Object((await test(url)).json)
    assert.deepEqual([answer.ok, answer.status, answer.error], [true, 204, null])
    const [request] = web.requestsTo('try.test')
    assert.ok(request && isSigned(request, secret))
    assert.equal(eventsAt('try.test')[0]?.type, 'webhook.test')
    assert.equal((await test('http://127.0.0.1/')).status, 400)
    const away = Object((await test('https://nobody.test/')).json)
    assert.deepEqual([away.ok, away.status, typeof away.error], [false, null, 'string'])
  })

  it('is told of the start, of every result once and in order, and of the end', async () => {
    const url = receiver('hook.test')
    const headers = { authorization: 'Bearer receivers-own' }
    const id = await createBatch(app, { urls: pages(130), webhook: { url, headers } })
    await untilTold('hook.test', 'batch.completed')
    const state = await ended(app, id)
    const events = eventsAt('hook.test')
    assert.equal(events[0]?.type, 'batch.started')
    assert.equal(events[0]?.data.total, 130)
    const told = events.slice(1, -1)
    assert.ok(told.every(({ type }) => type === 'batch.page'))
    assert.ok(told.length < 40, `${told.length} pages for 130 results`)
    let offset = 0
    for (const { data } of told) {
      assert.equal(data.offset, offset)
      offset += data.data?.length ?? 0
    }
    assert.equal(offset, 130)
    assert.deepEqual(told.flatMap(({ data }) => data.data ?? []).slice(0, 100), state.data)
    const end = events.at(-1)
    assert.equal(end?.type, 'batch.completed')
    const { data: _, next: __, ...counts } = state
    assert.deepEqual(end?.data, { ...counts, url: `${app.apiUrl}/v1/batch/scrape/${id}` })

    const requests = web.requestsTo('hook.test')
    assert.ok(requests.every(request => request.method === 'POST' && isSigned(request, secret)))
    assert.ok(requests.every(request => request.headers.authorization === 'Bearer receivers-own'))
    assert.equal(
      new Set(requests.map(request => request.headers['webhook-id'])).size,
      events.length,
    )
    assert.match(String(requests[0]?.headers['webhook-id']), /^msg_/)
    const sentMs = Number(requests[0]?.headers['webhook-timestamp']) * 1_000
    assert.ok(Math.abs(sentMs - Date.now()) < 60_000)
    const [row] = await app.database.sql`
      select webhook, options from batches where id = ${id}`
    assert.doesNotMatch(JSON.stringify(row), /receivers-own/)
  })

  it('hears only of the events it asked for', async () => {
    const url = receiver('few.test')
    const events = ['batch.failed', 'batch.cancelled']
    web.site('broken.test', { '/robots.txt': { status: 404 }, '*': { status: 404, body: 'x' } })
    await createBatch(app, { urls: ['https://broken.test/a'], webhook: { url, events } })
    await untilTold('few.test', 'batch.failed')

    const release = Promise.withResolvers<void>()
    web.site('held.test', async () => {
      await release.promise
      return article('held')
    })
    const id = await createBatch(app, { urls: ['https://held.test/a'], webhook: { url, events } })
    await app.api(`/v1/batch/scrape/${id}`, { method: 'DELETE' })
    await untilTold('few.test', 'batch.cancelled')
    release.resolve()
    assert.deepEqual(
      eventsAt('few.test').map(({ type }) => type),
      ['batch.failed', 'batch.cancelled'],
    )
  })

  it('that fails is tried again with the same id and bytes, and each attempt is logged', async () => {
    const url = receiver('flaky.test', nth =>
      nth === 1 ? { status: 503, headers: { 'retry-after': '1' } } : { status: 200, body: 'ok' },
    )
    const events = ['batch.completed']
    const id = await createBatch(app, { urls: pages(1), webhook: { url, events } })
    await ended(app, id)
    await web.waitForRequest('flaky.test')
    // The first pause is about 5 s; nobody wants to wait for it here.
    await until('the attempt is logged', async () => {
      const moved = await app.database.sql`
        update webhook_events set next_attempt_at = now()
        where batch_id = ${id} and attempts = 1 returning 1`
      return moved.length === 1
    })
    await app.database.sql`
      update queue_jobs set start_after = now()
      where queue = 'harvest.courier' and state = 'waiting' and payload ->> 'harvestId' = ${id}`
    await web.waitForRequest('flaky.test', 2)
    const [first, second] = web.requestsTo('flaky.test')
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
    assert.deepEqual(first?.body, second?.body)
    const log = () => app.database.sql`
      select attempt, webhook_attempts.status, error, state, duration_ms >= 0 as timed
      from webhook_attempts join webhook_events on id = event_id
      where batch_id = ${id} order by attempt`
    await until('it is delivered', async () => (await log())[1] !== undefined)
    const error = 'The receiver answered with status 503.'
    assert.deepEqual(
      [...(await log())],
      [
        { attempt: 1, status: 503, error, state: 'delivered', timed: true },
        { attempt: 2, status: 200, error: null, state: 'delivered', timed: true },
      ],
    )
    const { json } = await app.api(`/v1/batch/scrape/${id}/deliveries`)
    const { total, data } = json as { total: number; data: Record<string, unknown>[] }
    assert.equal(total, 1)
    const { id: messageId, type, state, nextAttemptAt, attempts } = data[0] ?? {}
    assert.deepEqual(
      { messageId, type, state, nextAttemptAt },
      {
        messageId: first?.headers['webhook-id'],
        type: 'batch.completed',
        state: 'delivered',
        nextAttemptAt: null,
      },
    )
    const told = attempts as { at: string; status: number; error: string | null }[]
    assert.deepEqual(
      told.map(({ status, error }) => ({ status, error })),
      [
        { status: 503, error },
        { status: 200, error: null },
      ],
    )
    assert.ok(told.every(({ at }) => new Date(at).toISOString() === at))
  })

  it('that asks for a pause gets it, an hour at most', async () => {
    const pauseOf = async (host: string, asked: string) => {
      const url = receiver(host, () => ({ status: 429, headers: { 'retry-after': asked } }))
      const events = ['batch.started']
      const id = await createBatch(app, { urls: pages(1), webhook: { url, events } })
      type Log = { data: { nextAttemptAt: string; attempts: { at: string }[] }[] }
      const log = async () =>
        ((await app.api(`/v1/batch/scrape/${id}/deliveries`)).json as Log).data[0]
      await until('it was tried', async () => (await log())?.attempts.length === 1)
      const event = await log()
      await ended(app, id)
      const triedMs = Date.parse(event?.attempts[0]?.at ?? '')
      return Math.round((Date.parse(event?.nextAttemptAt ?? '') - triedMs) / 1_000)
    }
    assert.equal(await pauseOf('tired.test', '600'), 600)
    assert.equal(await pauseOf('greedy.test', '86400'), 3_600)
  })

  it('is given up after 24 h, and at once when the receiver is gone for good', async () => {
    const goneUrl = receiver('gone.test', () => ({ status: 410 }))
    const gone = await createBatch(app, { urls: pages(1), webhook: { url: goneUrl } })
    const downUrl = receiver('down.test', () => ({ status: 500 }))
    const down = await createBatch(app, {
      urls: pages(1),
      webhook: { url: downUrl, events: ['batch.started'] },
    })
    const stateOf = async (id: string) => {
      const [row] = await app.database.sql`
        select state, attempts from webhook_events where batch_id = ${id} and sequence = 0`
      return row
    }
    await until('gone', async () => (await stateOf(gone))?.state === 'failed')
    await until('tried', async () => (await stateOf(down))?.attempts === 1)
    await app.database.sql`
      update webhook_events set next_attempt_at = now(), created_at = now() - interval '24 hours'
      where batch_id = ${down}`
    await app.database.sql`
      update queue_jobs set start_after = now()
      where queue = 'harvest.courier' and state = 'waiting' and payload ->> 'harvestId' = ${down}`
    await until('given up', async () => (await stateOf(down))?.state === 'failed', 10_000)
    await ended(app, gone)
    await ended(app, down)
  })

  it('has a log that outlives its batch, for its own account only', async () => {
    const url = receiver('logged.test')
    const id = await createBatch(app, { urls: pages(1), webhook: { url } })
    await untilTold('logged.test', 'batch.completed')
    const { sql } = app.database
    await ended(app, id)
    await until('all are delivered', async () => {
      const [row] = await sql`
        select count(*)::int as n from webhook_events
        where batch_id = ${id} and state = 'delivered'`
      return row?.n === 3
    })
    const list = async (query = '') => {
      const answer = await app.api(`/v1/batch/scrape/${id}/deliveries${query}`)
      return answer.json as { total: number; data: { type: string }[] }
    }
    const types = ['batch.completed', 'batch.page', 'batch.started']
    assert.deepEqual(
      (await list()).data.map(({ type }) => type),
      types,
      'the newest first',
    )
    assert.deepEqual(
      (await list('?offset=1&limit=1')).data.map(({ type }) => type),
      ['batch.page'],
    )
    await sql`delete from batches where id = ${id}`
    assert.equal((await list()).total, 3)
    const stranger = await createCaller(app, 'free')
    assert.equal((await stranger.api(`/v1/batch/scrape/${id}/deliveries`)).status, 404)
    assert.equal((await app.api('/v1/batch/scrape/batch_never/deliveries')).status, 404)
  })

  it('never goes to a private address, not even by its name', async () => {
    const refused = await app.api('/v1/batch/scrape', {
      method: 'POST',
      body: { urls: pages(1), webhook: { url: 'http://10.0.0.1/hook' } },
    })
    assert.equal(refused.status, 400)
    assert.equal(refused.headers.get('x-error-code'), 'blocked_target')
    const dns = await createDnsServer(() => ['10.0.0.1'])
    const outbound = { resolve: [], caFile: undefined, allow: [], proxy: undefined }
    const egress = createEgress({ outbound, dnsServers: [dns.address] })
    const message = { id: 'msg_1', url: 'http://inside.example/', body: '{}', headers: {} }
    const sent = { ...message, secrets: [secret] as const }
    const attempt = await sendMessage(egress, sent, AbortSignal.timeout(10_000))
    assert.equal(attempt.ok, false)
    assert.match(attempt.error ?? '', /inside\.example/)
    await egress.close()
    await dns.close()
  })
})

describe('signatures', () => {
  it('of a rolled secret stand beside those of the old one for a day', async () => {
    const { sql } = app.database
    const vault = await openVault({ masterKey, dataDir: '', sql })
    const [account] = await sql`select id from accounts order by created_at limit 1`
    const accountId = String(account?.id)
    const oldSecret = secret
    const newSecret = await rollSecret({ sql, vault }, accountId)
    assert.notEqual(newSecret, oldSecret)
    const answer = await app.api('/v1/webhooks/secret')
    assert.deepEqual(answer.json, { secret: newSecret })
    const told = async (host: string) => {
      const webhook = { url: receiver(host), events: ['batch.started'] }
      await ended(app, await createBatch(app, { urls: pages(1), webhook }))
      const request = await web.waitForRequest(host)
      return [isSigned(request, oldSecret), isSigned(request, newSecret)]
    }
    assert.deepEqual(await told('changing.test'), [true, true])
    await sql`update webhook_secrets set previous_until = now() where account_id = ${accountId}`
    assert.deepEqual(await told('changed.test'), [false, true])
  })

  it('are those of the Standard Webhooks reference', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      at: new Date(1_614_265_330_000),
    }
    const headers = signatureHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })
})
