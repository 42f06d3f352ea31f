import assert from 'node:assert/strict'
import { difference, readColor } from '../../src/page/css/color.ts'
import type { BrandingProfile } from '../../src/products/branding/profile/profile.ts'
import { agreement, marketingPage, partnerPicture } from '../products/branding/pages.ts'
import { type ApiAnswer, startApp, type TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { createModelServer } from './model-server.ts'
import { createSimulatedWeb, type SimulatedWeb } from './simulated-web.ts'

type Profiled = ApiAnswer & { profile: BrandingProfile }
export type Branding = {
  web: SimulatedWeb
  app: TestApp
  /** Puts a page on a host of its own and profiles it. */
  ask(html: string, body?: Record<string, unknown>): Promise<Profiled>
  /** The marketing page as it is, which many tests look at. */
  plain: Profiled
}

/** POST /v1/branding on a simulated web. */
export const startBranding = async (): Promise<Branding> => {
  const web = await createSimulatedWeb()
  atEnd(web.close)
  // Agrees with what was measured; how it may disagree is another file's matter.
  const model = await createModelServer(() => ({ content: agreement }))
  atEnd(model.close)
  const app = await startApp({ ...web.env, ...model.env })
  let count = 0
  const ask: Branding['ask'] = async (html, body = {}) => {
    const host = `site-${++count}.test`
    web.site(host, { '/': html, '*': partnerPicture })
    const answer = await app.api('/v1/branding', {
      method: 'POST',
      body: { url: `http://${host}/`, ...body },
    })
    return { ...answer, profile: answer.json as BrandingProfile }
  }
  return { web, app, ask, plain: await ask(marketingPage(), { evidence: true }) }
}

export const isColor = (said: { value: string } | null | undefined, wanted: string): void => {
  const [a, b] = [readColor(said?.value ?? ''), readColor(wanted)]
  assert.ok(a && b && difference(a, b) < 2, `${said?.value} is not ${wanted}`)
}
