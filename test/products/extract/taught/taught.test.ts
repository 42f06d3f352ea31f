import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parsePage } from '../../../../src/page/html/parse-page.ts'
import { familyOf, type TaughtReader } from '../../../../src/page/taught/reader.ts'
import { finishTaught, readByReader } from '../../../../src/products/extract/taught/read.ts'
import { teachReader } from '../../../../src/products/readers/learn-task.ts'
import { categoryPage, lampData, lampPage, lampSchema } from '../../../support/lamp-shop.ts'

const urlOf = (n: number) => `https://lamps.test/lamp/${n}`
const pageOf = (n: number) => ({ url: urlOf(n), source: lampPage(n) })
const teach = (numbers: readonly number[], others: readonly number[] = []) =>
  teachReader({
    schema: lampSchema,
    examples: numbers.map(n => ({ ...pageOf(n), data: lampData(n) })),
    others: others.map(pageOf),
  })
const readHtml = (html: string, reader: TaughtReader, schema: object = lampSchema) => {
  const page = { document: parsePage(html), url: 'https://lamps.test/lamp/0' }
  const taught = readByReader(page, { ...schema }, reader)
  return { ...taught, ...finishTaught({ schema: { ...schema }, taught }) }
}
const read = (n: number, reader: TaughtReader) => readHtml(lampPage(n), reader)

describe('a reader of lamps', () => {
  it('reads every other page as the examples were, absent fields and lists among them', () => {
    const { reader } = teach([1, 3])
    for (let n = 4; n < 40; n++) assert.deepEqual(read(n, reader).data, lampData(n))
  })

  it('is the same whatever the order of the examples', () => {
    assert.deepEqual(teach([1, 3, 5]).reader.fields, teach([5, 1, 3]).reader.fields)
    assert.deepEqual(teach([1, 3]), teach([1, 3]))
  })

  it('says nothing where an example says that there is nothing', () => {
    const { reader } = teach([1, 3])
    assert.equal(Object(read(3, reader).data).material, null)
  })

  it('names an example that the others contradict, and does without it', () => {
    const examples = [1, 2, 4, 5].map(n => ({ ...pageOf(n), data: lampData(n) as object }))
    examples[2] = { ...pageOf(4), data: { ...lampData(4), sku: '2 days' } }
    const { reader, doubted } = teachReader({ schema: lampSchema, examples, others: [] })
    assert.deepEqual(doubted, [{ field: '/sku', example: 2 }])
    assert.equal(Object(read(7, reader).data).sku, lampData(7).sku)
  })

  it('gives the same unflagged answers of its examples without any one family', () => {
    const { reader } = teach([1, 2, 4])
    for (const family of ['path', 'class', 'label', 'heading', 'markup']) {
      const fields = Object.entries(reader.fields).map(([pointer, field]) => {
        const rules = field.rules.filter(({ view }) => familyOf(view) !== family)
        return [pointer, { ...field, rules }] as const
      })
      const { data, flagged } = read(1, { ...reader, fields: Object.fromEntries(fields) })
      for (const name of ['name', 'price', 'sku', 'material'])
        if (!flagged[`/${name}`])
          assert.deepEqual(
            Object(data)[name],
            Object(lampData(1))[name],
            `${name} without ${family}`,
          )
    }
  })

  it('leaves a list that it was not taught to somebody else, as a whole', () => {
    const { reviews, ...data } = lampData(1)
    const examples = [{ ...pageOf(1), data }]
    const { reader } = teachReader({ schema: lampSchema, examples, others: [] })
    const page = { document: parsePage(lampPage(1)), url: urlOf(1) }
    const taught = readByReader(page, lampSchema, reader)
    assert.deepEqual(taught.open, ['/reviews'])
    const quotes = reviews.map(({ author = '' }, at) => [
      `/reviews/${at}/author`,
      { quote: author },
    ])
    const rest = { data: { reviews }, evidence: Object.fromEntries(quotes), warnings: [] }
    const answer = finishTaught({ schema: lampSchema, taught, rest })
    assert.deepEqual(answer.data, lampData(1))
    assert.deepEqual(answer.warnings, ['Answered by the fallback: /reviews.'])
  })

  it('leaves a list open that is not where all examples had it, and says so', () => {
    const { reader } = teach([1, 2, 4])
    const without = lampPage(8).replaceAll('review"', 'rv"').replaceAll('ul>', 'ol>')
    const { data, open, flagged, warnings } = readHtml(without, reader)
    const { reviews: _, ...rest } = lampData(8)
    assert.deepEqual(data, rest)
    assert.deepEqual([open, flagged], [['/reviews'], { '/reviews': ['missing'] }])
    assert.deepEqual(warnings, ['Not found: /reviews.'])
  })

  for (const none of [[], null])
    it(`takes a list to be empty where an example said ${JSON.stringify(none)}`, () => {
      const without = lampPage(3).replace(/<ul>.*<\/ul>/, '')
      const examples = [
        { ...pageOf(1), data: lampData(1) as object },
        { ...pageOf(3), source: without, data: { ...lampData(3), reviews: none } },
      ]
      const { reader } = teachReader({ schema: lampSchema, examples, others: [] })
      const { data, open, warnings } = readHtml(lampPage(8).replace(/<ul>.*<\/ul>/, ''), reader)
      assert.deepEqual(data, { ...lampData(8), reviews: [] })
      assert.deepEqual(open, [])
      assert.doesNotMatch(warnings.join(), /reviews/)
      assert.deepEqual(read(9, reader).data, lampData(9))
    })

  it('survives classes that are renamed, and says that it is less sure', () => {
    const { reader } = teach([1, 2, 4])
    const html = lampPage(8).replaceAll('class="', 'class="x-')
    const { data, evidence } = readHtml(html, reader)
    assert.equal(Object(data).sku, lampData(8).sku)
    assert.ok((evidence['/sku']?.confidence ?? 1) < 1)
  })

  it('gives nothing for a value that was taken out of the page', () => {
    const { reader } = teach([1, 2, 4])
    const { data, open } = readHtml(lampPage(8).replace(/<td>LMP-\d+<\/td>/, '<td></td>'), reader)
    assert.equal(Object(data).sku, undefined)
    assert.deepEqual(open, ['/sku'])
  })

  it('knows a page of another template', () => {
    const { reader } = teach([1, 3])
    assert.equal(readHtml(categoryPage(), reader).isOther, true)
    assert.equal(read(12, reader).isOther, false)
  })

  it('asks about pages on which its rules disagree', () => {
    const lamp = (title: string, short: string) =>
      `<h1 class="long">${title}</h1><b class="short">${short}</b><p>Lamps and more</p>`
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    const { questions } = teachReader({
      schema,
      examples: [{ url: urlOf(1), source: lamp('Oak', 'Oak'), data: { name: 'Oak' } }],
      others: [{ url: urlOf(2), source: lamp('Brass lamp of 1920', 'Brass') }],
    })
    assert.equal(questions[0]?.field, '/name')
    assert.equal(questions[0]?.choices.length, 2)
  })
})

describe('a hostile page', () => {
  it('with a hundred thousand texts is read', () => {
    const { reader } = teach([1, 3])
    const html = lampPage(5).replace('</main>', `${'<b>Article</b><i>x</i>'.repeat(40_000)}</main>`)
    assert.equal(Object(readHtml(html, reader).data).sku, lampData(5).sku)
  })

  it('that repeats the value a thousand times still teaches', () => {
    const source = lampPage(1).replace('</main>', `${'<u>LMP-5013</u>'.repeat(1_000)}</main>`)
    const examples = [{ url: urlOf(1), source, data: { sku: 'LMP-5013' } }]
    const { reader } = teachReader({ schema: lampSchema, examples, others: [] })
    assert.ok((reader.fields['/sku']?.rules.length ?? 0) > 0)
  })

  it('gives no names of prototypes a meaning', () => {
    const schema = JSON.parse(
      '{"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}',
    )
    const data = JSON.parse('{"__proto__": "LMP-5013", "constructor": "oak"}')
    const { reader } = teachReader({ schema, examples: [{ ...pageOf(1), data }], others: [] })
    assert.deepEqual(Object.keys(reader.fields).sort(), ['/__proto__', '/constructor'])
    const given = readHtml(lampPage(1), reader, schema).data as object
    assert.equal(Object.getOwnPropertyDescriptor(given, '__proto__')?.value, 'LMP-5013')
  })
})
