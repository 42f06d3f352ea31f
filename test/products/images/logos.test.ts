import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { pin } from '../../../src/products/images/pin.ts'
import { firstAccountId } from '../../support/dashboard.ts'
import { type ImageApp, startImages } from '../../support/images.ts'
import { colorOf, colors, png, sizeOf } from '../../support/pictures.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

const bar = (color: string, width = 200, height = 40) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${color}"/></svg>`

const words =
  '<main><h1>Acme makes things</h1>' +
  '<p>Acme has made good things for good people since 1900, and will go on to do so.</p>'.repeat(
    8,
  ) +
  '</main>'

const page = (header: string, head = '') =>
  `<!doctype html><html><head><title>Acme</title><meta property="og:site_name" content="Acme">${head}</head><body><header>${header}</header>${words}</body></html>`

describe('logos and symbols', () => {
  let web: SimulatedWeb
  let app: ImageApp
  before(async () => {
    web = await createSimulatedWeb()
    const icon = '<link rel="icon" href="/i.png">'
    const square = await png('red', 256)
    web.site('wide.example', {
      '/': page(
        '<a href="/"><img class="logo" src="/logo.svg" alt="Acme" width="200" height="40"></a>',
        icon,
      ),
      '/logo.svg': bar(colors.blue),
      '/i.png': square,
    })
    web.site('inline.example', {
      '/': page(
        `<a href="/" class="logo" aria-label="Acme">${bar('#008000').replace('<svg ', '<svg width="200" height="40" onload="alert(1)" ')}</a>`,
      ),
    })
    web.site('square.example', {
      '/': page(
        '<a href="/"><img class="logo" src="/mark.png" alt="Acme" width="40" height="40"></a>',
        icon,
      ),
      '/mark.png': await png('blue', 128),
      '/i.png': square,
    })
    web.site('partners.example', {
      '/': page('', icon).replace(
        '</main>',
        `<section class="partners">${[1, 2, 3, 4].map(n => `<a href="https://p${n}.test/"><img src="/p${n}.svg" alt="Partner" width="120" height="30"></a>`).join('')}</section></main>`,
      ),
      ...Object.fromEntries([1, 2, 3, 4].map(n => [`/p${n}.svg`, bar('#ff00ff', 120, 30)])),
      '/i.png': square,
    })
    app = await startImages(web)
  })
  after(async () => {
    await app.close()
    await web.close()
  })

  it('show the logo of the header, in its own proportions', async () => {
    const logo = await app.image('/logo/wide.example')
    assert.equal(logo.status, 200)
    assert.equal(logo.headers.get('content-type'), 'image/svg+xml')
    assert.equal(logo.headers.get('x-image-source'), 'header')
    assert.match(logo.text, /width="320" height="64"/)
    for (const [query, size] of [
      ['width=100', [100, 20]],
      ['height=20', [100, 20]],
      ['width=100&height=10', [50, 10]],
      ['size=100', [100, 20]],
      ['height=20&retina=true', [200, 40]],
    ] as const) {
      const { bytes } = await app.image(`/logo/wide.example?raster=true&${query}`)
      const { width, height } = await sizeOf(bytes)
      assert.deepEqual([width, height], size, query)
      assert.equal(await colorOf(bytes), 'blue')
    }
  })

  it('rebuild a drawing of the page without its scripts', async () => {
    const logo = await app.image('/logo/inline.example')
    assert.equal(logo.status, 200)
    assert.doesNotMatch(logo.text, /onload|alert/)
    assert.match(logo.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.match(logo.text, /#008000|green/)
  })

  it('tell a symbol from a logo by its shape, and fall back as asked', async () => {
    const symbol = await app.image('/symbol/square.example?size=64')
    assert.equal(symbol.status, 200)
    assert.equal(await colorOf(symbol.bytes), 'blue')
    const { width, height } = await sizeOf(symbol.bytes)
    assert.deepEqual([width, height], [64, 64])
    // Its header has no logo: the icon stands in, unless nothing may.
    const icon = await app.image('/logo/square.example')
    assert.equal(await colorOf(icon.bytes), 'red')
    assert.equal(icon.headers.get('x-image-source'), 'link')
    const none = await app.image('/logo/square.example?fallback=404')
    assert.equal(none.status, 404)
    assert.equal(none.text, 'square.example does not have a logo.')
    assert.equal((await app.image('/symbol/wide.example?fallback=404')).status, 404)
  })

  it('are never those of partners', async () => {
    const { status } = await app.image('/logo/partners.example?fallback=404')
    assert.equal(status, 404)
  })

  it('are seen on the surface that they stand on', async () => {
    web.site('dark.example', {
      '/': page(
        '<a href="/"><img class="logo" src="/l.svg" alt="Acme" width="200" height="40"></a>',
      ),
      '/l.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><path fill="#000" d="M0 0h60v40H0zM140 0h60v40h-60z"/></svg>',
    })
    const darkest = async (theme: string) => {
      const { bytes } = await app.image(`/logo/dark.example?raster=true&theme=${theme}`)
      const { dominant } = await sharp(bytes).flatten({ background: '#808080' }).stats()
      return dominant.r + dominant.g + dominant.b
    }
    assert.ok((await darkest('light')) < 200)
    assert.ok((await darkest('dark')) > 600)
  })

  it('are reported with their reasons, by name too, and can be pinned', async () => {
    const { json } = await app.api('/v1/images/wide.example?kind=logo')
    const { source, report } = json as {
      source: string
      report: { logos: { reasons: string[] }[] }
    }
    assert.equal(source, 'header')
    assert.ok(report.logos[0]?.reasons.includes('5 times as wide as high'))
    const accountId = await firstAccountId(app)
    const deps = {
      sql: app.database.sql,
      egress: undefined as never,
      decode: async () => ({ facts: { isBlank: false } as never }),
    }
    const value = `data:image/svg+xml,${encodeURIComponent(bar(colors.red))}`
    await pin(deps, { domain: 'wide.example', what: 'logo', value, accountId, actor: 'test' })
    for (let tries = 0; ; tries++) {
      const logo = await app.image('/logo/wide.example?raster=true')
      if ((await colorOf(logo.bytes)) === 'red') break
      assert.ok(tries < 1_000, 'the pin is shown')
    }
  })

  it('answer for a curated symbol without a look at the site', async () => {
    const [symbol, icon] = await Promise.all([
      app.image('/symbol/github.com'),
      app.image('/github.com'),
    ])
    assert.equal(symbol.headers.get('x-image-source'), 'mark')
    assert.ok(symbol.bytes.equals(icon.bytes))
  })
})
