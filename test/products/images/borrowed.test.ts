import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readRequest, splitTarget } from '../../../src/products/images/request.ts'
import { getImage, type ImageApp, startImages } from '../../support/images.ts'
import { colorOf, png, sizeOf, svg } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

describe('the address shapes of other icon services', () => {
  let web: SimulatedWeb
  let app: ImageApp
  before(async () => {
    web = await createSimulatedWeb()
    const page = (href: string) => `<html><head><link rel="icon" href="${href}"></head></html>`
    web.site('acme.example', { '/': page('/i.png'), '/i.png': await png('blue', 256) })
    web.site('vector.example', { '/': page('/i.svg'), '/i.svg': svg('green') })
    web.site('bare.example', { '/': page('') })
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })
  const get = (path: string) => getImage(`${app.imageUrl}${path}`)

  const shapes: [path: string, px: number][] = [
    ['/s2/favicons?domain=vector.example', 16],
    ['/s2/favicons?domain=vector.example&sz=64', 64],
    ['/s2/favicons?domain_url=https%3A%2F%2Fvector.example%2Fa&sz=32', 32],
    [
      '/faviconV2?client=SOCIAL&type=FAVICON&fallback_opts=TYPE&url=https://vector.example&size=48',
      48,
    ],
    ['/ip3/vector.example.ico', 64],
    ['/ip2/www.vector.example.ico', 64],
    ['/icon?url=vector.example&size=16..96..256', 96],
    ['/icon?url=vector.example&size=80', 80],
    ['/icon/vector.example', 128],
    ['/clearbit/vector.example?size=200', 200],
    ['/domain/vector.example', 128],
    ['/domain/vector.example/w/40/h/40/theme/dark/fallback/lettermark/type/icon', 40],
    ['/domain/vector.example/w/400/h/48/theme/dark/icon.png?c=abc', 48],
    ['/vector.example/icon/theme/light/h/24/w/24', 24],
    ['/vector.example/w/56', 56],
  ]

  it('answers each with pixels of the size its clients ask for, though the icon is a drawing', async () => {
    for (const [path, px] of shapes)
      for (const address of [
        `/${app.publishableKey}${path}`,
        `${path}${path.includes('?') ? '&' : '?'}token=${app.publishableKey}`,
      ]) {
        const { status, headers, bytes } = await get(address)
        assert.equal(status, 200, address)
        assert.equal(headers.get('content-type'), 'image/png', address)
        const { width, height } = await sizeOf(bytes)
        assert.deepEqual([width, height], [px, px], path)
        assert.equal(await colorOf(bytes), 'green', path)
      }
  })

  it('takes the token as the first part of any path', async () => {
    const at = (path: string) => get(`/${app.publishableKey}${path}`)
    assert.equal(await colorOf((await at('/acme.example?size=64')).bytes), 'blue')
    const whole = await at('/https://acme.example/about?size=64')
    assert.deepEqual(whole.bytes, (await app.image('/acme.example?size=64')).bytes)
    assert.equal((await at('/og/acme.example')).status, 404)
    const stored = await at('/vector.example/icon.png')
    assert.equal(stored.headers.get('content-type'), 'image/png')
    assert.equal((await at('/')).status, 400)
    assert.equal((await at('')).status, 400)
  })

  it('refuses a wrong token in the path as anywhere', async () => {
    for (const path of ['/pk_wrong/acme.example', '/pk_/acme.example', '/pk_wrong/s2/favicons'])
      assert.equal((await get(path)).status, 401, path)
    // The path's token is the one that counts.
    const both = `/pk_wrong/acme.example?token=${app.publishableKey}`
    assert.equal((await get(both)).status, 401)
  })

  it('says what is missing', async () => {
    for (const path of ['/s2/favicons', '/faviconV2?size=3', '/icon?url=']) {
      const { status, text } = await get(`/${app.publishableKey}${path}`)
      assert.equal(status, 400, path)
      assert.match(text, /Name a domain/)
    }
  })

  it('reads all of a path in Brandfetch’s words, or refuses it', async () => {
    const refused: [path: string, sentence: RegExp][] = [
      ['/domain/acme.example/w/64/h/64/crop/1', /"crop" is not a parameter/],
      ['/domain/acme.example/w/wide', /w is a width in pixels/],
      ['/domain/acme.example/w', /w is a width in pixels/],
      ['/domain/acme.example/h/0', /h is a height in pixels/],
      ['/domain/acme.example/theme/blue', /theme is light or dark/],
      ['/domain/acme.example/fallback/brandfetch', /fallback is lettermark, transparent or 404/],
      ['/domain/acme.example/type/banner', /icon, logo or symbol/],
      ['/domain/acme.example/icon.svg', /png, webp or jpg/],
      ['/domain/acme.example/__proto__/constructor', /"__proto__" is not a parameter/],
      ['/acme.example/w/64/h/64/crop/1', /"crop" is not a parameter/],
      ['/domain/', /not a domain/],
      ['/domain/localhost/w/64', /not a domain/],
    ]
    for (const [path, sentence] of refused) {
      const { status, text } = await get(`/${app.publishableKey}${path}`)
      assert.equal(status, 400, path)
      assert.match(text, sentence, path)
    }
  })

  it('takes the key as Brandfetch’s client id, and its theme for that of the picture', async () => {
    const at = (path: string) => get(`${path}?c=${app.publishableKey}`)
    const dark = await at('/acme.example/w/32/h/32/theme/dark/icon.webp')
    assert.equal(dark.headers.get('content-type'), 'image/webp')
    assert.equal((await at('/acme.example/about')).status, 400)
    assert.equal((await at('/acme.example')).status, 200)
    const [forLight, forDark] = ['dark', 'light'].map(theme =>
      readRequest(splitTarget(`/domain/acme.example/theme/${theme}`)),
    )
    assert.deepEqual([forLight?.theme, forDark?.theme], ['light', 'dark'])
    assert.equal((await get('/acme.example?c=abc')).status, 401)
  })

  it('ignores the path of a page, though it may look like parameters', async () => {
    const usual = await app.image('/vector.example')
    for (const path of ['/w/index.php', '/theme/dark', '/a/b?c=3', '/icon', '/h/x/w/y', '/w/']) {
      const { bytes } = await app.image(`/vector.example${path}`)
      assert.deepEqual(bytes, usual.bytes, path)
    }
  })

  it('draws a monogram as pixels that show its letter', async () => {
    const { headers, bytes } = await get(`/${app.publishableKey}/ip3/bare.example.ico`)
    assert.equal(headers.get('x-image-source'), 'monogram')
    assert.equal(headers.get('content-type'), 'image/png')
    const sharp = (await import('sharp')).default
    const { channels } = await sharp(bytes).flatten({ background: '#000' }).stats()
    assert.ok(
      channels.every(({ max }) => max > 240),
      'no white letter on the tile',
    )
  })

  it('gives pixels of a drawing for raster=true, in the format asked for', async () => {
    const types = { png: 'image/png', webp: 'image/webp', jpg: 'image/jpeg' }
    for (const [format, type] of Object.entries(types)) {
      const query = `?raster=true&size=40&retina=true&format=${format}`
      const { headers, bytes } = await app.image(`/vector.example${query}`)
      assert.equal(headers.get('content-type'), type)
      assert.equal((await sizeOf(bytes)).width, 80)
    }
    const drawn = await app.image('/vector.example?size=40&retina=true')
    assert.equal(drawn.headers.get('content-type'), 'image/svg+xml')
    assert.match(drawn.text, /^<svg [^>]*width="40" height="40"/)
  })

  it('takes the color out for greyscale=true', async () => {
    const { bytes } = await app.image('/acme.example?greyscale=true')
    const sharp = (await import('sharp')).default
    const { channels } = await sharp(bytes).toColorspace('srgb').flatten().stats()
    const [r, g, b] = channels.map(({ mean }) => mean)
    assert.equal(r, g)
    assert.equal(g, b)
  })
})
