import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { reserve, settleMany } from '../../src/base/accounts/credits.ts'
import { readPlans } from '../../src/base/accounts/plans.ts'
import { inTransaction } from '../../src/base/db/sql.ts'
import type { ExtractAnswer } from '../../src/products/extract/answer.ts'
import { hashQuestions } from '../../src/products/extract/model/kept-answers.ts'
import { type ApiAnswer, assertRefused, startApp, type TestApp } from '../support/app.ts'
import { createCaller } from '../support/callers.ts'
import { waiting } from '../support/locks.ts'
import { createModelServer, type ModelServer } from '../support/model-server.ts'
import {
  createSimulatedWeb,
  type Handler,
  type Reply,
  type SimulatedWeb,
} from '../support/simulated-web.ts'
import { tinyPdf } from '../support/tiny-pdf.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let model: ModelServer
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  model = await createModelServer(() => ({ content: said }))
  const env = { ...web.env, ...model.env, LLM_TIMEOUT_SECONDS: '2', RATE_LIMIT_PER_MINUTE: '200' }
  app = await startApp(env)
})
after(async () => {
  await app.close()
  await model.close()
  await web.close()
})

const said = { _lines: [1, 2], name: 'Brass desk lamp', price: 39.99 }
const { _lines, ...data } = said
const product = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
}
const prose = 'This lamp stands on desks all over the world and lights whatever people read there.'
const lamp = `<html><head><title>Brass desk lamp</title></head><body><h1>Brass desk lamp</h1><p>Price: $39.99</p><p>${prose}</p></body></html>`

let pages = 0
const newPage = (page: Reply | Handler = lamp): string => {
  const host = `route-${++pages}.test`
  web.site(host, { '/': page })
  return `https://${host}/`
}
const extract = (body: unknown, api = app.api): Promise<ApiAnswer> =>
  api('/v1/extract', { method: 'POST', body })
const extracted = async (body: object): Promise<ExtractAnswer> => {
  const answer = await extract(body)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('x-credits-used'), '5')
  return answer.json as ExtractAnswer
}
const refused = async (body: unknown, status: number, code: string, text: RegExp) => {
  const asked = model.requests.length
  const answer = await extract(body)
  assertRefused(answer, status, code, text)
  assert.deepEqual(Object.keys(answer.json as object), ['error'])
  assert.equal(model.requests.length, asked)
  return answer
}

describe('what extract may cost', () => {
  /** An account of the free plan that has spent all but so many credits. */
  const callerWith = async (credits: number) => {
    const caller = await createCaller(app, 'free', `has ${credits}`)
    const { sql } = app.database
    const [key] = await sql<{ id: string }[]>`select id from keys where account_id = ${caller.id}`
    const refs = Array.from({ length: 1_000 - credits }, (_, n) => `${caller.id} ${n}`)
    const work = { accountId: caller.id, keyId: key?.id ?? '', plan: 'free', ref: '', refs }
    await reserve(sql, readPlans(undefined), { ...work, operation: 'batch' })
    await settleMany(sql, refs)
    return caller
  }

  it('is a 402 where the account has less, before any page is asked for', async () => {
    const { api } = await callerWith(4)
    const url = newPage()
    const answer = await extract({ url, schema: product }, api)
    assert.equal(answer.status, 402, answer.text)
    assert.equal(answer.headers.get('x-error-code'), 'insufficient_credits')
    assert.match(answer.text, /needs 5 credits and the account has 4 left/)
    assert.equal(answer.headers.get('x-credits-used'), '0')
    assert.equal(answer.headers.get('x-credits-remaining'), '4')
    assert.equal(web.requestsTo(new URL(url).hostname).length, 0)
  })

  it('is charged once for each success and given back for each failure, also at the same time', async () => {
    const { api } = await callerWith(12)
    const failed = await extract(
      { url: newPage({ status: 404, body: lamp }), schema: product },
      api,
    )
    assert.equal(failed.status, 502)
    assert.equal(failed.headers.get('x-credits-remaining'), '12')
    const answers = await Promise.all(
      [1, 2, 3].map(() => extract({ url: newPage(), schema: product }, api)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 200, 402])
    const last = await extract({ url: newPage(), schema: product }, api)
    assert.equal(last.status, 402)
    assert.equal(last.headers.get('x-credits-remaining'), '2')
  })

  it('is a 429 with Retry-After when a key calls too often, and another key may still call', async () => {
    const eager = await createCaller(app, 'free', 'eager')
    const answers = await Promise.all(Array.from({ length: 250 }, () => extract({}, eager.api)))
    const limited = answers.filter(({ status }) => status === 429)
    assert.ok(limited.length > 0 && limited.length <= 50, `${limited.length} limited`)
    const [first] = limited
    assert.equal(first?.headers.get('x-error-code'), 'rate_limited')
    assert.ok(Number(first?.headers.get('retry-after')) >= 1)
    assert.equal(first?.headers.get('x-credits-used'), '0')
    assert.match(first?.text ?? '', /^\{"error":"This key may make 200 calls a minute\./)
    await extracted({ url: newPage(), schema: product })
  })

  it('is nothing when the caller hangs up', async () => {
    const caller = await callerWith(5)
    const url = newPage(() => undefined)
    const controller = new AbortController()
    const { signal } = controller
    const body = { url, schema: product }
    const called = caller.api('/v1/extract', { method: 'POST', body, signal })
    await web.waitForRequest(new URL(url).hostname)
    controller.abort()
    await assert.rejects(called)
    const again = async (): Promise<number> => {
      const { status } = await extract({ url: newPage(), schema: product }, caller.api)
      return status === 402 ? again() : status
    }
    assert.equal(await again(), 200)
    const { sql } = app.database
    const rows = () => sql`
      select code, credits, target from request_log where status = 499 and account_id = ${caller.id}`
    await until('the request log has it', async () => (await rows()).length > 0)
    const [row] = await rows()
    assert.deepEqual({ ...row }, { code: 'caller_gone', credits: 0, target: new URL(url).hostname })
    const lines = app.logLines.map(text => JSON.parse(text)).filter(({ status }) => status === 499)
    assert.deepEqual(
      lines.map(({ route, code, level }) => [route, code, level]),
      [['/v1/extract', 'caller_gone', 30]],
    )
  })

  it('is nothing, and no page is fetched, when the caller is gone before the work begins', async () => {
    const caller = await callerWith(10)
    const { sql } = app.database
    const controller = new AbortController()
    const calling = (path: string, body: object) =>
      caller.api(path, { method: 'POST', body, signal: controller.signal })
    const url = newPage()
    const calls = await inTransaction(sql, async transaction => {
      await transaction`select from accounts where id = ${caller.id} for update`
      const called = [
        calling('/v1/extract', { url, schema: product }),
        calling('/v1/companies/resolve', { companies: ['Acme'] }),
      ]
      await until('both wait for the account', async () => (await waiting(sql)).length === 2)
      controller.abort()
      const settled = await Promise.allSettled(called)
      // The end of the connections comes to the server meanwhile.
      await wait(100)
      return settled
    })
    assert.ok(calls.every(({ status }) => status === 'rejected'))
    const gone = () => sql<{ credits: number }[]>`
      select credits from request_log where status = 499 and account_id = ${caller.id}`
    await until('the request log has both', async () => (await gone()).length === 2)
    assert.deepEqual(
      (await gone()).map(({ credits }) => credits),
      [0, 0],
    )
    assert.deepEqual(web.requestsTo(new URL(url).hostname), [])
  })
})

describe('a request that cannot be used', () => {
  const url = 'https://nobody.test/'
  const nested = (depth: number): object => {
    let schema: object = { type: 'string' }
    for (let level = 0; level < depth; level++) schema = { properties: { a: schema } }
    return schema
  }
  const wide = Object.fromEntries(Array.from({ length: 10_500 }, (_, n) => [`field${n}`, {}]))
  const cases: [what: string, body: unknown, code: string, text: RegExp][] = [
    ['nothing', undefined, 'invalid_request', /object/],
    ['no object', [], 'invalid_request', /object/],
    ['broken JSON', '{"url":', 'invalid_request', /JSON/],
    ['no url', { schema: {} }, 'invalid_request', /url/],
    ['a url that is no text', { url: 7, schema: {} }, 'invalid_request', /"url" must be a string/],
    ['another scheme', { url: 'ftp://a.test/', schema: {} }, 'invalid_url', /http/],
    ['another port', { url: 'https://a.test:8080/', schema: {} }, 'invalid_url', /8080/],
    ['a private address', { url: 'http://10.0.0.1/', schema: {} }, 'blocked_target', /10\.0\.0\.1/],
    ['a prompt of spaces', { url, prompt: ' \n' }, 'invalid_request', /prompt/],
    ['evidence as text', { url, schema: {}, evidence: 'yes' }, 'invalid_request', /"evidence"/],
    ['a short timeout', { url, schema: {}, timeout: 5 }, 'invalid_request', /"timeout"/],
    ['a header of ours', { url, schema: {}, headers: { Host: 'a' } }, 'invalid_request', /Host/],
    ['an unknown field', { url, schema: {}, nonsense: 1 }, 'invalid_request', /"nonsense"/],
    [
      'a wrong type deep in a schema',
      { url, schema: { properties: { a: { items: { type: 'strng' } } } } },
      'invalid_schema',
      /#\/properties\/a\/items\/type/,
    ],
    [
      'a broken pattern',
      { url, schema: { properties: { a: { pattern: '(' } } } },
      'invalid_schema',
      /#\/properties\/a\/pattern/,
    ],
    ['a circle', { url, schema: { $ref: '#' } }, 'invalid_schema', /leads back to itself/],
    [
      'a deep schema',
      { url, schema: nested(40) },
      'invalid_schema',
      /nested more than 64 deep at #/,
    ],
    ['a wide schema', { url, schema: { properties: wide } }, 'invalid_schema', /3000 fields/],
    ['a long schema', { url, schema: { title: 'x'.repeat(140_000) } }, 'invalid_schema', /128 kB/],
  ]
  for (const [what, body, code, text] of cases)
    it(`(${what}) is a 400 that says what is wrong`, async () => {
      const before = web.requests.length
      if (typeof body === 'string') {
        const headers = { 'content-type': 'application/json' }
        const answer = await app.api('/v1/extract', { method: 'POST', body, headers })
        assert.equal(answer.status, 400)
        assert.match(answer.text, text)
      } else await refused(body, 400, code, text)
      assert.equal(web.requests.length, before)
    })
})

describe('a page that cannot be read is a 502 that says why, never a 500', () => {
  const at = (page: Reply | Handler) => ({ url: newPage(page), schema: product })

  it('by its status', async () => {
    for (const status of [401, 404, 500, 503])
      await refused(at({ status, body: lamp }), 502, 'page_unreachable', new RegExp(`${status}`))
    const busy = { status: 429, headers: { 'retry-after': '9' }, body: lamp }
    const answer = await refused(at(busy), 502, 'page_unreachable', /429/)
    assert.equal(answer.headers.get('retry-after'), '9')
  })

  it('by its connection', async () => {
    const hangUp: Handler = (_request, response) => void response.destroy()
    const breakOff: Handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9000' })
      response.write(lamp, () => response.destroy())
      return undefined
    }
    await refused(
      { ...at(() => undefined), timeout: 1_000 },
      502,
      'page_timeout',
      /within (?:1 s|0\.\d+ seconds)/,
    )
    await refused(at(hangUp), 502, 'page_unreachable', /closed the connection/)
    await refused(at(breakOff), 502, 'page_unreachable', /closed the connection/)
    web.site('expired.test', { '/': lamp }, { certificate: 'expired' })
    const url = 'https://expired.test/'
    await refused({ url, schema: product }, 502, 'page_unreachable', /certificate/)
  })

  it('by where it leads', async () => {
    const to = (location: string) => at({ status: 302, headers: { location } })
    await refused(to('/'), 502, 'page_unreachable', /redirects more than 10 times/)
    await refused(to('http://169.254.169.254/'), 400, 'blocked_target', /169\.254\.169\.254/)
  })

  it('by what is there', async () => {
    const wall = {
      status: 403,
      headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
      body: '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>',
    }
    const zip = {
      headers: { 'content-type': 'application/zip' },
      body: Buffer.from('PK\u0003\u0004'),
    }
    await refused({ ...at(wall), render: 'never' }, 502, 'page_blocked', /bot check/)
    await refused({ ...at('<body></body>'), render: 'never' }, 502, 'page_empty', /./)
    const program = {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]),
    }
    await refused(at(zip), 502, 'page_unsupported', /damaged/)
    await refused(at(program), 502, 'page_unsupported', /binary/)
    await refused(at('x'.repeat(11_000_000)), 502, 'page_too_large', /10 MB/)
  })
})

describe('extract reads', () => {
  /** Whatever the page is, every value is quoted from it. */
  const readsProduct = async (page: Reply, options: object = {}, place: object = {}) => {
    const answer = await extracted({
      url: newPage(page),
      schema: product,
      evidence: true,
      ...options,
    })
    assert.deepEqual(answer.data, data)
    assert.deepEqual(answer.evidence, {
      '/name': { quote: 'Brass desk lamp', ...place },
      '/price': { quote: '39.99', ...place },
    })
  }
  const typed = (type: string, body: string | Buffer) => ({
    headers: { 'content-type': type },
    body,
  })

  it('feeds, CSV, PDF, JSON and plain text', async () => {
    const item =
      '<item><title>Brass desk lamp</title><description>Price: $39.99</description></item>'
    const feed = `<rss version="2.0"><channel><title>News</title>${item}</channel></rss>`
    const runs = ['Brass desk lamp', 'Price: $39.99'].map((text, line) => ({
      ...{ x: 72, y: 700 - 40 * line, size: 12 },
      text,
    }))
    await readsProduct(typed('application/rss+xml', `<?xml version="1.0"?>${feed}`))
    await readsProduct(typed('text/csv', 'name,price\nBrass desk lamp,39.99\n'))
    await readsProduct(typed('application/pdf', tinyPdf([{ runs }])), {}, { page: 1 })
    await readsProduct(typed('application/json', JSON.stringify(data)))
    await readsProduct(typed('text/plain', `Brass desk lamp\nPrice: $39.99\n${prose}`))
  })

  it('pages that only scripts fill, in a browser, unless that is forbidden', async () => {
    const inner = JSON.stringify(`<h1>Brass desk lamp</h1><p>Price: $39.99</p><p>${prose}</p>`)
    const page = `<div id="root"></div><script>document.getElementById('root').innerHTML = ${inner.replaceAll('</', '<\\/')}</script>`
    await readsProduct(page)
    await readsProduct(page, { render: 'always' })
    await refused({ url: newPage(page), schema: product, render: 'never' }, 502, 'page_empty', /./)
  })

  it('only the main content with its headline when asked to, else the whole page', async () => {
    const page = `<nav><a href="/">Shop</a></nav><main><h1>Brass desk lamp</h1><p>Price: <b>$39.99</b></p>
      <dl><dt>Weight</dt><dd>2.4 kg</dd></dl><p>${prose}</p></main>
      <footer><p>Chair of steel</p><p>Imprint</p></footer>`
    await extracted({ url: newPage(page), schema: product })
    assert.match(model.requests.at(-1)?.user ?? '', /Brass desk lamp[\s\S]*Chair of steel/)
    await readsProduct(page, { onlyMainContent: true })
    assert.match(model.requests.at(-1)?.user ?? '', /# \[\d+\] Brass desk lamp/)
    assert.doesNotMatch(model.requests.at(-1)?.user ?? '', /Chair of steel|Imprint/)
  })
})

describe('a model’s answer is remembered for a day', () => {
  it('for the same text, schema and prompt, whatever else changes, and at the same price', async () => {
    const url = newPage()
    const asks = async (body: object) => {
      const before = model.requests.length
      await extracted({ url, schema: product, ...body })
      return model.requests.length - before
    }
    assert.equal(await asks({}), 1)
    assert.equal(await asks({}), 0)
    assert.equal(await asks({ evidence: true, timeout: 9_000 }), 0)
    assert.equal(await asks({ prompt: 'Without tax.' }), 1)
    assert.equal(await asks({ schema: { ...product, title: 'Another' } }), 1)
    assert.equal(await asks({ schema: { ...product, required: ['name'] } }), 1)
    web.site(new URL(url).hostname, {
      '/': lamp.replace('<title>', '<meta charset="utf-8"><title>'),
    })
    assert.equal(await asks({}), 0)
    web.site(new URL(url).hostname, { '/': lamp.replace('world', 'whole world') })
    assert.equal(await asks({}), 1)
  })

  it('for its account and its model only', async () => {
    const url = newPage()
    await extracted({ url, schema: product })
    const before = model.requests.length
    const other = await createCaller(app, 'free', 'other')
    assert.equal((await extract({ url, schema: product }, other.api)).status, 200)
    assert.equal(model.requests.length, before + 1)
    const [plan, wish] = [
      { parts: [], warnings: [] },
      { schema: product, prompt: undefined },
    ]
    assert.notDeepEqual(hashQuestions('a', plan, wish), hashQuestions('b', plan, wish))
  })

  it('unless it failed', async () => {
    const url = newPage()
    model.respond(() => ({ content: { _lines: [], name: null, price: null } }))
    const strict = { ...product, properties: { ...product.properties, age: { type: 'number' } } }
    const body = { url, schema: { ...strict, required: ['age'] } }
    assert.equal((await extract(body)).status, 502)
    const before = model.requests.length
    assert.equal((await extract(body)).status, 502)
    assert.equal(model.requests.length, before + 1)
    model.respond(() => ({ content: said }))
  })
})

describe('a model that is gone', () => {
  before(() => model.close())

  it('leaves the answer to the embedded extractor, or is a 502 that costs nothing', async () => {
    const summary = { type: 'string', description: 'A short summary' }
    const opinion = { properties: { summary }, required: ['summary'] }
    const fails = (body: object) =>
      refused({ url: newPage(), ...body }, 502, 'model_failed', /could not be reached/)
    const [{ data: found, warning }] = await Promise.all([
      extracted({ url: newPage(), schema: product }),
      fails({ schema: opinion }),
      fails({ prompt: 'The price?' }),
    ])
    assert.deepEqual(found, data)
    assert.match(warning ?? '', /could not be reached.*built-in extractor answered instead/)
  })
})
