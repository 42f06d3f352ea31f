import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { BrandingProfile } from '../../../src/products/branding/profile/profile.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  createSimulatedWeb,
  type Handler,
  type Pages,
  type Reply,
  type SimulatedWeb,
} from '../../support/simulated-web.ts'

/** For the tests of one file: asks for the profile of a site, each at a host of its own. */
export const setUpSheets = () => {
  let web: SimulatedWeb
  let app: TestApp
  before(async () => {
    web = await createSimulatedWeb()
    app = await startApp(web.env)
  })
  after(async () => {
    for (const answer of waiting) answer()
    await app.close()
    await web.close()
  })
  let sites = 0
  return async (pages: Pages, include: string[], more: Record<string, unknown> = {}) => {
    const host = `sheets${++sites}.test`
    web.site(host, pages)
    const body = { url: `http://${host}/`, include, ...more }
    const { status, json, text } = await app.api('/v1/branding', { method: 'POST', body })
    assert.equal(status, 200, text)
    const asked = web.requestsTo(host).filter(({ path }) => path.startsWith('/a.css')).length
    return { profile: json as BrandingProfile, asked }
  }
}

const words =
  '<p>Harbour Tools shows every team what comes next, and who waits for whom.</p>'.repeat(4)
export const page = (
  head: string,
) => `<!doctype html><html lang=en><head><title>Harbour Tools</title>
  ${head}</head><body><header><a href="/">Harbour Tools</a><nav><a href=/docs>Docs</a></nav></header>
  <main><h1>Plan the week</h1>${words}<a class="btn-primary" href=/start>Start now</a></main></body></html>`
export const linked = page('<link rel=stylesheet href=/a.css>')

export const css =
  'body { font-family: Inter, sans-serif } .btn-primary { display: inline-block; padding: 12px 24px; background: #1144cc; color: #fff }'
export const sheet: Reply = { headers: { 'content-type': 'text/css' }, body: css }

const waiting: (() => void)[] = []
export const never: Handler = () =>
  new Promise(resolve => {
    waiting.push(() => resolve(''))
  })
/** Fails once, then comes. */
export const second = (): Handler => {
  let asked = 0
  return () => (asked++ === 0 ? { status: 503, body: 'busy' } : sheet)
}

export const inBrowser = ['typography', 'colors']
export const without = ['colors']
