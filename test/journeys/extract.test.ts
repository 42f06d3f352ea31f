import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import { type ApiAnswer, assertRefused, type TestApp } from '../support/app.ts'
import type { SimulatedWeb } from '../support/simulated-web.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'
import { startWebApp } from '../support/web-app.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp())
})

const lamp = `<html lang="en"><head><title>Brass desk lamp | Lumen</title>
  <script type="application/ld+json">{"@type":"Product","name":"Brass desk lamp","sku":"LH-220"}</script></head><body>
  <nav><a href="/">Home</a></nav><main><h1>Brass desk lamp</h1><p>Price: <b>$39.99</b></p>
  <dl><dt>Weight</dt><dd>2.4 kg</dd><dt>Material</dt><dd>Brass</dd></dl>
  <p>This lamp stands on desks all over the world and lights whatever people read there at night.</p>
  </main><footer>Imprint</footer></body></html>`
const product = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    weight: { type: 'string' },
    sku: { type: 'string' },
  },
  required: ['name', 'price'],
}
const url = 'https://shop.test/lamp'

const extract = (body: object): Promise<ApiAnswer> =>
  app.api('/v1/extract', { method: 'POST', body })
const extracted = async (body: object): Promise<ExtractAnswer> => {
  const answer = await extract(body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json as ExtractAnswer
}
const refused = async (body: object, status: number, code: string, text: RegExp) =>
  assertRefused(await extract(body), status, code, text)
const asked = () => web.requests.length

describe('extract without a model', () => {
  before(() => web.site('shop.test', { '/lamp': lamp }))

  it('fills the caller’s schema from the page, says who answered and costs 5 credits', async () => {
    const answer = await extract({ url, schema: product })
    assert.equal(answer.status, 200, answer.text)
    const { data, warning, evidence } = answer.json as ExtractAnswer
    assert.deepEqual(data, {
      name: 'Brass desk lamp',
      price: 39.99,
      weight: '2.4 kg',
      sku: 'LH-220',
    })
    assert.equal(answer.headers.get('x-extractor'), 'embedded')
    assert.equal(warning, undefined, 'what is always so is no warning')
    assert.equal(evidence, undefined)
    assert.equal(answer.headers.get('x-credits-used'), '5')
  })

  it('shows with evidence the page’s own words for every value', async () => {
    const { data, evidence = {} } = await extracted({ url, schema: product, evidence: true })
    assert.deepEqual(Object.keys(evidence).sort(), ['/name', '/price', '/sku', '/weight'])
    const shown = (pointer: string) => ({ ...Object(evidence[pointer]), confidence: 1 })
    assert.deepEqual(shown('/price'), { quote: '39.99', confidence: 1 })
    // What a reader sees is preferred to markup that says the same.
    assert.deepEqual(shown('/name'), { quote: 'Brass desk lamp', confidence: 1 })
    assert.deepEqual(shown('/sku'), {
      quote: 'LH-220',
      source: 'json-ld Product sku',
      confidence: 1,
    })
    assert.equal(Object.keys(data as object).length, 4)
  })

  it('takes lists and single values at the root', async () => {
    web.site('list.test', {
      '/': `<h1>Ingredients</h1><ul><li>200 g flour</li><li>3 eggs</li><li>1 pinch of salt</li></ul>
        <p>Stir all of it in a bowl until nothing of the flour can be seen any more.</p>`,
    })
    const { data } = await extracted({
      url: 'https://list.test/',
      schema: { type: 'array', title: 'ingredients', items: { type: 'string' } },
    })
    assert.deepEqual(data, ['200 g flour', '3 eggs', '1 pinch of salt'])
    const single = await extracted({ url, schema: { type: 'number', title: 'price' } })
    assert.equal(single.data, 39.99)
  })

  it('leaves judgements to a model, and says which', async () => {
    const summary = { type: 'string', description: 'A short summary' }
    const schema = { type: 'object', properties: { name: { type: 'string' }, summary } }
    const { data, warning } = await extracted({ url, schema, prompt: 'Be brief.' })
    assert.deepEqual(data, { name: 'Brass desk lamp' })
    assert.match(warning ?? '', /needed for \/summary/)
    assert.match(warning ?? '', /The prompt was not read/)
    await refused(
      { url, schema: { ...schema, required: ['summary'] } },
      502,
      'value_missing',
      /"\/summary".*needs a language model/,
    )
  })

  it('names what the schema requires and the page does not have, and costs nothing', async () => {
    const schema = {
      ...product,
      properties: { ...product.properties, blood_type: { type: 'string' } },
      required: ['name', 'blood_type'],
    }
    await refused({ url, schema }, 502, 'value_missing', /requires "\/blood_type"/)
    const cheap = { properties: { price: { type: 'number', maximum: 10 } }, required: ['price'] }
    await refused({ url, schema: cheap }, 502, 'value_missing', /"\/price"/)
  })

  it('costs nothing where the page has nothing of what is asked for, and says so', async () => {
    const schema = { type: 'object', properties: { blood_type: { type: 'string' } } }
    const { status, json, headers } = await extract({ url, schema })
    assert.deepEqual([status, Object(json).data], [200, {}])
    assert.match(Object(json).warning, /blood_type/)
    assert.equal(headers.get('x-credits-used'), '0')
  })
})

describe('extract refuses before it reads anything', () => {
  const cases: [body: object, code: string, text: RegExp][] = [
    [{ url }, 'invalid_request', /schema.*prompt/],
    [{ url, prompt: 'The price?' }, 'invalid_request', /language model.*LLM_PROVIDER/],
    [{ url, schema: { type: 'strin' } }, 'invalid_schema', /#\/type/],
    [
      { url, schema: { properties: { a: { $ref: '#/$defs/none' } } } },
      'invalid_schema',
      /\$defs\/none/,
    ],
    [
      { url, schema: { $ref: 'https://evil.test/schema.json' } },
      'invalid_schema',
      /#\/\$ref points outside/,
    ],
    [{ url, schema: false }, 'invalid_schema', /Nothing can satisfy/],
    [
      { url, schema: { properties: { price: { type: 'number', minimum: 5, maximum: 3 } } } },
      'invalid_schema',
      /Nothing can satisfy .*#\/properties\/price/,
    ],
    [{ url, schema: [] }, 'invalid_schema', /object or a boolean/],
    [{ url, schema: null }, 'invalid_schema', /object or a boolean/],
    [{ url, schema: {}, formats: ['html'] }, 'invalid_request', /formats/],
    [{ url: 'http://127.0.0.1/', schema: {} }, 'blocked_target', /./],
    [{ url: 'nonsense', schema: {} }, 'invalid_url', /./],
    [{ url, schema: {}, includeTags: ['a['] }, 'invalid_request', /includeTags/],
    [{ url, schema: {}, prompt: 'x'.repeat(20_001) }, 'invalid_request', /prompt/],
  ]
  for (const [body, code, text] of cases)
    it(`${code}: ${JSON.stringify(body).slice(0, 90)}`, async () => {
      const before = asked()
      await refused(body, 400, code, text)
      assert.equal(asked(), before)
    })

  it('a schema nested deeper than the limit, without breaking', async () => {
    const refusalOf = async (levels: number) => {
      const deep = `${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`
      const body = `{"url":"${url}","schema":${deep}}`
      const headers = { 'content-type': 'application/json' }
      const answer = await app.api('/v1/extract', { method: 'POST', body, headers })
      assert.equal(answer.status, 400, answer.text)
      return answer.headers.get('x-error-code')
    }
    assert.equal(await refusalOf(150), 'invalid_schema')
    // No body of any route may be as deep as this.
    assert.equal(await refusalOf(20_000), 'invalid_request')
  })

  it('a call without a key', async () => {
    const headers = { authorization: '' }
    const answer = await app.api('/v1/extract', { method: 'POST', body: { url }, headers })
    assert.equal(answer.status, 401)
  })

  it('documents exactly five errors', async () => {
    const { json } = await app.api('/openapi.json')
    const { paths } = json as { paths: Record<string, { post: { responses: object } }> }
    assert.deepEqual(Object.keys(paths['/v1/extract']?.post.responses ?? {}), [
      '200',
      '400',
      '401',
      '402',
      '429',
      '502',
    ])
  })
})

describe('extract reads', () => {
  const priceOf = async (body: object) => {
    const schema = { properties: { price: { type: 'number' } }, required: ['price'] }
    const { data } = await extracted({ schema, ...body })
    return (data as { price: number }).price
  }
  const prose = 'A page that says enough for a reader to know that it is really one. '.repeat(5)

  it('PDF, plain text, JSON, CSV and feeds', async () => {
    web.site('files.test', {
      '/a.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `Lamp\nPrice: $12.50\n${prose}`,
      },
      '/a.json': {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Lamp', price: 13.5, note: prose }),
      },
      '/a.csv': { headers: { 'content-type': 'text/csv' }, body: 'name,price\nLamp,14.50\n' },
      '/a.pdf': {
        headers: { 'content-type': 'application/pdf' },
        body: tinyPdf([{ runs: [{ x: 72, y: 700, size: 12, text: 'Price: $15.50' }] }]),
      },
    })
    assert.equal(await priceOf({ url: 'https://files.test/a.txt' }), 12.5)
    assert.equal(await priceOf({ url: 'https://files.test/a.json' }), 13.5)
    assert.equal(await priceOf({ url: 'https://files.test/a.csv' }), 14.5)
    assert.equal(await priceOf({ url: 'https://files.test/a.pdf' }), 15.5)
  })

  it('only what includeTags and excludeTags leave', async () => {
    const two = `<main><p>${prose}</p><div class="old">Price: $9.00</div><div class="new">Price: $7.00</div></main>`
    web.site('two.test', { '/': two })
    assert.equal(await priceOf({ url: 'https://two.test/', includeTags: ['.new'] }), 7)
    assert.equal(await priceOf({ url: 'https://two.test/', excludeTags: ['.new'] }), 9)
    await refused(
      { url: 'https://two.test/', schema: product, includeTags: ['.none'] },
      502,
      'page_empty',
      /includeTags/,
    )
  })

  it('our own copy of the page while it is young enough', async () => {
    web.site('copy.test', { '/': lamp })
    const body = { url: 'https://copy.test/', schema: product, maxAge: 60_000 }
    assert.deepEqual(await extracted(body), await extracted(body))
    assert.equal(web.requestsTo('copy.test').length, 1)
  })

  it('no wall and no fault of a site as if it were a page', async () => {
    web.site('faults.test', {
      '/gone': { status: 410, body: lamp },
      '/empty': '<html><body></body></html>',
      '/wall': {
        status: 403,
        headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
        body: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>',
      },
      '/image': {
        headers: { 'content-type': 'image/png' },
        body: Buffer.from('89504e470d0a1a0a', 'hex'),
      },
    })
    const at = (path: string) => ({
      url: `https://faults.test${path}`,
      schema: product,
      render: 'never',
    })
    await refused(at('/gone'), 502, 'page_unreachable', /410/)
    await refused(at('/empty'), 502, 'page_empty', /./)
    await refused(at('/wall'), 502, 'page_blocked', /bot check/)
    await refused(at('/image'), 502, 'page_unsupported', /picture/)
    await refused({ url: 'https://nobody.test/', schema: product }, 502, 'page_unreachable', /./)
  })

  it('in threads: the main one hardly works on a page that costs much', async () => {
    const boxes = '<div class="a b"><b>x</b>: <i>1</i></div>'.repeat(3_000)
    web.site('heavy.test', { '/': `<p>${prose}</p>${boxes}` })
    const mainMs = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1_000
    const allMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000
    const before = { main: mainMs(), all: allMs() }
    await extract({ url: 'https://heavy.test/', schema: product })
    const share = (mainMs() - before.main) / (allMs() - before.all)
    assert.ok(share < 0.3, `${Math.round(share * 100)} % of the work was done in the main thread`)
  })
})
