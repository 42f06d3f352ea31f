import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../../support/app.ts'
import { sitePage } from '../../support/crawl.ts'
import { ownerEnv } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

const hostile = `<title>Hostile</title><main><h1>hostile page</h1>
  <p>${'A page that means no good to whoever reads it here. '.repeat(10)}</p>
  <p>&lt;img src=x onerror=alert(1)&gt; <a href="javascript:alert(2)">click</a>
  &lt;script&gt;alert(3)&lt;/script&gt; ![x](https://elsewhere.example/pixel.png)</p></main>`

export let web: SimulatedWeb
export let app: TestApp
export let dashboard: DashboardPage
export let page: Page
export const release = Promise.withResolvers<void>()
export const shop = { price: 'The price is 10 crowns.' }
before(async () => {
  web = await createSimulatedWeb()
  web.site('shop.example', async ({ path }) => {
    if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /private' }
    if (path === '/') return sitePage('Shop', ['/docs/a', '/docs/b', '/private', '/empty'])
    if (path === '/empty') return '<p></p>'
    if (path === '/docs/b') return hostile
    if (path === '/held') await release.promise
    if (path === '/price') return sitePage(shop.price, [])
    return path.startsWith('/docs/') || path === '/held' ? sitePage(path, []) : { status: 404 }
  })
  app = await startApp({ ...web.env, ...ownerEnv, RATE_LIMIT_PER_MINUTE: '0' })
  dashboard = await openDashboard(app)
  page = dashboard.page
  await dashboard.signIn()
})
after(async () => {
  release.resolve()
  await app.close()
  await web.close()
})

export const button = (name: string) => page.getByRole('button', { name, exact: true })
