import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { createKey } from '../src/base/accounts/keys.ts'
import { usageStore } from '../src/base/accounts/usage-store.ts'
import { openSql, type Sql } from '../src/base/db/sql.ts'
import { openVault, type Vault } from '../src/base/db/vault.ts'
import { findBrowser } from '../src/base/web/find-browser.ts'
import { readConfig } from '../src/config.ts'
import { openApp } from '../src/start.ts'
import { marketingPage, partnerPicture } from '../test/products/branding/pages.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'

/**
 * `node scripts/screenshots.ts`: every page of the dashboard, light and dark, into docs/images; with
 * names of parts (`keys`, `usage`, `playground`, `corrections`, `jobs`, `schedules`, `settings`) only
 * those.
 */
const wanted = process.argv.slice(2)
const wants = (part: string) => wanted.length === 0 || wanted.includes(part)
const folder = join(import.meta.dirname, '../docs/images')
const owner = { email: 'owner@example.com', password: 'correct horse battery' }

const main = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const web = await createSimulatedWeb()
  web.site('example.com', {
    '/': article,
    '/robots.txt': { status: 404 },
    '/empty': '<p></p>',
    '/icon.svg': icon,
    '/lamp': product,
  })
  web.site('shop.example', shop)
  web.site('lantern.example', { '/': marketingPage(), '/icon.svg': icon, '*': partnerPicture })
  const database = await startTestServer()
  const config = readConfig({
    ...web.env,
    PORT: '0',
    IMAGE_PORT: '0',
    DATABASE_URL: database.url,
    PATH: process.env.PATH,
  })
  const app = await openApp(config, pino({ level: 'silent' }))
  const sql = openSql(
    { kind: 'url', url: database.url },
    { name: 'screenshots', maxConnections: 2 },
  )
  const executablePath = findBrowser({ chromiumPath: process.env.CHROMIUM_PATH })
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox'],
  })
  try {
    const first = await browser.newContext(viewOf('light'))
    await setUp(await first.newPage(), app.setupUrl ?? '')
    await seed(sql, await openVault({ ...config, sql }))
    for (const scheme of ['light', 'dark'] as const) {
      const context = await browser.newContext(viewOf(scheme))
      await takeAll(context, app.apiUrl, scheme)
      await context.close()
    }
    const phone = await browser.newContext({
      ...viewOf('light'),
      viewport: { width: 390, height: 780 },
    })
    if (wants('keys')) await takePhone(phone, app.apiUrl)
  } finally {
    await browser.close()
    await sql.end()
    await app.close()
    await database.close()
    await web.close()
  }
}

const viewOf = (colorScheme: 'light' | 'dark') => ({
  colorScheme,
  viewport: { width: 1280, height: 840 },
})

/** What runs takes as long as the machine does. */
const patienceMs = 120_000

const setUp = async (page: Page, url: string) => {
  page.setDefaultTimeout(patienceMs)
  await page.goto(url)
  await page.getByLabel('E-mail').waitFor()
  await take(page, 'set-up-light')
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Your first keys').waitFor()
  await take(page, 'first-keys-light')
}

type Camera = {
  page: Page
  open: (name: string) => Promise<void>
  shot: (name: string) => Promise<void>
}

const takeAll = async (context: BrowserContext, apiUrl: string, scheme: string) => {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const open = async (name: string) => {
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  const camera = { page, open, shot: (name: string) => take(page, `${name}-${scheme}`) }
  await page.goto(`${apiUrl}/sign-in`)
  await page.getByLabel('E-mail').waitFor()
  if (wants('settings')) await camera.shot('sign-in')
  await enter(page)
  await page.getByText('This installation').waitFor()
  if (wants('overview')) await camera.shot('overview')
  const parts = { keys: takeKeys, usage: takeUsage, playground: takePlayground, jobs: takeJobs }
  const more = { corrections: takeCorrections, schedules: takeSchedules }
  for (const [name, part] of Object.entries({ ...parts, ...more }))
    if (wants(name)) await part(camera)
  if (!wants('settings')) return
  await open('Settings')
  await page.getByText('Two-step sign-in').first().waitFor()
  await camera.shot('settings')
}

const takeKeys = async ({ page, open, shot }: Camera) => {
  await open('Keys')
  await page.getByText('Website', { exact: true }).waitFor()
  await shot('keys')
  await page.getByRole('button', { name: 'Actions for Website' }).click()
  await page.getByRole('menuitem', { name: 'Allowed origins' }).click()
  await page.getByLabel('Would a page').fill('https://shop.example.com')
  await page.getByText('Allowed. The entry').waitFor()
  await shot('origins')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Website' }).click()
  await page.locator('label', { hasText: 'Dark mode' }).click()
  await shot('key')
  await open('Connect')
  await page.getByRole('heading', { name: 'Connect' }).waitFor()
  await shot('connect')
}

const takeUsage = async ({ page, open, shot }: Camera) => {
  await open('Usage')
  await page.getByText('Totals').waitFor()
  await page.getByRole('button', { name: /-05: / }).hover()
  await shot('usage')
}

const takePlayground = async ({ page, open, shot }: Camera) => {
  await open('Playground')
  await page.getByLabel('Address of a page').fill('https://example.com/')
  await page.getByRole('button', { name: 'Scrape' }).click()
  await page.getByTestId('result').waitFor()
  await shot('scrape')
  await page.getByRole('link', { name: 'Icon' }).click()
  await page.getByLabel('Domain').fill('example.com')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Taken from').waitFor()
  await page.waitForFunction(() => [...document.images].every(image => image.complete))
  await shot('icon')
  await page.getByRole('link', { name: 'Extract' }).click()
  await page.getByLabel('Address of a page').fill('https://example.com/lamp')
  await page.locator('label', { hasText: 'JSON' }).first().click()
  await page.getByLabel('Schema as JSON').fill(JSON.stringify(productSchema, null, 2))
  await page.locator('label', { hasText: 'Form' }).click()
  await page.getByText('The schema can be used').waitFor()
  await page.getByRole('button', { name: 'Extract' }).click()
  await page.getByTestId('data').getByText('2.4 kg').hover()
  await page.getByRole('heading', { name: 'In the page' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await shot('extract')
  await page.getByRole('link', { name: 'Branding' }).click()
  await page.getByLabel('Address of a site').fill('https://lantern.example/')
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByTestId('profile').getByText('Primary').first().hover({ timeout: 60_000 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await shot('branding')
  await page.getByRole('link', { name: 'Batch' }).click()
  await page
    .getByLabel('URLs, one per line')
    .fill('https://example.com/\nhttps://example.com/empty')
  await page.getByRole('button', { name: 'Start batch' }).click()
  await page.getByText('1 read, 1 failed, of 2').waitFor()
  await shot('batch')
}

/** What somebody said is wrong, and what was pinned. */
const takeCorrections = async ({ page, open, shot }: Camera) => {
  await open('Playground')
  await page.getByRole('link', { name: 'Icon' }).click()
  await page.getByLabel('Domain').fill('example.com')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('button', { name: 'Wrong logo?' }).click()
  await page.getByLabel(/What should it be/).fill('That is the logo of before 2024')
  await page.getByRole('button', { name: 'Send' }).click()
  await open('Corrections')
  for (const [what, value] of [
    ['Icon', 'https://example.com/icon.svg'],
    ['Color', '#1a73e8'],
    ['Name', 'Lantern & Sons'],
  ] as const) {
    await page.getByRole('button', { name: 'Pin something' }).click()
    await page.getByLabel('Domain', { exact: true }).fill('lantern.example')
    await page.getByRole('dialog').getByText(what, { exact: true }).first().click()
    await page.getByRole('textbox').last().fill(value)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('row', { name: /Lantern & Sons/ }).waitFor()
  await page.waitForFunction(() => [...document.images].every(image => image.complete))
  await shot('corrections')
}

/** A crawl as it is asked for, its tree, the list of jobs, and one of them. */
const takeJobs = async ({ page, open, shot }: Camera) => {
  await open('Playground')
  await page.getByRole('link', { name: 'Crawl' }).click()
  await page.getByLabel('Address of a site').fill('https://shop.example/')
  await page.getByTestId('scope').getByText('All of shop.example').waitFor()
  await shot('crawl')
  await page.getByRole('button', { name: 'Start crawl' }).click()
  await page.getByText(/^completed: /).waitFor()
  const tree = page.getByRole('region', { name: 'Pages by path' })
  await tree.getByText('skipped: robots.txt forbids it').first().waitFor()
  await page.getByRole('heading', { name: 'Results' }).scrollIntoViewIfNeeded()
  await page.evaluate(() =>
    document.querySelector('[role=progressbar], progress')?.closest('section')?.scrollIntoView(),
  )
  await shot('crawl-tree')
  await page.getByRole('link', { name: 'Open the job' }).click()
  await page.getByRole('heading', { name: /^Crawl, started/ }).waitFor()
  await page.getByRole('cell', { name: 'https://shop.example/lamps/desk' }).first().waitFor()
  await shot('job')
  await open('Jobs')
  await page.getByRole('link', { name: 'https://shop.example/' }).first().waitFor()
  await shot('jobs')
}

const takeSchedules = async ({ page, open, shot }: Camera) => {
  price = '39.00'
  await open('Schedules')
  await page.getByRole('button', { name: 'New schedule' }).first().click()
  await page.getByLabel('What', { exact: true }).selectOption('Read pages')
  await page.getByLabel('URLs, one per line').fill('https://shop.example/lamps/desk')
  await page.getByLabel('Name').fill('Prices of the lamp shop')
  await page.getByLabel('Time zone').fill('Europe/Berlin')
  await page.getByLabel('Cron expression').fill('30 6 * * 1-5')
  await page.getByText('At 06:30, Monday to Friday.').last().waitFor()
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByText('It has not run yet.').waitFor()
  const runs = page.getByRole('table', { name: 'Runs' })
  await page.getByRole('button', { name: 'Run now' }).click()
  await runs.getByText('completed').waitFor()
  price = '34.50'
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('button', { name: '1 changed' }).click()
  await page.getByRole('region', { name: /^What changed in/ }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await shot('schedule')
  await open('Schedules')
  await page
    .getByRole('cell', { name: /1 changed/ })
    .first()
    .waitFor()
  await shot('schedules')
}

const takePhone = async (context: BrowserContext, apiUrl: string) => {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  await page.goto(`${apiUrl}/keys`)
  await enter(page)
  await page.getByText('Website', { exact: true }).waitFor()
  await take(page, 'keys-phone')
  await page.goto(`${apiUrl}/playground/scrape`)
  await page.getByRole('button', { name: 'an article' }).click()
  await page.getByRole('button', { name: 'Scrape' }).click()
  await page.getByTestId('result').waitFor()
  await take(page, 'scrape-phone')
}

const enter = async (page: Page) => {
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: /Overview|Keys/ }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Few colors and no transparency: a dozen kilobytes each. */
const take = async (page: Page, name: string) => {
  const image = await page.screenshot({ fullPage: false })
  await sharp(image)
    .png({ palette: true, colors: 64, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`))
}

const seed = async (sql: Sql, vault: Vault) => {
  const [account] = await sql.unsafe<{ id: string }[]>('select id from accounts limit 1')
  const accountId = account?.id ?? ''
  const website = await createKey(sql, {
    accountId,
    kind: 'publishable',
    name: 'Website',
    vault,
    origins: ['example.com', '*.example.com'],
    actor: 'screenshots',
  })
  const app = await createKey(sql, {
    accountId,
    kind: 'publishable',
    name: 'Mobile app',
    actor: 'screenshots',
  })
  const month = new Date().toISOString().slice(0, 7)
  const today = new Date().getUTCDate()
  const rows = Array.from({ length: today }, (_, index) => index + 1).flatMap(number => {
    const day = `${month}-${String(number).padStart(2, '0')}`
    const amount = (scale: number) => Math.round(scale * (1.2 + Math.sin(number * scale)))
    const base = { accountId, day, outcome: 'ok' }
    return [
      { ...base, keyId: website.id, endpoint: 'icon', requests: amount(410) },
      { ...base, keyId: website.id, endpoint: 'og', requests: amount(90) },
      { ...base, keyId: app.id, endpoint: 'icon', requests: amount(230) },
    ]
  })
  await usageStore.write(sql, { sender: 'screenshots', sequence: 1, rows })
}

let price = '39.00'
const lamps = ['desk', 'floor', 'wall', 'garden', 'ceiling']
const stories = ['on-shades', 'on-bulbs', 'on-candles']

/** A small shop with a few of everything: a file, a page that is gone, one that robots.txt forbids. */
const shop = ({ path }: { path: string }) => {
  if (path === '/robots.txt') return 'User-agent: *\nDisallow: /account'
  const page = (title: string, links: readonly string[], words = sentence.repeat(3)) =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav>${links.map(link => `<a href="${link}">${link}</a> `).join('')}</nav><main><article><h1>${title}</h1><p>${words}</p></article></main></body></html>`
  if (path === '/')
    return page('The lamp shop', ['/lamps/', '/stories/', '/account/login', '/price-list.zip'])
  if (path === '/lamps/')
    return page(
      'Lamps',
      lamps.map(name => `/lamps/${name}`),
    )
  if (path === '/stories/')
    return page(
      'Stories',
      [...stories, 'lost'].map(name => `/stories/${name}`),
    )
  const name = path.split('/').at(-1) ?? ''
  if (path.startsWith('/lamps/') && lamps.includes(name))
    return page(`The ${name} lamp`, ['/lamps/', '/'], `The ${name} lamp costs ${price} euros.`)
  if (path.startsWith('/stories/') && stories.includes(name))
    return page(name.replaceAll('-', ' '), ['/stories/', '/'])
  return { status: 404, body: 'Not here' }
}

const icon = {
  headers: { 'content-type': 'image/svg+xml' },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#0284c7"/><path d="M8 38c12-10 20 8 32-2s12-2 16 0" stroke="#fff" stroke-width="6" fill="none"/></svg>',
}
const sentence =
  'Rivers carry water from the hills to the sea, and with it stones, sand and stories. '
const article = `<!doctype html><html lang="en"><head><title>On rivers</title><link rel="icon" href="/icon.svg">
  <meta name="description" content="How rivers shape the land."></head><body><main><article>
  <h1>On rivers</h1><p>${sentence.repeat(4)}</p><h2>Their banks</h2><p>${sentence.repeat(3)}</p>
  <ul><li>Gravel banks</li><li>Steep banks</li></ul>
  <p>See <a href="/lakes">the lakes</a>.</p></article></main></body></html>`

const product = `<!doctype html><html lang="en"><head><title>Brass desk lamp | Lumen</title></head><body><main>
  <h1>Brass desk lamp</h1><p>Price: <b>$39.99</b></p><dl><dt>Weight</dt><dd>2.4 kg</dd><dt>Material</dt><dd>Brass</dd></dl>
  <p>This lamp stands on desks all over the world and lights whatever people read there at night.</p></main></body></html>`
const productSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    weight: { type: 'string' },
    material: { type: 'string' },
  },
  required: ['name', 'price'],
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
})
