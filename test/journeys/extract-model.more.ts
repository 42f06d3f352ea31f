import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { honest, shopPage } from '../support/planted-orders.ts'
import { product, setUpExtraction } from './extract-model-setup.ts'

const { world, newPage, extracted, refused, asks } = setUpExtraction()
const nothingElse = shopPage('')

describe('a long page', () => {
  const rows = Array.from({ length: 225 }, (_, n) => ({
    title: `Book number ${n}`,
    year: 1100 + n,
  }))
  const filler = 'Some words that say nothing of any book but fill the line. '.repeat(4)
  const html = `<h1>The library</h1><p>Founded in 1887 by Ada Mill</p><table>${rows
    .map(({ title, year }) => `<tr><td>${title}</td><td>${year}</td><td>${filler}</td></tr>`)
    .join('')}</table>`
  const schema = {
    type: 'object',
    properties: {
      founder: { type: 'string', description: 'Who founded the library' },
      books: {
        type: 'array',
        items: {
          type: 'object',
          properties: { title: { type: 'string' }, year: { type: 'integer' } },
        },
      },
    },
  }
  /** Reads the rows it is shown, as a careful model would. */
  const readRows = (user: string) =>
    [...user.matchAll(/\[(\d+)\] (Book number \d+) \| (\d+)/g)].map(([, line, title, year]) => ({
      _lines: [Number(line)],
      title,
      year: Number(year),
    }))

  it('is asked about part by part: lists are whole, once each and in page order', async () => {
    world.model.respond(({ user }) => ({
      content: {
        _lines: [2],
        founder: /Ada Mill/.test(user) ? 'Ada Mill' : null,
        books: readRows(user),
      },
    }))
    const before = asks()
    const { data, warning } = await extracted({ url: newPage(html), schema })
    assert.deepEqual(data, { founder: 'Ada Mill', books: rows })
    assert.ok(asks() - before >= 3)
    assert.equal(warning, undefined)
    for (const { user } of world.model.requests.slice(before)) assert.ok(user.length < 40_000)
  })

  it('that is too long says how much was left out', async () => {
    const more = Array.from({ length: 600 }, (_, n) => `<p>${n} ${filler.repeat(3)}</p>`).join('')
    const longer = `${html}<h2>More</h2>${more}`
    world.model.respond(({ user }) => ({
      content: { _lines: [], founder: null, books: readRows(user) },
    }))
    const { data, warning } = await extracted({ url: newPage(longer), schema })
    assert.equal((data as { books: unknown[] }).books.length, rows.length)
    assert.match(warning ?? '', /last \d+ lines of \d+ were left out/)
  })
})

describe('a model that does not do as asked', () => {
  const body = () => ({ url: newPage(nothingElse), schema: product })
  const strict = () => ({ url: newPage(nothingElse), schema: { ...product, required: ['color'] } })
  const good = { _lines: [1], ...honest }

  it('whose connection breaks in the middle is asked again', async () => {
    const start = asks()
    world.model.respond(() => (asks() - start === 1 ? 'reset' : { content: good }))
    assert.deepEqual((await extracted(body())).data, honest)
  })

  it('that breaks off is asked once more', async () => {
    const start = asks()
    world.model.respond(() =>
      asks() - start === 1
        ? { content: '{"name": "Brass de', finishReason: 'length' }
        : { content: good },
    )
    assert.deepEqual((await extracted(body())).data, honest)
  })

  it('that breaks off twice in a list gives the whole entries, with a warning', async () => {
    const entries = '{"_lines":[1],"text":"Brass desk lamp"},{"_lines":[2],"text":"Sold by Lu'
    world.model.respond(() => ({
      content: `{"_lines":[],"rows":[${entries}`,
      finishReason: 'length',
    }))
    const row = { type: 'object', properties: { text: { type: 'string' } } }
    const { data, warning } = await extracted({
      url: newPage(nothingElse),
      schema: { properties: { rows: { type: 'array', items: row } } },
    })
    assert.deepEqual(data, { rows: [{ text: 'Brass desk lamp' }] })
    assert.match(warning ?? '', /cut off/)
  })

  const faults: [what: string, reply: Parameters<typeof world.model.respond>[0], code: string][] = [
    ['refuses', () => ({ refusal: 'I cannot help with that.' }), 'model_failed'],
    ['writes prose', () => ({ content: 'I would rather not.' }), 'model_failed'],
    ['writes no answer of its protocol', () => ({ status: 200, body: '<html>' }), 'model_failed'],
    ['writes truncated JSON', () => ({ content: '{"name": "Brass' }), 'model_failed'],
    ['is filtered', () => ({ content: '', finishReason: 'content_filter' }), 'model_failed'],
    [
      'answers 429',
      () => ({ status: 429, headers: { 'retry-after-ms': '1' }, body: {} }),
      'model_failed',
    ],
    [
      'answers 500',
      () => ({ status: 500, headers: { 'retry-after-ms': '1' }, body: {} }),
      'model_failed',
    ],
    ['answers 401', () => ({ status: 401, body: {} }), 'model_failed'],
    ['hangs', () => 'hang', 'model_timeout'],
    ['writes 10 MB', () => ({ content: 'x'.repeat(10_000_000) }), 'model_failed'],
  ]
  for (const [what, reply, code] of faults) {
    it(`that ${what} is a ${code} that costs nothing where only a model can answer`, async () => {
      world.model.respond(reply)
      await refused(strict(), code, /language model/i)
    })
  }

  it('has what is left of the time that the caller names', async () => {
    world.model.respond(async () => {
      await setTimeout(1_400)
      return { content: good }
    })
    await refused({ ...strict(), timeout: 1_000 }, 'model_timeout', /language model/i)
    assert.deepEqual((await extracted(body())).data, honest)
  })
})
