import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../../support/app.ts'
import { firstAccountId, ownerEnv } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { fillAccount, oddNames } from '../../support/large-account.ts'
import { until } from '../../support/until.ts'

/** An account after a year, in one app and one browser. */
let app: TestApp
let dashboard: DashboardPage
let page: Page
before(async () => {
  app = await startApp(ownerEnv)
  await fillAccount(app.database.sql, await firstAccountId(app))
  dashboard = await openDashboard(app)
  page = dashboard.page
  await dashboard.signIn()
})

/** As a link would lead there: loading everything anew for each page would be most of the time. */
const visit = (path: string) =>
  page.evaluate(to => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = (table: string) => page.getByRole('table', { name: table }).locator('tbody tr')
const firstRow = (table: string) => rows(table).first().innerText()
/** Waits until a list says how many it has. */
const says = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

describe('a thousand keys', () => {
  it('are searched, filtered and sorted on the server, and all of it stands in the address', async () => {
    await visit('/keys')
    await says('1,002 keys')
    assert.equal(await rows('Keys').count(), 50)
    await page.keyboard.press('/')
    await page.keyboard.type('service 09')
    await says('100 keys')
    await page.getByLabel('Kind').selectOption('Publishable')
    await says('34 keys')
    await button('Name').click()
    await until('sorted by name', async () => /^Service 0999/.test(await firstRow('Keys')))
    await button('Name').click()
    await until('the other way', async () => /^Service 0900/.test(await firstRow('Keys')))
    const shown = new URL(page.url()).searchParams
    assert.deepEqual(
      ['search', 'kind', 'sort', 'order'].map(name => shown.get(name)),
      ['service 09', 'publishable', 'name', 'asc'],
    )
    await page.reload()
    await says('34 keys')
    assert.match(await firstRow('Keys'), /^Service 0900/)
  })

  it('are gone through part by part, each key once', async () => {
    await visit('/keys?sort=name&order=asc')
    const seen: string[] = []
    for (let part = 0; part < 3; part++) {
      await page.getByText(`${part * 50 + 1}–${part * 50 + 50} of 1,002`).waitFor()
      seen.push(...(await rows('Keys').locator('td:nth-child(3)').allInnerTexts()))
      await button('Next').click()
    }
    await page.getByText('151–200 of 1,002').waitFor()
    assert.equal(new Set(seen).size, seen.length)
    await button('Back').click()
    await page.getByText('101–150 of 1,002').waitFor()
    const places = await app.database.sql<{ shown: string }[]>`
      select case kind when 'secret' then 'sr_…' else 'pk_…' end || last_four as shown from keys
      where not internal order by lower(name), id limit 150`
    assert.deepEqual(
      seen,
      places.map(({ shown }) => shown),
    )
  })

  it('have a page each, with its own chart, last calls and limits', async () => {
    await visit('/keys?search=service+0007')
    await page.getByRole('link', { name: 'Service 0007' }).click()
    await page.getByRole('heading', { level: 1, name: 'Service 0007' }).waitFor()
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    assert.equal(await rows('Calls').count(), 10)
    const text = await page.getByRole('main').innerText()
    assert.match(text, /Calls per minute\s+600/)
    assert.match(text, /Credits per month\s+no limit/)
    await page.getByRole('figure', { name: /^Service 0007 by day: [\d,]+ in total/ }).waitFor()
    await dashboard.checkAccess('One key', 'main')
    await page.getByRole('link', { name: 'All calls' }).click()
    await button('Key: Service 0007 every key again').waitFor()
  })

  it('are renamed, and the audit log says who did it', async () => {
    await visit('/keys?search=service+0008')
    await dashboard.choose('Service 0008', 'Rename')
    await page.getByLabel('New name').fill('  ')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('1 to 80 characters').waitFor()
    await page.getByLabel('New name').fill('Service 0008, מפתח ראשי')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('Key renamed.').waitFor()
    await page.getByRole('link', { name: 'Service 0008, מפתח ראשי' }).waitFor()
    const noted = await app.database.sql`
      select subject from audit where action = 'key.rename'`
    assert.deepEqual([...noted], [{ subject: 'key_00008' }])
  })
})

describe('five hundred jobs', () => {
  it('are rows with honest counts, found by name, tag, state and size', async () => {
    await visit('/jobs')
    await says('500 jobs')
    await page.getByRole('cell', { name: '4 done, 2 failed, of 6' }).waitFor()
    await page.getByLabel('Search jobs').fill('nightly prices 12')
    await says('6 jobs')
    await page.getByLabel('Search jobs').fill('')
    await says('500 jobs')
    await button('Pages').click()
    await until('the largest first', async () => /of 1,500/.test(await firstRow('Jobs')))
    await button('team-1').first().click()
    await page.getByRole('button', { name: /^Tag: team-1/ }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('tag'), 'team-1')
    await page.getByLabel('State').selectOption('Failed')
    await until('only those', async () => {
      const states = await rows('Jobs').locator('td:nth-child(3)').allInnerTexts()
      return states.length > 0 && states.every(state => state === 'failed')
    })
    await dashboard.checkAccess('Jobs', 'main')
  })

  it('get a name and tags by hand', async () => {
    await visit('/jobs/batch_00001')
    await button('Name and tags').click()
    await page.getByLabel('Name', { exact: true }).fill('Weekly check 🧪')
    await page.getByLabel('Tags', { exact: true }).fill('check, weekly, check')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Weekly check 🧪' }).waitFor()
    const [job] = await app.database.sql`select tags from batches where id = 'batch_00001'`
    assert.deepEqual(job?.tags, ['check', 'weekly'])
  })
})

describe('a year of usage', () => {
  it('is shown for any time, which stands in the address', async () => {
    await visit('/usage?kind=call')
    await page.getByRole('heading', { name: /^API calls in \w+ 20\d\d$/ }).waitFor()
    await page.getByLabel('Time', { exact: true }).selectOption('12 months')
    await page.getByRole('heading', { name: 'API calls in the last 12 months' }).waitFor()
    assert.equal(await page.getByRole('figure').getByRole('button').count(), 12)
    assert.match(page.url(), /range=12m/)
    await page.reload()
    await page.getByRole('heading', { name: 'API calls in the last 12 months' }).waitFor()
    await page.getByLabel('Time', { exact: true }).selectOption('Month')
    const now = new Date()
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
    const month = before.toLocaleString('en-GB', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })
    await button('The month before').click()
    await page.getByRole('heading', { name: `API calls in ${month}` }).waitFor()
    await page.getByText('in the previous period').waitFor()
    await dashboard.checkAccess('Usage', 'main')
  })

  it('tells what a column is made of, and leads from it to its calls', async () => {
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await visit('/usage?kind=call&range=7d&by=endpoint')
    const bar = page.getByRole('button', { name: `${yesterday}: ` })
    await bar.hover()
    await page.getByRole('tooltip').getByText('POST /v1/scrape').waitFor()
    await bar.click()
    const row = rows(`Rows of ${yesterday}`).filter({ hasText: 'page_timeout' }).first()
    await row.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    const shown = new URL(page.url()).searchParams
    assert.deepEqual(
      [shown.get('since'), shown.get('until'), shown.get('outcome')],
      [yesterday, yesterday, 'page_timeout'],
    )
  })

  it('keeps a key’s color, whatever else is shown', async () => {
    const colorOf = async (name: string) =>
      rows('Totals')
        .filter({ hasText: name })
        .locator('span[style]')
        .first()
        .evaluate(mark => getComputedStyle(mark).backgroundColor)
    await visit('/usage?kind=call&range=7d')
    const color = await colorOf('Service 0007')
    await page.getByLabel('Time', { exact: true }).selectOption('90 days')
    await page.getByRole('heading', { name: 'API calls in the last 90 days' }).waitFor()
    assert.equal(await colorOf('Service 0007'), color)
  })
})

describe('the log of calls', () => {
  it('is narrowed by host, outcome and request id', async () => {
    await visit('/requests')
    await page.getByRole('table', { name: 'Calls' }).waitFor()
    await page.getByLabel('Host or request id').fill('docs.ex')
    await until('only that host', async () => {
      const hosts = await rows('Calls').locator('td:nth-child(4)').allInnerTexts()
      return hosts.length === 50 && hosts.every(host => host === 'docs.example')
    })
    await page.getByLabel('Outcome').selectOption('Failed')
    await until('only what failed', async () => {
      const outcomes = await rows('Calls').locator('td:nth-child(2)').allInnerTexts()
      return outcomes.length > 0 && outcomes.every(outcome => /^[45]/.test(outcome))
    })
    await button('Show all').click()
    await page.getByLabel('Host or request id').fill('req_seed17')
    await until('one call', async () => (await rows('Calls').count()) === 1)
    await rows('Calls').locator('td:nth-child(4)').click()
    await page.getByRole('dialog').getByText('req_seed17').waitFor()
    await dashboard.checkAccess('One call', 'dialog')
    await button('Close').click()
  })

  it('is two lines for each call on a phone, of which any place opens it', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await visit('/requests')
    const first = rows('Calls').first()
    await first.waitFor()
    const heights = await rows('Calls').evaluateAll(all => all.map(row => row.clientHeight))
    assert.ok(Math.max(...heights) <= 64, `${Math.max(...heights)} px`)
    await first.click({ position: { x: 300, y: 8 } })
    await page.getByRole('dialog', { name: 'Details of the call' }).waitFor()
    await button('Close').click()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('has a real call within a second, and nothing of what was asked or answered', async () => {
    const secret = 'https://never-in-the-log.test:8443/token-in-the-path?key=hidden'
    await app.api('/v1/scrape', { method: 'POST', body: { url: secret } })
    await visit('/requests?search=never-in-the-log')
    await until('it is there', async () =>
      /40\d \w+\s+POST \/v1\/scrape\s+never-in-the-log\.test/.test(await firstRow('Calls')),
    )
    const [line] = await app.database.sql`
      select * from request_log where target = 'never-in-the-log.test'`
    assert.doesNotMatch(JSON.stringify(line), /token|hidden|8443|testsecret/)
  })
})

describe('the keyboard and the palette', () => {
  it('lead to pages, keys and jobs by their names', async () => {
    await visit('/')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Service 0123')
    await page.getByRole('option', { name: 'Service 0123' }).waitFor()
    await dashboard.checkAccess('Palette', 'dialog')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Service 0123' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await button('Close').click()
  })

  it('an address that leads nowhere is a page with the way on', async () => {
    await visit('/nowhere/at/all')
    await page.getByText('There is no such page').waitFor()
    await dashboard.checkAccess('Lost', 'main')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })
})

const paths = [
  ...['/', '/keys', '/keys/key_00001', '/usage?kind=call', '/usage?range=90d&by=outcome'],
  ...['/requests', '/jobs', '/jobs/batch_00002', '/audit', '/people'],
]

describe('long, right-to-left and emoji names', () => {
  /** What is wrong with how the page is laid out, in words. */
  const faults = () =>
    page.evaluate(() => {
      const found: string[] = []
      const root = document.documentElement
      const wide = root.scrollWidth - root.clientWidth
      if (wide > 0) found.push(`${wide} px too wide`)
      const main = document.querySelector('main')
      const end = Math.max(
        ...[...(main?.querySelectorAll('*') ?? [])].map(
          element => element.getBoundingClientRect().bottom + scrollY,
        ),
      )
      const frame = Math.max(end, innerHeight)
      if (root.scrollHeight > frame + 120) found.push(`a void of ${root.scrollHeight - frame} px`)
      for (const element of main?.querySelectorAll<HTMLElement>('*') ?? []) {
        const { overflowY } = getComputedStyle(element)
        if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
          found.push(`an inner scroll box: ${element.className}`)
      }
      for (const action of main?.querySelectorAll<HTMLElement>('button, a, select, input') ?? []) {
        const at = action.getBoundingClientRect()
        if (at.width > 0 && (at.left < 0 || at.right > root.clientWidth + 0.5))
          found.push(`cut off: ${action.textContent}`)
      }
      for (const cell of main?.querySelectorAll('.list:not(.brief) td:first-child') ?? [])
        if (cell.clientWidth < 120) found.push(`no room for ${cell.textContent}`)
      return found
    })

  for (const width of [360, 1024])
    it(`leave no void, no cut-off action and no inner scroll box at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      for (const path of paths) {
        await visit(path)
        await dashboard.loaded()
        assert.deepEqual(await faults(), [], path)
      }
    })

  it('are cut off with the whole name beside, and are only text', async () => {
    await visit('/keys')
    for (const name of oddNames)
      await page.getByRole('link', { name, exact: true }).and(page.getByTitle(name)).waitFor()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('the navigation of a phone is a menu that closes behind one', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await visit('/jobs')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    assert.equal(await pages.isVisible(), false)
    await button('Menu').click()
    await dashboard.checkAccess('Menu', 'header')
    await pages.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
    assert.equal(await pages.isVisible(), false)
    const keys = page.getByRole('table', { name: 'Keys' })
    await keys.getByText('Service 0006').waitFor()
    assert.equal(await keys.locator('td[data-column=Created]').first().isVisible(), false)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  it('lead back from a thing that is not there', async () => {
    for (const [path, said, back] of [
      ['/keys/key_none', 'There is no key key_none.', 'All keys'],
      ['/jobs/batch_none', /^There is no such job/, 'All jobs'],
      ['/schedules/schedule_none', /^There is no/, 'All schedules'],
    ] as const) {
      await visit(path)
      await page.getByText(said).waitFor()
      await page.getByRole('link', { name: back }).click()
      await page.getByRole('heading', { level: 1, name: back.replace('All ', '') }).waitFor()
    }
  })
})

describe('a restart of the server', () => {
  it('is a notice that goes away by itself, and never a dead page', async () => {
    const { port } = new URL(app.apiUrl)
    await visit('/keys')
    await page.getByRole('table', { name: 'Keys' }).waitFor()
    await app.close()
    const notice = page.getByRole('status').getByText('The server is not answering.')
    await dashboard.open('Jobs')
    await notice.waitFor()
    await dashboard.open('Usage')
    await notice.waitFor()
    app = await startApp({ ...ownerEnv, PORT: port }, app.database)
    await page.getByRole('table', { name: 'Totals' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    await dashboard.open('Keys')
    await says('1,002 keys')
  })

  it('while nothing was loaded yet ends with the page that was asked for', async () => {
    await page.route('**/dashboard/api/**', route => route.abort())
    await page.goto(`${app.apiUrl}/jobs`)
    await page.getByText('The server is not answering.').waitFor()
    await page.unrouteAll()
    await says('500 jobs')
    dashboard.checkConduct()
  })
})
