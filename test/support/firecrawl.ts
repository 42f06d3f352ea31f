import { startApp, type TestApp } from './app.ts'
import { article } from './batch.ts'
import { startSearchEngine } from './search-engine.ts'
import { createSimulatedWeb, type SimulatedWeb } from './simulated-web.ts'

export type FirecrawlWorld = {
  web: SimulatedWeb
  app: TestApp
  base: string
  root: string
  close(): Promise<void>
}

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
  // Never done by itself, until the world ends.
  const held = Promise.withResolvers<string>()
  web.site('slow.test', () => held.promise)
  const engine = await startSearchEngine()
  engine.set([[{ url: pageUrl('a'), title: 'Lamp', content: 'All about lamps', engine: 'test' }]])
  const more = { FIRECRAWL_PORT: '0', SEARCH_URL: engine.url, ...env }
  const app = await startApp({ ...web.env, ...more })
  return {
    ...{ web, app, base: `${app.apiUrl}/firecrawl`, root: app.firecrawlUrl ?? '' },
    async close() {
      held.resolve('over')
      await app.close()
      await Promise.all([web.close(), engine.close()])
    },
  }
}
