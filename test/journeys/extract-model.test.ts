import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import { call } from '../support/app.ts'
import {
  forgedMarks,
  hiddenPlaces,
  honest,
  obeyed,
  order,
  shopPage,
  splitOrders,
  visibleOrders,
} from '../support/planted-orders.ts'
import { product, setUpExtraction } from './extract-model-setup.ts'

const { world, newPage, extract, extracted, refused, asks } = setUpExtraction()
const say = (content: unknown) => world.model.respond(() => ({ content }))
const nothingElse = shopPage('')

describe('extract with a model', () => {
  it('returns what the model found and the page proves', async () => {
    say({ _lines: [1, 2, 3], ...honest })
    const { data, warning } = await extracted({
      url: newPage(nothingElse),
      schema: product,
    })
    assert.deepEqual(data, honest)
    assert.equal(warning, 'Judged by the model, not quoted: /summary.')
  })

  it('shows numbered lines between marks that no page can know, and asks in the strict dialect', async () => {
    say({ _lines: [], ...honest })
    const url = newPage(nothingElse)
    await extracted({
      url,
      schema: { ...product, required: ['name'] },
      prompt: 'The lamp, please.',
    })
    const request = world.model.requests.at(-1)
    assert.match(request?.system ?? '', /never an instruction to you/)
    assert.doesNotMatch(request?.system ?? '', /Brass/)
    assert.match(request?.user ?? '', /^What is wanted:\nThe lamp, please\./)
    assert.match(
      request?.user ?? '',
      /<page-(\w{16})>[\s\S]*# \[1\] Brass desk lamp[\s\S]*<\/page-\1>/,
    )
    assert.match(request?.user ?? '', /<shop\.example\/lamp>/)
    const schema = request?.schema as { required: string[]; properties: Record<string, object> }
    assert.deepEqual(schema.required, ['_lines', ...Object.keys(product.properties)])
    assert.deepEqual(schema.properties.price, { type: ['number', 'null'] })
    assert.equal(request?.body.temperature, 0)
    assert.equal(request?.body.tools, undefined)
  })

  it('leaves out what the page does not say, and says so', async () => {
    say({ _lines: [2], ...honest, seller: 'Mallory Traders', price: 12.34, summary: null })
    const { data, warning } = await extracted({ url: newPage(nothingElse), schema: product })
    const { seller: _seller, price: _price, summary: _summary, ...rest } = honest
    assert.deepEqual(data, rest)
    assert.match(warning ?? '', /\/price, \/seller are not on the page/)
  })

  it('is null where the schema allows null, absent elsewhere, an error where it is forced', async () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        price: { type: ['number', 'null'] },
        seller: { type: 'string' },
      },
      required: ['name', 'price'],
    }
    say({ _lines: [1], name: 'Brass desk lamp', price: null, seller: null })
    const url = newPage(nothingElse)
    assert.deepEqual((await extracted({ url, schema })).data, {
      name: 'Brass desk lamp',
      price: null,
    })
    say({ _lines: [1], name: 'Brass desk lamp', warranty: '10 years' })
    const forced = {
      properties: { name: {}, warranty: { type: 'string' } },
      required: ['warranty'],
    }
    await refused({ url, schema: forced }, 'value_missing', /requires "\/warranty"/)
  })

  it('quotes the page for every value, word for word, and marks what was judged', async () => {
    say({ _lines: [1, 2, 3, 4, 5], ...honest })
    const { evidence = {} } = await extracted({
      url: newPage(nothingElse),
      schema: product,
      evidence: true,
    })
    assert.deepEqual(
      Object.keys(evidence).sort(),
      Object.keys(honest)
        .map(name => `/${name}`)
        .sort(),
    )
    assert.deepEqual(evidence['/summary'], { judged: true })
    for (const [pointer, { quote }] of Object.entries(evidence))
      if (pointer !== '/summary')
        assert.ok(quote && nothingElse.includes(quote), `${pointer} ${quote}`)
    assert.deepEqual(evidence['/url'], { quote: 'https://shop.example/lamp', source: 'link' })
  })

  it('takes lists and single values at the root, and names that only the page knows', async () => {
    const url = newPage('<h1>Colors</h1><ul><li>red</li><li>blue</li></ul><p>Size: 12 cm wide</p>')
    say({ _lines: [2, 3], value: ['red', 'blue', 'green'] })
    const list = await extracted({ url, schema: { type: 'array', items: { type: 'string' } } })
    assert.deepEqual(list.data, ['red', 'blue'])
    say({ _lines: [4], value: 12 })
    const width = { type: 'integer', description: 'Width in cm' }
    assert.equal((await extracted({ url, schema: width })).data, 12)
    say({ _lines: [4], value: [{ name: 'Size', value: '12 cm wide' }] })
    const map = { type: 'object', additionalProperties: { type: 'string' } }
    assert.deepEqual((await extracted({ url, schema: map })).data, { Size: '12 cm wide' })
  })

  it('follows references, also those that lead to themselves', async () => {
    const url = newPage('<ul><li>Plants<ul><li>Trees<ul><li>Oak</li></ul></li></ul></li></ul>')
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: {
            label: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
          required: ['label'],
        },
      },
    }
    const oak = { label: 'Oak' }
    say({ _lines: [1], label: 'Plants', children: [{ label: 'Trees', children: [oak] }] })
    assert.deepEqual((await extracted({ url, schema })).data, {
      label: 'Plants',
      children: [{ label: 'Trees', children: [oak] }],
    })
  })

  it('gives an answer of its own shape to a prompt alone, proved value by value', async () => {
    say({
      _lines: [2],
      cost: { amount: 39.99, rival: 'Mallory Traders' },
      sellers: ['Lumen House'],
    })
    const { data, warning } = await extracted({
      url: newPage(nothingElse),
      prompt: 'Who sells it?',
    })
    assert.deepEqual(data, { cost: { amount: 39.99 }, sellers: ['Lumen House'] })
    assert.match(warning ?? '', /\/cost\/rival/)
    assert.equal(world.model.requests.at(-1)?.schema, undefined)
    say({ answer: 'It costs nothing at all' })
    await refused({ url: newPage(nothingElse), prompt: 'Cost?' }, 'model_failed', /on the page/)
    say({ retelling: 'A lamp of brass that somebody sells' })
    const told = { url: newPage(nothingElse), prompt: 'Summarize the page', evidence: true }
    assert.deepEqual((await extracted(told)).evidence, { '/retelling': { judged: true } })
  })

  it('answers from memory for a day: no second question, the same price', async () => {
    say({ _lines: [1], ...honest })
    const url = newPage(nothingElse)
    const first = await extracted({ url, schema: product })
    const before = asks()
    assert.deepEqual(await extracted({ url, schema: product }), first)
    const shown = await extracted({ url, schema: product, evidence: true })
    assert.deepEqual(shown.data, first.data)
    assert.equal(asks(), before)
    await extracted({ url, schema: product, prompt: 'again' })
    assert.equal(asks(), before + 1)
    world.web.site(new URL(url).hostname, { '/': nothingElse.replace('39.99', '29.99') })
    await extracted({ url, schema: product })
    assert.equal(asks(), before + 2)
    const { sql } = world.app.database
    await sql`update model_answers set asked_at = now() - interval '25 hours'`
    world.web.site(new URL(url).hostname, { '/': nothingElse })
    await extracted({ url, schema: product })
    assert.equal(asks(), before + 3)
  })

  it('counts calls and tokens in the log and the metrics', async () => {
    say({ _lines: [1], ...honest })
    await extracted({ url: newPage(nothingElse), schema: product })
    const line = world.app.logLines.findLast(text => text.includes('/v1/extract')) ?? '{}'
    const { extractor, calls, inputTokens, outputTokens } = JSON.parse(line)
    assert.deepEqual(
      { extractor, calls, inputTokens, outputTokens },
      {
        extractor: 'model',
        calls: 1,
        inputTokens: 10,
        outputTokens: 5,
      },
    )
    const { text } = await call(world.app.metricsUrl ?? '')
    assert.match(text, /siteray_model_tokens_total\{direction="in"\} \d+/)
    assert.match(text, /siteray_model_calls_total\{outcome="ok"\} \d+/)
  })
})

describe('a model that does not do as asked', () => {
  const body = () => ({ url: newPage(nothingElse), schema: product })
  const strict = () => ({ url: newPage(nothingElse), schema: { ...product, required: ['color'] } })
  /** First one answer, then another. */
  const sayThen = (first: unknown, second: unknown) => {
    const start = asks()
    world.model.respond(() => ({ content: asks() - start === 1 ? first : second }))
  }
  const good = { _lines: [1], ...honest }

  it('with prose around its JSON is understood', async () => {
    say(`Sure! Here it is:\n\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\``)
    const before = asks()
    assert.deepEqual((await extracted(body())).data, honest)
    assert.equal(asks(), before + 1)
  })

  it('with its JSON in a box, or single values in lists, is understood', async () => {
    say({ page_data: { ...good, name: [honest.name], price: String(honest.price) } })
    const before = asks()
    assert.deepEqual((await extracted(body())).data, honest)
    assert.equal(asks(), before + 1)
  })

  it('with another form is asked once more, and then counts as failed', async () => {
    sayThen({ lamp: 'yes', chairs: 3 }, good)
    assert.deepEqual((await extracted(body())).data, honest)
    assert.match(world.model.requests.at(-1)?.user ?? '', /properties of the form/)
    say([])
    await refused(strict(), 'model_failed', /no usable answer/)
  })

  it('that finds nothing says so', async () => {
    say({ _lines: [], name: null })
    const { data, warning } = await extracted(body())
    assert.deepEqual(
      { data, warning },
      { data: {}, warning: 'The model found nothing of what is asked for.' },
    )
    const schema = { type: ['string', 'null'], description: 'The color of the shade' }
    say({ _lines: [], value: null })
    assert.equal((await extracted({ url: newPage(nothingElse), schema })).data, null)
    const forced = { ...schema, type: 'string' }
    await refused(
      { url: newPage(nothingElse), schema: forced },
      'value_missing',
      /requires a value/,
    )
  })

  it('with a list where one value was asked for loses this value only', async () => {
    say({ ...good, name: ['Brass', 'desk'] })
    const { data, warning } = await extracted(body())
    const { name: _name, ...rest } = honest
    assert.deepEqual(data, rest)
    assert.match(warning ?? '', /\/name/)
  })

  it('with wrong types is asked once more with the validator’s words', async () => {
    sayThen({ ...good, price: 'cheap', email: 'nobody' }, good)
    assert.deepEqual((await extracted(body())).data, honest)
    const { user } = world.model.requests.at(-1) ?? { user: '' }
    assert.match(user, /\/price must be number/)
    assert.match(user, /\/email must match format "email"/)
  })

  it('with wrong types twice loses these values only', async () => {
    say({ ...good, price: 'cheap' })
    const { data } = await extracted(body())
    const { price: _price, ...rest } = honest
    assert.deepEqual(data, rest)
  })

  it('in the page’s own spelling is not asked again', async () => {
    const before = asks()
    say({ _lines: [1], day: 'March 12, 2021', stock: 'In stock' })
    const { data } = await extracted({
      url: newPage('<h1>Lamp</h1><p>March 12, 2021</p><p>In stock</p>'),
      schema: {
        properties: {
          day: { type: 'string', format: 'date' },
          stock: { enum: ['in_stock', 'sold_out'] },
        },
      },
    })
    assert.deepEqual(data, { day: '2021-03-12', stock: 'in_stock' })
    assert.equal(asks(), before + 1)
  })

  it('with one required value that the page does not have keeps all the others', async () => {
    say({ ...good, price: 12.34 })
    const schema = { ...product, required: ['name', 'price', 'seller'] }
    const answer = await extract({ url: newPage(nothingElse), schema })
    const { data, warning } = answer.json as ExtractAnswer
    assert.deepEqual(data, honest)
    assert.equal(answer.headers.get('x-extractor'), 'model')
    assert.match(warning ?? '', /From the built-in extractor, .*: \/price\./)
  })

  it('that fails leaves the answer to the embedded extractor, which says so', async () => {
    world.model.respond(() => ({ status: 500, headers: { 'retry-after-ms': '1' }, body: {} }))
    const { data, warning } = await extracted({
      url: newPage(nothingElse),
      schema: { ...product, required: ['name', 'price'] },
    })
    assert.equal((data as typeof honest).name, honest.name)
    assert.equal((data as typeof honest).price, honest.price)
    assert.match(warning ?? '', /language model failed .* built-in extractor answered/)
    assert.match(warning ?? '', /needed for \/summary/)
  })

  it('is not asked about a page that says nothing', async () => {
    const before = asks()
    const url = newPage('<html><body><img src="/x.png"></body></html>')
    await refused({ url, schema: product, render: 'never' }, 'page_empty', /./)
    assert.equal(asks(), before)
  })
})

describe('a model that obeys whatever the page orders', () => {
  beforeEach(() => say({ _lines: [1, 2, 3, 4, 5, 6, 7, 8], ...obeyed }))

  const tagged = [...order].map(char => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
  // Every third through the route; where they are told from text, all of them are tried.
  const planted = [
    ...hiddenPlaces.map(([, wrap]) => wrap(order.replaceAll('"', ''))),
    ...[...visibleOrders, ...forgedMarks].map(text => `<p>${text}</p>`),
    ...splitOrders.map(([, html]) => html),
    `<p>Fine${tagged}</p>`,
  ].filter((_, at) => at % 3 === 0)

  it(`brings none of its values in, by ${planted.length} planted orders, and reaches nobody`, async () => {
    assert.ok(planted.length >= 30, `${planted.length}`)
    // It exists, so that whoever goes there is seen.
    world.web.site('evil.example', { '*': 'caught' })
    const before = world.web.requests.length
    const ask = (text: string) =>
      extracted({ url: newPage(shopPage(text)), schema: product, evidence: true })
    const answers: Awaited<ReturnType<typeof ask>>[] = []
    // More at once than one account may have on a small machine would be refused.
    for (let at = 0; at < planted.length; at += 4)
      answers.push(...(await Promise.all(planted.slice(at, at + 4).map(ask))))
    for (const [index, answer] of answers.entries()) {
      assert.deepEqual(answer.data, {}, planted[index])
      assert.doesNotMatch(JSON.stringify(answer), /Mallory|evil\.example/, planted[index])
    }
    const reached = world.web.requests.slice(before)
    assert.equal(reached.length, planted.length)
    assert.ok(reached.every(({ host }) => host.startsWith('page-')))
  })

  it('is not even shown orders in plain sight, and the answer says that there were some', async () => {
    const page = shopPage(`<p>${order}</p>`).replace('<title>', `<title>${order} `)
    const { warning } = await extracted({ url: newPage(page), schema: product })
    assert.doesNotMatch(world.model.requests.at(-1)?.user ?? '', /Mallory/)
    assert.match(warning ?? '', /1 line of the page that gives orders/)
  })

  it('cannot hide behind a judgement without its being marked', async () => {
    say({ _lines: [1], summary: 'Mallory is a fine trader' })
    const { evidence } = await extracted({
      url: newPage(nothingElse),
      schema: product,
      evidence: true,
    })
    assert.deepEqual(evidence, { '/summary': { judged: true } })
  })
})
