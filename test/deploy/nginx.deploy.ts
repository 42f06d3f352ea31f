import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteKey } from '../../src/base/accounts/keys.ts'
import { call } from '../support/app.ts'
import { createImageKey, getImage, type ImageApp, startImages } from '../support/images.ts'
import { hasNginx, type Nginx, startNginx } from '../support/nginx.ts'
import { png, svg } from '../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

const skip = hasNginx() ? false : 'nginx is not installed'

describe('nginx with deploy/nginx.conf', { skip }, () => {
  let web: SimulatedWeb
  let app: ImageApp
  let nginx: Nginx
  before(async () => {
    web = await createSimulatedWeb()
    const page = (href: string) => `<html><head><link rel="icon" href="${href}"></head></html>`
    web.site('acme.example', { '/': page('/i.png'), '/i.png': await png('blue', 64) })
    web.site('vector.example', { '/': page('/i.svg'), '/i.svg': svg('green') })
    web.site('bare.example', { '/': page('') })
    app = await startImages(web)
    nginx = await startNginx({ api: app.apiUrl, image: app.imageUrl })
  })
  after(async () => {
    await nginx?.close()
    await app?.close()
    await web?.close()
  })

  const make = (origins: string[] = []) =>
    createImageKey(app, { origins, imageUrl: nginx.imageUrl })
  const cacheOf = ({ headers }: { headers: Headers }) => headers.get('x-cache')

  it('serves the same as Siteray itself, from its own cache the second time', async () => {
    for (const target of ['/acme.example?size=48', '/vector.example', '/bare.example']) {
      const [key, direct] = [await make(), await app.image(target)]
      const answers = [await key.get(target), await key.get(target)]
      assert.deepEqual(answers.map(cacheOf), ['MISS', 'HIT'], target)
      for (const { status, bytes, headers } of answers) {
        assert.equal(status, 200)
        assert.deepEqual(bytes, direct.bytes)
        const hops = ['date', 'connection', 'keep-alive', 'server', 'x-cache', 'accept-ranges']
        const own = (all: Headers) => [...all].filter(([name]) => !hops.includes(name))
        assert.deepEqual(own(headers), own(direct.headers))
      }
      assert.equal(await key.counted(), 2)
    }
  })

  it('counts every request once, from its cache or not, and shares one copy among all', async () => {
    const [one, other] = [await make(), await make()]
    await one.get('/acme.example')
    const before = web.requestsTo('acme.example').length
    const many = await Promise.all(Array.from({ length: 50 }, () => one.get('/acme.example')))
    assert.ok(many.every(answer => answer.status === 200 && cacheOf(answer) === 'HIT'))
    assert.equal(cacheOf(await other.get('/acme.example?size=128')), 'HIT')
    assert.equal(cacheOf(await other.get('/https://acme.example/x?size=128&y=1')), 'HIT')
    const tagged = many[0]?.headers.get('etag') ?? ''
    const again = await one.get('/acme.example', { 'if-none-match': tagged })
    assert.equal(again.status, 304)
    const head = await one.get('/acme.example', {}, 'HEAD')
    assert.deepEqual([head.status, head.bytes.length, cacheOf(head)], [200, 0, 'HIT'])
    assert.equal(await one.counted(), 53)
    assert.equal(await other.counted(), 2)
    assert.equal(web.requestsTo('acme.example').length, before)
  })

  it('many who ask for a new image at once make one of it, and each is counted', async () => {
    const key = await make()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => key.get('/acme.example?size=77')),
    )
    assert.ok(all.every(({ status }) => status === 200))
    assert.equal(all.filter(answer => cacheOf(answer) === 'MISS').length, 1)
    assert.equal(await key.counted(), 20)
  })

  it('a deleted key stops within a second, though the image is cached', async () => {
    const key = await make()
    await key.get('/acme.example')
    assert.equal(cacheOf(await key.get('/acme.example')), 'HIT')
    await deleteKey(app.database.sql, { id: key.id, actor: 'test' })
    const deletedMs = performance.now()
    let answer = await key.get('/acme.example')
    while (answer.status !== 401 && performance.now() - deletedMs < 5_000)
      answer = await key.get('/acme.example')
    const tookMs = performance.now() - deletedMs
    assert.ok(tookMs < 1_000, `${tookMs} ms`)
    const direct = await getImage(`${app.imageUrl}/acme.example?token=${key.key}`)
    assert.equal(answer.text, direct.text)
    for (const name of [
      ...['cache-control', 'x-error-code', 'vary', 'content-type', 'x-content-type-options'],
      ...['access-control-allow-origin', 'cross-origin-resource-policy'],
    ])
      assert.equal(answer.headers.get(name), direct.headers.get(name), name)
  })

  it('holds to the pages that a key is for, cached or not', async () => {
    const [bound, free] = [await make(['shop.example.com']), await make()]
    await free.get('/acme.example')
    const rules: [headers: Record<string, string>, status: number][] = [
      [{ origin: 'https://shop.example.com' }, 200],
      [{ referer: 'https://shop.example.com/page' }, 200],
      [{}, 200],
      [{ origin: 'https://evil.test' }, 401],
      [{ referer: 'https://evil.test/page' }, 401],
      [{ origin: 'https://evil.test', referer: 'https://shop.example.com/' }, 401],
      [{ origin: 'https://evil.test', 'x-siteray-ticket': 'x', 'x-original-uri': '/' }, 401],
    ]
    for (const [headers, status] of rules) {
      const answer = await bound.get('/acme.example', headers)
      assert.equal(answer.status, status, JSON.stringify(headers))
      assert.equal(answer.headers.get('vary'), status === 200 ? 'Origin' : 'Origin, Referer')
      if (status === 401) assert.equal(answer.text, 'Origin not allowed')
    }
    assert.equal((await free.get('/acme.example')).headers.get('vary'), null)
    assert.equal(await bound.counted(), 3)
  })

  it('keeps a 404 of an image, and no mistake; preflights and other methods are not counted', async () => {
    const key = await make()
    const missing = [
      await key.get('/bare.example?fallback=404'),
      await key.get('/bare.example?fallback=404'),
    ]
    assert.deepEqual(
      missing.map(answer => [answer.status, cacheOf(answer), answer.text]),
      [
        [404, 'MISS', 'bare.example does not have an icon.'],
        [404, 'HIT', 'bare.example does not have an icon.'],
      ],
    )
    const mistakes = [await key.get('/junk'), await key.get('/junk')]
    assert.deepEqual(
      mistakes.map(answer => [answer.status, cacheOf(answer)]),
      [
        [400, 'MISS'],
        [400, 'MISS'],
      ],
    )
    assert.equal((await key.get('/acme.example', {}, 'OPTIONS')).status, 204)
    const posted = await key.get('/acme.example', {}, 'POST')
    assert.deepEqual([posted.status, posted.text], [405, 'Images are read with GET or HEAD.'])
    assert.equal(await key.counted(), 4)
  })

  it('lets nobody ask the question itself, and logs no key', async () => {
    const key = await make()
    const asked = await getImage(`${nginx.imageUrl}/-/authorize`, {
      headers: { 'x-original-uri': `/acme.example?token=${key.key}` },
    })
    assert.equal(asked.status, 404)
    await getImage(`${nginx.imageUrl}/${key.key}/acme.example`)
    assert.equal(await key.counted(), 1)
    const log = nginx.log()
    assert.match(log, /GET 127\.0\.0\.1\/pk_\.\.\.\/acme\.example 200 /)
    assert.doesNotMatch(log, /pk_\w{8}|token=/)
  })

  it('passes the API and the dashboard on, but not the metrics', async () => {
    const { status } = await call(`${nginx.apiUrl}/v1/usage`, {
      headers: { authorization: `Bearer ${app.secretKey}` },
    })
    assert.equal(status, 200)
    assert.equal((await call(`${nginx.apiUrl}/healthz`)).status, 200)
    assert.equal((await call(`${nginx.apiUrl}/metrics`)).status, 404)
  })

  it('says 503 and when to come again while Siteray is away', async () => {
    const key = await make()
    await key.get('/acme.example')
    await app.close()
    const answer = await key.get('/acme.example')
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '5')
    assert.equal(answer.headers.get('x-error-code'), 'overloaded')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  })
})
