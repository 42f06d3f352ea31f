import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import type { Reader } from '../../src/products/readers/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { extractBatch } from '../support/batch.ts'
import { categoryPage, lampData, lampPage, lampSchema } from '../support/lamp-shop.ts'
import { createModelServer, type ModelScript, type ModelServer } from '../support/model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

const count = 60
let web: SimulatedWeb
let model: ModelServer
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  model = await createModelServer(honest)
  app = await startApp({ ...web.env, ...model.env, RATE_LIMIT_PER_MINUTE: '1000' })
  const lamps = Array.from({ length: count }, (_, n) => [`/lamp/${n}`, lampPage(n)] as const)
  for (const host of [
    'batch.test',
    'single.test',
    'liar.test',
    'slip.test',
    'summary.test',
    'prompts.test',
  ])
    web.site(host, { ...Object.fromEntries(lamps), '/all': categoryPage() })
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

/** A model that reads a lamp's page without a fault. */
const honest: ModelScript = ({ user }) => ({
  content: { _lines: [1], ...lampData(numberIn(user)) },
})
const numberIn = (text: string): number => Number(/lamp (\d+)/.exec(text)?.[1])

const post = (path: string, body: unknown) => app.api(path, { method: 'POST', body })
const extractOne = async (
  host: string,
  n: number,
  schema: object = lampSchema,
  more: { prompt?: string } = {},
) => {
  const url = `https://${host}/lamp/${n}`
  const answer = await post('/v1/extract', { url, schema, reader: 'auto', ...more })
  assert.equal(answer.status, 200, answer.text)
  return {
    data: (answer.json as ExtractAnswer).data,
    reader: (answer.json as ExtractAnswer).reader,
    by: answer.headers.get('x-extractor'),
    used: answer.headers.get('x-credits-used'),
  }
}
const readersOf = async (host: string): Promise<Reader[]> =>
  ((await app.api(`/v1/readers?host=${host}`)).json as { data: Reader[] }).data
const statusIs = (host: string, status: string) =>
  until(`the reader of ${host} is ${status}`, async () => {
    const [reader] = await readersOf(host)
    return reader?.status === status
  })

describe('reader: "auto"', () => {
  it('reads hundreds of pages of one template with some eight calls of the model', async () => {
    const before = model.requests.length
    const urls = Array.from({ length: count }, (_, n) => `https://batch.test/lamp/${n}`)
    const state = await extractBatch(app, { urls, schema: lampSchema, reader: 'auto' })
    assert.equal(state.data.length, count)
    for (const { url, data, reader } of state.data)
      if (reader) assert.deepEqual(data, lampData(Number(url.split('/').at(-1))), url)
    assert.equal(state.data.filter(({ reader }) => reader).length, count - 8)
    const readers = await readersOf('batch.test')
    assert.equal(readers.length, 1)
    assert.ok(['ready', 'weak'].includes(readers[0]?.status ?? ''), readers[0]?.status)
    // Three to learn from, five to read along; checks come on top, and cost nobody anything.
    const checks = 20
    const asked = model.requests.length - before
    assert.ok(asked >= 8 && asked <= 8 + checks, `${asked} calls`)
    assert.equal(state.creditsUsed, 8 * 5 + (count - 8))
  })

  it('shows on the way what it does, call by call', async () => {
    for (let n = 0; n < 3; n++) assert.equal((await extractOne('single.test', n)).used, '5')
    await statusIs('single.test', 'proving')
    for (let n = 3; n < 8; n++) assert.equal((await extractOne('single.test', n)).by, 'model')
    await until('the reader takes over', async () =>
      ['ready', 'weak'].includes((await readersOf('single.test'))[0]?.status ?? ''),
    )
    const { data, reader, by, used } = await extractOne('single.test', 30)
    assert.deepEqual(data, lampData(30))
    assert.deepEqual({ by, used }, { by: 'reader', used: '1' })
    const [known] = await readersOf('single.test')
    assert.deepEqual(reader, { id: known?.id, version: 2 })
    const versions = await app.api(`/v1/readers/${known?.id}/versions`)
    assert.equal((versions.json as { data: { cause: string }[] }).data[0]?.cause, 'model')
  })

  it('leaves a page of another template to the model', async () => {
    model.respond(() => ({ content: { _lines: [1], name: 'All lamps' } }))
    const url = 'https://single.test/all'
    const answer = await post('/v1/extract', { url, schema: lampSchema, reader: 'auto' })
    model.respond(honest)
    assert.equal(answer.headers.get('x-extractor'), 'model', answer.text)
    assert.equal((answer.json as ExtractAnswer).reader, undefined)
  })

  it('does not take over a field that the model reads otherwise', async () => {
    const schema = {
      ...lampSchema,
      properties: { ...lampSchema.properties, remark: { type: ['string', 'null'] } },
    }
    // It stands on all pages, and the model sees it on some, without any rule.
    model.respond(({ user }) => {
      const remark = [0, 2, 5, 7, 8, 11].includes(numberIn(user)) ? 'with tax' : null
      return { content: { _lines: [1], ...lampData(numberIn(user)), remark } }
    })
    for (let n = 0; n < 3; n++) await extractOne('liar.test', n, schema)
    await statusIs('liar.test', 'proving')
    for (let n = 3; n < 8; n++) await extractOne('liar.test', n, schema)
    await until('it reads along once more', async () => {
      const [reader] = await readersOf('liar.test')
      return reader?.version === 2 && reader.status === 'proving'
    })
    for (let n = 8; n < 13; n++) await extractOne('liar.test', n, schema)
    await until('it answers', async () => (await readersOf('liar.test'))[0]?.version === 3)
    const [reader] = await readersOf('liar.test')
    assert.equal(reader?.fields['/remark'], undefined)
    const { by, data } = await extractOne('liar.test', 30, schema)
    model.respond(honest)
    assert.equal(by, 'reader+model')
    assert.equal((data as { name: string }).name, lampData(30).name)
    // Nor where somebody teaches it more, unless they say that field too.
    const teachMore = async (data: object) => {
      const examples = [{ url: 'https://liar.test/lamp/30', data }]
      const answer = await post(`/v1/readers/${reader?.id}/examples`, { examples })
      return (answer.json as Reader).fields
    }
    const { sku } = lampData(30)
    assert.deepEqual(Object.keys(await teachMore({ sku })), Object.keys(reader?.fields ?? {}))
    assert.ok((await teachMore({ sku, remark: 'with tax' }))['/remark'])
  })

  it('forgives the model one slip of a field', async () => {
    const { name, sku } = lampSchema.properties
    const schema = { type: 'object', properties: { name, sku } }
    model.respond(({ user }) => {
      const n = numberIn(user)
      const { name, sku } = lampData(n)
      return { content: { _lines: [1], name, sku: n === 5 ? null : sku } }
    })
    for (let n = 0; n < 3; n++) await extractOne('slip.test', n, schema)
    await statusIs('slip.test', 'proving')
    for (let n = 3; n < 8; n++) await extractOne('slip.test', n, schema)
    await until('it answers', async () => (await readersOf('slip.test'))[0]?.version === 2)
    model.respond(honest)
    assert.deepEqual(await extractOne('slip.test', 30, schema), {
      ...{ data: { name: lampData(30).name, sku: lampData(30).sku }, by: 'reader', used: '1' },
      reader: { id: (await readersOf('slip.test'))[0]?.id, version: 2 },
    })
  })

  it('never learns what is not on the page word for word', async () => {
    const schema = {
      ...lampSchema,
      properties: {
        ...lampSchema.properties,
        mood: { type: 'string', description: 'Your judgement: is the text warm or cold?' },
      },
    }
    model.respond(({ user }) => ({
      content: { _lines: [1], ...lampData(numberIn(user)), mood: 'warm' },
    }))
    for (let n = 0; n < 3; n++) await extractOne('summary.test', n, schema)
    await statusIs('summary.test', 'proving')
    model.respond(honest)
    const [reader] = await readersOf('summary.test')
    assert.equal(reader?.fields['/mood'], undefined)
    assert.ok(reader?.fields['/price'])
  })

  it('learns one reader for each prompt: another prompt asks for something else', async () => {
    const schema = { type: 'object', properties: { label: { type: 'string' } } }
    const asked = { prompt: 'The article’s  number\nas the label ' }
    model.respond(({ user }) => ({
      content: { _lines: [1], label: lampData(numberIn(user)).sku },
    }))
    for (let n = 0; n < 3; n++) await extractOne('prompts.test', n, schema, asked)
    await statusIs('prompts.test', 'proving')
    for (let n = 3; n < 8; n++) await extractOne('prompts.test', n, schema, asked)
    await until('it answers', async () => (await readersOf('prompts.test'))[0]?.version === 2)
    model.respond(({ user }) => ({
      content: { _lines: [1], label: lampData(numberIn(user)).name },
    }))
    // The same words, whatever the white space between them.
    const same = await extractOne('prompts.test', 30, schema, {
      prompt: 'The article’s number as the label',
    })
    assert.deepEqual([same.by, same.data], ['reader', { label: lampData(30).sku }])
    for (const more of [{}, { prompt: 'The name' }]) {
      const { by, data } = await extractOne('prompts.test', 31, schema, more)
      assert.deepEqual([by, data], ['model', { label: lampData(31).name }])
    }
    await until('each has a reader', async () => (await readersOf('prompts.test')).length === 3)
    model.respond(honest)
    const prompts = (await readersOf('prompts.test')).map(({ prompt }) => prompt)
    const expected = [undefined, 'The article’s number as the label', 'The name']
    assert.deepEqual(prompts.sort(), expected.sort())
  })

  it('wants a schema', async () => {
    const answer = await post('/v1/extract', {
      ...{ url: 'https://single.test/lamp/1', prompt: 'The price', reader: 'auto' },
    })
    assert.equal(answer.status, 400)
    assert.match(answer.text, /schema/)
  })
})
