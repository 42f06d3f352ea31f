import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { openSql } from '../src/base/db/sql.ts'
import { openVault } from '../src/base/db/vault.ts'
import { findBrowser } from '../src/base/web/find-browser.ts'
import { readConfig } from '../src/config/config.ts'
import { openApp } from '../src/process/start.ts'
import { marketingPage, partnerPicture } from '../test/products/branding/pages.ts'
import { startTestServer } from '../test/support/database-server.ts'
import { createSimulatedWeb } from '../test/support/simulated-web.ts'
import { tinyPdf } from '../test/support/tiny-pdf.ts'
import { seedAccount } from './screenshot-account.ts'
import { openReach, takeReach } from './screenshot-reach.ts'
import { article, icon, product, productSchema, shared, shop, today } from './screenshot-sites.ts'
import { openLights, takeTeaching } from './screenshot-teaching.ts'

/**
 * `node scripts/screenshots.ts`: every page of the dashboard, light, dark and on a phone, into
 * docs/images; with names of parts (`overview`, `keys`, `usage`, `requests`, `playground`,
 * `parse`, `corrections`, `jobs`, `schedules`, `readers`, `reach`, `settings`, `docs`, `phone`) only
 * those.
 */
const wanted = process.argv.slice(2)
const wants = (part: string) => wanted.length === 0 || wanted.includes(part)
const folder = join(import.meta.dirname, '../docs/images')
const owner = { email: 'owner@example.com', password: 'correct horse battery' }

const main = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  execFileSync(process.execPath, ['scripts/build-ui.ts', '--strict'], { stdio: 'inherit' })
  const web = await createSimulatedWeb()
  web.site('example.com', {
    '/': article,
    '/robots.txt': { status: 404 },
    '/empty': '<p></p>',
    '/icon.svg': icon,
    '/shared.png': {
      headers: { 'content-type': 'image/png' },
      body: await sharp(Buffer.from(shared)).png().toBuffer(),
    },
    '/lamp': product,
  })
  web.site('shop.example', shop)
  web.site('lantern.example', { '/': marketingPage(), '/icon.svg': icon, '*': partnerPicture })
  const work = mkdtempSync(join(tmpdir(), 'siteray-screenshots-'))
  const reach = await openReach(web, work)
  openLights(web)
  const database = await startTestServer()
  const config = readConfig({
    ...web.env,
    PORT: '0',
    WAYS_FILE: reach.file,
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
    await seedAccount(sql, await openVault({ ...config, sql }))
    for (const scheme of ['light', 'dark'] as const) {
      const context = await browser.newContext(viewOf(scheme))
      await takeAll(context, app.apiUrl, scheme, takeReach(reach))
      await context.close()
    }
    const phone = await browser.newContext({
      ...viewOf('light'),
      viewport: { width: 390, height: 780 },
    })
    if (wants('phone')) await takePhone(phone, app.apiUrl)
  } finally {
    await browser.close()
    await sql.end()
    await app.close()
    await database.close()
    await web.close()
    await reach.close()
    rmSync(work, { recursive: true, force: true })
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
  scheme: string
  open: (name: string) => Promise<void>
  shot: (name: string) => Promise<void>
}

const takeAll = async (
  context: BrowserContext,
  apiUrl: string,
  scheme: string,
  takeReach: (camera: Camera) => Promise<void>,
) => {
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const open = async (name: string) => {
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  const camera = { page, scheme, open, shot: (name: string) => take(page, `${name}-${scheme}`) }
  await page.goto(`${apiUrl}/sign-in`)
  await page.getByLabel('E-mail').waitFor()
  if (wants('settings')) await camera.shot('sign-in')
  await enter(page)
  await page.getByText('This installation').waitFor()
  if (wants('overview')) {
    await page.getByText('Recent failed calls').waitFor()
    await page.getByRole('link', { name: /Credits this month\s*\d/ }).waitFor()
    await camera.shot('overview')
  }
  const parts = { keys: takeKeys, usage: takeUsage, requests: takeRequests }
  const work = {
    playground: takePlayground,
    parse: takeParse,
    jobs: takeJobs,
    schedules: takeSchedules,
    readers: takeTeaching(folder),
  }
  const rest = {
    corrections: takeCorrections,
    reach: takeReach,
    settings: takeSettings,
    docs: takeDocs,
  }
  for (const [name, part] of Object.entries({ ...parts, ...work, ...rest }))
    if (wants(name)) await part(camera)
}

const takeSettings = async ({ page, open, shot }: Camera) => {
  await open('People')
  await page.getByRole('cell', { name: owner.email }).waitFor()
  await shot('people')
  await open('Audit')
  await page.getByRole('cell', { name: 'Key created' }).first().waitFor()
  await shot('audit')
  await open('Settings')
  await page.getByText('Two-step sign-in').first().waitFor()
  await shot('settings')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
  await shot('palette')
  await page.keyboard.press('Escape')
}

const takeRequests = async ({ page, open, shot }: Camera) => {
  await open('Requests')
  await page.getByRole('cell', { name: 'docs.example' }).first().waitFor()
  await shot('requests')
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
  await page.getByText('The schema is valid').waitFor()
  await page.getByRole('button', { name: 'Extract' }).click()
  await page.getByTestId('data').getByText('2.4 kg').hover()
  await page.getByRole('heading', { name: 'In the page' }).waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await shot('extract')
  await page.locator('label', { hasText: 'Many pages' }).click()
  await page.getByLabel('URLs, one per line').fill(sampleUrls)
  await page.getByRole('button', { name: 'product', exact: true }).click()
  await page.getByRole('button', { name: 'Start extraction' }).click()
  await page.getByText(/^completed: /).waitFor()
  await page.getByRole('table', { name: 'Data' }).getByText('Desk lamp No. 7').waitFor()
  await page.getByRole('link', { name: 'Open the job' }).click()
  await page.getByRole('table', { name: 'Data' }).getByText('Desk lamp No. 7').waitFor()
  await shot('table')
  await open('Playground')
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
  await page.getByText('1 done, 1 failed, of 2').waitFor()
  await shot('batch')
}

/** A file of several pages that is dropped onto the page. */
const takeParse = async ({ page, open, shot }: Camera) => {
  await open('Playground')
  await page.getByRole('link', { name: 'Parse' }).click()
  const pdf = tinyPdf(reportPages).toString('base64')
  await page.evaluate(text => {
    const bytes = Uint8Array.from(atob(text), sign => sign.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'report.pdf', { type: 'application/pdf' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }))
  }, pdf)
  await page.getByRole('button', { name: 'Parse', exact: true }).click()
  await page.getByTestId('result').waitFor()
  await shot('parse')
}

const reportPages = [
  {
    runs: [
      { x: 60, y: 740, size: 22, text: 'Lamps of the year' },
      {
        x: 60,
        y: 700,
        size: 11,
        text: 'Sales rose by a third, mostly of desk lamps. The shop in the',
      },
      { x: 60, y: 685, size: 11, text: 'harbour sold more than all others together.' },
    ],
  },
  {
    runs: [
      { x: 60, y: 740, size: 16, text: 'By shop' },
      ...[
        ['Shop', 'Lamps', 'Share'],
        ['Harbour', '1,480', '54 %'],
        ['Old town', '790', '29 %'],
        ['Station', '465', '17 %'],
      ].flatMap((cells, row) =>
        cells.map((text, column) => ({ x: 60 + column * 140, y: 700 - row * 20, size: 11, text })),
      ),
    ],
  },
]

const sampleUrls = ['lamp', 'paper', 'events']
  .map(name => `http://sample.siteray.example/${name}`)
  .join('\n')

/** The documents, which are the same product. */
const takeDocs = async ({ page, shot }: Camera) => {
  const { origin } = new URL(page.url())
  for (const [path, name] of [
    ['/docs/scrape', 'documents'],
    ['/docs/reference/', 'reference'],
  ] as const) {
    await page.goto(origin + path)
    await page.waitForLoadState('networkidle')
    await shot(name)
  }
  await page.goto(origin)
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

const takeSchedules = async ({ page, scheme, open, shot }: Camera) => {
  today.price = '39.00'
  await open('Schedules')
  await page.getByRole('button', { name: 'New schedule' }).first().click()
  await page.getByLabel('What', { exact: true }).selectOption('Read pages')
  await page.getByLabel('URLs, one per line').fill('https://shop.example/lamps/desk')
  await page
    .getByLabel('Name')
    .fill(scheme === 'light' ? 'Prices of the lamp shop' : 'The desk lamp, on weekdays')
  await page.getByLabel('Time zone').fill('Europe/Berlin')
  await page.getByLabel('Cron expression').fill('30 6 * * 1-5')
  await page.getByText('At 06:30, Monday to Friday.').last().waitFor()
  await page.getByRole('button', { name: 'Create schedule' }).click()
  await page.getByText('It has not run yet.').waitFor()
  const runs = page.getByRole('table', { name: 'Runs' })
  await page.getByRole('button', { name: 'Run now' }).click()
  await runs.getByText('completed').waitFor()
  today.price = '34.50'
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
  await page.goto(`${apiUrl}/sign-in`)
  await enter(page)
  for (const name of ['overview', 'usage', 'requests', 'jobs', 'keys', 'connect']) {
    await page.goto(`${apiUrl}/${name === 'overview' ? '' : name}`)
    await page.waitForLoadState('networkidle')
    await take(page, `${name}-phone`)
  }
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await take(page, 'menu-phone')
  await page.goto(`${apiUrl}/playground/icon?domain=github.com`)
  await page.getByRole('heading', { name: 'How it was chosen' }).waitFor()
  await page.waitForLoadState('networkidle')
  await take(page, 'icon-phone')
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
  await page.waitForFunction(() => !document.querySelector('.toast, .animate-pulse'))
  const image = await page.screenshot({ fullPage: false })
  await sharp(image)
    .png({ palette: true, colors: 64, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`))
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
})
