import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { BrandingProfile } from '../../../src/products/branding/profile/profile.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  createSimulatedWeb,
  type Handler,
  type Pages,
  type Reply,
  type SimulatedWeb,
} from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp

import { stretched } from '../../support/slowness.ts'

const waiting: (() => void)[] = []
before(async () => {
  web = await createSimulatedWeb()
  app = await startApp(web.env)
})
after(async () => {
  for (const answer of waiting) answer()
  await app.close()
  await web.close()
})

const words =
  '<p>Harbour Tools shows every team what comes next, and who waits for whom.</p>'.repeat(4)
const page = (head: string) => `<!doctype html><html lang=en><head><title>Harbour Tools</title>
  ${head}</head><body><header><a href="/">Harbour Tools</a><nav><a href=/docs>Docs</a></nav></header>
  <main><h1>Plan the week</h1>${words}<a class="btn-primary" href=/start>Start now</a></main></body></html>`
const css =
  'body { font-family: Inter, sans-serif } .btn-primary { display: inline-block; padding: 12px 24px; background: #1144cc; color: #fff }'
const sheet: Reply = { headers: { 'content-type': 'text/css' }, body: css }
const never: Handler = () =>
  new Promise(resolve => {
    waiting.push(() => resolve(''))
  })
/** Fails once, then comes. */
const second = (): Handler => {
  let asked = 0
  return () => (asked++ === 0 ? { status: 503, body: 'busy' } : sheet)
}

let sites = 0
const ask = async (pages: Pages, include: string[], more: Record<string, unknown> = {}) => {
  const host = `sheets${++sites}.test`
  web.site(host, pages)
  const body = { url: `http://${host}/`, include, ...more }
  const { status, json, text } = await app.api('/v1/branding', { method: 'POST', body })
  assert.equal(status, 200, text)
  const asked = web.requestsTo(host).filter(({ path }) => path.startsWith('/a.css')).length
  return { profile: json as BrandingProfile, asked }
}
const inBrowser = ['typography', 'colors']
const without = ['colors']
const linked = page('<link rel=stylesheet href=/a.css>')

describe('a stylesheet that does not come', { concurrency: 2 }, () => {
  it('is told where it is too slow, within the caller’s time', async () => {
    for (const include of [inBrowser, without]) {
      const pages = { '/': linked, '/a.css': never }
      const { profile } = await ask(pages, include, {
        timeout: Math.min(120_000, Math.round(stretched(9_000))),
      })
      assert.match(profile.warning ?? '', /One stylesheet could not be read \(no answer in time\)/)
      assert.ok((profile.colors?.background?.confidence ?? 1) < 0.5)
    }
  })

  it('is also one that another imports', async () => {
    const importing = {
      headers: { 'content-type': 'text/css' },
      body: `@import "/b.css"; @import "/c.css"; ${css}`,
    }
    for (const include of [inBrowser, without]) {
      const { profile } = await ask(
        { '/': linked, '/a.css': importing, '/b.css': second() },
        include,
      )
      assert.match(profile.warning ?? '', /One stylesheet could not be read \(status 404\)/)
    }
  })

  it('is not missed where it is for print, switched off, or another frame’s', async () => {
    const head = `<style>${css}</style><link rel=stylesheet media=print href=/p.css>
      <link rel="alternate stylesheet" title=big href=/big.css>`
    const framed = page(head).replace('</main>', '<iframe src=/frame.html></iframe></main>')
    for (const include of [inBrowser, without]) {
      const { profile } = await ask(
        { '/': framed, '/frame.html': '<link rel=stylesheet href=/inner.css>' },
        include,
      )
      assert.equal(profile.warning, undefined)
    }
  })

  it('takes less from what many stylesheets say than from what none does', async () => {
    const many = page(
      `<style>${css}</style>${[1, 2, 3].map(at => `<link rel=stylesheet href=/${at}.css>`).join('')}<link rel=stylesheet href=/a.css>`,
    )
    const there = { '/1.css': sheet, '/2.css': sheet, '/3.css': sheet }
    for (const include of [inBrowser, without]) {
      const { profile } = await ask({ '/': many, ...there }, include)
      const confidence = profile.colors?.action?.confidence ?? 0
      assert.ok(confidence > 0.5 && confidence < 0.8, String(confidence))
    }
  })
})
