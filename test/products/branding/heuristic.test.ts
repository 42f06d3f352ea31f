import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrandingProfile } from '../../../src/products/branding/profile/profile.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { colors, flat, png } from '../../support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp

before(async () => {
  web = await createSimulatedWeb()
  // There is no browser to fall back to: this path must do without.
  app = await startApp({ ...web.env, CHROMIUM_PATH: '/nowhere/chromium' })
})
after(async () => {
  await app.close()
  await web.close()
})

const words =
  '<p>Harbour Tools shows every team what comes next, and who waits for whom.</p>'.repeat(4)
const page = (head: string, body: string, html = '') => `<!doctype html><html lang=en ${html}>
  <head><title>Harbour Tools</title><meta property="og:site_name" content="Harbour Tools">${head}</head>
  <body><header><a href="/"><img src="/logo.png" alt="Harbour Tools" width=120 height=40></a><nav><a href=/docs>Docs</a></nav></header>
  <main><h1>Plan the week</h1>${words}${body}</main><footer><p>Imprint</p></footer></body></html>`
const sheet = (body: string) => ({ headers: { 'content-type': 'text/css' }, body })
const buttons =
  '<p><a class="btn btn-primary" href=/start>Start now</a> <a class=btn href=/more>Read more</a></p>'

let sites = 0
const ask = async (pages: Pages, body: Record<string, unknown> = {}) => {
  const host = `brand${++sites}.test`
  web.site(host, { '/logo.png': await flat('#888888', 40), ...pages })
  const answer = await app.api('/v1/branding', {
    method: 'POST',
    body: { url: `http://${host}/`, include: ['colors', 'images'], ...body },
  })
  return { ...answer, host, profile: answer.json as BrandingProfile }
}

describe('branding without a browser', () => {
  it('reads colors from linked CSS through custom properties, for 2 credits', async () => {
    const { status, headers, profile, host } = await ask(
      {
        '/': page('<style>@import "/paper.css";</style><link rel=stylesheet href=/a.css>', buttons),
        '/a.css': sheet(`@import "tokens.css"; body { background: var(--paper); color: #222 }
          .btn { background: #ddd } .btn-primary { --fill: var(--brand); background-color: var(--fill); color: #fff }
          a { color: #0a58ca }`),
        '/tokens.css': sheet(':root { --brand: oklch(0.55 0.2 27); }'),
        '/paper.css': sheet(':root { --paper: rgb(250 248 245) }'),
      },
      { evidence: true },
    )
    assert.equal(status, 200)
    assert.equal(headers.get('x-credits-used'), '2')
    const { colors: found, images } = profile
    assert.equal(found?.background?.value, '#faf8f5')
    assert.equal(found?.action?.value, '#cc2827')
    assert.equal(found?.primary?.value, '#cc2827')
    assert.equal(found?.brand?.value, '#cc2827')
    assert.equal(found?.textPrimary?.value, '#222222')
    assert.equal(found?.cssVariables['--brand'], '#cc2827')
    assert.equal(images?.logo?.value, `http://${host}/logo.png`)
    assert.equal(profile.brandName?.value, 'Harbour Tools')
    assert.deepEqual(
      found?.action?.evidence?.map(({ source }) => source),
      ['css'],
    )
    assert.equal(profile.warning, undefined)
  })

  it('takes no color from a consent banner, a chat bubble or a status badge', async () => {
    const noise = `<div class="cookie-consent" style="position:fixed"><p>We use cookies on this site.</p>
      <button class="btn-primary" style="background:#2e7d32">Accept all</button></div>
      <div style="position:fixed"><button style="background:#ff5a1f">Chat</button></div>
      <span class=badge style="background:#dc2626">2 open</span>`
    const { profile } = await ask({
      '/': page('<style>.btn-primary { background: #1144cc }</style>', buttons + noise),
    })
    assert.equal(profile.colors?.action?.value, '#1144cc')
    assert.ok((profile.colors?.action?.confidence ?? 0) >= 0.8)
  })

  it('tells the brand from the button where the site does', async () => {
    const { profile } = await ask({
      '/': page(
        `<meta name=theme-color content="#1d70b8"><style>:root { --acme-brand-color: #1d70b8 } a { color: #1d70b8 }
         .button { background: #0f7a52; color: #fff }</style>`,
        '<a class=button href=/start>Start now</a><p>Read <a href=/x>what is new</a> in this release of ours.</p>',
      ),
    })
    assert.equal(profile.colors?.brand?.value, '#1d70b8')
    assert.equal(profile.colors?.action?.value, '#0f7a52')
  })

  it('gives both schemes of a page that follows its visitor, and of one with a switch', async () => {
    const light = 'body { background: #fff; color: #111 } .btn-primary { background: #1144cc }'
    const dark = 'body { background: #101418; color: #eee } .btn-primary { background: #88aaff }'
    const nested = dark.replaceAll(/(?=body|\.btn)/g, '[data-theme=dark] ')

    const follows = await ask({
      '/': page(`<style>${light} @media (prefers-color-scheme: dark) { ${dark} }</style>`, buttons),
    })
    const switched = await ask({ '/': page(`<style>${light} ${nested}</style>`, buttons) })
    for (const { profile } of [follows, switched]) {
      assert.equal(profile.colorScheme, 'light')
      assert.equal(profile.modes?.light?.colors.background?.value, '#ffffff')
      assert.equal(profile.modes?.dark?.colors.background?.value, '#101418')
      assert.equal(profile.modes?.dark?.colors.action?.value, '#88aaff')
    }
    const native = await ask({
      '/': page(`<style>${light} ${nested}</style>`, buttons, 'data-theme=dark'),
    })
    assert.equal(native.profile.colorScheme, 'dark')
    assert.equal(native.profile.colors?.action?.value, '#88aaff')
    assert.equal(native.profile.modes?.light?.colors.action?.value, '#1144cc')
  })

  it('finds a brand in the logo’s pixels, the manifest and the mask icon', async () => {
    const logo = await ask({ '/': page('', ''), '/logo.png': await png('teal', 64) })
    assert.equal(logo.profile.colors?.brand?.value, colors.teal)
    const manifest = await ask({
      '/': page('<link rel=manifest href=/m.json>', ''),
      '/m.json': {
        headers: { 'content-type': 'application/manifest+json' },
        body: JSON.stringify({ theme_color: '#00695c', icons: [] }),
      },
    })
    assert.equal(manifest.profile.colors?.brand?.value, '#00695c')
    const mask = await ask({
      '/': page('<link rel=mask-icon href=/m.svg color="#6a1b9a">', ''),
    })
    assert.equal(mask.profile.colors?.brand?.value, '#6a1b9a')
  })

  it('says so, and is less sure, when a stylesheet cannot be had', async () => {
    const body = page(
      '<link rel=stylesheet href=/gone.css><style>.btn-primary { background: #1144cc }</style>',
      buttons,
    )
    const { profile } = await ask({ '/': body })
    assert.equal(
      profile.warning,
      'One stylesheet could not be read (status 404), so values may be wrong.',
    )
    assert.ok((profile.colors?.background?.confidence ?? 1) < 0.8)
  })

  it('fetches stylesheets under the same address policy as pages', async () => {
    const { status, profile } = await ask({
      '/': page(`<link rel=stylesheet href="http://127.0.0.1:${web.httpPort}/a.css">`, buttons),
    })
    assert.equal(status, 200)
    assert.match(profile.warning ?? '', /could not be read/)
    assert.deepEqual(web.requestsTo('127.0.0.1'), [])
  })

  it('never makes a brand of a wall, an error page or an empty shell, and charges nothing', async () => {
    const wall = await ask({
      '/': '<title>Just a moment...</title><div id="challenge-running"></div><script src="/cdn-cgi/challenge-platform/x.js"></script>',
    })
    const missing = await ask({ '/': { status: 404, body: page('', buttons) } })
    const shell = await ask({
      '/': '<title>App</title><div id=root></div><script src=/app.js></script>',
    })
    assert.deepEqual(
      [wall, missing, shell].map(({ status, headers }) => [
        status,
        headers.get('x-error-code'),
        headers.get('x-credits-used'),
      ]),
      [
        [502, 'page_blocked', '0'],
        [502, 'page_unreachable', '0'],
        [502, 'page_empty', '0'],
      ],
    )
  })
})
