import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { deleteKey } from '../../../src/base/accounts/keys.ts'
import { listRefusals } from '../../../src/base/accounts/refusals.ts'
import { findMark } from '../../../src/products/images/marks/marks.ts'
import { etagOf } from '../../../src/products/images/renditions.ts'
import { createImageKey, getImage, type ImageApp, startImages } from '../../support/images.ts'
import { colorOf, png, sizeOf } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

const hostileSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="steal()"><script>steal()</script>' +
  '<image href="https://spy.test/x.png" width="5" height="5"/><circle cx="5" cy="5" r="4" fill="#2f6fde"/>' +
  '<rect width="2" height="2" fill="#888"/></svg>'

describe('the image API', () => {
  let web: SimulatedWeb
  let app: ImageApp
  before(async () => {
    web = await createSimulatedWeb()
    const icon = await png('blue', 256)
    const page = (href: string) => `<html><head><link rel="icon" href="${href}"></head></html>`
    const site = { '/': page('/i.png'), '/i.png': icon }
    for (const host of ['acme.example', 'xn--mnchen-3ya.de']) web.site(host, site)
    web.site('vector.example', { '/': page('/i.svg'), '/i.svg': hostileSvg })
    web.site('bare.example', { '/': page('') })
    app = await startImages(web)
    await app.image('/acme.example')
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const everywhere = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Retry-After, X-Error-Code, X-Image-Source',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  }
  const hasEverywhere = (headers: Headers) => {
    for (const [name, value] of Object.entries(everywhere)) assert.equal(headers.get(name), value)
  }

  it('answers a raster icon as a square of the size asked for, in the format asked for', async () => {
    const cases: [query: string, type: string, px: number][] = [
      ['', 'image/png', 128],
      ['?size=64', 'image/png', 64],
      ['?size=64&retina=true', 'image/png', 128],
      ['?size=1', 'image/png', 1],
      ['?size=99999', 'image/png', 2048],
      ['?format=webp&size=32', 'image/webp', 32],
      ['?format=jpg&size=32', 'image/jpeg', 32],
      ['?format=gif&size=32', 'image/png', 32],
    ]
    for (const [query, type, px] of cases) {
      const answer = await app.image(`/acme.example${query}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), type)
      const { width, height } = await sizeOf(answer.bytes)
      assert.deepEqual([width, height], [px, px], query)
    }
  })

  it('puts a jpg on white', async () => {
    const { bytes } = await app.image('/acme.example?format=jpg')
    const corner = await sharp(bytes)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer()
    assert.ok([...corner].every(channel => channel > 245))
    assert.equal(await colorOf(bytes), 'blue')
  })

  it('carries the headers of a good image answer', async () => {
    const { headers, bytes } = await app.image('/acme.example')
    hasEverywhere(headers)
    assert.equal(headers.get('cache-control'), 'private, max-age=86400')
    assert.match(headers.get('etag') ?? '', /^"[\w-]{20,}"$/)
    assert.equal(headers.get('x-image-source'), 'link')
    assert.equal(headers.get('content-length'), String(bytes.length))
    assert.equal(headers.get('content-security-policy'), null)
  })

  it('sends small and large images byte for byte', async () => {
    const noisy = (size: number) =>
      sharp(randomBytes(3 * size * size), { raw: { width: size, height: size, channels: 3 } })
    for (const size of [48, 160]) {
      web.site(`noisy${size}.example`, {
        '/': '<link rel=icon href=/i.png>',
        '/i.png': await noisy(size).png().toBuffer(),
      })
      const { headers, bytes } = await app.image(`/noisy${size}.example?size=${size}`)
      assert.equal(headers.get('etag'), etagOf(bytes))
      assert.equal(bytes.length > 16_384, size === 160)
    }
  })

  it('HEAD is GET without the body', async () => {
    for (const target of [
      '/acme.example',
      '/bare.example',
      '/bare.example?fallback=404',
      '/junk',
    ]) {
      const got = await app.image(target)
      const head = await app.image(target, { method: 'HEAD' })
      assert.equal(head.status, got.status)
      assert.equal(head.bytes.length, 0)
      for (const name of ['content-type', 'content-length', 'etag', 'x-image-source'])
        assert.equal(head.headers.get(name), got.headers.get(name), `${target} ${name}`)
    }
  })

  it('honours If-None-Match', async () => {
    const { headers } = await app.image('/acme.example')
    const etag = headers.get('etag') ?? ''
    for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await app.image('/acme.example', { headers: { 'if-none-match': asked } })
      assert.equal(answer.status, 304, asked)
      assert.equal(answer.bytes.length, 0)
      assert.equal(answer.headers.get('etag'), etag)
      assert.equal(answer.headers.get('cache-control'), 'private, max-age=86400')
      hasEverywhere(answer.headers)
    }
    const other = await app.image('/acme.example', { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.status, 200)
  })

  it('serves an SVG icon sanitised and sandboxed, whatever the format', async () => {
    for (const query of ['', '?format=webp', '?format=jpg&size=16']) {
      const { headers, text } = await app.image(`/vector.example${query}`)
      assert.equal(headers.get('content-type'), 'image/svg+xml')
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox\b/)
      assert.match(text, /#2f6fde/)
      assert.doesNotMatch(text, /script|onload|spy\.test|steal/)
    }
    assert.equal(web.requestsTo('spy.test').length, 0)
  })

  it('shows a monogram where there is no icon, for an hour', async () => {
    const { status, headers, text } = await app.image('/bare.example')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'image/svg+xml')
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox\b/)
    assert.match(text, />B</)
    assert.equal(headers.get('cache-control'), 'private, max-age=3600')
    assert.equal(headers.get('x-image-source'), 'monogram')
    hasEverywhere(headers)
  })

  it('is a 404 where there is no icon and fallback says so', async () => {
    const { status, headers, text } = await app.image('/bare.example?fallback=404')
    assert.equal(status, 404)
    assert.match(text, /bare\.example/)
    assert.equal(headers.get('cache-control'), 'private, max-age=3600')
    assert.equal(headers.get('x-image-source'), 'none')
    assert.equal(headers.get('x-error-code'), 'not_found')
    hasEverywhere(headers)
  })

  it('gives every spelling of a domain the same image', async () => {
    const { bytes } = await app.image('/acme.example')
    const before = web.requestsTo('acme.example').length
    for (const spelling of [
      'www.acme.example',
      'ACME.Example.',
      'https://acme.example/a/b',
      'https:/acme.example/a',
      'http://user:pw@www.acme.example:8080/x',
      'https%3A%2F%2Facme.example%2Fa%3Fb%3Dc',
    ]) {
      const answer = await app.image(`/${spelling}`)
      assert.equal(answer.status, 200, spelling)
      assert.deepEqual(answer.bytes, bytes, spelling)
    }
    assert.equal(web.requestsTo('acme.example').length, before)
    const [a, b] = await Promise.all([app.image('/münchen.de'), app.image('/xn--mnchen-3ya.de')])
    assert.deepEqual(a.bytes, b.bytes)
  })

  it('takes a whole URL in the path as it is, slashes and all', async () => {
    const { hostname, port } = new URL(app.imageUrl)
    const path = `/https://acme.example/a//b?token=${app.publishableKey}&size=16`
    const status = await new Promise(resolve => {
      httpRequest({ hostname, port, path }, answer => {
        answer.resume()
        resolve(answer.statusCode)
      }).end()
    })
    assert.equal(status, 200)
  })

  it('refuses what is no public domain with a sentence', async () => {
    for (const target of [
      '/127.0.0.1',
      '/0x7f.1',
      '/localhost',
      '/printer.local',
      '/co.uk',
      '/%00',
      '/og/',
      '/',
    ]) {
      const { status, headers, text } = await app.image(target)
      assert.equal(status, 400, target)
      assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.match(text, /^.{10,}\.$/)
      hasEverywhere(headers)
    }
  })

  it('answers a preflight and refuses other methods', async () => {
    const preflight = await getImage(`${app.imageUrl}/acme.example`, { method: 'OPTIONS' })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /GET/)
    hasEverywhere(preflight.headers)
    const post = await app.image('/acme.example', { method: 'POST' })
    assert.equal(post.status, 405)
    assert.match(post.headers.get('allow') ?? '', /GET/)
    assert.equal(post.headers.get('x-error-code'), 'method_not_allowed')
    assert.equal(post.headers.get('cache-control'), 'no-store')
    hasEverywhere(post.headers)
  })

  it('prefers a curated mark to the site’s own files and asks nobody', async () => {
    assert.ok(findMark('github.com'))
    for (const theme of ['light', 'dark']) {
      const { headers } = await app.image(`/https://www.github.com/about?theme=${theme}`)
      assert.equal(headers.get('x-image-source'), 'mark')
      assert.equal(headers.get('content-type'), 'image/svg+xml')
    }
    assert.equal(web.requestsTo('github.com').length, 0)
  })

  describe('checks the key, then the origin, then counts', () => {
    const make = (origins: string[] = []) => createImageKey(app, { origins })

    it('a missing, malformed, unknown or wrong key is a 401', async () => {
      const tokens = [
        '',
        '?token=',
        '?token=pk_short',
        `?token=pk_${'unknown1'.repeat(4)}`,
        `?token=${app.secretKey}`,
        '?token=%00',
      ]
      for (const token of tokens)
        for (const target of ['/acme.example', '/not-a-domain', '/og/acme.example']) {
          const { status, headers, text } = await getImage(`${app.imageUrl}${target}${token}`)
          assert.equal(status, 401, target + token)
          assert.equal(text, 'Invalid token')
          hasEverywhere(headers)
        }
    })

    it('a deleted key stops working for a cached image', async () => {
      const key = await make()
      assert.equal((await key.get('/acme.example')).status, 200)
      await deleteKey(app.database.sql, { id: key.id, actor: 'test' })
      await until(
        'the key is refused',
        async () => (await key.get('/acme.example')).status === 401,
        2_000,
      )
    })

    it('an unlisted page is a 401 before anything else is judged, and is remembered', async () => {
      const key = await make(['shop.example.com', '*.example.org'])
      const rules: [headers: Record<string, string>, status: number][] = [
        [{ origin: 'https://shop.example.com' }, 200],
        [{ origin: 'https://a.example.org' }, 200],
        [{ origin: 'https://example.org' }, 401],
        [{ origin: 'https://evil.test' }, 401],
        [{ origin: 'null' }, 401],
        [{ referer: 'https://shop.example.com/page' }, 200],
        [{ referer: 'https://evil.test/page' }, 401],
        [{ origin: 'https://evil.test', referer: 'https://shop.example.com/' }, 401],
        [{ origin: 'http://localhost:5173' }, 200],
        [{ origin: 'http://app.localhost' }, 200],
        [{}, 200],
      ]
      for (const [headers, status] of rules) {
        const answer = await key.get('/acme.example', headers)
        assert.equal(answer.status, status, JSON.stringify(headers))
        if (status === 401) assert.equal(answer.text, 'Origin not allowed')
        else assert.equal(answer.headers.get('vary'), 'Origin')
      }
      assert.equal((await key.get('/junk', { origin: 'https://evil.test' })).status, 401)
      assert.equal(await key.counted(), 6)
      await until('the refused hosts are written', async () => {
        const hosts = (await listRefusals(app.database.sql, key.id)).map(({ host }) => host)
        return (
          hosts.includes('evil.test') && hosts.includes('example.org') && hosts.includes('null')
        )
      })
    })

    it('counts every request that passes: images, 304, 404, monograms, 400, HEAD', async () => {
      const key = await make()
      const { headers } = await key.get('/acme.example')
      await key.get('/acme.example', { 'if-none-match': headers.get('etag') ?? '' })
      await key.get('/bare.example')
      await key.get('/bare.example?fallback=404')
      await key.get('/og/bare.example')
      await key.get('/not-a-domain')
      await key.get('/acme.example', {}, 'HEAD')
      assert.equal(await key.counted(), 7)
      const outcomes = await app.database.sql`
        select endpoint, outcome, requests::int as requests from usage
        where key_id = ${key.id} order by endpoint, outcome`
      assert.deepEqual(
        outcomes.map(({ endpoint, outcome, requests }) => [endpoint, outcome, requests]),
        [
          ['icon', 'invalid_request', 1],
          ['icon', 'monogram', 1],
          ['icon', 'not_found', 1],
          ['icon', 'ok', 3],
          ['og', 'not_found', 1],
        ],
      )
    })
  })

  it('tells how an icon was chosen, to secret keys only', async () => {
    const { status, json } = await app.api('/v1/images/https%3A%2F%2Facme.example%2Fx')
    assert.equal(status, 200)
    const told = json as { domain: string; source: string; report: { light: object[] } }
    assert.deepEqual([told.domain, told.source], ['acme.example', 'link'])
    assert.ok(told.report.light.length > 1)
    assert.equal((await app.api('/v1/images/junk')).status, 400)
    const publishable = { authorization: `Bearer ${app.publishableKey}` }
    assert.equal((await app.api('/v1/images/acme.example', { headers: publishable })).status, 401)
  })

  it('never repeats a token in the log', async () => {
    assert.ok(!app.logLines.join('').includes(app.publishableKey))
  })
})
