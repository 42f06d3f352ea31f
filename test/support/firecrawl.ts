import { startApp, type TestApp } from './app.ts'
import { article } from './batch.ts'
import { createSimulatedWeb, type SimulatedWeb } from './simulated-web.ts'

export type FirecrawlWorld = { web: SimulatedWeb; app: TestApp; base: string; root: string }

const names = ['a', 'b', 'c']
export const pageUrl = (path: string) => `https://site.test/${path}`

/** The real app with the door at its prefix and at a port of its own, and a small site to read. */
export const startFirecrawl = async (env: Record<string, string> = {}): Promise<FirecrawlWorld> => {
  const web = await createSimulatedWeb()
  const links = [...names, 'missing', 'private'].map(name => `<a href="/${name}">${name}</a>`)
  web.site('site.test', {
    '/': article('home').replace('</main>', `${links.join(' ')}</main>`),
    ...Object.fromEntries(names.map(name => [`/${name}`, article(name)])),
    '/private': article('private'),
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /private',
    },
    '*': { status: 404, body: 'no' },
  })
  const app = await startApp({ ...web.env, FIRECRAWL_PORT: '0', ...env })
  return { web, app, base: `${app.apiUrl}/firecrawl`, root: app.firecrawlUrl ?? '' }
}
