import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startApp, type TestApp } from '../support/app.ts'
import { type CrawlItem, type CrawlState, crawled, sitePage } from '../support/crawl.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'

let web: SimulatedWeb
let app: TestApp
before(async () => {
  web = await createSimulatedWeb()
  const results = ['/lamp', '/gone'].map(path => ({ url: `https://shop.example${path}` }))
  web.site('search.example', { '/search': JSON.stringify({ results }) })
  app = await startApp({
    ...{ ...web.env, RATE_LIMIT_PER_MINUTE: '0' },
    SEARCH_URL: 'http://search.example',
  })
  web.site('shop.example', {
    '/robots.txt': 'User-agent: *\nDisallow: /account',
    '/': sitePage('shop', ['/lamp', '/cart/add?lamp', '/account/me', '/logo.png', '/gone']),
    '/lamp': sitePage('lamp', ['/', '/lamp#more', '/lamp?utm_source=x']),
  })
})
after(async () => {
  await app.close()
  await web.close()
})

/** The blocks of a page that are marked `sh test`, as they stand. */
const examplesOf = (file: string): string[] => {
  const text = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
  return [...text.matchAll(/^```sh test\n(.*?)^```$/gms)].map(match => match[1] ?? '')
}

/** Runs one in a shell, as its reader would. */
const runExample = async (example: string, id = '', cwd = '.'): Promise<string> => {
  const env = { PATH: process.env.PATH, SITERAY: app.apiUrl, KEY: app.secretKey, ID: id }
  const { stdout } = await promisify(execFile)('sh', ['-ec', example], {
    env,
    cwd,
    timeout: 60_000,
  })
  return stdout
}

describe('the examples of docs/crawl.md', () => {
  it('do what the page says, one after the other', async () => {
    const [start, results, lines, skipped, compare, retry, ...others] = examplesOf('crawl.md')
    assert.ok(start && results && lines && skipped && compare && retry)
    assert.deepEqual(others, [])

    const { id, url } = JSON.parse(await runExample(start))
    assert.equal(url, `${app.apiUrl}/v1/crawl/${id}`)
    const first: CrawlState = JSON.parse(await runExample(results, id))
    assert.ok(first.data.length > 0, 'it waited for the first page')

    const items = (await runExample(lines, id)).split('\n').filter(line => line !== '')
    const urls = items.map(line => (JSON.parse(line) as CrawlItem).url).sort()
    const expected = ['/', '/gone', '/lamp'].map(path => `https://shop.example${path}`)
    assert.deepEqual(urls, expected)
    const state = await crawled(app, id)
    assert.deepEqual([state.status, state.completed, state.failed], ['completed', 2, 1])
    assert.equal(state.creditsUsed, 2)

    const listed: { data: { url: string; reason: string }[] } = JSON.parse(
      await runExample(skipped, id),
    )
    const reasons = listed.data.map(one => `${new URL(one.url).pathname} ${one.reason}`).sort()
    assert.deepEqual(reasons, ['/account/me robots', '/cart/add excluded', '/logo.png unsupported'])

    const again = await crawled(app, JSON.parse(await runExample(compare, id)).id)
    const lamp = again.data.find(item => item.url.endsWith('/lamp'))
    assert.equal(lamp?.change, 'same')

    const retried = await crawled(app, JSON.parse(await runExample(retry, id)).id)
    assert.deepEqual(
      retried.data.map(item => item.url),
      ['https://shop.example/gone'],
    )
  })
})

describe('the examples of docs/parse.md and docs/search.md', () => {
  it('read a file in both ways', async () => {
    const [form, body, ...others] = examplesOf('parse.md')
    assert.ok(form && body)
    assert.deepEqual(others, [])
    const folder = mkdtempSync(join(tmpdir(), 'siteray-parse-'))
    writeFileSync(join(folder, 'report.html'), sitePage('report', ['more']))
    const sent = JSON.parse(await runExample(form, '', folder))
    assert.equal(sent.url, 'https://shop.example/reports/')
    assert.deepEqual(sent.links, ['https://shop.example/reports/more'])
    assert.equal(JSON.parse(await runExample(body, '', folder)).url, 'file:///file')
    rmSync(folder, { recursive: true })
  })

  it('search, and read what is found', async () => {
    const [example, ...others] = examplesOf('search.md')
    assert.ok(example)
    assert.deepEqual(others, [])
    const { results } = JSON.parse(await runExample(example))
    assert.match(results[0].page.markdown, /lamp/)
    assert.equal(results[1].error.code, 'page_unreachable')
  })
})
