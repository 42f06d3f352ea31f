import assert from 'node:assert/strict'
import { get, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createKey } from '../../src/base/accounts/keys.ts'
import { call, startApp, type TestApp } from '../support/app.ts'
import { until } from '../support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ RATE_LIMIT_PER_MINUTE: '50' })
})

const errorOf = (json: unknown): string => {
  assert.deepEqual(Object.keys(json as object), ['error'])
  return (json as { error: string }).error
}

describe('every error', () => {
  const cases: [
    name: string,
    path: string,
    init: object,
    status: number,
    code: string,
    text: RegExp,
  ][] = [
    ['no key', '/v1/usage', { headers: { authorization: '' } }, 401, 'invalid_key', /Bearer/],
    [
      'a malformed header',
      '/v1/usage',
      { headers: { authorization: 'Token x' } },
      401,
      'invalid_key',
      /Bearer/,
    ],
    [
      'an unknown key',
      '/v1/usage',
      { headers: { authorization: `Bearer sr_${'x'.repeat(32)}` } },
      401,
      'invalid_key',
      /not valid/,
    ],
    [
      'a publishable key',
      '/v1/usage',
      { headers: { authorization: `Bearer pk_${'testpublic'.repeat(3)}` } },
      401,
      'invalid_key',
      /publishable/,
    ],
    [
      'a key of another shape',
      '/v1/usage',
      { headers: { authorization: 'Bearer sr_x' } },
      401,
      'invalid_key',
      /not valid/,
    ],
    ['an unknown route', '/v1/nothing', {}, 404, 'not_found', /GET \/v1\/nothing/],
    [
      'an unknown route outside',
      '/nothing?token=secret',
      {},
      404,
      'not_found',
      /GET \/nothing here/,
    ],
    ['another method', '/v1/usage', { method: 'DELETE' }, 405, 'method_not_allowed', /Use GET/],
    ['a broken path', '/v1/%E0%A4%A', {}, 400, 'invalid_request', /./],
  ]
  for (const [name, path, init, status, code, text] of cases)
    it(`for ${name} is a ${status} with one sentence, its code and the request id`, async () => {
      const answer = await app.api(path, init)
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('x-error-code'), code)
      assert.match(answer.headers.get('x-request-id') ?? '', /^req_\w{22}$/)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
      assert.match(errorOf(answer.json), text)
    })

  it('a request that is no HTTP gets a plain 400', async () => {
    const { port } = new URL(app.apiUrl)
    const { connect } = await import('node:net')
    const answer = await new Promise<string>(resolve => {
      let text = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('nonsense\r\n\r\n'))
      socket.on('data', chunk => (text += chunk)).on('close', () => resolve(text))
    })
    assert.match(answer, /^HTTP\/1.1 400/)
  })
})

describe('a key', () => {
  it('has its calls a minute, then a 429 with Retry-After', async () => {
    const { key } = await createKey(app.database.sql, {
      accountId: await firstAccount(),
      kind: 'secret',
      name: 'limited',
      actor: 'test',
    })
    const headers = { authorization: `Bearer ${key}` }
    const answers = await Promise.all(
      Array.from({ length: 70 }, () => app.api('/v1/usage', { headers })),
    )
    const limited = answers.filter(answer => answer.status === 429)
    // While they arrive, some more are allowed: the slower the machine, the more.
    assert.ok(limited.length >= 1 && limited.length <= 20, `${limited.length} limited`)
    const [first] = limited
    assert.equal(first?.headers.get('x-error-code'), 'rate_limited')
    assert.ok(Number(first?.headers.get('retry-after')) >= 1)
    assert.match(errorOf(first?.json), /50 calls a minute/)
  })

  const firstAccount = async () => {
    const [row] = await app.database.sql<{ id: string }[]>`select id from accounts`
    return row?.id ?? ''
  }
})

describe('an answer', () => {
  /** As it comes, still packed. */
  const raw = (path: string, headers: Record<string, string>) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const authorization = `Bearer ${app.secretKey}`
      get(`${app.apiUrl}${path}`, { headers: { authorization, ...headers } }, async answer => {
        resolve({ headers: answer.headers, bytes: await buffer(answer) })
      }).on('error', reject)
    })

  it('is packed as its reader takes it, and left alone where that is no use', async () => {
    const { bytes: plain, headers } = await raw('/openapi.json', {})
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers.vary, 'accept-encoding')
    for (const [accepts, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['gzip, br;q=0.2', 'gzip', gunzipSync],
      ['gzip;q=0.4, *;q=0.5', 'br', brotliDecompressSync],
    ] as const) {
      const answer = await raw('/openapi.json', { 'accept-encoding': accepts })
      assert.equal(answer.headers['content-encoding'], encoding)
      assert.ok(answer.bytes.length < plain.length / 4)
      assert.deepEqual(unpack(answer.bytes), plain)
    }
    const small = await raw('/v1/nothing', { 'accept-encoding': 'br' })
    assert.equal(small.headers['content-encoding'], undefined)
    const private_ = await raw('/dashboard/api/session', { 'accept-encoding': 'br' })
    assert.equal(private_.headers['content-encoding'], undefined)
  })

  it('says how many calls its key has left', async () => {
    const { headers } = await app.api('/v1/usage')
    assert.equal(headers.get('ratelimit-limit'), '50')
    const left = Number(headers.get('ratelimit-remaining'))
    assert.ok(left >= 0 && left < 50)
    const reset = Number(headers.get('ratelimit-reset'))
    assert.ok(reset >= 1 && reset <= 60)
  })
})

describe('usage', () => {
  it('counts each call under its key and says so at once', async () => {
    type Report = { credits: { remaining: number | null }; days: { calls: number }[] }
    const first = (await app.api('/v1/usage')).json as Report
    const second = (await app.api('/v1/usage')).json as Report
    assert.equal(first.credits.remaining, null)
    const calls = (report: Report) => report.days.reduce((sum, day) => sum + day.calls, 0)
    assert.equal(calls(second), calls(first) + 1)
  })
})

describe('health', () => {
  it('is alive without a key', async () => {
    const answer = await call(`${app.apiUrl}/healthz`)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.json, { status: 'ok' })
  })

  it('readiness names each part', async () => {
    const answer = await call(`${app.apiUrl}/readyz`)
    const { checks } = answer.json as { checks: Record<string, { ok: boolean }> }
    assert.equal(answer.status, 200)
    for (const part of ['database', 'queue', 'browser', 'model'])
      assert.equal(typeof checks[part]?.ok, 'boolean', part)
  })
})

describe('the log', () => {
  it('has one line a request and never a key, a query string or a header', async () => {
    const answer = await app.api('/v1/usage?secret=hunter2')
    const id = answer.headers.get('x-request-id') ?? ''
    const lines = app.logLines.filter(line => line.includes(id))
    assert.equal(lines.length, 1)
    const line = JSON.parse(lines[0] ?? '')
    assert.equal(line.route, '/v1/usage')
    assert.match(line.key, /^key_/)
    const all = app.logLines.join('')
    for (const secret of ['hunter2', app.secretKey, 'authorization', 'postgres://'])
      assert.ok(!all.includes(secret), secret)
  })
})

describe('a slow or broken client', () => {
  it('that sends a body over the limit gets a 413', async () => {
    const answer = await app.api('/v1/scrape', {
      method: 'POST',
      body: `{"url":"${'x'.repeat(1_100_000)}"}`,
    })
    assert.equal(answer.status, 413)
    assert.equal(answer.headers.get('x-error-code'), 'body_too_large')
  })

  it('that is no HTTP is told so, as of any error', async () => {
    const { port, host } = new URL(app.apiUrl)
    const say = async (text: string): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(text)
      return (await buffer(socket)).toString()
    }
    const lines = (first: string, ...more: string[]) =>
      [first, `Host: ${host}`, ...more, '', ''].join('\r\n')
    const invalid = 'The request is not valid HTTP.'
    for (const [text, status, error] of [
      ['GARBAGE\r\n\r\n', 400, invalid],
      [lines('GET /v1/w\0ys HTTP/1.1'), 400, invalid],
      [lines('POST /v1/scrape HTTP/1.1', 'Content-Length: abc'), 400, invalid],
      [lines('GET / HTTP/1.1', `X: ${'a'.repeat(20_000)}`), 431, /larger than 16 kB/],
    ] as const) {
      const [head = '', body = ''] = (await say(text)).split('\r\n\r\n')
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(head, /x-error-code: invalid_request/)
      const said = errorOf(JSON.parse(body))
      if (typeof error === 'string') assert.equal(said, error)
      else assert.match(said, error)
    }
  })

  it('that hangs up half way costs nothing', async () => {
    const { port } = new URL(app.apiUrl)
    const half = request({
      port,
      method: 'POST',
      path: '/v1/scrape',
      headers: {
        authorization: `Bearer ${app.secretKey}`,
        'content-type': 'application/json',
        'content-length': 100,
      },
    })
    half.on('error', () => {})
    half.write('{"url":')
    await new Promise(resolve => half.once('socket', socket => socket.once('connect', resolve)))
    half.destroy()
    assert.equal((await call(`${app.apiUrl}/healthz`)).status, 200)
    await until('its line is in the log, once, and is nobody’s fault', async () => {
      const gone = app.logLines.filter(line => line.includes('"caller_gone"'))
      return gone.length === 1 && gone.every(line => JSON.parse(line).level === 30)
    })
  })
})

describe('OpenAPI', () => {
  it('is 3.1 and names every route and error', async () => {
    const { json } = await call(`${app.apiUrl}/openapi.json`)
    const api = json as {
      openapi: string
      paths: Record<string, Record<string, { responses: object }>>
    }
    assert.match(api.openapi, /^3\.1/)
    assert.deepEqual(Object.keys(api.paths['/v1/usage']?.get?.responses ?? {}), [
      '200',
      '400',
      '401',
      '429',
      '503',
    ])
  })

  it('the reference page comes whole from this server', async () => {
    const page = await call(`${app.apiUrl}/docs/reference/`)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self';/)
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1] ?? '')
    assert.ok(sources.includes('/docs/reference/js/scalar.js') && sources.includes('/docs/'))
    for (const source of sources) {
      assert.match(source, /^\/(?!\/)/)
      assert.equal((await call(app.apiUrl + source)).status, 200, source)
    }
  })

  it('the typeface is this server’s, and for good', async () => {
    const sheet = await call(`${app.apiUrl}/fonts/inter.css`)
    const files = [...sheet.text.matchAll(/url\(([^)]+)\)/g)].map(([, file]) => file ?? '')
    assert.equal(files.length, 7)
    for (const file of files) {
      const font = await call(`${app.apiUrl}/fonts/${file}`)
      assert.equal(font.headers.get('content-type'), 'font/woff2', file)
      assert.match(font.headers.get('cache-control') ?? '', /immutable/)
    }
    for (const path of ['/fonts/inter-none.woff2', '/fonts/%2e%2e%2fpackage.json'])
      assert.equal((await call(app.apiUrl + path)).status, 404, path)
  })
})

describe('the documents', () => {
  const at = (path: string) => call(app.apiUrl + path)

  it('are a site of this server, with their text for programs', async () => {
    const home = await at('/docs')
    assert.equal(home.status, 200)
    assert.match(home.text, /<h1>Quick start<\/h1>/)
    assert.match((await at('/docs/overview')).text, /<h1>Siteray<\/h1>/)
    assert.match(home.headers.get('content-security-policy') ?? '', /script-src 'self'/)
    assert.match((await at('/docs/crawl')).text, /<h2 id="/)
    assert.match((await at('/docs/search?q=webhook+secret')).text, /class="hits"/)
    const markdown = await at('/docs/crawl.md')
    assert.match(markdown.headers.get('content-type') ?? '', /^text\/markdown/)
    assert.match(markdown.text, /^# Crawl/)
    assert.match((await at('/llms.txt')).text, new RegExp(`${app.apiUrl}/docs/crawl\\.md`))
    assert.match((await at('/llms-full.txt')).text, /# Scrape/)
  })

  it('have their pictures and nothing beside them', async () => {
    const picture = await at('/docs/images/crawl.svg')
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
    for (const path of ['/docs/nowhere', '/docs/images/%2e%2e%2fcrawl.md', '/docs/../package.json'])
      assert.equal((await at(path)).status, 404, path)
  })
})
