import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { startApp, type TestApp } from '../../support/app.ts'
import { ownerEnv } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'

let web: SimulatedWeb
let app: TestApp
let dashboard: DashboardPage
let page: Page
/** Path and query of requests that the page itself gave up. */
const ended: string[] = []
before(async () => {
  web = await createSimulatedWeb()
  app = await startApp({ ...web.env, ...ownerEnv })
  dashboard = await openDashboard(app)
  page = dashboard.page
  page.on('requestfailed', request => {
    if (/ABORTED/.test(request.failure()?.errorText ?? '')) ended.push(pathOf(request))
  })
  await dashboard.signIn()
})
after(() => web.close())
beforeEach(async () => {
  await page.unrouteAll()
  ended.length = 0
})

const pathOf = (request: Request) => request.url().split('/dashboard/api')[1] ?? ''
const api = (path: string) => `**/dashboard/api${path}`
/** Takes such requests and never answers; their bodies, as they come. */
const hold = async (path: string): Promise<readonly string[]> => {
  const held: string[] = []
  await page.route(api(path), route => void held.push(route.request().postData() ?? ''))
  return held
}

describe('a page that cannot be drawn', () => {
  const broken = () => page.getByRole('heading', { name: 'This page could not be shown' })
  const spoil = (path: string) => page.route(api(path), route => route.fulfill({ json: {} }))

  it('says so, leaves the navigation alive, and is drawn when it is tried again', async () => {
    await spoil('/keys?*')
    await dashboard.open('Keys')
    await broken().waitFor()
    await dashboard.checkAccess('A broken page')
    await dashboard.open('Usage')
    await page.getByText('Measure').waitFor({ state: 'attached' })
    assert.equal(await broken().count(), 0)

    await dashboard.open('Keys')
    await broken().waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await broken().waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Keys' }).waitFor()
  })

  it('takes one pane of the playground with it, not the others', async () => {
    await page.route(api('/v1/scrape'), route => route.fulfill({ json: { markdown: {} } }))
    await dashboard.open('Playground')
    await page.getByLabel('Address of a page').fill('https://example.com/')
    await page.getByRole('button', { name: 'Scrape' }).click()
    await broken().waitFor()
    await page.getByRole('link', { name: 'Icon' }).click()
    await page.getByLabel('Domain').waitFor()
  })

  it('is said even where nothing around it can be drawn', async () => {
    await page.route(api('/session'), async route => {
      const answer = await route.fetch()
      const { warnings: _, ...rest } = await answer.json()
      await route.fulfill({ response: answer, json: rest })
    })
    await page.goto(`${app.apiUrl}/keys`)
    await broken().waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Keys' }).waitFor()
  })
})

describe('what nobody waits for any more', () => {
  it('is ended when its page is left', async () => {
    const held = await hold('/usage?since=*')
    await dashboard.open('Usage')
    await until('the page has asked', () => held.length > 0)
    await dashboard.open('Keys')
    await until('it is ended', () => ended.some(path => path.startsWith('/usage?')))
  })

  it('is ended at the site too that was being read, and costs nothing', async () => {
    const hangUps: string[] = []
    web.site('slow.example', (request, response) => {
      response.on('close', () => hangUps.push(request.path))
      return undefined
    })
    await dashboard.open('Playground')
    await page.getByLabel('Address of a page').fill('https://slow.example/')
    await page.getByRole('button', { name: 'Scrape' }).click()
    await web.waitForRequest('slow.example')
    await dashboard.open('Keys')
    await until('the request is ended', () => ended.includes('/v1/scrape'))
    await until('the site is left alone', () => hangUps.includes('/'))
    const kinds = async () => {
      const rows = await app.database.sql`select kind from ledger where operation = 'scrape'`
      return rows.map(({ kind }) => String(kind)).sort()
    }
    await until('the credit is given back', async () => (await kinds()).includes('release'))
    assert.deepEqual(await kinds(), ['release', 'reserve'])
  })

  it('is ended when something newer takes its place', async () => {
    await app.database
      .sql`update keys set name = 'Shop' where kind = 'publishable' and not internal`
    const held = await hold('/origins/check')
    await dashboard.open('Keys')
    await dashboard.choose('Shop', 'Allowed origins')
    const hosts = page.getByLabel('Hosts, one per line')
    await hosts.fill('first.example')
    await until('the first is asked about', () => held.some(body => /first/.test(body)))
    ended.length = 0
    await hosts.fill('second.example')
    await until('it is ended', () => ended.includes('/origins/check'))
    await until('the second is asked about', () => held.some(body => /second/.test(body)))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await until('the second is ended with the dialog', () => ended.length === 2)
  })

  it('but is heard out where it is asked again and again', async () => {
    let answered = 0
    await page.route(api('/jobs?*'), async route => {
      // Slower than the page asks.
      await new Promise(resolve => setTimeout(resolve, 2_500))
      answered++
      await route.continue().catch(() => undefined)
    })
    await dashboard.open('Jobs')
    await page.getByText('No jobs, or their results have expired').waitFor()
    assert.deepEqual([answered, ended], [1, []])
  })
})

describe('a form', () => {
  it('waits, says what was refused and by which code, and leads back to the field', async () => {
    let answer = () => {}
    await page.route(api('/keys'), async route => {
      if (route.request().method() === 'GET') return route.continue()
      await new Promise<void>(resolve => {
        answer = resolve
      })
      const headers = { 'x-error-code': 'invalid_request', 'x-request-id': 'req_test' }
      return route.fulfill({ status: 400, headers, json: { error: 'This name is taken.' } })
    })
    await dashboard.open('Keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Twice')
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await create.click()
    await until('it waits', () => create.isDisabled())
    answer()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    assert.equal(await alert.innerText(), 'This name is taken. invalid_request')
    await until('the field has the focus', () =>
      page.getByLabel('Name').evaluate(field => field === document.activeElement),
    )
    assert.ok(await create.isEnabled())
    await page.unrouteAll()
    await page.keyboard.press('Enter')
    await page.getByTestId('new-key').waitFor()
    await page.getByRole('button', { name: 'I saved it' }).click()
  })

  it('calls nobody back who has gone on to something else', async () => {
    let answer = () => {}
    await page.route(api('/v1/extract'), async route => {
      await new Promise<void>(resolve => {
        answer = resolve
      })
      return route.fulfill({ status: 502, json: { error: 'The page cannot be reached.' } })
    })
    await dashboard.open('Playground')
    await page.getByRole('link', { name: 'Extract' }).click()
    await page.getByLabel('Address of a page').fill('https://away.example/')
    await page.getByText('Highlight the source').click()
    const asked = page.waitForRequest(api('/v1/extract'))
    await page.getByRole('button', { name: 'Extract' }).click()
    await asked
    await page.getByLabel('What field 1 means').focus()
    answer()
    await page.getByText('The page cannot be reached.').waitFor()
    const here = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    assert.equal(here, 'What field 1 means')
  })

  it('and nothing went wrong in the pages', () => dashboard.checkConduct())
})
