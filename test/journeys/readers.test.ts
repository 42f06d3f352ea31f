import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pullReaders, pushReaders, testReaders } from '../../src/commands/readers.ts'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import type { Reader } from '../../src/products/readers/answers.ts'
import { assertRefused, startApp, type TestApp } from '../support/app.ts'
import { extractBatch } from '../support/batch.ts'
import { createCaller } from '../support/callers.ts'
import { categoryPage, lampAt, lampData, lampPage, lampSchema } from '../support/lamp-shop.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let model: ModelServer
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  model = await createModelServer(() => ({ content: { _lines: [1], about: said } }))
  app = await startApp({ ...web.env, ...model.env, RATE_LIMIT_PER_MINUTE: '1000' })
  const lamps = Array.from({ length: 40 }, (_, n) => [`/lamp/${n}`, lampPage(n)] as const)
  web.site('lamps.test', { ...Object.fromEntries(lamps), '/all': categoryPage() })
  web.site('other.test', { '/lamp/1': lampPage(1) })
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

/** Of the sentence about a lamp, for a model that is asked about it. */
let said = ''

const urlOf = (n: number) => `https://lamps.test/lamp/${n}`
const post = (path: string, body: unknown, api = app.api) => api(path, { method: 'POST', body })
const exampleOf = (n: number, data: object = lampData(n)) => ({ url: urlOf(n), data })

/** An account learns ten times a minute: one reader without and one with a model behind it are enough for most. */
const taught = new Map<string, ReturnType<typeof teach>>()
const shared = (fallback: 'none' | 'model' = 'none') => {
  const known = taught.get(fallback) ?? teach({ fallback })
  taught.set(fallback, known)
  return known
}

const teach = async (more: object = {}, api = app.api) => {
  const answer = await post(
    '/v1/readers',
    // Without checks, which ask the model about a page of some earlier test, by chance.
    {
      ...{ schema: lampSchema, examples: [exampleOf(1), exampleOf(3)] },
      ...{ fallback: 'none', checks: 0, ...more },
    },
    api,
  )
  assert.equal(answer.status, 201, answer.text)
  return { reader: answer.json as Reader, used: answer.headers.get('x-credits-used') }
}

describe('a reader', () => {
  it('is taught by two pages and reads others without a model, for one credit', async () => {
    const { reader, used } = await shared()
    assert.equal(used, '2')
    assert.deepEqual(reader.match, { host: 'lamps.test', paths: ['/lamp/*'] })
    assert.deepEqual(reader.lists, ['/reviews'])
    const { '/price': price, '/name': title } = reader.fields
    assert.equal(price?.convert, 'number, dot as decimal, comma as thousands')
    assert.equal(title?.convert, undefined)
    const asked = model.requests.length
    for (const n of [7, 9, 20]) {
      const body = { url: urlOf(n), reader: reader.id, evidence: true }
      const answer = await post('/v1/extract', body)
      assert.equal(answer.status, 200, answer.text)
      const { data, evidence, reader: by } = answer.json as ExtractAnswer
      assert.deepEqual(data, lampData(n))
      assert.deepEqual(by, { id: reader.id, version: 1 })
      assert.equal(evidence?.['/price']?.quote, lampAt(n).price)
      assert.ok((evidence?.['/price']?.by?.length ?? 0) >= 2)
      assert.equal(answer.headers.get('x-extractor'), 'reader')
      assert.equal(answer.headers.get('x-credits-used'), '1')
    }
    assert.equal(model.requests.length, asked)
  })

  it('reads a part of its fields where the caller’s schema asks for a part', async () => {
    const { reader } = await shared()
    const schema = { type: 'object', properties: { price: { type: 'number' } } }
    const { json } = await post('/v1/extract', { url: urlOf(11), reader: reader.id, schema })
    assert.deepEqual((json as ExtractAnswer).data, { price: lampData(11).price })
  })

  it('leaves a field that it does not know to the model, and only that', async () => {
    const { reader } = await shared('model')
    said = 'Brass desk lamp 8 stands in 18 homes and lights whatever people read there.'
    const schema = {
      ...lampSchema,
      properties: { ...lampSchema.properties, about: { type: 'string' } },
    }
    const answer = await post('/v1/extract', { url: urlOf(8), reader: reader.id, schema })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual((answer.json as ExtractAnswer).data, { ...lampData(8), about: said })
    assert.equal(answer.headers.get('x-extractor'), 'reader+model')
    assert.equal(answer.headers.get('x-credits-used'), '5')
    const asked = JSON.stringify(model.requests.at(-1)?.body)
    assert.match(asked, /about/)
    assert.doesNotMatch(asked, /"sku"|\\"sku\\"/)
  })

  it('costs one credit where a model might have been asked and was not', async () => {
    const { reader } = await shared('model')
    const answer = await post('/v1/extract', { url: urlOf(10), reader: reader.id })
    assert.equal(answer.headers.get('x-credits-used'), '1', answer.text)
    assert.equal(answer.headers.get('x-extractor'), 'reader')
  })

  it('gives back what was reserved for a model that was not asked', async () => {
    const { api } = await createCaller(app, 'free', 'thrifty')
    const examples = [1, 3].map(n => ({ ...exampleOf(n), html: lampPage(n) }))
    const { reader } = await teach({ examples, fallback: 'model' }, api)
    const one = await post('/v1/extract', { url: urlOf(21), reader: reader.id }, api)
    assert.equal(one.headers.get('x-credits-remaining'), '999', one.text)
    const urls = [22, 23].map(urlOf)
    await extractBatch({ api }, { urls, reader: reader.id })
    const { headers } = await post('/v1/extract', { url: urlOf(24), reader: reader.id }, api)
    assert.equal(headers.get('x-credits-remaining'), '996')
  })

  it('refuses a page of another template rather than answer half of it', async () => {
    const { reader } = await shared()
    const answer = await post('/v1/extract', { url: 'https://lamps.test/all', reader: reader.id })
    assertRefused(answer, 502, 'template_mismatch', /not match the template/)
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  it('refuses a page of another site before it is asked for', async () => {
    const { reader } = await shared()
    const body = { url: 'https://other.test/lamp/1', reader: reader.id }
    assertRefused(await post('/v1/extract', body), 400, 'invalid_request', /lamps\.test/)
  })

  it('reads the pages of a batch, each for one credit', async () => {
    const { reader } = await shared()
    const urls = [12, 13, 14, 15].map(urlOf)
    const state = await extractBatch(app, { urls, reader: reader.id })
    assert.equal(state.creditsUsed, 4)
    const byUrl = new Map(state.data.map(({ url, data }) => [url, data]))
    for (const n of [12, 13, 14, 15]) assert.deepEqual(byUrl.get(urlOf(n)), lampData(n))
  })

  it('fills the json format of a scrape', async () => {
    const { reader } = await shared('model')
    const formats = ['links', { type: 'json', reader: reader.id }]
    const answer = await post('/v1/scrape', { url: urlOf(16), formats })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual((answer.json as { json: unknown }).json, lampData(16))
    assert.equal(answer.headers.get('x-credits-used'), '1')
  })
})

describe('teaching', () => {
  it('fills it in scheduled batches and crawls, and is refused there where it is none', async () => {
    const { reader } = await shared()
    const schedule = (id: string) => ({
      ...{ kind: 'batch', cron: '0 4 * * *' },
      request: { urls: [urlOf(9)], formats: [{ type: 'json', reader: id }] },
    })
    const made = await post('/v1/schedules', schedule(reader.id))
    assert.equal(made.status, 200, made.text)
    const path = `/v1/schedules/${(made.json as { id: string }).id}`
    await post(`${path}/run`, {})
    type Run = { state: string; creditsUsed: number; jobId: string }
    let run: Run | undefined
    await until('the run is done', async () => {
      run = ((await app.api(`${path}/runs`)).json as { data: Run[] }).data[0]
      return run?.state === 'completed'
    })
    assert.equal(run?.creditsUsed, 1)
    const { json } = await app.api(`/v1/batch/scrape/${run?.jobId}`)
    assert.deepEqual((json as { data: { json: unknown }[] }).data[0]?.json, lampData(9))
    assertRefused(await post('/v1/schedules', schedule('rdr_x')), 404, 'reader_not_found', /rdr_x/)
  })

  it('names field, page and the nearest text where a value is not on the page', async () => {
    const data = { ...lampData(1), name: 'Oak reading lamp 7' }
    const answer = await post('/v1/readers', { schema: lampSchema, examples: [exampleOf(1, data)] })
    assertRefused(
      answer,
      400,
      'example_value_absent',
      /\/name.*lamps\.test\/lamp\/1.*Oak reading lamp 1/,
    )
    assert.equal(answer.headers.get('x-credits-used'), '0')
  })

  it('takes a slip in a figure for one, and words for no figure', async () => {
    // “$1,037.11” is on the page: two digits were swapped.
    const { api } = await createCaller(app, 'starter', 'slips')
    const teach = (price: unknown) => {
      const examples = [exampleOf(1, { ...lampData(1), price })]
      return api('/v1/readers', { method: 'POST', body: { schema: lampSchema, examples } })
    }
    const swapped = await teach(1073.11)
    assertRefused(swapped, 400, 'example_value_absent', /\/price is 1073\.11.*“\$1,037\.11”/)
    const text = await teach(lampAt(1).price)
    assertRefused(text, 400, 'invalid_request', /example 1 says of \/price must be a number/)
  })

  it('wants two entries of a list, and some value', async () => {
    const [one] = lampData(1).reviews
    const single = { schema: lampSchema, examples: [exampleOf(1, { reviews: [one] })] }
    assertRefused(await post('/v1/readers', single), 400, 'examples_too_few', /reviews/)
    const none = { schema: lampSchema, examples: [exampleOf(1, { name: null })] }
    assertRefused(await post('/v1/readers', none), 400, 'examples_too_few', /No example/)
  })

  it('refuses a name that the schema does not have', async () => {
    const { api } = await createCaller(app, 'free', 'typist')
    const body = { schema: lampSchema, examples: [exampleOf(1, { nme: lampAt(1).name })] }
    const answer = await post('/v1/readers', body, api)
    assertRefused(answer, 400, 'invalid_request', /Example 1 has "nme"/)
  })

  it('makes a version of more examples, and goes back to the first', async () => {
    const { reader } = await teach({ examples: [exampleOf(1)] })
    const path = `/v1/readers/${reader.id}`
    const more = await post(`${path}/examples`, { examples: [exampleOf(3), exampleOf(4)] })
    assert.equal((more.json as Reader).version, 2, more.text)
    const versions = (await app.api(`${path}/versions`)).json as { data: { inUse: boolean }[] }
    assert.deepEqual(
      versions.data.map(({ inUse }) => inUse),
      [true, false],
    )
    const back = await post(`${path}/versions/1/use`, undefined)
    assert.equal((back.json as Reader).version, 1, back.text)
  })

  it('costs nothing where the pages are sent along, and once with an Idempotency-Key', async () => {
    const examples = [1, 3].map(n => ({ ...exampleOf(n), html: lampPage(n) }))
    const send = () =>
      app.api('/v1/readers', {
        ...{ method: 'POST', body: { schema: lampSchema, examples } },
        headers: { 'idempotency-key': 'lamps once' },
      })
    const [first, second] = [await send(), await send()]
    assert.equal(first.headers.get('x-credits-used'), '0')
    assert.equal((second.json as Reader).id, (first.json as Reader).id)
  })

  it('shows what a version would say of pages and of HTML', async () => {
    const { reader } = await shared()
    const tried = await post(`/v1/readers/${reader.id}/try`, { urls: [urlOf(17)] })
    type Tried = { data: { data: unknown; isOtherTemplate: boolean }[] }
    assert.deepEqual((tried.json as Tried).data[0]?.data, lampData(17), tried.text)
    const html = await post(`/v1/readers/${reader.id}/try`, { html: categoryPage() })
    assert.equal((html.json as Tried).data[0]?.isOtherTemplate, true)
    assert.equal(html.headers.get('x-credits-used'), '0')
  })
})

describe('a reader file', () => {
  it('answers as the reader did that it was exported from', async () => {
    const { reader } = await shared()
    const file = (await app.api(`/v1/readers/${reader.id}/export`)).json
    const imported = await post('/v1/readers', { file, fallback: 'none' })
    assert.equal(imported.status, 201, imported.text)
    const copy = imported.json as Reader
    assert.equal(copy.status, 'unproven')
    const { json } = await post('/v1/extract', { url: urlOf(18), reader: copy.id })
    assert.deepEqual((json as ExtractAnswer).data, lampData(18))
  })

  it('is refused with the place of what is wrong in it', async () => {
    const { reader } = await shared()
    const file = (await app.api(`/v1/readers/${reader.id}/export`)).json as Record<string, unknown>
    const refuse = async (wrong: object, text: RegExp) =>
      assertRefused(await post('/v1/readers', { file: wrong }), 400, 'reader_file_invalid', text)
    await refuse({ ...file, run: 'code()' }, /run/)
    await refuse({ ...file, format: 2 }, /format/)
    const rules = [{ view: 'x'.repeat(1_001), pick: 'only', p: 0.5 }]
    const field = { rules, expect: 1, seen: 1, shape: {} }
    await refuse({ ...file, fields: { '/name': field } }, /view/)
    const strange = { ...field, rules: [], convert: ['shout'] }
    await refuse({ ...file, fields: { '/name': strange } }, /convert/)
  })
})

describe('readers of an account', () => {
  it('are seen by nobody else', async () => {
    const { reader } = await shared()
    const stranger = await createCaller(app, 'free', 'stranger')
    for (const path of ['', '/export', '/versions'])
      assertRefused(
        await stranger.api(`/v1/readers/${reader.id}${path}`),
        ...([404, 'reader_not_found', /There is no reader/] as const),
      )
    const body = { url: urlOf(5), reader: reader.id }
    assertRefused(
      await post('/v1/extract', body, stranger.api),
      404,
      'reader_not_found',
      /no reader/,
    )
    assert.equal(((await stranger.api('/v1/readers')).json as { total: number }).total, 0)
    assertRefused(
      await stranger.api(`/v1/readers/${reader.id}`, { method: 'DELETE' }),
      ...([404, 'reader_not_found', /no reader/] as const),
    )
  })

  it('are listed by host, renamed and deleted', async () => {
    const { reader } = await teach({ name: 'Lamps to delete' })
    const list = (await app.api('/v1/readers?host=lamps.test&limit=1')).json as { data: Reader[] }
    assert.equal(list.data[0]?.id, reader.id)
    const path = `/v1/readers/${reader.id}`
    const changed = await app.api(path, { method: 'PATCH', body: { name: 'Lamps' } })
    assert.equal((changed.json as Reader).name, 'Lamps')
    await app.api(path, { method: 'DELETE' })
    assertRefused(await app.api(path), 404, 'reader_not_found', /no reader/)
  })
})

describe('a folder of readers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-readers-'))
  const alone = mkdtempSync(join(tmpdir(), 'siteray-reader-'))
  after(() => {
    for (const one of [folder, alone]) rmSync(one, { recursive: true, force: true })
  })

  it('is pulled with its pages, tested offline, and pushed to another account', async () => {
    const { sql } = app.database
    const [one, two] = [
      await createCaller(app, 'starter', 'one'),
      await createCaller(app, 'starter', 'two'),
    ]
    await teach({ name: 'Lamps & more' }, one.api)
    const at = (account: string) => ({ sql, args: [folder], flags: { account } })
    await pullReaders(at(one.id))
    assert.equal((await testReaders(at(one.id))).ok, true)
    const pushed = (await pushReaders(at(two.id))).json as { id: string; did: string }[]
    assert.deepEqual(
      pushed.map(({ did }) => did),
      ['created'],
    )
    const again = (await pushReaders(at(two.id))).json as { did: string }[]
    assert.deepEqual(
      again.map(({ did }) => did),
      ['unchanged'],
    )
    const body = { url: urlOf(19), reader: pushed[0]?.id }
    const { json } = await post('/v1/extract', body, two.api)
    assert.deepEqual((json as ExtractAnswer).data, lampData(19))
    const { text: whole } = await two.api(`/v1/readers/${pushed[0]?.id}/export?examples=true`)
    const { examples } = JSON.parse(whole)
    assert.deepEqual(
      examples.map(({ data }: { data: unknown }) => data),
      [lampData(1), lampData(3)],
    )
    // A file that was exported with its examples needs no folder beside it.
    writeFileSync(join(alone, 'lamps.json'), whole)
    const tested = await testReaders({ args: [alone] })
    assert.deepEqual([tested.ok, tested.json], [true, { readers: 1, pages: 2, moved: [] }])
    const known = (await pushReaders({ ...at(two.id), args: [alone] })).json as { did: string }[]
    assert.equal(known[0]?.did, 'unchanged')
    const page = join(folder, 'lamps-more', '1.html')
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll(lampAt(1).sku, 'LMP-0'))
    const { ok, text } = await testReaders(at(one.id))
    assert.equal(ok, false)
    assert.match(text, /1\.html sku: "LMP-0", not "LMP-5013"/)
  })
})
