import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../src/web/find-browser.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { firstAccountId, owner } from '../support/dashboard.ts'
import { payloads } from '../support/script-payloads.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../support/simulated-web.ts'
import { until } from '../support/until.ts'

let web: SimulatedWeb
let app: TestApp
let browser: Browser
let page: Page
/** Every address the pages asked for. */
const asked: string[] = []
const mishaps: string[] = []

before(async () => {
  web = await createSimulatedWeb()
  app = await startApp({ ...web.env, BOOTSTRAP_SECRET_KEY: '', BOOTSTRAP_PUBLISHABLE_KEY: '' })
  const executablePath = findBrowser({ chromiumPath: process.env.CHROMIUM_PATH })
  browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext()
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on('request', request => void asked.push(request.url()))
  page.on('pageerror', error => void mishaps.push(error.message))
  page.on('dialog', dialog => {
    mishaps.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
})
after(async () => {
  await browser.close()
  await web.close()
})

const open = async (name: string) => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}
const statusOf = async (key: string) =>
  (await app.api('/v1/usage', { headers: { authorization: `Bearer ${key}` } })).status

describe('the first run', () => {
  it('leads from the printed link to keys that work', async () => {
    await page.goto(app.setupUrl ?? '')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password').fill(owner.password)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Your first keys').waitFor()
    const text = await page.getByRole('main').innerText()
    const key = /sr_[A-Za-z0-9]{32}/.exec(text)?.[0] ?? ''
    assert.equal(await statusOf(key), 200)
    assert.ok(text.includes(`curl ${app.apiUrl}/v1/scrape`))
    assert.match(text, /<img src="http[^"]+\?token=pk_[A-Za-z0-9]{32}"/)
    assert.match(text, /Mail\s+Not set\s+.*SMTP_URL/)
    assert.match(text, /Database\s+Ready/)
    assert.equal(page.url(), `${app.apiUrl}/`)
  })

  it('loads less than 250 kB of script, all of it from this server', async () => {
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(entry => entry.name.endsWith('.js'))
        .map(entry => (entry as PerformanceResourceTiming).transferSize),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total > 0 && total < 250_000, `${total} bytes`)
  })
})

describe('a key', () => {
  it('is created, shown once, used and deleted, with the keyboard alone', async () => {
    const press = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name)
    }
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement
        if (element === document.body) return ''
        return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim()
      })
    /** Tabs on until what has this name has the focus. */
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 80; steps++) {
        if ((await focused()) === name) return
        await press('Tab')
      }
      assert.fail(`The keyboard does not reach «${name}».`)
    }
    await tabTo('Keys')
    await press('Enter')
    await page.getByText('Your keys').waitFor()
    await tabTo('Create key')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel('Name').focus()
    await page.keyboard.type('By keyboard')
    await press('Enter')
    const key = await page.getByTestId('new-key').innerText()
    assert.equal(await statusOf(key), 200)
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(key), 'it is not shown again')
    await page.getByText(`sr_…${key.slice(-4)}`).waitFor()
    await tabTo('Delete By keyboard')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo('Delete key')
    await press('Enter')
    await page
      .getByRole('cell', { name: 'By keyboard', exact: true })
      .waitFor({ state: 'detached' })
    await until('the key is refused', async () => (await statusOf(key)) === 401, 1_000)
  })

  it('is restricted to origins that are checked while they are typed', async () => {
    await page.getByRole('button', { name: 'allowed origins of first key' }).click()
    const list = page.getByLabel('Hosts, one a line')
    await list.fill('example.com:8080')
    await page.getByText('has a port').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
    await list.fill('*.example.com')
    const test = page.getByLabel('Would a page be allowed?')
    await test.fill('https://example.com')
    await page.getByText('Refused. No entry covers example.com.').waitFor()
    await test.fill('https://www.example.com/page')
    await page.getByText('Allowed. The entry *.example.com').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 origin').waitFor()
    const [row] = await app.database.sql`select origins from keys where origins <> '{}'`
    assert.deepEqual(row?.origins, ['*.example.com'])
  })

  it('is rolled: the new one works, the old one until the overlap ends', async () => {
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('To be rolled')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const old = await page.getByTestId('new-key').innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Roll To be rolled' }).click()
    await page.getByText('1 hour').click()
    await page.getByRole('button', { name: 'Roll key' }).click()
    const fresh = await page.getByTestId('new-key').innerText()
    assert.notEqual(fresh, old)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(/ends in (1 hour|60 minutes|59 minutes)/).waitFor()
    assert.deepEqual([await statusOf(fresh), await statusOf(old)], [200, 200])
    await app.database.sql`
      with ended as (
        update keys set expires_at = now() where expires_at is not null returning id
      )
      select pg_notify('siteray_keys', id) from ended`
    await until('the old key is refused', async () => (await statusOf(old)) === 401, 1_000)
    assert.equal(await statusOf(fresh), 200)
  })
})

describe('the playground', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const marks = payloads.map((payload, index) => `<p>Text ${index}: ${payload}</p>`)
  before(() =>
    web.site('evil.example', {
      '/': `<!doctype html><title>${escaped(payloads.join(' '))}</title><main><article><h1>Evil</h1>
        <p>${'A sentence that makes this a page worth reading for its words. '.repeat(8)}</p>
        ${marks.join('')}
        ${payloads.map(payload => `<p>${escaped(payload)}</p>`).join('')}</article></main>`,
      '/robots.txt': { status: 404 },
    }),
  )

  it('shows a page that carries 50 script payloads and runs none', async () => {
    assert.ok(payloads.length >= 50)
    await open('Playground')
    await page.getByLabel('Address of a page').fill('https://evil.example/')
    await page.getByText('Whole page').click()
    await page.getByRole('button', { name: 'Scrape' }).click()
    await page.getByTestId('result').waitFor()
    assert.match(await page.getByTestId('result').innerText(), /makes this a page worth reading/)
    for (const view of ['Markdown', 'Links', 'Metadata', 'Read'])
      await page.getByText(view, { exact: true }).first().click()
    const left = await page.evaluate(() => ({
      ran: Object(window).pwned as unknown,
      inside: [...document.querySelectorAll('[data-testid=result] *')]
        .filter(
          element =>
            /^(script|iframe|object|embed|svg|math|style|img|form|base|link|meta)$/.test(
              element.localName,
            ) ||
            [...element.attributes].some(
              ({ name, value }) =>
                name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value),
            ),
        )
        .map(element => element.outerHTML),
    }))
    assert.deepEqual(left, { ran: undefined, inside: [] })
    assert.deepEqual(mishaps, [])
  })

  it('shows a site’s icon from the image API, and how it was chosen', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="red"/></svg>'
    web.site('icon.example', {
      '/': '<title>Icon</title><link rel="icon" href="/mine.svg"><p>Hello</p>',
      '/mine.svg': { headers: { 'content-type': 'image/svg+xml' }, body: svg },
    })
    await page.getByRole('link', { name: 'Icon' }).click()
    await page.getByLabel('Domain').fill('icon.example')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('cell', { name: 'https://icon.example/mine.svg' }).waitFor()
    const image = page.getByAltText('64 px, png, light')
    await until('the icon is drawn', () =>
      image.evaluate(element => (element as HTMLImageElement).naturalWidth > 0),
    )
  })

  it('runs a batch, shown live here and in Jobs with its failures by reason', async () => {
    web.site('fine.example', {
      '/': `<title>Fine</title><main><h1>Fine</h1><p>${'This page is fine to read. '.repeat(20)}</p></main>`,
      '/empty': '<p></p>',
      '/robots.txt': { status: 404 },
    })
    await page.getByRole('link', { name: 'Batch' }).click()
    await page.getByLabel('Addresses').fill('https://fine.example/\nhttps://fine.example/empty')
    await page.getByRole('button', { name: 'Start batch' }).click()
    await page.getByText('completed: 2 of 2, 1 failed').waitFor()
    await open('Jobs')
    await page.getByText('page_empty: 1').waitFor()
  })
})

describe('usage', () => {
  it('is counted under the key and shown, and the CSV says the same', async () => {
    await open('Usage')
    await page.locator('label', { hasText: 'Credits' }).click()
    await page.getByRole('cell', { name: /^Playground/ }).waitFor()
    const shown = await page.getByRole('region', { name: 'Totals' }).innerText()
    assert.match(shown, /Total\s+2$/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8').split('\r\n')
    assert.match(csv[0] ?? '', /^day,"?Playground/)
    const today = new Date().toISOString().slice(0, 10)
    assert.ok(csv.includes(`${today},2`), csv.join('\n'))
  })

  it('over the allowance shows a banner on every page', async () => {
    const { sql } = app.database
    const id = await firstAccountId(app)
    await sql`
      insert into usage (key_id, account_id, day, endpoint, outcome, requests)
      select id, account_id, (now() at time zone 'utc')::date, 'icon', 'ok', 100001
      from keys where kind = 'publishable' limit 1
      on conflict (key_id, day, endpoint, outcome) do update set requests = excluded.requests`
    await sql`update accounts set plan = 'free' where id = ${id}`
    for (const name of ['Keys', 'Jobs', 'Settings', 'Overview', 'Usage']) {
      await open(name)
      await page.getByText('are over the plan’s allowance').waitFor()
    }
    await page.locator('label', { hasText: 'Image requests' }).click()
    await page.getByText(/100,0\d\d of 100,000 in the plan «free»\./).waitFor()
  })
})

describe('every page', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  type Found = { id: string; impact: string; nodes: { html: string; any: { message: string }[] }[] }

  const check = async (name: string) => {
    // Evaluated by the debugger, so the pages' Content-Security-Policy stays as it is.
    await page.evaluate(`${axe}; undefined`)
    const found = await page.evaluate(() =>
      Object(window)
        .axe.run({ resultTypes: ['violations'] })
        .then((result: object) => Object(result).violations as unknown),
    )
    const serious = (found as Found[])
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({
        id,
        where: nodes.map(node => `${node.html} ${node.any[0]?.message}`),
      }))
    assert.deepEqual(serious, [], name)
  }

  for (const theme of ['light', 'dark'])
    it(`has no serious fault that axe-core finds, ${theme}`, async () => {
      await page.getByLabel('Theme').selectOption(theme)
      for (const name of ['Overview', 'Keys', 'Usage', 'Jobs', 'Settings', 'Playground']) {
        await open(name)
        await page.waitForLoadState('networkidle')
        await check(name)
      }
      await page.getByRole('link', { name: 'Icon' }).click()
      await page.getByLabel('Domain').fill('fine.example')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByText('How it was chosen').waitFor()
      await check('Icon')
      await open('Keys')
      await page.getByRole('button', { name: 'Create key' }).click()
      await check('Create key')
      await page.getByRole('button', { name: 'Cancel' }).click()
    })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const name of ['Overview', 'Keys', 'Usage', 'Jobs', 'Settings', 'Playground']) {
      await open(name)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('is left by signing out, and the way back is refused after five wrong passwords', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await check('Sign in')
    await page.getByLabel('E-mail').fill(owner.email)
    for (let attempt = 1; attempt <= 6; attempt++) {
      await page.getByLabel('Password').fill(`wrong password ${attempt}`)
      const answered = page.waitForResponse(/sign-in/)
      await page.getByRole('button', { name: 'Sign in' }).click()
      assert.equal((await answered).status(), attempt <= 5 ? 401 : 429)
    }
    await page.getByText('Too many failed attempts').waitFor()
  })

  it('asked no other host for anything and broke no rule', () => {
    const host = new URL(app.apiUrl).hostname
    const others = asked.filter(url => !/^(data|blob):/.test(url) && new URL(url).hostname !== host)
    assert.deepEqual(others, [])
    assert.deepEqual(mishaps, [])
  })
})
