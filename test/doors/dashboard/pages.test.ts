import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../../support/app.ts'
import { owner } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

let web: SimulatedWeb
let app: TestApp
let dashboard: DashboardPage
let page: Page
before(async () => {
  web = await createSimulatedWeb()
  // As after `npm start` without settings: the keys are made and printed.
  const noBootstrap = { BOOTSTRAP_SECRET_KEY: '', BOOTSTRAP_PUBLISHABLE_KEY: '' }
  app = await startApp({ ...web.env, ...noBootstrap })
  dashboard = await openDashboard(app)
  page = dashboard.page
})
after(() => web.close())

const statusOf = async (key: string) =>
  (await app.api('/v1/usage', { headers: { authorization: `Bearer ${key}` } })).status

/** What the image API says to a page of this site that shows an icon with this key. */
const imageStatus = async (token: string, origin: string) =>
  (await fetch(`${app.imageUrl}/github.com?token=${token}`, { headers: { origin } })).status

/** Whether the browser would ask before this page is closed or loaded again. */
const asksBeforeLeaving = () =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))

describe('the first run', () => {
  it('leads from the printed link to an icon on screen and keys that work', async () => {
    await page.goto(app.setupUrl ?? '')
    await page.getByLabel('E-mail').and(page.locator(':focus')).fill(owner.email)
    const password = page.getByLabel('Password')
    await password.fill(owner.password)
    await page.getByRole('button', { name: 'Show what is typed' }).click()
    assert.equal(await password.getAttribute('type'), 'text')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Your first keys').waitFor()
    const text = await page.getByRole('main').innerText()
    const { secretKey = '?', publishableKey = '?' } = app.firstRun.made
    assert.ok(text.includes(secretKey), 'the key that was printed')
    assert.equal(await statusOf(secretKey), 200)
    assert.ok(text.includes(`curl ${app.apiUrl}/v1/scrape`))
    assert.ok(text.includes(`<img src="${app.imageUrl}/github.com?token=${publishableKey}"`))
    assert.match(text, /Mail\s+Not set\s+.*SMTP_URL/)
    assert.match(text, /Database\s+Ready/)
    assert.equal(page.url(), `${app.apiUrl}/`)
    const icon = page.getByAltText('GitHub’s icon')
    assert.equal(
      await icon.getAttribute('src'),
      `${app.imageUrl}/github.com?token=${publishableKey}`,
    )
    await until('the icon is on screen', () =>
      icon.evaluate(element => (element as HTMLImageElement).naturalWidth > 0),
    )
  })

  it('loads less than 250 kB of script', async () => {
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(entry => entry.name.endsWith('.js'))
        .map(entry => (entry as PerformanceResourceTiming).transferSize),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total > 0 && total < 250_000, `${total} bytes`)
  })

  it('shows the keys until they are saved, and then no more', async () => {
    await dashboard.open('Keys')
    await dashboard.open('Overview')
    await page.getByText('Your first keys').waitFor()
    assert.ok((await page.content()).includes(app.firstRun.made.secretKey ?? '?'))
    assert.ok(await asksBeforeLeaving())
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByText('Your first keys').waitFor({ state: 'detached' })
    assert.ok(!(await asksBeforeLeaving()))
    await page.reload()
    await page.getByText('This installation').waitFor()
    assert.ok(!(await page.content()).includes(app.firstRun.made.secretKey ?? '?'))
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
      assert.fail(`The keyboard does not reach “${name}”.`)
    }
    await press('g', 'k')
    await page.getByRole('table', { name: 'Keys' }).waitFor()
    await tabTo('Create key')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('By keyboard')
    await press('Enter')
    const key = await page.getByTestId('new-key').innerText()
    assert.equal(await statusOf(key), 200)
    await press('Escape', 'Escape', 'Escape')
    await page.getByText('Copy the key first, or press “I saved it”.').waitFor()
    await page.goBack()
    assert.equal(await page.getByTestId('new-key').innerText(), key, 'on another page too')
    assert.ok(await asksBeforeLeaving(), 'and before the tab is closed')
    await page.goForward()
    await tabTo('I saved it')
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.ok(!(await asksBeforeLeaving()))
    assert.ok(!(await page.content()).includes(key), 'it is not shown again')
    await page.getByText(`sr_…${key.slice(-4)}`).waitFor()
    await tabTo('Actions for By keyboard')
    const isInMenu = await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).click()
      return document.activeElement?.role === 'menuitem'
    })
    assert.ok(isInMenu, 'no key is lost between the menu and its first item')
    await press('End', 'Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo('Delete key')
    await press('Enter')
    await page
      .getByRole('cell', { name: 'By keyboard', exact: true })
      .waitFor({ state: 'detached' })
    await until('the key is refused', async () => (await statusOf(key)) === 401, 1_000)
  })

  it('made for web pages works there, and nowhere once it is deleted', async () => {
    await dashboard.open('Keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Publishable (pk_…)').click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const token = await page.getByTestId('new-key').innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    assert.equal(await imageStatus(token, 'https://www.example.com'), 200)
    await dashboard.choose('Shop', 'Allowed origins')
    const list = page.getByLabel('Hosts, one per line')
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
    await until(
      'other sites are refused',
      async () => (await imageStatus(token, 'https://other.test')) === 401,
      1_000,
    )
    assert.equal(await imageStatus(token, 'https://www.example.com'), 200)

    await dashboard.choose('Shop', 'Allowed origins')
    await page.getByText(/requests?, just now/).waitFor()
    await page.getByRole('button', { name: 'Allow other.test' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 origins').waitFor()
    await until(
      'the site is allowed',
      async () => (await imageStatus(token, 'https://other.test')) === 200,
      1_000,
    )

    await page.getByRole('link', { name: 'Shop' }).click()
    assert.equal(await page.getByTestId('whole-key').innerText(), token, 'it is shown again')
    await page.locator('label', { hasText: 'Dark mode' }).click()
    const lines = await page.getByRole('region', { name: 'line for Dark mode' }).innerText()
    assert.ok(lines.includes(`/github.com?token=${token}&size=64&theme=dark`), lines)
    await dashboard.checkAccess('One key')
    await dashboard.open('Keys')

    await dashboard.choose('Shop', 'Delete')
    await page.getByRole('button', { name: 'Delete key' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await until(
      'the image API refuses it',
      async () => (await imageStatus(token, 'https://www.example.com')) === 401,
      1_000,
    )
  })

  it('is two lines on a phone, with nothing cut off', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const rows = page.getByRole('table', { name: 'Keys' }).locator('tbody tr')
    await rows.first().waitFor()
    const found = await rows.evaluateAll(all => ({
      heights: all.map(row => row.clientHeight),
      cut: all.flatMap(row =>
        [...row.querySelectorAll('td')]
          .filter(cell => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
          .map(cell => cell.textContent),
      ),
      over: document.body.scrollWidth - innerWidth,
    }))
    await page.setViewportSize({ width: 1280, height: 720 })
    assert.deepEqual({ cut: found.cut, over: Math.max(0, found.over) }, { cut: [], over: 0 })
    assert.ok(Math.max(...found.heights) <= 64, `${found.heights} px`)
  })

  it('stands in the list, with a slash at the end of its address too', async () => {
    await page.goto(`${app.apiUrl}/keys/`)
    await page.getByRole('table', { name: 'Keys' }).waitFor()
  })

  it('is searched with a keyboard of any script', async () => {
    // As a Russian keyboard has it.
    const init = { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true }
    await page.locator('body').dispatchEvent('keydown', init)
    const search = page.getByRole('dialog', { name: 'Search everything' })
    await search.getByRole('combobox').fill('usage')
    // The Enter that ends a composition chooses a word, and no page.
    const composed = { key: 'Enter', isComposing: true, bubbles: true }
    await search.getByRole('combobox').dispatchEvent('keydown', composed)
    await search.getByRole('option', { name: 'Usage' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('is seen in the theme that the menu says, wherever that was chosen', async () => {
    const chosen = async () => {
      await page.getByRole('button', { name: owner.email }).click()
      const name = await page.getByRole('menuitemradio', { checked: true }).innerText()
      await page.keyboard.press('Escape')
      return name
    }
    assert.equal(await chosen(), 'System theme')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('dark theme')
    await page.keyboard.press('Enter')
    assert.equal(await chosen(), 'Dark')
    await page.evaluate(() => localStorage.removeItem('theme'))
    await page.reload()
  })

  it('is rolled: the new one works, the old one until the overlap ends', async () => {
    await dashboard.open('Keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('To be rolled')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const old = await page.getByTestId('new-key').innerText()
    await page.getByRole('button', { name: 'I saved it' }).click()
    await dashboard.choose('To be rolled', 'Roll')
    await page.getByText('1 hour').click()
    await page.getByRole('button', { name: 'Roll key' }).click()
    const fresh = await page.getByTestId('new-key').innerText()
    assert.notEqual(fresh, old)
    await page.getByRole('button', { name: 'I saved it' }).click()
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

describe('whoever is signed in', () => {
  it('changes the password, and goes out everywhere', async () => {
    await dashboard.open('Settings')
    await page.getByLabel('Current password').fill(owner.password)
    await page.getByLabel('New password').fill('an even better password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Changed.').waitFor()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('comes back by the new password only, and after ten wrong ones not at all', async () => {
    const attempt = async (password: string) => {
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill(password)
      const answered = page.waitForResponse(/sign-in/)
      await page.getByRole('button', { name: 'Sign in' }).click()
      return (await answered).status()
    }
    assert.equal(await attempt('an even better password'), 200)
    await dashboard.signOut()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    for (let round = 1; round <= 10; round++) assert.equal(await attempt(owner.password), 401)
    assert.equal(await attempt('an even better password'), 429)
    await page.getByText('Too many failed attempts').waitFor()
  })

  it('was led to no other host, and nothing went wrong in the pages', () => {
    dashboard.checkConduct()
  })
})
