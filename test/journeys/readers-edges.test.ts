import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pullReaders, pushReaders, testReaders } from '../../src/commands/readers.ts'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import type { Reader } from '../../src/products/readers/answers.ts'
import type { Watch } from '../../src/products/readers/drift.ts'
import type { ReaderFile } from '../../src/products/readers/file.ts'
import { assertRefused, startApp, type TestApp } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import { categoryPage, lampData, lampPage, lampSchema } from '../support/lamp-shop.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

const lamps = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`/lamp/${n}`, lampPage(n)] as const),
)

let web: SimulatedWeb
let model: ModelServer
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  model = await createModelServer(() => ({ content: 'no JSON' }))
  app = await startApp({ ...web.env, ...model.env, RATE_LIMIT_PER_MINUTE: '1000' })
  for (const host of ['lamps.test', 'other.test']) web.site(host, lamps)
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

type Api = TestApp['api']
const post = (path: string, body: unknown, api: Api = app.api) =>
  api(path, { method: 'POST', body })
const patch = (path: string, body: unknown, api: Api = app.api) =>
  api(path, { method: 'PATCH', body })

/** An account learns ten times a minute, so each part has its own. */
const caller = async (name: string): Promise<Api> => (await createCaller(app, 'starter', name)).api

const urlOf = (n: number) => `https://lamps.test/lamp/${n}`
const nameSchema = { type: 'object', properties: { name: { type: 'string' } } }
const named = (name: string, more = '') =>
  `<html><body><main class="product"><h1 class="title">${name}</h1>${more}</main></body></html>`
const exampleOf = (name: string, n = 1) => ({
  ...{ url: `https://shop.test/p/${n}`, html: named(name), data: { name } },
})
const teach = async (api: Api, more: object = {}): Promise<Reader> => {
  const body = { schema: nameSchema, examples: [exampleOf('Brass lamp')], ...more }
  const answer = await post('/v1/readers', body, api)
  assert.equal(answer.status, 201, answer.text)
  return answer.json as Reader
}

describe('an export', () => {
  it('is taken back whatever names its page has', async () => {
    const api = await caller('long names')
    const many = Array.from({ length: 60 }, (_, n) => `c${'x'.repeat(n)}`).join(' ')
    const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.test`
    const people = { type: 'array', items: { type: 'string' } }
    const schema = { type: 'object', properties: { people } }
    for (const [tag, classes] of [
      ['li', 'y'.repeat(300)],
      ['li', many],
      [`x-${'z'.repeat(300)}`, 'row'],
    ]) {
      const row = (name: string) => `<${tag} class="${classes}"><b>${name}</b></${tag}>`
      const html = `<h1>People</h1><div>${['Ann', 'Bo', 'Cleo'].map(row).join('')}</div>`
      const example = { url: `https://${host}/1`, html, data: { people: ['Ann', 'Bo'] } }
      const { id } = await teach(api, { schema, examples: [example] })
      const file = (await api(`/v1/readers/${id}/export`)).json
      const copy = await post('/v1/readers', { file }, api)
      assert.equal(copy.status, 201, copy.text)
      const path = `/v1/readers/${(copy.json as Reader).id}/try`
      const { data } = (await post(path, { html }, api)).json as { data: { data: unknown }[] }
      assert.deepEqual(data[0]?.data, { people: ['Ann', 'Bo', 'Cleo'] })
    }
  })
})

describe('a change of a reader', () => {
  it('leaves everything alone that it does not name', async () => {
    const api = await caller('changes')
    const { id } = await teach(api, { fallback: 'none', checks: 0 })
    const { json } = await patch(`/v1/readers/${id}`, { paused: true }, api)
    const { fallback, checks, paused } = json as Reader
    assert.deepEqual({ fallback, checks, paused }, { fallback: 'none', checks: 0, paused: true })
  })

  it('is refused where it changes nothing, or leaves no name', async () => {
    const api = await caller('no changes')
    const { id } = await teach(api)
    const path = `/v1/readers/${id}`
    assertRefused(await patch(path, {}, api), 400, 'invalid_request', /at least 1|empty/)
    assertRefused(await patch(path, { name: '  ' }, api), 400, 'invalid_request', /name/)
  })
})

describe('an odd page', () => {
  it('with half of a surrogate pair in it is read like any other', async () => {
    const api = await caller('surrogates')
    const page = (name: string, title = name) =>
      `<script type="application/ld+json">{"name": "${name}"}</script>${named(title)}`
    web.site('odd.test', {
      ...{ '/1': page('Brass lamp'), '/2': page('Oak lamp') },
      ...{ '/3': page('Pine lamp \\ud83d'), '/4': page('', `${'x'.repeat(19_999)}😀`) },
    })
    const examples = ['Brass lamp', 'Oak lamp'].map((name, at) => ({
      ...{ url: `https://odd.test/${at + 1}`, data: { name } },
    }))
    const render = 'never'
    const { id } = await teach(api, { examples, fallback: 'none', render })
    for (const path of ['/3', '/4']) {
      const url = `https://odd.test${path}`
      const answer = await post('/v1/extract', { url, reader: id, render }, api)
      assert.equal(answer.status, 200, answer.text)
      assert.ok((answer.json as { data: { name: string } }).data.name.isWellFormed())
    }
  })
})

describe('a model that fails', () => {
  it('takes nothing away that the reader found, and costs nothing', async () => {
    const api = await caller('broken model')
    const examples = [1, 3].map(n => ({ url: urlOf(n), html: lampPage(n), data: lampData(n) }))
    const { id } = await teach(api, { schema: lampSchema, examples })
    const schema = {
      ...lampSchema,
      properties: { ...lampSchema.properties, mood: { type: 'string' } },
    }
    const asked = model.requests.length
    const answer = await post('/v1/extract', { url: urlOf(7), reader: id, schema }, api)
    assert.equal(answer.status, 200, answer.text)
    assert.ok(model.requests.length > asked)
    const { data, warning } = answer.json as ExtractAnswer
    assert.deepEqual(data, lampData(7))
    assert.match(warning ?? '', /model failed/)
    assert.equal(warning?.split('Not found: /mood').length, 2, warning)
    assert.equal(answer.headers.get('x-extractor'), 'reader+embedded')
    assert.equal(answer.headers.get('x-credits-used'), '1')
    const needed = { ...schema, required: ['mood'] }
    const refused = await post('/v1/extract', { url: urlOf(7), reader: id, schema: needed }, api)
    assertRefused(refused, 502, 'model_failed', /no usable answer/)
  })
})

describe('a reader that is paused', () => {
  it('says so, to whoever has a fallback and to whoever has none', async () => {
    const api = await caller('paused')
    const { id } = await teach(api, {
      ...{ fallback: 'none', schema: lampSchema },
      examples: [{ url: urlOf(1), html: lampPage(1), data: lampData(1) }],
    })
    await patch(`/v1/readers/${id}`, { paused: true }, api)
    const ask = () => post('/v1/extract', { url: urlOf(2), reader: id }, api)
    assertRefused(await ask(), 502, 'template_mismatch', /is paused, and has no fallback/)
    await patch(`/v1/readers/${id}`, { fallback: 'embedded' }, api)
    const { json } = await ask()
    assert.match((json as ExtractAnswer).warning ?? '', /is paused, and the fallback answered/)
  })

  it('costs one credit in every route where its fallback asks no model, and is no answer', async () => {
    const api = await caller('fallback alone')
    const examples = [{ url: urlOf(1), html: lampPage(1), data: lampData(1) }]
    const { id } = await teach(api, { schema: lampSchema, examples, fallback: 'embedded' })
    const ask = async () => {
      const extracted = await post('/v1/extract', { url: urlOf(2), reader: id, prompt: 'p' }, api)
      const formats = [{ type: 'json', reader: id }]
      const scraped = await post('/v1/scrape', { url: urlOf(2), formats }, api)
      const used = [extracted, scraped].map(({ headers }) => headers.get('x-credits-used'))
      const { reader, warning } = extracted.json as ExtractAnswer
      return { used, reader: reader?.id, isRead: !/prompt was not read: only/.test(warning ?? '') }
    }
    assert.deepEqual(await ask(), { used: ['1', '1'], reader: id, isRead: false })
    web.site('lamps.test', { ...lamps, '/lamp/2': categoryPage() })
    assert.deepEqual(await ask(), { used: ['1', '1'], reader: undefined, isRead: false })
    web.site('lamps.test', lamps)
    await patch(`/v1/readers/${id}`, { paused: true }, api)
    assert.deepEqual(await ask(), { used: ['1', '1'], reader: undefined, isRead: false })
  })
})

describe('a field that a repair did not find again', () => {
  it('is shown as it was known before: it is still looked for there', async () => {
    const api = await caller('lost')
    const examples = [1, 3].map(n => ({ url: urlOf(n), html: lampPage(n), data: lampData(n) }))
    const { id, fields } = await teach(api, { schema: lampSchema, examples })
    await app.database.sql`
      update reader_versions set lesson = lesson #- '{summary,/price}' where reader_id = ${id}`
    const { fields: now } = (await api(`/v1/readers/${id}`)).json as Reader
    assert.deepEqual(Object.keys(now).sort(), Object.keys(fields).sort())
    assert.deepEqual(now['/price']?.families, fields['/price']?.families)
  })
})

describe('agreement', () => {
  it('is there too where a page lacks what some pages of the template lack', async () => {
    const api = await caller('agreement')
    const examples = [1, 3].map(n => ({ url: urlOf(n), html: lampPage(n), data: lampData(n) }))
    const { id } = await teach(api, { schema: lampSchema, examples, fallback: 'none', checks: 0 })
    // Every third lamp is of no known material.
    for (const n of [4, 6, 9]) {
      const { json } = await post('/v1/extract', { url: urlOf(n), reader: id }, api)
      assert.deepEqual((json as ExtractAnswer).data, lampData(n))
    }
    await until('the pages are counted', async () => {
      const { days } = (await api(`/v1/readers/${id}/activity`)).json as {
        days: { pages: number }[]
      }
      return days[0]?.pages === 3
    })
    const { figures } = (await api(`/v1/readers/${id}`)).json as Reader
    assert.deepEqual([figures['/material'], figures['/sku']], [{ agreement: 1 }, { agreement: 1 }])
  })

  it('is there too where a page lacks a list that some pages lack', async () => {
    const api = await caller('agreement of lists')
    const bare = (n: number) => lampPage(n).replace(/<ul>.*<\/ul>/, '')
    const { reviews: _, ...rest } = lampData(4)
    const { id } = await teach(api, {
      ...{ schema: lampSchema, fallback: 'none', checks: 0 },
      examples: [
        { url: urlOf(1), html: lampPage(1), data: lampData(1) },
        { url: urlOf(4), html: bare(4), data: { ...rest, reviews: [] } },
      ],
    })
    web.site('lamps.test', { ...lamps, '/lamp/5': bare(5), '/lamp/8': bare(8) })
    for (const n of [2, 5, 8]) await post('/v1/extract', { url: urlOf(n), reader: id }, api)
    web.site('lamps.test', lamps)
    const reviewsOf = async () => ((await api(`/v1/readers/${id}`)).json as Reader).figures
    await until('the pages are counted', async () => '/reviews' in (await reviewsOf()))
    assert.deepEqual((await reviewsOf())['/reviews'], { agreement: 1 })
  })
})

describe('an import', () => {
  it('keeps what is said beside the file, and happens once with an Idempotency-Key', async () => {
    const api = await caller('imports')
    const { id } = await teach(api)
    const file = (await api(`/v1/readers/${id}/export`)).json
    const body = { file, name: 'Copy', checks: 0, mail: false, webhook: { url: 'https://a.test/' } }
    const send = () =>
      api('/v1/readers', { method: 'POST', body, headers: { 'idempotency-key': 'import' } })
    const [first, second] = [(await send()).json as Reader, (await send()).json as Reader]
    assert.equal(second.id, first.id)
    const { name, checks, mail, hasWebhook } = first
    assert.deepEqual(
      { name, checks, mail, hasWebhook },
      { name: 'Copy', checks: 0, mail: false, hasWebhook: true },
    )
    assert.deepEqual(first.fields, ((await api(`/v1/readers/${id}`)).json as Reader).fields)
    const both = await post('/v1/readers', { file, schema: nameSchema }, api)
    assertRefused(both, 400, 'invalid_request', /or a "file"/)
  })

  it('takes the examples back that an export was asked for, and learns from them again', async () => {
    const api = await caller('with examples')
    const examples = [1, 3].map(n => ({ url: urlOf(n), html: lampPage(n), data: lampData(n) }))
    const { id } = await teach(api, { schema: lampSchema, examples })
    const exportOf = async (reader: string, query = '?examples=true') =>
      (await api(`/v1/readers/${reader}/export${query}`)).json as ReaderFile
    for (const query of ['', '?examples=false'])
      assert.equal((await exportOf(id, query)).examples, undefined)
    const file = await exportOf(id)
    assert.deepEqual(file.examples, examples)
    const there = await caller('with examples, elsewhere')
    const imported = await there('/v1/readers', { method: 'POST', body: { file } })
    assert.equal(imported.status, 201, imported.text)
    assert.equal(imported.headers.get('x-credits-used') ?? '0', '0')
    const copy = (imported.json as Reader).id
    const kept = (await there(`/v1/readers/${copy}/export?examples=true`)).json as ReaderFile
    assert.deepEqual(kept, file)
    const third = { url: urlOf(5), html: lampPage(5), data: lampData(5) }
    const path = `/v1/readers/${copy}/examples`
    const more = await there(path, { method: 'POST', body: { examples: [third] } })
    assert.equal((more.json as Reader).fields['/name']?.taught, 3, more.text)
    const wrong = await api(`/v1/readers/${id}/export?examples=some`)
    assertRefused(wrong, 400, 'invalid_request', /examples/)
  })

  it('keeps what a person pointed at, and what a model said, apart', async () => {
    const api = await caller('marked')
    const { id } = await teach(api, { examples: [{ ...exampleOf('Brass lamp'), marks: {} }] })
    const file = (await api(`/v1/readers/${id}/export?examples=true`)).json as ReaderFile
    const examples = [
      { ...exampleOf('Brass lamp'), marks: { '/name': { text: 0 } } },
      // A model’s word that is not on the page is nobody’s slip.
      { ...exampleOf('Oak lamp', 2), data: { name: 'Elm lamp' }, isByModel: true as const },
    ]
    const answer = await post('/v1/readers', { file: { ...file, examples } }, api)
    assert.equal(answer.status, 201, answer.text)
    const copy = `/v1/readers/${(answer.json as Reader).id}/export?examples=true`
    assert.deepEqual(((await api(copy)).json as ReaderFile).examples, examples)
  })

  it('is refused where an example is none of its own, twice, wrong or too much', async () => {
    const api = await caller('bad examples')
    const { id } = await teach(api)
    const file = (await api(`/v1/readers/${id}/export?examples=true`)).json as ReaderFile
    const [own = {}] = file.examples ?? []
    const cases: [examples: unknown, text: RegExp][] = [
      [{}, /examples/],
      [[{ ...own, remark: 'x' }], /examples\/0|examples\[0\]|remark/],
      [[{ url: 'https://shop.test/p/1', html: '<p>x</p>' }], /data/],
      [
        [{ ...own, url: 'https://else.test/p/1' }],
        /"examples\[0\]\.url" must be a page of shop\.test/,
      ],
      [[{ ...own, url: 'file://shop.test/p' }], /must be a page of shop\.test/],
      [
        [own, { ...own, url: 'https://SHOP.test/p/1' }],
        /"examples\[1\]\.url" is an example already/,
      ],
      [
        [{ ...own, data: { name: 'Elm lamp' } }],
        /Example 1 says that \/name is "Elm lamp", which is not on/,
      ],
      [[{ ...own, data: { prize: 1 } }], /"prize", which the schema does not ask for/],
      [[{ ...own, marks: { '/name': { text: 9_000 } } }], /\/name cannot be read/],
      [[{ ...own, data: {} }], /No example shows a value/],
      [Array.from({ length: 21 }, (_, n) => ({ ...own, url: `https://shop.test/p/${n}` })), /20/],
    ]
    for (const [examples, text] of cases) {
      const refused = await post('/v1/readers', { file: { ...file, examples } }, api)
      assertRefused(refused, 400, 'reader_file_invalid', text)
    }
    const { total } = (await api('/v1/readers')).json as { total: number }
    assert.equal(total, 1)
  })

  it('with examples is a learning: ten a minute, and no secrets of addresses are kept', async () => {
    const api = await caller('often')
    const { id } = await teach(api)
    const file = (await api(`/v1/readers/${id}/export?examples=true`)).json as ReaderFile
    const [own = exampleOf('Brass lamp')] = file.examples ?? []
    const examples = [{ ...own, url: 'https://ann:secret@shop.test/p/1' }]
    const send = (file: object) => post('/v1/readers', { file }, api)
    const made = await send({ ...file, name: '  ', examples })
    const copy = made.json as Reader
    assert.equal(copy.name, 'shop.test', made.text)
    const kept = (await api(`/v1/readers/${copy.id}/export?examples=true`)).json as ReaderFile
    assert.deepEqual(
      kept.examples?.map(({ url }) => url),
      ['https://shop.test/p/1'],
    )
    for (let n = 0; n < 8; n++) assert.equal((await send(file)).status, 201)
    assertRefused(await send(file), 429, 'rate_limited', /learn ten times a minute/)
    const { examples: _, ...rules } = file
    assert.equal((await send(rules)).status, 201)
  })

  it('is refused where it has rules for fields that its schema lacks', async () => {
    const api = await caller('strange fields')
    const examples = [1, 3].map(n => ({ url: urlOf(n), html: lampPage(n), data: lampData(n) }))
    const { id } = await teach(api, { schema: lampSchema, examples })
    const file = (await api(`/v1/readers/${id}/export`)).json as ReaderFile
    const { author: _, ...columns } = lampSchema.properties.reviews.items.properties
    const reviews = { type: 'array', items: { type: 'object', properties: columns } }
    const cases: [changed: object, text: RegExp][] = [
      [{ fields: { ...file.fields, '/prize': { ...file.fields['/price'] } } }, /: \/prize\.$/],
      [{ schema: nameSchema }, /: \/material, \/price, \/reviews, \/sku\.$/],
      [
        { schema: { type: 'object', properties: { ...lampSchema.properties, reviews } } },
        /: \/reviews\/\*\/author\.$/,
      ],
    ]
    for (const [changed, text] of cases) {
      const refused = await post('/v1/readers', { file: { ...file, ...changed } }, api)
      assertRefused(refused, 400, 'reader_file_invalid', text)
    }
  })

  it('knows its site however the file spells it, and refuses what is none', async () => {
    const api = await caller('hosts')
    const { id } = await teach(api)
    const file = (await api(`/v1/readers/${id}/export`)).json as object
    const send = (host: string) =>
      post('/v1/readers', { file: { ...file, match: { host, paths: [] } } }, api)
    assert.equal(((await send('WWW.Shop.test')).json as Reader).match.host, 'shop.test')
    for (const host of ['https://shop.test/', 'a b', 'shop.test/p'])
      assertRefused(await send(host), 400, 'reader_file_invalid', /match\.host/)
    const { total } = (await api('/v1/readers?host=www.Shop.test')).json as { total: number }
    assert.equal(total, 2)
  })
})

describe('teaching', () => {
  it('reads a page once, however often and however it is named', async () => {
    const api = await caller('twice')
    const example = { url: urlOf(1), data: { name: lampData(1).name } }
    const others = { urls: ['HTTPS://LAMPS.test:443/lamp/1', urlOf(2), urlOf(2)] }
    const body = { schema: nameSchema, examples: [example], others }
    const answer = await post('/v1/readers', body, api)
    assert.equal(answer.headers.get('x-credits-used'), '2', answer.text)
    const same = { schema: nameSchema, examples: [example, example] }
    assertRefused(await post('/v1/readers', same, api), 400, 'invalid_request', /1 and 2 are the/)
  })

  it('refuses an example that is two pages at once', async () => {
    const api = await caller('two pages')
    const { id: page } = (await post('/v1/readers/pages', { url: urlOf(1) }, api)).json as Reader
    const { name } = lampData(1)
    const send = (more: object) =>
      post(
        '/v1/readers',
        { schema: nameSchema, examples: [{ page, data: { name }, ...more }] },
        api,
      )
    for (const more of [{ url: urlOf(2) }, { html: named(name) }])
      assertRefused(await send(more), 400, 'invalid_request', /Example 1 names the page.*lamp\/1/)
    assert.equal((await send({ url: 'HTTPS://LAMPS.test:443/lamp/1' })).status, 201)
  })

  it('refuses other pages of another site before it reads any', async () => {
    const api = await caller('elsewhere')
    const before = web.requests.length
    const others = { urls: ['https://other.test/lamp/1'] }
    const body = { schema: nameSchema, examples: [{ url: urlOf(1), data: {} }], others }
    assertRefused(await post('/v1/readers', body, api), 400, 'invalid_request', /of several/)
    const webhook = { url: 'http://127.0.0.1/' }
    const hooked = { ...body, others: {}, webhook }
    assertRefused(await post('/v1/readers', hooked, api), 400, 'blocked_target', /webhook/)
    assert.equal(web.requests.length, before)
  })

  it('charges once where one Idempotency-Key comes twice at the same time', async () => {
    const api = await caller('at once')
    const body = { schema: lampSchema, examples: [{ url: urlOf(1), data: lampData(1) }] }
    const send = () =>
      api('/v1/readers', { method: 'POST', body, headers: { 'idempotency-key': 'once' } })
    const both = await Promise.all([send(), send()])
    const [one, two] = both.map(({ json }) => (json as Reader).id)
    assert.ok(one)
    assert.equal(two, one)
    const used = both.map(({ headers }) => Number(headers.get('x-credits-used')))
    assert.equal((used[0] ?? 0) + (used[1] ?? 0), 1)
  })

  it('refuses data that the schema does not ask for, at every depth', async () => {
    const api = await caller('slips')
    const offer = { type: 'object', properties: { price: { type: 'number' } } }
    const tags = { type: 'array', items: { type: 'object', properties: { tag: {} } } }
    const schema = { type: 'object', properties: { offer, tags } }
    const refuse = async (data: unknown, text: RegExp) => {
      const body = { schema, examples: [{ ...exampleOf('Brass lamp'), data }] }
      assertRefused(await post('/v1/readers', body, api), 400, 'invalid_request', text)
    }
    await refuse('Brass lamp', /"data" of example 1 must be an object/)
    await refuse({ offer: { prize: 3 } }, /"prize"/)
    await refuse({ offer: 3 }, /\/offer must be an object/)
    await refuse({ tags: { tag: 'a' } }, /\/tags must be a list/)
    await refuse({ tags: [{ tg: 'a' }, { tag: 'b' }] }, /"tg"/)
  })

  it('takes as many fields and lists as a file may hold', async () => {
    const api = await caller('limits')
    const numbered = (count: number, of: (n: number) => unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, of(n)]))
    const fields = (count: number) => ({
      schema: { type: 'object', properties: numbered(count, () => ({ type: 'string' })) },
      examples: [
        {
          url: `https://shop.test/${'long/'.repeat(300)}1`,
          html: Object.values(numbered(count, n => `<p>Text ${n} of all</p>`)).join(''),
          data: numbered(count, n => `Text ${n} of all`),
        },
      ],
    })
    const lists = (count: number) => ({
      schema: {
        type: 'object',
        properties: numbered(count, () => ({ type: 'array', items: { type: 'string' } })),
      },
      examples: [
        {
          url: 'https://shop.test/1',
          html: Object.values(
            numbered(count, n => `<ul class="u${n}"><li>One ${n}</li><li>Two ${n}</li></ul>`),
          ).join(''),
          data: numbered(count, n => [`One ${n}`, `Two ${n}`]),
        },
      ],
    })
    for (const [most, tooMany] of [
      [fields(50), fields(51)],
      [lists(5), lists(6)],
    ]) {
      const answer = await post('/v1/readers', most, api)
      assert.equal(answer.status, 201, answer.text)
      const { json: file } = await api(`/v1/readers/${(answer.json as Reader).id}/export`)
      assert.equal((await post('/v1/readers', { file }, api)).status, 201)
      const refused = await post('/v1/readers', tooMany, api)
      assertRefused(refused, 400, 'invalid_request', /up to 50 fields and 5 lists/)
    }
  })
})

describe('teaching more', () => {
  it('corrects a reader that learned from a model, whatever the model said', async () => {
    const { api, id: account } = await createCaller(app, 'starter', 'corrects')
    // One entry of a list, and a name that is not on the page, are no slips of the caller.
    const single = (n: number) => lampPage(n).replace(/(<li.*?<\/li>).*<\/ul>/, '$1</ul>')
    web.site('single.test', Object.fromEntries([1, 2, 3].map(n => [`/lamp/${n}`, single(n)])))
    model.respond(({ user }) => {
      const n = Number(/lamp (\d+)/.exec(user)?.[1])
      const { reviews, ...data } = lampData(n)
      return { content: { _lines: [1], ...data, reviews: reviews.slice(0, 1) } }
    })
    for (const n of [1, 2, 3]) {
      const body = { url: `https://single.test/lamp/${n}`, schema: lampSchema, reader: 'auto' }
      assert.equal((await post('/v1/extract', body, api)).status, 200)
    }
    model.respond(() => ({ content: 'no JSON' }))
    const listed = async () => ((await api('/v1/readers')).json as { data: Reader[] }).data
    await until('it reads along', async () => (await listed())[0]?.status === 'proving')
    const [reader] = await listed()
    const { sku } = lampData(4)
    const teachMore = (data: object) =>
      post(
        `/v1/readers/${reader?.id}/examples`,
        { examples: [{ url: 'https://single.test/lamp/4', html: lampPage(4), data }] },
        api,
      )
    const taught = await teachMore({ ...lampData(4), material: null })
    assert.equal(taught.status, 200, taught.text)
    assert.deepEqual((taught.json as Reader).lists, ['/reviews'])
    // What the caller says is still held against the page.
    const wrong = await teachMore({ sku, name: 'Oak lamp 99' })
    assertRefused(wrong, 400, 'example_value_absent', /Example 1 says that \/name/)
    const [page] = await app.database.sql`
      select by_model from reader_pages join readers on id = reader_id
      where account_id = ${account} and url like '%/lamp/4'`
    assert.equal(page?.by_model, false)
  })

  it('leaves an example as it is where its page is named among the others', async () => {
    const { api, id: account } = await createCaller(app, 'starter', 'kept example')
    const { id: page } = (await post('/v1/readers/pages', { url: urlOf(2) }, api)).json as Reader
    const first = { page, marks: { '/name': { text: 3 } } }
    const { id } = await teach(api, { examples: [first] })
    const others = { urls: [urlOf(2), urlOf(5)] }
    const examples = [{ url: urlOf(4), html: lampPage(4), data: { name: lampData(4).name } }]
    for (let time = 0; time < 2; time++) {
      const more = await post(`/v1/readers/${id}/examples`, { examples, others }, api)
      assert.equal(more.status, 200, more.text)
    }
    const file = (await api(`/v1/readers/${id}/export`)).json as ReaderFile
    assert.deepEqual([file.learned.examples, file.learned.others], [2, 1])
    const [kept] = await app.database.sql`
      select marks from reader_pages join readers on id = reader_id
      where account_id = ${account} and url = ${urlOf(2)}`
    assert.deepEqual(kept?.marks, first.marks)
  })

  it('wants every new example to say something', async () => {
    const api = await caller('silent')
    const { id } = await teach(api)
    const send = (more: object) =>
      post(
        `/v1/readers/${id}/examples`,
        { examples: [{ ...exampleOf('Oak lamp', 2), ...more }] },
        api,
      )
    for (const data of [{}, null])
      assertRefused(await send({ data }), 400, 'examples_too_few', /Example 1 says nothing/)
    assert.equal((await send({ data: { name: null } })).status, 200)
  })
})

describe('trying', () => {
  it('gives each page its answer or its error, and charges the pages that it read', async () => {
    const api = await caller('tries')
    const examples = [{ url: urlOf(1), html: lampPage(1), data: lampData(1) }]
    const { id } = await teach(api, { schema: lampSchema, examples })
    const answer = await post(`/v1/readers/${id}/try`, { urls: [urlOf(2), urlOf(99)] }, api)
    assert.equal(answer.status, 200, answer.text)
    const [read, missing] = (answer.json as { data: { data?: unknown; code?: string }[] }).data
    assert.deepEqual(read?.data, lampData(2))
    assert.equal(missing?.code, 'page_unreachable')
    assert.equal(answer.headers.get('x-credits-used'), '1')
  })
})

describe('a reader that is deleted while it learns', () => {
  it('is gone, and the call that taught it costs nothing', async () => {
    const api = await caller('gone')
    const { id } = await teach(api)
    let answers: () => void = () => undefined
    const deleted = new Promise<void>(resolve => {
      answers = resolve
    })
    web.site('shop.test', {
      '/p/2': async () => {
        await deleted
        return named('Oak lamp')
      },
    })
    const body = { examples: [{ url: 'https://shop.test/p/2', data: { name: 'Oak lamp' } }] }
    const taught = post(`/v1/readers/${id}/examples`, body, api)
    await web.waitForRequest('shop.test')
    await api(`/v1/readers/${id}`, { method: 'DELETE' })
    answers()
    assertRefused(await taught, 404, 'reader_not_found', /no reader/)
  })
})

describe('a reader of "auto"', () => {
  it('that is paused is not learned a second time', async () => {
    const account = await createCaller(app, 'starter', 'pauses')
    const { sql } = app.database
    model.respond(({ user }) => {
      const n = Number(/lamp (\d+)/.exec(user)?.[1])
      return { content: { _lines: [1], ...lampData(n) } }
    })
    const read = async (n: number) => {
      const body = { url: `https://other.test/lamp/${n}`, schema: lampSchema, reader: 'auto' }
      const answer = await post('/v1/extract', body, account.api)
      assert.equal(answer.status, 200, answer.text)
    }
    const listed = async () => ((await account.api('/v1/readers')).json as { data: Reader[] }).data
    for (const n of [1, 2, 3]) await read(n)
    await until('it reads along', async () => (await listed())[0]?.status === 'proving')
    const [own] = await listed()
    const export_ = await account.api(`/v1/readers/${own?.id}/export`)
    assert.equal(export_.status, 200)
    await sql`
      update readers set stage = 'live', paused = true, updated_at = now() - interval '1 hour'
      where account_id = ${account.id}`
    await read(4)
    await until('what came of it is counted', async () => {
      const [left] = await sql`
        select count(*)::int as n from reader_observations where account_id = ${account.id}`
      return left?.n === 0
    })
    assert.equal((await listed()).length, 1)
    model.respond(() => ({ content: 'no JSON' }))
  })
})

describe('a reader that drifts', () => {
  it('is ready again when the site took its change back', async () => {
    const account = await createCaller(app, 'starter', 'calm')
    const { sql } = app.database
    const examples = [{ url: urlOf(1), html: lampPage(1), data: lampData(1) }]
    web.site('hooks.test', () => ({ status: 204 }))
    const { id } = await teach(account.api, {
      ...{ schema: lampSchema, examples, fallback: 'none' },
      webhook: { url: 'https://hooks.test/in' },
    })
    await post('/v1/extract', { url: urlOf(2), reader: id }, account.api)
    const counted = () =>
      until('what came of it is counted', async () => {
        const [left] = await sql`
          select count(*)::int as n from reader_observations where account_id = ${account.id}`
        return left?.n === 0
      })
    await counted()
    const [row] = await sql<{ watch: Watch }[]>`select watch from readers where id = ${id}`
    const fields = Object.keys(row?.watch.fields ?? {}).map(field => [
      field,
      { recent: `11${'0'.repeat(18)}`, pages: 60, flagged: 40 },
    ])
    const watch = JSON.stringify({ pages: 80, fields: Object.fromEntries(fields) })
    await sql`
      update readers set health = 'drifting', watch = ${watch}::text::jsonb where id = ${id}`
    await post('/v1/extract', { url: urlOf(4), reader: id }, account.api)
    await counted()
    const { json } = await account.api(`/v1/readers/${id}`)
    assert.ok(['ready', 'weak'].includes((json as Reader).status), (json as Reader).status)
    const { body } = await web.waitForRequest('hooks.test')
    const { type, data } = JSON.parse(body.toString())
    assert.deepEqual([type, data.reader.id, data.version], ['reader.ready', id, 1])
  })
})

describe('a folder of readers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'siteray-readers-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const at = (account: string, name = '') => ({
    ...{ sql: app.database.sql, args: [join(folder, name)], flags: { account } },
  })

  it('keeps readers of one name apart, in both directions', async () => {
    const [one, two] = [
      await createCaller(app, 'starter', 'from'),
      await createCaller(app, 'starter', 'to'),
    ]
    const { id } = await teach(one.api, { name: 'Shop' })
    const other = `<article class="news"><h2 class="head">Oak lamp</h2></article>`
    const news = { url: 'https://shop.test/news/1', html: other, data: { name: 'Oak lamp' } }
    await teach(one.api, { name: 'Shop', examples: [news] })
    // One that learns from a model has no version yet.
    await app.database.sql`
      insert into readers (id, account_id, name, host, schema, schema_key, fallback, reading, version, stage)
      values ('rdr_learning', ${one.id}, 'Shop', 'shop.test', '{}', '', 'model', '{}', 0, 'learning')`
    const learning = await one.api('/v1/readers/rdr_learning/export')
    assertRefused(learning, 409, 'reader_learning', /first version/)
    await pullReaders(at(one.id, 'same'))
    const did = async (account: string) =>
      ((await pushReaders(at(account, 'same'))).json as { did: string }[]).map(one => one.did)
    assert.deepEqual(await did(two.id), ['created', 'created'])
    assert.deepEqual(await did(two.id), ['unchanged', 'unchanged'])
    assert.deepEqual(await did(one.id), ['unchanged', 'unchanged'])
    const path = join(folder, 'same', 'shop.json')
    const file = JSON.parse(readFileSync(path, 'utf8'))
    const schema = { type: 'object', properties: { name: { type: 'string' }, sku: {} } }
    writeFileSync(path, JSON.stringify({ ...file, schema }))
    assert.deepEqual((await did(one.id)).sort(), ['unchanged', 'updated'])
    const changed = (await one.api(`/v1/readers/${id}`)).json as Reader
    assert.equal(changed.version, 2)
    assert.deepEqual(changed.schema, schema)
  })

  it('is tested by what its examples say, at every depth', async () => {
    const { id, api } = await createCaller(app, 'starter', 'depths')
    const offer = {
      type: 'object',
      properties: { price: { type: 'number' }, unit: { type: 'string' } },
    }
    const schema = { type: 'object', properties: { offer } }
    const page = (price: number) => named('Lamp', `<b class="price">${price}</b><i>each</i>`)
    const example = (n: number, offer: object) => ({
      ...{ url: `https://shop.test/p/${n}`, html: page(n + 0.5), data: { offer } },
    })
    const examples = [example(3, { price: 3.5, unit: 'each' }), example(4, { price: 4.5 })]
    await teach(api, { name: 'Offers', schema, examples })
    await pullReaders(at(id, 'deep'))
    const { ok, text } = await testReaders(at(id, 'deep'))
    assert.equal(ok, true, text)
    assert.equal(text, '2 pages of 1 reader, 0 fields differ.')
    writeFileSync(join(folder, 'deep', 'offers', '2.html'), page(9))
    const moved = await testReaders(at(id, 'deep'))
    assert.match(
      moved.text,
      /2\.html offer\/price: 9, not 4\.5\n2 pages of 1 reader, 1 field differs\.$/,
    )
    writeFileSync(join(folder, 'deep', 'offers', '3.html'), page(9))
    await assert.rejects(testReaders(at(id, 'deep')), { name: 'UsageError', message: /3\.json/ })
  })

  it('is read by the numbers of its pages, and says which file is none', async () => {
    const { id, api } = await createCaller(app, 'starter', 'odd folder')
    const examples = Array.from({ length: 5 }, (_, n) => exampleOf(`Lamp ${'abcde'[n]}`, n))
    await teach(api, { name: 'Odd', examples })
    await pullReaders(at(id, 'odd'))
    const pages = join(folder, 'odd', 'odd')
    const write = (name: string, text: string) => writeFileSync(join(pages, name), text)
    write('10.html', named('Oak lamp'))
    write('10.json', JSON.stringify({ url: 'https://shop.test/p/10', data: { name: 'Elm lamp' } }))
    const push = () => pushReaders(at(id, 'odd'))
    await assert.rejects(push(), { name: 'UsageError', message: /Example 6 says .* "Elm lamp"/ })
    write('10.json', JSON.stringify({ url: 'https://shop.test/p/10' }))
    for (const does of [push, () => testReaders(at(id, 'odd'))])
      await assert.rejects(does(), { name: 'UsageError', message: /10\.json: "data"/ })
    rmSync(pages, { recursive: true })
    writeFileSync(pages, 'no folder')
    assert.deepEqual(
      (await testReaders(at(id, 'odd'))).json,
      // What is no folder holds no pages.
      { readers: 1, pages: 0, moved: [] },
    )
  })
})
