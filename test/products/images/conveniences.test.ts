import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { type ImageApp, startImages } from '../../support/images.ts'
import { png, sizeOf } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

describe('what people expect of an image URL', () => {
  let web: SimulatedWeb
  let app: ImageApp
  before(async () => {
    web = await createSimulatedWeb()
    const page = '<html><head><link rel="icon" href="/i.png"></head></html>'
    web.site('acme.example', { '/': page, '/i.png': await png('blue', 256) })
    web.site('bare.example', { '/': '<html><head></head></html>' })
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  it('format=auto is what the client takes, and says so in Vary', async () => {
    // Twice: made, and from memory.
    for (const [accept, type] of [
      ['image/avif,image/webp,*/*', 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/png'],
    ] as const)
      for (let round = 0; round < 2; round++) {
        const answer = await app.image('/acme.example?format=auto', { headers: { accept } })
        assert.equal(answer.headers.get('content-type'), type)
        assert.equal(answer.headers.get('vary'), 'Accept')
        const { width } = await sizeOf(answer.bytes)
        assert.equal(width, 128)
      }
    const fixed = await app.image('/acme.example?format=avif')
    assert.equal(fixed.headers.get('content-type'), 'image/avif')
    assert.equal(fixed.headers.get('vary'), null)
  })

  it('theme=auto is one drawing with both, or the one that is right on both', async () => {
    const both = await app.image('/github.com?theme=auto&size=64')
    assert.equal(both.headers.get('content-type'), 'image/svg+xml')
    assert.match(both.text, /prefers-color-scheme:dark/)
    assert.match(both.text, /^<svg [^>]*width="64" height="64"/)
    const pictures = [...both.text.matchAll(/href="data:image\/svg\+xml;base64,([^"]+)"/g)]
    const drawn = pictures.map(([, base64 = '']) => Buffer.from(base64, 'base64').toString())
    const plain = async (theme: string) =>
      (await app.image(`/github.com?size=64&theme=${theme}`)).text
    assert.deepEqual(drawn, [await plain('light'), await plain('dark')])
    const same = await app.image('/acme.example?theme=auto')
    assert.equal(same.headers.get('content-type'), 'image/png')
  })

  it('fallback=transparent is an empty image of the size', async () => {
    for (const raster of ['false', 'true']) {
      const answer = await app.image(`/bare.example?fallback=transparent&size=32&raster=${raster}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('x-image-source'), 'none')
      const { data, info } = await sharp(answer.bytes)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      assert.deepEqual([info.width, info.height], [32, 32])
      assert.ok(data.every(byte => byte === 0))
    }
  })

  it('the report has a placeholder to blur', async () => {
    const { json } = await app.api('/v1/images/acme.example')
    const { blur } = json as { blur: string }
    assert.match(blur, /^data:image\/webp;base64,/)
    assert.ok(blur.length < 1_000)
    const none = await app.api('/v1/images/bare.example')
    assert.equal((none.json as { blur: null }).blur, null)
  })

  it('Brandfetch’s typed paths work: symbols of shares and coins, logos', async () => {
    const { publishableKey: key } = app
    for (const [path, domain] of [
      [`/ticker/AAPL/w/40/h/40?c=${key}`, 'apple.com'],
      [`/crypto/BTC/w/40/h/40/theme/dark?c=${key}`, 'bitcoin.org'],
    ] as const) {
      const [answer, own] = await Promise.all([
        app.image(path),
        app.image(`/${domain}?size=40&raster=true`),
      ])
      assert.equal(answer.status, 200, path)
      assert.ok(answer.bytes.equals(own.bytes), path)
    }
    const symbol = await app.image(`/domain/github.com/w/40/h/40/symbol.png?c=${key}`)
    assert.equal(symbol.headers.get('content-type'), 'image/png')
    assert.equal(symbol.headers.get('x-image-source'), 'mark')
  })
})
