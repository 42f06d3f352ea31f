import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { assertSoundCrawl, crawled, skippedOf, startCrawl } from '../../support/crawl.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  app = await startApp({ ...web.env, RATE_LIMIT_PER_MINUTE: '0' })
})
after(async () => {
  await app.close()
  await web.close()
})

/** A page with content of its own and these links. */
const page = (name: string, links: readonly string[], head = ''): string => `<!doctype html>
<html lang="en"><head><title>${name}</title>${head}</head><body><main><h1>${name}</h1>
<p>This is the page ${name} of a small site. It says enough about ${name} to be read as a page.</p>
<p>Whoever wants to know more of ${name} finds it here, in a second paragraph about ${name}.</p></main>
<ul>${links.map(link => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></body></html>`

const noRules = { status: 404, body: 'none' }
const paths = (urls: readonly { url: string }[]) =>
  urls.map(({ url }) => new URL(url).pathname + new URL(url).search).sort()
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('a crawl', () => {
  it('reads every page of a site once, with depth and where it was found', async () => {
    web.site('small.test', {
      '/robots.txt': noRules,
      '/': page('home', [
        '/a',
        '/b',
        'https://other.test/x',
        '/picture.png',
        'mailto:me@small.test',
      ]),
      '/a': page('a', ['/', '/a/deep', '/b']),
      '/a/deep': page('deep', ['/a', '/missing']),
      '/b': page('b', ['/a', 'https://www.small.test/b/', '/b?utm_source=x', '/b#part']),
    })
    const id = await startCrawl(app, { url: 'https://small.test/' })
    const state = await crawled(app, id)
    assert.equal(state.status, 'completed')
    assert.deepEqual([state.completed, state.failed, state.total, state.creditsUsed], [4, 1, 5, 4])
    assert.deepEqual(paths(state.data), ['/', '/a', '/a/deep', '/b', '/missing'])
    const deep = state.data.find(({ url }) => url.endsWith('/deep'))
    assert.deepEqual([deep?.depth, deep?.foundOn], [2, 'https://small.test/a'])
    assert.equal(state.data.find(({ depth }) => depth === 0)?.foundOn, 'start')
    assert.deepEqual(Object.keys(deep ?? {}).sort(), [
      'depth',
      'foundOn',
      'markdown',
      'metadata',
      'url',
    ])
    const missing = state.data.find(({ url }) => url.endsWith('/missing'))
    assert.equal(missing?.code, 'page_unreachable')
    assert.deepEqual(await skippedOf(app, id), [
      {
        url: 'https://small.test/picture.png',
        reason: 'unsupported',
        foundOn: 'https://small.test/',
      },
    ])
    assert.equal(state.discovered, 6)
    await assertSoundCrawl(app.database.sql, id)
  })
})
