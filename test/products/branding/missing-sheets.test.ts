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

const image = { 'content-type': 'image/png' }
const faults: [path: string, reply: Reply, reason: string][] = [
  ['/a.css?1', { status: 403, body: 'no' }, 'status 403'],
  ['/a.css?2', { status: 404, body: css, headers: { 'content-type': 'text/css' } }, 'status 404'],
  ['/a.css?3', { status: 503, body: 'busy' }, 'status 503'],
  ['/a.css?4', { headers: image, body: 'not really one' }, 'image/png instead of CSS'],
]
const links = (paths: readonly string[]) =>
  page(paths.map(path => `<link rel=stylesheet href="${path}">`).join(''))

describe('a stylesheet that does not come', { concurrency: 2 }, () => {
  it('is told with its reason, asked for twice, and doubted', async () => {
    const pages = Object.fromEntries(faults.map(([path, reply]) => [path, reply]))
    const html = links(faults.map(([path]) => path))
    const reasons = faults.map(([, , reason]) => reason).join(', ')
    for (const include of [inBrowser, without]) {
      const { profile, asked } = await ask({ '/': html, ...pages }, include)
      assert.equal(
        profile.warning,
        `4 of 4 stylesheets could not be read (${reasons}), so values may be wrong.`,
      )
      // Chromium asks again by itself for what it looked ahead for and could not use.
      assert.ok(asked >= 8 && asked <= (include === inBrowser ? 12 : 8), String(asked))
      assert.ok((profile.colors?.background?.confidence ?? 1) < 0.5)
      const family = profile.typography?.families.primary
      assert.ok((family?.confidence ?? 0) < 0.5, family?.value)
    }
  })

  it('is told where it is the only one', async () => {
    for (const [path, reply, reason] of faults) {
      const { profile } = await ask({ '/': links([path]), [path]: reply }, without)
      const sentence = `One stylesheet could not be read (${reason}), so values may be wrong.`
      assert.equal(profile.warning, sentence)
    }
  })

  it('is forgotten where it comes the second time', async () => {
    for (const include of [inBrowser, without]) {
      const { profile } = await ask({ '/': linked, '/a.css': second() }, include)
      assert.equal(profile.warning, undefined)
      assert.equal(profile.colors?.action?.value, '#1144cc')
      if (include === inBrowser) assert.equal(profile.typography?.families.primary?.value, 'Inter')
    }
  })
})
