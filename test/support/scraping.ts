import assert from 'node:assert/strict'
import type { PageAnswer } from '../../src/base/reader/answer.ts'
import { type ApiAnswer, assertRefused, type TestApp } from './app.ts'
import type { Reply, SimulatedWeb } from './simulated-web.ts'
import { startWebApp } from './web-app.ts'

export type Scraping = {
  web: SimulatedWeb
  app: TestApp
  scrape(body: object): Promise<ApiAnswer>
  scraped(body: object): Promise<PageAnswer>
  refused(body: object, status: number, code: string, text: RegExp): Promise<void>
}

/** POST /v1/scrape on a simulated web. */
export const startScraping = async (): Promise<Scraping> => {
  const { web, app } = await startWebApp()
  const scrape = (body: object): Promise<ApiAnswer> =>
    app.api('/v1/scrape', { method: 'POST', body })
  return {
    web,
    app,
    scrape,
    scraped: async body => {
      const answer = await scrape(body)
      assert.equal(answer.status, 200, answer.text)
      return answer.json as PageAnswer
    },
    refused: async (body, status, code, text) =>
      assertRefused(await scrape(body), status, code, text),
  }
}

/** As long as a call may take: a browser on a busy machine needs it. */
export const patiently = { timeout: 120_000 }

export const prose = (subject: string) =>
  `<p>${Array.from({ length: 6 }, (_, n) => `The ${n + 1}. sentence about ${subject} was written for people who read pages to the end.`).join(' ')}</p>`
export const article = `<!doctype html><html lang="en"><head><title>On rivers | Example</title>
  <meta name="description" content="All about rivers."><meta property="og:image" content="/og.png">
  <link rel="canonical" href="/rivers"></head><body>
  <nav><a href="/">Home</a> <a href="/about">About us</a></nav>
  <main><article><h1>On rivers</h1>${prose('rivers')}<h2>Their banks</h2>${prose('banks')}
  <p>See <a href="lakes?a=1">the lakes</a>.</p><img src="/river.jpg" alt="A river"></article></main>
  <aside class="related"><a href="/x">Related story</a></aside><footer>Imprint and cookies</footer></body></html>`

/** A page that a script fills. */
export const shell = (script: string): string =>
  `<title>App</title><meta name="viewport" content="width=device-width"><div id="root"></div><script>${script}</script>`
export const show = (html: string): string =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(html)}`

/** That a page which leads to what its robots.txt disallows is refused, and nothing of it asked for. */
export const assertObeysRobots = async (
  { web, refused }: Scraping,
  host: string,
  page: Reply,
): Promise<void> => {
  web.site(host, { '/robots.txt': 'User-agent: *\nDisallow: /private', '/': page, '*': article })
  web.site('walled.test', { '/robots.txt': 'User-agent: *\nDisallow: /', '*': article })
  const request = { url: `https://${host}/`, render: 'always', respectRobots: true }
  await refused(request, 502, 'page_blocked', /robots\.txt of (?:leads-\d|walled)\.test/)
  const paths = [host, 'walled.test'].flatMap(web.requestsTo).map(({ path }) => path)
  assert.deepEqual(
    paths.filter(path => path.startsWith('/private') || path === '/anything'),
    [],
  )
}
