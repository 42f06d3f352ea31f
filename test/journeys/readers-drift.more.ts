import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import type { Reader } from '../../src/products/readers/answers.ts'
import { assertRefused, startApp, type TestApp } from '../support/app.ts'
import { extractBatch } from '../support/batch.ts'
import {
  lampData,
  lampPage,
  lampSchema,
  lampUrl,
  plainData,
  redesignedLampPage,
  plainSchema as schema,
} from '../support/lamp-shop.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let app: TestApp
/** Which lamps have the new template. */
let isRedesigned: (n: number) => boolean = () => false
before(async () => {
  web = await createSimulatedWeb()
  web.site('lamps.test', ({ path }) => {
    const n = Number(path.split('/').at(-1))
    return isRedesigned(n) ? redesignedLampPage(n) : lampPage(n)
  })
  web.site('hooks.test', () => ({ status: 204 }))
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '1000' })
  await app.database.sql`update accounts set owner_email = 'owner@example.com'`
})
after(async () => {
  await app.close()
  await web.close()
})

const post = (path: string, body?: unknown) => app.api(path, { method: 'POST', body })
const readerAt = async (id: string) => (await app.api(`/v1/readers/${id}`)).json as Reader
const told = (): { type: string; data: { reader?: { id: string } } }[] =>
  web.requestsTo('hooks.test').map(({ body }) => JSON.parse(body.toString()))

const readBatch = async (reader: string, from: number, to: number, host = 'lamps.test') => {
  const urls = Array.from({ length: to - from }, (_, at) => `https://${host}/lamp/${from + at}`)
  const { data } = await extractBatch(app, { urls, reader })
  await until('what came of them is counted', async () => {
    const [left] = await app.database.sql`select count(*)::int as n from reader_observations`
    return left?.n === 0
  })
  return data
}

describe('a site that changes its template', () => {
  let id = ''
  before(async () => {
    const made = await post('/v1/readers', {
      ...{ schema, fallback: 'embedded', name: 'Lamps', webhook: { url: 'https://hooks.test/in' } },
      examples: [1, 3, 4].map(n => ({ url: lampUrl(n), data: plainData(n), html: lampPage(n) })),
    })
    assert.equal(made.status, 201, made.text)
    id = (made.json as Reader).id
  })

  it('is noticed within twenty pages, told, and repaired without a model', async () => {
    await readBatch(id, 10, 50)
    assert.equal((await readerAt(id)).status, 'ready')
    assert.deepEqual(told(), [])
    isRedesigned = n => n >= 50
    await readBatch(id, 50, 70)
    await until('it is repaired', async () => (await readerAt(id)).version === 2, 30_000)
    await until('both events arrived', () => told().length === 2, 30_000)
    assert.deepEqual(
      told()
        .map(({ type }) => type)
        .sort(),
      ['reader.drifting', 'reader.repaired'],
    )
    assert.equal(told()[1]?.data.reader?.id, id)
    const mails = await app.database.sql`select subject, text from mail_outbox`
    assert.match(mails[0]?.subject, /Lamps.*seems to have changed/)
    assert.equal(mails.length, 1)
    const versions = (await app.api(`/v1/readers/${id}/versions`)).json as {
      data: { cause: string; inUse: boolean; gate?: { pages: number; flagsAfter: number } }[]
    }
    assert.equal(versions.data[0]?.cause, 'repair')
    assert.ok((versions.data[0]?.gate?.pages ?? 0) >= 5)
    for (const { url, data, warning } of await readBatch(id, 70, 80)) {
      assert.deepEqual(data, plainData(Number(url.split('/').at(-1))), url)
      assert.equal(warning, undefined)
    }
  })

  it('is read in both forms while the change is rolled out', async () => {
    isRedesigned = n => n % 2 === 0
    for (const { url, data } of await readBatch(id, 80, 90))
      assert.deepEqual(data, plainData(Number(url.split('/').at(-1))), url)
    assert.equal((await readerAt(id)).status, 'ready')
  })

  it('shows the flagged pages beside the last good one, and counts by day', async () => {
    type Activity = {
      days: { pages: number; fields: Record<string, { answered: number; flagged: number }> }[]
      flagged: { url: string; flags: object }[]
      lastGood?: { url: string; data: unknown }
    }
    const activity = (await app.api(`/v1/readers/${id}/activity`)).json as Activity
    assert.equal(activity.days[0]?.pages, 80)
    assert.ok((activity.days[0]?.fields['/price']?.flagged ?? 0) > 0)
    assert.ok(activity.flagged.some(({ url }) => Number(url.split('/').at(-1)) >= 50))
    assert.ok(activity.lastGood)
  })

  it('goes back to an older version, and discards one', async () => {
    await post(`/v1/readers/${id}/versions/1/use`)
    assert.equal((await readerAt(id)).version, 1)
    const gone = await app.api(`/v1/readers/${id}/versions/2`, { method: 'DELETE' })
    assert.equal(gone.status, 200, gone.text)
    assertRefused(
      await app.api(`/v1/readers/${id}/versions/1`, { method: 'DELETE' }),
      ...([409, 'conflict', /in use/] as const),
    )
  })

  it('is read by nobody but the fallback while the reader is paused', async () => {
    await app.api(`/v1/readers/${id}`, { method: 'PATCH', body: { paused: true } })
    const answer = await post('/v1/extract', { url: lampUrl(81), reader: id })
    assert.equal(answer.headers.get('x-extractor'), 'embedded', answer.text)
    assert.equal((answer.json as ExtractAnswer).reader, undefined)
  })
})

describe('a repair that did not help', () => {
  /** By the pages as they are now: without a price, or with one elsewhere. */
  let priceIn: 'place' | 'none' | 'elsewhere' = 'place'
  let id = ''
  before(async () => {
    web.site('prices.test', ({ path }) => {
      const n = Number(path.split('/').at(-1))
      const offer = /<div class="offer">.*<\/div>/.exec(lampPage(n))?.[0] ?? ''
      const [price = ''] = /\$[\d.,]+/.exec(offer) ?? []
      const moved = `<aside class="till"><h3>To pay</h3><ul><li>${price}</li></ul></aside>`
      const now = { place: offer, none: '', elsewhere: moved }[priceIn]
      return lampPage(n).replace(offer, () => now)
    })
    const made = await post('/v1/readers', {
      ...{ schema, fallback: 'embedded', name: 'Prices', webhook: { url: 'https://hooks.test/p' } },
      examples: [1, 3, 4].map(n => ({
        ...{ url: `https://prices.test/lamp/${n}`, data: plainData(n), html: lampPage(n) },
      })),
    })
    id = (made.json as Reader).id
  })

  it('is tried again with newer pages, and nobody is asked twice', async () => {
    await readBatch(id, 10, 50, 'prices.test')
    priceIn = 'none'
    await readBatch(id, 10, 30, 'prices.test')
    await until('it was tried', async () => (await readerAt(id)).status === 'drifting', 30_000)
    priceIn = 'elsewhere'
    await readBatch(id, 10, 50, 'prices.test')
    await until('it is repaired', async () => (await readerAt(id)).version > 1, 30_000)
    const events = await app.database.sql`
      select type from reader_events where reader_id = ${id} order by created_at`
    assert.deepEqual(
      events.map(({ type }) => type),
      ['reader.drifting', 'reader.question', 'reader.repaired'],
    )
    for (const { url, data } of await readBatch(id, 50, 60, 'prices.test'))
      assert.deepEqual(data, plainData(Number(url.split('/').at(-1))), url)
  })
})

describe('a list', () => {
  /** As it is now: where it was, in other boxes, or nowhere. */
  let listIn: 'place' | 'none' | 'boxes' = 'place'
  let id = ''
  before(async () => {
    web.site('lists.test', ({ path }) => {
      const page = lampPage(Number(path.split('/').at(-1)))
      if (listIn === 'none') return page.replace(/<ul>.*<\/ul>/, '')
      return listIn === 'place' ? page : page.replaceAll(/<(\/?)(?:ul|li)\b/g, '<$1div')
    })
    const made = await post('/v1/readers', {
      ...{ schema: lampSchema, fallback: 'none', name: 'Lists' },
      examples: [1, 3, 4].map(n => ({
        ...{ url: `https://lists.test/lamp/${n}`, data: lampData(n), html: lampPage(n) },
      })),
    })
    id = (made.json as Reader).id
    await readBatch(id, 10, 50, 'lists.test')
  })

  it('that is gone is named in every warning, and breaks nothing else', async () => {
    listIn = 'none'
    const items = await readBatch(id, 10, 30, 'lists.test')
    await until('it was tried', async () => (await readerAt(id)).status === 'drifting', 30_000)
    for (const { url, data, warning } of [
      ...items,
      ...(await readBatch(id, 30, 40, 'lists.test')),
    ]) {
      const { reviews: _, ...rest } = lampData(Number(url.split('/').at(-1)))
      assert.deepEqual(data, rest, url)
      assert.match(warning ?? '', /Not found: \/reviews/)
    }
  })

  it('that moved is found again by what was known of the same addresses', async () => {
    listIn = 'boxes'
    await readBatch(id, 10, 50, 'lists.test')
    await until('it is repaired', async () => (await readerAt(id)).version > 1, 30_000)
    for (const { url, data } of await readBatch(id, 50, 60, 'lists.test'))
      assert.deepEqual(data, lampData(Number(url.split('/').at(-1))), url)
  })
})
