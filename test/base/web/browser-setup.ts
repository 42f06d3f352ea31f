import { after, before, type TestContext } from 'node:test'
import { type BrowsersOptions, openBrowsers } from '../../../src/base/web/browser.ts'
import { createEgress, type Egress } from '../../../src/base/web/egress.ts'
import { findBrowser } from '../../../src/base/web/find-browser.ts'
import type { Visit } from '../../../src/base/web/visit.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

export let web: SimulatedWeb
export let egress: Egress

before(async () => {
  web = await createSimulatedWeb()
  egress = createEgress({ outbound: web.outbound })
  web.site('shop.example', { '/': '<title>shop</title>' })
})
after(async () => {
  await egress.close()
  await web.close()
})

export const find = () => findBrowser({ chromiumPath: undefined })

export const open = (t: TestContext, options: Partial<BrowsersOptions> = {}, executable = find) => {
  const deps = { egress, find: executable }
  const browsers = openBrowsers(deps, options)
  t.after(() => browsers.close())
  return browsers
}

export const readTitle = async ({ open, page }: Visit) => {
  await open('http://shop.example/')
  return page.title()
}
