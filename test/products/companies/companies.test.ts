import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createImageKey, getImage, type ImageApp, startImages } from '../../support/images.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

describe('images of companies by name, symbol and address', () => {
  let web: SimulatedWeb
  let app: ImageApp
  before(async () => {
    web = await createSimulatedWeb()
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  it('are those of the domain, byte for byte, with the same parameters and ETag', async () => {
    const pairs = [
      ['/name/Coca-Cola', '/coca-cola.com'],
      ['/name/coca%20cola?size=64&theme=dark', '/coca-cola.com?size=64&theme=dark'],
      ['/ticker/AAPL?raster=true&format=webp', '/apple.com?raster=true&format=webp'],
      ['/ticker/XETR:SAP', '/sap.com'],
      ['/crypto/btc', '/bitcoin.org'],
      ['/email/joe@stripe.com', '/stripe.com'],
    ] as const
    for (const [by, domain] of pairs) {
      const [one, other] = await Promise.all([app.image(by), app.image(domain)])
      assert.equal(one.status, 200, by)
      assert.ok(one.bytes.equals(other.bytes), by)
      for (const name of ['etag', 'content-type', 'x-image-source', 'cache-control'])
        assert.equal(one.headers.get(name), other.headers.get(name), `${by} ${name}`)
    }
  })

  it('take the token in the path and answer HEAD and If-None-Match', async () => {
    const { imageUrl, publishableKey } = app
    const url = `${imageUrl}/${publishableKey}/name/Coca-Cola`
    const { headers } = await getImage(url)
    const again = await getImage(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
    assert.equal((await getImage(url, { method: 'HEAD' })).status, 200)
  })

  it('of nobody are the fallback: a monogram of what was asked for, or a 404 that says why', async () => {
    const letter = await app.image('/name/%22zqxjk%20vbnmw')
    assert.equal(letter.status, 200)
    assert.equal(letter.headers.get('x-image-source'), 'monogram')
    assert.match(letter.text, />Z</)
    const none = await app.image('/name/zqxjk%20vbnmw?fallback=404')
    assert.equal(none.status, 404)
    assert.equal(none.text, 'No company of this name is known.')
    const pixels = await app.image('/ticker/MARS:X?raster=true')
    assert.equal(pixels.headers.get('content-type'), 'image/png')
    const merck = await app.image('/name/merck?fallback=404')
    assert.match(merck.text, /^The name fits 2 companies/)
  })

  it('of an address at a mail service are a 404 whatever the fallback', async () => {
    const { status, text } = await app.image('/email/joe@gmail.com')
    assert.equal(status, 404)
    assert.match(text, /mail service/)
  })

  it('turn bad input into the fallback or one sentence', async () => {
    for (const path of [
      '/name/',
      '/name',
      `/name/${'x'.repeat(300)}`,
      '/name/a%00b',
      '/ticker/%0A',
    ])
      assert.equal((await app.image(`${path}?fallback=404`)).status, 404, path)
    const reasonOf = async (path: string) => (await app.image(`${path}?fallback=404`)).text
    assert.equal(await reasonOf('/name/'), 'The name is empty.')
    assert.equal(await reasonOf('/email/'), 'The mail address is empty.')
    assert.equal((await app.image('/name/%ff')).status, 400)
    assert.equal((await app.image('/email/joe@localhost')).status, 400)
  })

  it('ask for the key and the page first, and are counted', async () => {
    assert.equal((await getImage(`${app.imageUrl}/name/Coca-Cola?token=pk_no`)).status, 401)
    const key = await createImageKey(app, { origins: ['mine.example'] })
    const refused = await key.get('/name/Coca-Cola', { origin: 'https://other.example' })
    assert.equal(refused.status, 401)
    assert.equal((await key.get('/name/Coca-Cola', { origin: 'https://mine.example' })).status, 200)
    assert.equal(await key.counted(), 1)
  })

  it('have their reason in the report', async () => {
    const { json } = await app.api('/v1/images/Merck?by=name')
    const { source, report } = json as { source: null; report: { company: { reason: string } } }
    assert.equal(source, null)
    assert.match(report.company.reason, /^The name fits 2 companies/)
    const known = await app.api('/v1/images/AAPL?by=ticker')
    assert.equal((known.json as { domain: string }).domain, 'apple.com')
  })
})

describe('GET /v1/companies', () => {
  let app: ImageApp
  let web: SimulatedWeb
  before(async () => {
    web = await createSimulatedWeb()
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const search = (query: string, headers: Record<string, string>) =>
    fetch(`${app.apiUrl}/v1/companies?${query}`, { headers })

  it('answers a page with a publishable key, with CORS, and counts as an image does', async () => {
    const key = await createImageKey(app, { origins: ['mine.example'] })
    const answer = await search(`query=micros&token=${key.key}`, { origin: 'https://mine.example' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const { companies } = (await answer.json()) as {
      companies: { domain: string; icon: string; tickers: string[] }[]
    }
    const [first] = companies
    assert.equal(first?.domain, 'microsoft.com')
    assert.equal(first?.icon, `${app.imageUrl}/microsoft.com?token=${key.key}`)
    assert.ok(first?.tickers.includes('MSFT'))
    const refused = await search(`query=micros&token=${key.key}`, { origin: 'https://no.example' })
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('access-control-allow-origin'), '*')
    assert.equal(await key.counted(), 1)
  })

  it('answers a secret key, a bearer and a preflight', async () => {
    const secret = await search('query=apple&limit=2', { authorization: `Bearer ${app.secretKey}` })
    const { companies } = (await secret.json()) as { companies: { icon: string }[] }
    assert.equal(companies.length, 2)
    assert.equal(companies[0]?.icon, `${app.imageUrl}/apple.com`)
    const bearer = { authorization: `Bearer ${app.publishableKey}` }
    assert.equal((await search('query=apple', bearer)).status, 200)
    const url = `${app.apiUrl}/v1/companies?query=a`
    const preflight = await fetch(url, { method: 'OPTIONS' })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/)
    assert.equal((await fetch(url)).status, 401)
  })

  it('refuses what it does not know', async () => {
    const headers = { authorization: `Bearer ${app.secretKey}` }
    assert.equal((await search('limit=2', headers)).status, 400)
    assert.equal((await search('query=a&limit=51', headers)).status, 400)
    assert.equal((await search(`query=${'x'.repeat(301)}`, headers)).status, 400)
    assert.equal((await search('query=a&page=2', headers)).status, 400)
  })
})

describe('POST /v1/companies/resolve', () => {
  let app: ImageApp
  let web: SimulatedWeb
  before(async () => {
    web = await createSimulatedWeb()
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const resolve = async (companies: unknown) => {
    const answer = await fetch(`${app.apiUrl}/v1/companies/resolve`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ companies }),
    })
    const credits = Number(answer.headers.get('x-credits-used'))
    return { status: answer.status, credits, json: (await answer.json()) as Resolved }
  }
  type Resolved = {
    companies: { query: unknown; domain: string | null; name: string | null; reason: string }[]
  }

  it('answers in order, with a domain or a reason', async () => {
    const asked = ['Coca-Cola', { ticker: 'SAP.DE' }, 'Merck', 'joe@gmail.com']
    const { status, credits, json } = await resolve(asked)
    assert.equal(status, 200)
    assert.equal(credits, 1)
    assert.deepEqual(
      json.companies.map(({ query, domain }) => [query, domain]),
      asked.map((query, at) => [query, ['coca-cola.com', 'sap.com', null, null][at]]),
    )
    assert.match(json.companies[2]?.reason ?? '', /fits 2 companies/)
  })

  it('costs a credit for every hundred, and nothing where the call is wrong', async () => {
    const { credits, json } = await resolve(Array.from({ length: 1_000 }, () => 'Mircosoft'))
    assert.equal(credits, 10)
    assert.equal(json.companies.length, 1_000)
    for (const wrong of [
      [],
      Array(1_001).fill('x'),
      [{}],
      [{ name: 'a', ticker: 'b' }],
      [7],
      'x',
    ]) {
      const { status, credits } = await resolve(wrong)
      assert.deepEqual([status, credits], [400, 0], JSON.stringify(wrong).slice(0, 40))
    }
  })
})
