import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { Tag, verify as verifyRequest } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import { openVault } from '../../src/base/db/vault.ts'
import { rollIdentity } from '../../src/base/identity/identity.ts'
import { readConfig } from '../../src/config/config.ts'
import { diagnose } from '../../src/process/doctor.ts'
import { call, masterKey, type TestApp } from '../support/app.ts'
import type { SimulatedWeb, WebRequest } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'
import { startWebApp } from '../support/web-app.ts'

const agent = 'https://siteray.example'
const identity = { PUBLIC_URL: agent, BOT_CONTACT: 'bots@siteray.example' }

let web: SimulatedWeb
let app: TestApp
before(async () => {
  ;({ web, app } = await startWebApp({ ...identity, SIGN_REQUESTS: 'always' }))
})

type Jwk = { kty: string; crv: string; kid: string; x: string }
const directory = async () => {
  const answer = await call(`${app.apiUrl}/.well-known/http-message-signatures-directory`)
  assert.equal(answer.status, 200, answer.text)
  return { answer, keys: (JSON.parse(answer.text) as { keys: Jwk[] }).keys }
}
const scrape = (body: object) => app.api('/v1/scrape', { method: 'POST', body })
const verifies = async (request: WebRequest | undefined, key: Jwk | undefined) => {
  assert.ok(request && key)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  const message = { method: request.method, url: request.url.href, headers }
  return verifyRequest(message, await verifierFromJWK(key))
}
const roll = async () => {
  const { sql } = app.database
  const vault = await openVault({ sql, masterKey, dataDir: '' })
  const before = (await directory()).keys.length
  const id = await rollIdentity({ sql, vault })
  await until('the new key is published', async () => (await directory()).keys.length > before)
  return id
}
const article = `<title>A</title><article><h1>A</h1><p>${'Words of the article. '.repeat(20)}</p></article>`

describe('the directory of keys', () => {
  it('has the media type of the drafts, and each key signs it', async () => {
    const { answer, keys } = await directory()
    assert.match(
      answer.headers.get('content-type') ?? '',
      /^application\/http-message-signatures-directory\+json/,
    )
    assert.equal(keys.length, 1)
    assert.deepEqual(Object.keys(keys[0] ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    await assertSignedBy(answer.headers, keys)
  })

  it('keeps a key that was rolled, and the new one signs', async () => {
    const [before] = (await directory()).keys
    const id = await roll()
    const { keys, answer } = await directory()
    assert.deepEqual(
      keys.map(({ kid }) => kid),
      [id, before?.kid],
    )
    await assertSignedBy(answer.headers, keys)
    web.site('rolled.test', { '/': article })
    assert.equal((await scrape({ url: 'https://rolled.test/' })).status, 200)
    await verifies(web.requestsTo('rolled.test')[0], keys[0])
  })

  it('is kept encrypted', async () => {
    const rows = await app.database.sql<{ text: string }[]>`
      select encode(sealed, 'escape') || public_x as text from bot_keys`
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes('PRIVATE')))
  })
})

describe('a page', () => {
  it('is signed by the browser too, at every hop', async () => {
    const { keys } = await directory()
    web.site('app.test', {
      '/': { status: 302, headers: { location: 'https://other.test/page' } },
    })
    web.site('other.test', {
      '/page': `${article}<script>fetch('/data')</script>`,
      '/data': '{}',
    })
    const answer = await scrape({ url: 'https://app.test/', render: 'always' })
    assert.equal(answer.status, 200, answer.text)
    const [first] = web.requestsTo('app.test')
    await verifies(first, keys[0])
    const seen = web.requestsTo('other.test')
    await verifies(
      seen.find(({ path }) => path === '/page'),
      keys[0],
    )
    assert.equal(seen.find(({ path }) => path === '/data')?.headers.signature, undefined)
  })
})

describe('the page about us', () => {
  it('says who we are, how to keep us out and whom to write to', async () => {
    const { status, text, headers } = await call(`${app.apiUrl}/bot`)
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /User-agent: Siteray\nDisallow: \//)
    assert.match(text, /mailto:bots@siteray\.example/)
    assert.match(text, /Signature-Agent: "https:\/\/siteray\.example"|Signature-Agent: &#34;/)
    web.site('log.test', { '/': article })
    await scrape({ url: 'https://log.test/' })
    assert.match(
      String(web.requestsTo('log.test')[0]?.headers['user-agent']),
      /\+https:\/\/siteray\.example\/bot\)/,
    )
  })
})

describe('what a site says of the use of its pages', () => {
  it('is reported from headers, page and robots.txt, and costs no request', async () => {
    web.site('prefs.test', {
      '/': {
        headers: { 'content-usage': 'train-ai=n, search=y', 'content-type': 'text/html' },
        body: `<meta name="robots" content="noai"><meta name="tdm-reservation" content="1">${article}`,
      },
      '/robots.txt':
        'License: https://prefs.test/rsl.xml\nUser-agent: *\nContent-Usage: train-ai=n\nAllow: /',
    })
    const body = { url: 'https://prefs.test/', formats: ['metadata'] }
    const { json } = await scrape(body)
    assert.deepEqual((json as Answer).metadata.preferences, [
      use('train-ai', false, 'header', 'Content-Usage: train-ai=n, search=y'),
      use('search', true, 'header', 'Content-Usage: train-ai=n, search=y'),
      use('tdm', false, 'page', 'tdm-reservation: 1'),
      use('ai', false, 'page', 'robots: noai'),
    ])
    assert.equal(web.requestsTo('prefs.test').length, 1)
    const asked = await scrape({ ...body, respectRobots: true })
    assert.deepEqual((asked.json as Answer).metadata.preferences.slice(0, 2), [
      use('train-ai', false, 'robots.txt', 'Content-Usage: train-ai=n'),
      { use: 'license', source: 'robots.txt', statement: 'License: https://prefs.test/rsl.xml' },
    ])
  })

  it('names licences by their address, and they are no reason to refuse a page', async () => {
    const link = '</rsl.xml>; rel="license"; type="application/rsl+xml", </x>; rel="license"'
    const rsl = '<link rel="license" type="application/rsl+xml" href="/own.xml">'
    const headers = { link, 'content-type': 'text/html' }
    web.site('licensed.test', {
      '/': { headers, body: `${rsl}<link rel="license" href="/cc">${article}` },
    })
    const body = { url: 'https://licensed.test/', formats: ['metadata'], respectPreferences: true }
    const { json } = await scrape(body)
    assert.deepEqual((json as Answer).metadata.preferences, [
      { use: 'license', source: 'header', statement: 'Link: /rsl.xml' },
      { use: 'license', source: 'page', statement: 'license: /own.xml' },
    ])
  })

  it('is absent where a site says nothing', async () => {
    web.site('silent.test', { '/': article })
    const { json } = await scrape({ url: 'https://silent.test/', formats: ['metadata'] })
    assert.equal('preferences' in (json as Answer).metadata, false)
  })

  it('is respected on request, before anything is answered or charged', async () => {
    const cases: [host: string, site: Record<string, unknown>, where: RegExp][] = [
      ['h.test', { '/': { headers: { 'tdm-reservation': '1' }, body: article } }, /in a header/],
      ['m.test', { '/': `<meta name=robots content="noai">${article}` }, /on the page/],
      [
        'r.test',
        { '/': article, '/robots.txt': 'User-agent: *\nContent-Signal: search=yes, ai-train=no' },
        /in its robots\.txt/,
      ],
      [
        'w.test',
        {
          '/': article,
          '/.well-known/tdmrep.json':
            '[{"location": "/open", "tdm-reservation": 0}, {"location": "/*", "tdm-reservation": 1}]',
          '/open': article,
        },
        /in its tdmrep\.json: “tdm-reservation: 1”/,
      ],
      [
        't.test',
        {
          '/': {
            headers: { 'content-usage': 'train-ai=n', 'content-type': 'text/plain' },
            body: 'Text',
          },
        },
        /in a header/,
      ],
    ]
    for (const [host, site, where] of cases) {
      web.site(host, site as never)
      const answer = await scrape({ url: `https://${host}/`, respectPreferences: true })
      assert.equal(answer.status, 502, answer.text)
      assert.equal(answer.headers.get('x-error-code'), 'page_refused')
      assert.equal(answer.headers.get('x-credits-used'), '0')
      assert.match(answer.text, where)
    }
    const open = await scrape({ url: 'https://w.test/open', respectPreferences: true })
    assert.equal(open.status, 200, open.text)
    assert.equal(
      web.requestsTo('w.test').filter(({ path }) => path.endsWith('tdmrep.json')).length,
      1,
    )
    web.site('s.test', { '/': { headers: { 'content-usage': 'search=n' }, body: article } })
    const read = await scrape({ url: 'https://s.test/', respectPreferences: true })
    assert.equal(read.status, 200, read.text)
  })
})

describe('doctor', () => {
  it('verifies our own signature', async () => {
    const { database } = app
    const env = { ...identity, ...web.env, MASTER_KEY: masterKey, CHROMIUM_PATH: 'none' }
    const targets = { target: database.target, direct: database.target }
    const findings = await diagnose(readConfig(env), work => work(database.sql, targets))
    const found = findings.find(({ part }) => part === 'signature')
    assert.equal(found?.state, 'good', found?.detail)
    assert.match(found?.detail ?? '', /https:\/\/siteray\.example/)
  })
})

type Answer = { metadata: { preferences: object[] } }
const use = (name: string, allowed: boolean, source: string, statement: string) => ({
  ...{ use: name, allowed, source, statement },
})

/** RFC 9421 by hand, from the text of the response alone. */
const assertSignedBy = async (headers: Headers, keys: Jwk[]) => {
  const inputs = (headers.get('signature-input') ?? '').split(/, (?=key\d)/)
  const signatures = (headers.get('signature') ?? '').split(/, (?=key\d)/)
  assert.equal(inputs.length, keys.length)
  for (const [index, key] of keys.entries()) {
    const input = inputs[index]?.replace(/^key\d+=/, '') ?? ''
    assert.match(input, new RegExp(`tag="${Tag.HTTP_MESSAGE_SIGNAGURES_DIRECTORY}"`))
    assert.match(input, new RegExp(`keyid="${key.kid}"`))
    const base = `"@authority";req: siteray.example\n"@signature-params": ${input}`
    const bytes = Buffer.from(signatures[index]?.split(':')[1] ?? '', 'base64')
    const verify = await verifierFromJWK(key)
    await verify(base, bytes, {} as never)
  }
}
