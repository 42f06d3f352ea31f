import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrandingProfile } from '../../../src/products/branding/profile/profile.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { svg } from '../../support/pictures.ts'
import { createSimulatedWeb, type Pages, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  app = await startApp(web.env)
})
after(async () => {
  await app.close()
  await web.close()
})

const words =
  '<p>Harbour Tools shows every team what comes next, and who waits for whom.</p>'.repeat(4)
const page = (body: string, head = '') => `<!doctype html><html lang=en><head>
  <title>Harbour Tools</title>${head}</head><body>${body}<main><h1>Plan the week</h1>${words}
  <a href=/docs>Docs</a></main></body></html>`
const css = (body: string) => ({ headers: { 'content-type': 'text/css' }, body })
const drawing = (body: string) => ({ headers: { 'content-type': 'image/svg+xml' }, body })
const sheet = '<link rel=stylesheet href=/css/a.css>'

let sites = 0
const ask = async (pages: Pages, include: string[]) => {
  const host = `logos${++sites}.test`
  web.site(host, { '/css/img/mark.svg': drawing(svg('green')), ...pages })
  const body = { url: `http://${host}/`, include, evidence: true }
  const { status, json, text } = await app.api('/v1/branding', { method: 'POST', body })
  assert.equal(status, 200, text)
  const { images } = json as BrandingProfile
  const logo = images?.logo?.value ?? ''
  return { host, images, logo, drawn: Buffer.from(logo.split(',')[1] ?? '', 'base64').toString() }
}
const both = [['images', 'spacing'], ['images']]

const use =
  '<svg width=120 height=32 aria-label="Harbour Tools"><use href="/sprite.svg#mark"/></svg>'
const sprite = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" style="display:none">
  <defs><linearGradient id="shade"><stop stop-color="#0b57d0"/><stop offset="1" stop-color="#13a"/></linearGradient></defs>
  <symbol id="cart" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></symbol>
  <symbol id="mark" viewBox="0 0 30 8"><path fill="url(#shade)" d="M1 1h6v6z"/><use href="#word"/></symbol>
  <g id="word"><path fill="#b3261e" d="M9 1h20v6H9z"/></g></svg>`

/** A page, and what its logo must be: an address on the site, or something in its drawing. */
const cases: [name: string, pages: Pages, expected: string | RegExp][] = [
  [
    'in a sprite of another file',
    { '/': page(`<header><a href="/">${use}</a></header>`), '/sprite.svg': drawing(sprite) },
    /M1 1h6v6z.*M9 1h20v6H9z.*<linearGradient/s,
  ],
  [
    'painted through a mask',
    {
      '/': page(
        '<header><a href="/" aria-label="Harbour Tools"><i class=x1></i></a></header>',
        sheet,
      ),
      '/css/a.css': css(
        '.x1 { display: block; width: 120px; height: 32px; background: #b3261e; -webkit-mask: url(img/mark.svg) no-repeat; mask: url("img/mark.svg") no-repeat }',
      ),
    },
    '/css/img/mark.svg',
  ],
  [
    'painted as a background',
    {
      '/': page('<header><a class=x2 href="/"><b class=x3>Harbour Tools</b></a></header>', sheet),
      '/css/a.css': css(
        '.x2 { display: block; width: 120px; height: 32px; background: no-repeat url(img/mark.svg) } .x3 { font-size: 0 }',
      ),
    },
    '/css/img/mark.svg',
  ],
  [
    'drawn in a link that leads home, where there is no header',
    {
      '/': page('').replace(
        '<main>',
        '<main><div><a href="/"><svg width=120 height=100><path fill="#0b57d0" d="M3 3c9 9 90 9 90 40L8 90z"/></svg></a></div>',
      ),
    },
    /M3 3c9 9 90 9 90 40/,
  ],
  [
    'drawn with rules of its own, as drawing programs write them',
    {
      '/': page(
        `<header><a href="/"><svg width=120 height=32 viewBox="0 0 120 32"><style>.st0{fill-rule:evenodd;clip-rule:evenodd;fill:#B3261E} .st1{display:none} .st2{fill:none;stroke:#0b57d0;stroke-width:3}</style>
        <path class=st0 d="M0 0h30v30H0zM9 9h9v9H9z"/><path class=st1 d="M0 0h120v32z"/><path class=st2 d="M40 4c9 9 20 9 60 9"/></svg></a></header>`,
      ),
    },
    /^(?=.*d="M0 0h30v30[^>]*fill-rule[:="]+evenodd)(?=.*M40 4c9[^>]*stroke-width[:="]+3)(?!.*M0 0h120v32z"(?![^>]*none))/s,
  ],
  [
    'behind a placeholder, which a script exchanges',
    {
      '/': page(
        '<header><a href="/"><picture><source data-srcset="/css/img/mark.svg 1x"><img width=120 height=32 alt="Harbour Tools" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" data-srcset="/css/img/mark.svg 1x"></picture></a></header><script>for (const one of document.querySelectorAll("[data-srcset]")) one.srcset = one.dataset.srcset</script>',
      ),
    },
    '/css/img/mark.svg',
  ],
]

describe('a logo is found', { concurrency: 2 }, () => {
  for (const [name, pages, expected] of cases)
    it(`${name}, in the browser and without one`, async () => {
      for (const include of both) {
        const { host, logo, drawn, images } = await ask(pages, include)
        const told = JSON.stringify(images?.logos.map(each => ({ ...each, svg: undefined })))
        if (typeof expected === 'string') assert.equal(logo, `http://${host}${expected}`, told)
        else assert.match(drawn, expected, told)
      }
    })

  it('in the colors that a mask lets through', async () => {
    const [, pages] = cases[1] ?? []
    const { status, json } = await (async () => {
      web.site('masked.test', { '/css/img/mark.svg': drawing(svg('green')), ...pages })
      const body = { url: 'http://masked.test/', include: ['images', 'colors'] }
      return app.api('/v1/branding', { method: 'POST', body })
    })()
    assert.equal(status, 200)
    assert.equal((json as BrandingProfile).colors?.brand?.value, '#b3261e')
  })
})

describe('a hostile sprite', () => {
  const header = (address: string) =>
    page(`<header><a href="/">${use.replace('/sprite.svg#mark', address)}</a></header>`)

  it('that is endless, circular, broken or missing costs no more than its logo', async () => {
    const circular =
      '<symbol id="mark"><use href="#b"/></symbol><symbol id="b"><use href="#mark"/><use href="#b"/></symbol>'
    const bomb = Array.from(
      { length: 9 },
      (_, at) => `<g id="m${at}">${`<use href="#m${at + 1}"/>`.repeat(10)}</g>`,
    ).join('')
    const wrap = (body: string) => drawing(`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`)
    for (const file of [
      wrap(circular),
      wrap(`<symbol id="mark"><use href="#m0"/></symbol>${bomb}<path id="m9" d="M0 0h9v9z"/>`),
      wrap(`<symbol id="mark">${'<path d="M0 0h9v9z"/>'.repeat(20_000)}</symbol>`),
      drawing('x'.repeat(1_500_000)),
      { status: 404, body: '' },
      drawing('<svg><symbol id="mark"'),
    ]) {
      const { images } = await ask({ '/': header('/sprite.svg#mark'), '/sprite.svg': file }, [
        'images',
      ])
      assert.equal(images?.logo, null)
    }
  })

  it('is asked for under the same address policy as pages, and only a few of them', async () => {
    const inside = `http://127.0.0.1:${web.httpPort}/sprite.svg#mark`
    await ask({ '/': header(inside) }, ['images'])
    assert.deepEqual(web.requestsTo('127.0.0.1'), [])
    const many = Array.from({ length: 30 }, (_, at) => use.replace('sprite', `s${at}`)).join('')
    const { host } = await ask({ '/': page(`<header><a href="/">${many}</a></header>`) }, [
      'images',
    ])
    assert.ok(web.requestsTo(host).filter(({ path }) => /^\/s\d/.test(path)).length <= 3)
  })

  it('with a broken address is no address', async () => {
    const { images } = await ask(
      { '/': header('/sprite.svg#%E0%A4%A'), '/sprite.svg': drawing(sprite) },
      ['images'],
    )
    assert.equal(images?.logo, null)
  })
})
