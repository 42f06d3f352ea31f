import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TestApp } from './app.ts'
import { crawled } from './crawl.ts'
import { type Example, exampleShell, examples, usesClient } from './docs-examples.ts'
import { startWebApp } from './web-app.ts'

/**
 * Every block of the documents is run, or named in this list with the reason: the first that
 * people read by docs-examples.test.ts, and the others by docs-examples.more.ts.
 */
export const notRun: { file: string; begins: string; because: string }[] = [
  ...[
    ['README.md', 'npm ci --omit=dev && npm start'],
    ['docs/quick-start.md', 'npm ci --omit=dev && npm start'],
  ].map(([file = '', begins = '']) => ({ file, begins, because: 'installs and starts a server' })),
  ...['README.md', 'docs/quick-start.md'].map(file => ({
    ...{ file, begins: 'export SITERAY_URL' },
    because: 'the reader puts keys of their own here; the other blocks are run with them',
  })),
  ...[
    ['README.md', '(cd client && npm pack) && npm install --global'],
    ['docs/clients.md', '(cd client && npm pack) && npm install --global'],
    ['docs/clients.md', '(cd client && npm pack) && npm install ./client'],
  ].map(([file = '', begins = '']) => ({
    ...{ file, begins },
    because: 'test/clients/packed.more.ts packs it and installs it',
  })),
  {
    ...{ file: 'docs/clients.md', begins: 'npx openapi-typescript' },
    because: 'test/clients/generated.test.ts does the same in process',
  },
  {
    ...{ file: 'docs/images.md', begins: "import { iconUrl, logoUrl } from 'siteray'" },
    because: 'it is a component of a page, made of addresses that other tests ask for',
  },
  ...['docs/clients.md', 'docs/images.md'].map(file => ({
    ...{ file, begins: "import { SiteIcon } from 'siteray/react'" },
    because: 'test/clients/client.test.ts renders the component',
  })),
  {
    ...{ file: 'docs/firecrawl.md', begins: "import Firecrawl from '@mendable/firecrawl-js'" },
    because: 'test/clients/firecrawl.more.ts runs that client with this address',
  },
  ...['FIRECRAWL_PORT=3002 npm start'].map(begins => ({
    ...{ file: 'docs/firecrawl.md', begins, because: 'starts a server; door.test.ts does so' },
  })),
  {
    ...{ file: 'docs/webhooks.md', begins: "import { Webhook } from 'standardwebhooks'" },
    because: 'that library is not a dependency; the same check is in client.test.ts',
  },
  {
    ...{ file: 'docs/companies.md', begins: 'curl "$SITERAY_URL/v1/brands/' },
    because: 'reads a site of the real web; test/products/branding/brands.test.ts does the same',
  },
  { file: 'docs/mcp.md', begins: 'claude mcp add', because: 'another product’s command' },
  ...[
    ['docs/deploy.md', 'docker build'],
    ['docs/deploy.md', 'cp deploy/example.env'],
    ['docs/deploy.md', 'docker compose -f deploy/compose.yaml exec'],
    ['docs/deploy.md', 'useradd --system'],
    ['docs/deploy.md', 'PUBLIC_URL=https://api.example.com'],
  ].map(([file = '', begins = '']) => ({
    ...{ file, begins },
    because: 'needs a container engine or root: npm run test:deploy',
  })),
  ...[
    ['docs/self-hosting.md', 'git pull && npm ci --omit=dev'],
    ['docs/self-hosting.md', 'PUBLIC_URL=https://api.example.com'],
    ['docs/self-hosting.md', 'S3_URL='],
    ['docs/scaling.md', "# on the browsers' host"],
    ['docs/scaling.md', 'ROLE=image DATABASE_URL='],
  ].map(([file = '', begins = '']) => ({
    ...{ file, begins },
    because: 'settings of somebody’s own machines',
  })),
]

const isListed = (one: Example) =>
  notRun.some(({ file, begins }) => file === one.file && one.code.startsWith(begins))
const isOperators = ({ code }: Example) => code.includes('npm run siteray -- ')
export const runnable = examples().filter(
  one => !isListed(one) && !isOperators(one) && !usesClient(one),
)
/** The documents with an example that can be run. */
export const documents = [...new Set(runnable.map(({ file }) => file))]

/** Whether it is among what somebody who is new copies first. */
export const isFirst = (file: string): boolean =>
  ['README.md', 'docs/quick-start.md', 'docs/scrape.md', 'docs/extract.md'].includes(file)

/** An app that has what the examples ask for. */
export const startDocumented = async (): Promise<TestApp> => {
  const started = await startWebApp({
    ...{ RATE_LIMIT_PER_MINUTE: '0', ALLOW_PAGE_SCRIPTS: 'true' },
    SEARCH_URL: 'http://search.example',
  })
  const results = ['/lamp', '/catalogue-1990'].map(path => ({
    url: `http://sample.siteray.example${path}`,
  }))
  started.web.site('search.example', { '/search': JSON.stringify({ results }) })
  started.web.site('hooks.example.org', { '/siteray': 'ok' })
  return started.app
}

/** Runs the examples of a document one after the other, as its reader would. */
export const runDocument = async (app: TestApp, file: string): Promise<void> => {
  const blocks = runnable.filter(one => one.file === file)
  const shell = exampleShell(app)
  const printed: string[] = []
  let id = ''
  for (const { language, code } of blocks) {
    if (language === 'html')
      for (const url of shell.images(code)) assert.equal((await fetch(url)).status, 200, url)
    if (language !== 'sh') continue
    const text = await shell.sh(code, id)
    if (!code.includes('.voucher')) assert.doesNotMatch(text, /^\{"error"/m, code)
    id ||= /^\{"id":"(\w+)"/.exec(text)?.[1] ?? ''
    printed.push(text)
  }
  await outcomes[file]?.(app, printed)
}

/** What some of them must have come to. */
const outcomes: Record<string, (app: TestApp, printed: string[]) => Promise<void>> = {
  async 'docs/crawl.md'(app, [start = '', , lines = '', skipped = '', compare = '', retry = '']) {
    const items = lines.split('\n').filter(line => line !== '')
    assert.equal(items.length, 5)
    const state = await crawled(app, JSON.parse(start).id)
    const failed = state.data.filter(item => 'error' in item).map(item => item.url)
    assert.deepEqual(failed, ['http://sample.siteray.example/catalogue-1990'])
    assert.equal(state.creditsUsed, 4)
    const listed = JSON.parse(skipped).data as { url: string; reason: string }[]
    const reasons = listed.map(one => `${new URL(one.url).pathname} ${one.reason}`).sort()
    assert.deepEqual(reasons, ['/basket robots', '/events excluded'])
    const again = await crawled(app, JSON.parse(compare).id)
    assert.equal(again.data.find(item => item.url.endsWith('/lamp'))?.change, 'same')
    const retried = await crawled(app, JSON.parse(retry).id)
    assert.deepEqual(
      retried.data.map(item => item.url),
      failed,
    )
  },
  async 'docs/actions.md'(_app, [found = '', failed = '', scripts = '']) {
    const { markdown, actions } = JSON.parse(found)
    assert.match(markdown, /Shade of linen[\s\S]*Arm of brass[\s\S]*Switch[\s\S]*Bulb/)
    assert.equal(actions.screenshots.length, 1)
    const { error } = JSON.parse(failed)
    const page = readFileSync('docs/actions.md', 'utf8')
    assert.ok(page.includes(`{ "error": ${JSON.stringify(error)} }`), error)
    const values = JSON.parse(scripts).actions.results.map((one: { value: unknown }) => one.value)
    assert.deepEqual(values, [1, { name: 'q' }])
  },
  async 'docs/extract.md'(_app, [one = '']) {
    const page = readFileSync('docs/extract.md', 'utf8')
    const { data } = JSON.parse(one)
    assert.deepEqual(data, { name: 'Desk lamp No. 7', price: 149, in_stock: true })
    assert.ok(page.includes('"name": "Desk lamp No. 7", "price": 149, "in_stock": true'))
  },
  async 'docs/search.md'(_app, [answer = '']) {
    const { results } = JSON.parse(answer)
    assert.match(results[0].page.markdown, /^# Desk lamp/)
    assert.equal(results[1].error.code, 'page_unreachable')
  },
  async 'docs/parse.md'(_app, [form = '', body = '']) {
    assert.deepEqual(JSON.parse(form).links, ['https://example.com/reports/more'])
    assert.equal(JSON.parse(body).url, 'file:///file')
  },
}
