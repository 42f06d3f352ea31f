import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { deleteKey } from '../../src/base/accounts/keys.ts'
import { createImageKey, type getImage, type ImageApp, startImages } from '../support/images.ts'
import { png } from '../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

/** Cloudflare's own runtime, in a folder of its own: it is no dependency of ours. */
const runtime = resolve('.cache/worker/node_modules/miniflare/dist/src/index.js')
const skip = existsSync(runtime)
  ? false
  : 'npm install --prefix .cache/worker --no-save miniflare@4 brings workerd'

type Worker = { ready: Promise<URL>; dispose(): Promise<void> }

describe('deploy/worker/worker.js in workerd', { skip }, () => {
  let web: SimulatedWeb
  let app: ImageApp
  let worker: Worker
  let edgeUrl: string
  before(async () => {
    web = await createSimulatedWeb()
    const page = '<html><head><link rel="icon" href="/i.png"></head></html>'
    web.site('acme.example', { '/': page, '/i.png': await png('blue', 64) })
    web.site('bare.example', { '/': '<html></html>' })
    app = await startImages(web)
    const { Miniflare } = await import(pathToFileURL(runtime).href)
    const opened: Worker = new Miniflare({
      modules: true,
      script: readFileSync('deploy/worker/worker.js', 'utf8'),
      bindings: { ORIGIN: app.imageUrl },
      compatibilityDate: '2026-01-01',
      host: '127.0.0.1',
      cf: false,
    })
    worker = opened
    edgeUrl = (await worker.ready).origin
  })
  after(async () => {
    await worker?.dispose()
    await app?.close()
    await web?.close()
  })

  const make = (origins: string[] = []) => createImageKey(app, { origins, imageUrl: edgeUrl })
  const cacheOf = ({ headers }: { headers: Headers }) => headers.get('x-cache')
  /** What was put into the cache is there a moment later. */
  const hit = async (get: () => Promise<Awaited<ReturnType<typeof getImage>>>) => {
    for (let tries = 1; ; tries++) {
      const answer = await get()
      if (cacheOf(answer) === 'HIT' || tries === 100) return { answer, tries }
    }
  }

  it('serves the same as Siteray itself, then from its cache, and counts every time', async () => {
    const [key, other] = [await make(), await make()]
    const direct = await app.image('/acme.example')
    const first = await key.get('/acme.example')
    assert.equal(cacheOf(first), 'MISS')
    const { answer, tries } = await hit(() => key.get('/acme.example?size=128'))
    for (const { status, bytes, headers } of [first, answer]) {
      assert.equal(status, 200)
      assert.deepEqual(bytes, direct.bytes)
      for (const name of ['content-type', 'cache-control', 'etag', 'x-image-source', 'vary'])
        assert.equal(headers.get(name), direct.headers.get(name), name)
    }
    const etag = direct.headers.get('etag') ?? ''
    assert.equal((await key.get('/acme.example', { 'if-none-match': etag })).status, 304)
    const head = await key.get('/acme.example', {}, 'HEAD')
    assert.deepEqual([head.status, head.bytes.length], [200, 0])
    assert.equal((await key.get('/acme.example', {}, 'OPTIONS')).status, 204)
    assert.equal(cacheOf(await other.get('/https://acme.example/about')), 'HIT')
    assert.equal(await key.counted(), 1 + tries + 2)
    assert.equal(await other.counted(), 1)
  })

  it('a deleted key stops within a second; pages that a key is not for get nothing', async () => {
    const key = await make(['shop.example.com'])
    const shop = { origin: 'https://shop.example.com' }
    const { answer } = await hit(() => key.get('/acme.example', shop))
    assert.equal(answer.headers.get('vary'), 'Origin')
    const evil = await key.get('/acme.example', { origin: 'https://evil.test' })
    assert.deepEqual([evil.status, evil.text], [401, 'Origin not allowed'])
    const counted = await key.counted()
    await deleteKey(app.database.sql, { id: key.id, actor: 'test' })
    const deletedMs = performance.now()
    let last = await key.get('/acme.example', shop)
    let served = last.status === 200 ? 1 : 0
    while (last.status !== 401 && performance.now() - deletedMs < 5_000) {
      last = await key.get('/acme.example', shop)
      if (last.status === 200) served++
    }
    assert.ok(performance.now() - deletedMs < 1_000)
    assert.equal(last.text, 'Invalid token')
    assert.ok((await key.counted()) <= counted + served)
  })

  it('keeps what is missing, no mistake, and says when Siteray is away', async () => {
    const key = await make()
    const { answer } = await hit(() => key.get('/bare.example?fallback=404'))
    assert.equal(answer.status, 404)
    assert.equal((await key.get('/junk')).status, 400)
    assert.equal((await key.get('/junk')).headers.get('x-cache'), null)
    await app.close()
    const away = await key.get('/bare.example?fallback=404')
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '5'])
  })
})
