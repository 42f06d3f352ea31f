import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app.ts'
import { atEnd } from '../../support/at-end.ts'
import { ownerEnv, signedInVisitor, type Visitor } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { createSimulatedWeb, type SimulatedWeb } from '../../support/simulated-web.ts'
import { until } from '../../support/until.ts'
import { createWayProxy, type WayProxy } from '../../support/way-proxy.ts'

let web: SimulatedWeb
let proxy: WayProxy
let app: TestApp
let visitor: Visitor
before(async () => {
  web = await createSimulatedWeb()
  atEnd(web.close)
  web.site('example.com', () => 'An example.')
  proxy = await createWayProxy({ kind: 'socks5', from: '127.0.0.41', credentials: 'me:hush-hush' })
  atEnd(proxy.close)
  const folder = mkdtempSync(join(tmpdir(), 'siteray-ways-'))
  atEnd(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, 'ways.json')
  writeFileSync(file, JSON.stringify([{ name: 'filed', kind: 'direct', countries: ['AT'] }]))
  app = await startApp({ ...web.env, ...ownerEnv, WAYS_FILE: file })
  visitor = await signedInVisitor(app)
})

const definition = () => ({
  ...{ name: 'berlin-1', url: proxy.url, kind: 'residential', countries: ['DE'], sticky: 'host' },
  ...{ weight: 2, maxConcurrent: 4, perHostDelayMs: 0, resolve: 'here', accounts: [] as string[] },
})
const put = (body: object) => visitor.ask('/ways', { method: 'PUT', body })
const test = async (name: string, body: object = {}) =>
  (await visitor.ask(`/ways/${name}/test`, { body })).json as { works: boolean; detail: string }
const scraped = (body: object) =>
  app.api('/v1/scrape', { method: 'POST', body: { url: 'https://example.com/', ...body } })

describe('a way that is made in the dashboard', () => {
  it('is used at once, and its password never leaves the server again', async () => {
    const saved = await put(definition())
    assert.equal(saved.status, 200, saved.text)
    const { status, text } = await scraped({ location: { country: 'DE' } })
    assert.equal(status, 200, text)
    assert.equal(proxy.targets.length, 1)
    const list = await visitor.ask('/ways')
    assert.match(list.text, /"server":"socks5:\/\/127\.0\.0\.1:\d+"/)
    assert.match(list.text, /"health":"good"/)
    const [row] = await app.database.sql`select sealed from ways`
    assert.ok(!String(row?.sealed).includes('hush'))
    for (const shown of [list.text, (await visitor.ask('/audit')).text, app.logLines.join()])
      assert.doesNotMatch(shown, /hush/)
    assert.match((await visitor.ask('/audit')).text, /"what":"way.save","subject":"berlin-1"/)
  })

  it('keeps its URL when it is changed without one', async () => {
    const { url: _, ...rest } = definition()
    assert.equal((await put({ ...rest, countries: ['FR'] })).status, 200)
    const { status, text } = await scraped({ location: { country: 'FR' } })
    assert.equal(status, 200, text)
    assert.equal((await scraped({ location: { country: 'DE' } })).status, 400)
  })

  it('is tried on request, and says what is wrong', async () => {
    assert.deepEqual(await test('berlin-1').then(({ works }) => works), true)
    await put({ ...definition(), name: 'wrong', url: proxy.url.replace('hush-hush', 'guess') })
    const { works, detail } = await test('wrong')
    assert.equal(works, false)
    const healthOf = async (name: string) => {
      const { ways } = (await visitor.ask('/ways')).json as {
        ways: { name: string; health: string }[]
      }
      return ways.find(way => way.name === name)?.health
    }
    assert.equal(await healthOf('wrong'), 'failing')
    await put({ ...definition(), name: 'wrong' })
    assert.equal((await test('wrong')).works, true)
    assert.equal(await healthOf('wrong'), 'good')
    assert.match(detail, /^The way wrong could not connect to example\.com .*user name or password/)
    assert.equal(
      (await visitor.ask('/ways/wrong/test', { body: { url: 'http://10.0.0.1/' } })).status,
      400,
    )
    assert.equal((await visitor.ask('/ways/wrong', { method: 'DELETE' })).status, 200)
    assert.equal((await visitor.ask('/ways/wrong', { method: 'DELETE' })).status, 404)
  })

  it('cannot take the place of one in the file, nor be nonsense', async () => {
    const direct = { ...definition(), url: undefined, kind: 'direct' }
    assert.equal((await put({ ...direct, name: 'filed' })).status, 409)
    assert.equal((await visitor.ask('/ways/filed', { method: 'DELETE' })).status, 409)
    for (const wrong of [
      { url: 'ftp://me:hush-hush@proxy.example/' },
      { name: 'A B' },
      { countries: ['Germany'] },
      { weight: 0 },
    ]) {
      const { status, text } = await put({ ...definition(), ...wrong })
      assert.equal(status, 400, text)
      assert.doesNotMatch(text, /hush/)
    }
  })

  it('is for the operator alone', async () => {
    const { sql } = app.database
    const [person] = await sql`select id from people limit 1`
    await sql`insert into accounts (id, name, plan) select 'acc_other', 'other', plan from accounts limit 1`
    await sql`
      insert into members (account_id, person_id, role) values ('acc_other', ${person?.id}, 'owner')`
    const other = await signedInVisitor(app)
    await other.ask('/account', { body: { id: 'acc_other' } })
    assert.equal((await other.ask('/ways')).status, 403)
    assert.equal((await other.ask('/ways', { method: 'PUT', body: definition() })).status, 403)
    assert.equal((await other.ask('/ways/filed/test', { body: {} })).status, 403)
  })
})

describe('the page “Ways out”', () => {
  let dashboard: DashboardPage
  before(async () => {
    dashboard = await openDashboard(app)
    await dashboard.page.goto(app.apiUrl)
    await dashboard.signIn()
    await dashboard.open('Ways out')
  })

  it('adds, tries and removes a way', async () => {
    const { page, choose } = dashboard
    await page.getByRole('button', { name: 'Add a way' }).click()
    await page.getByLabel('Name', { exact: true }).fill('vienna')
    await page.getByLabel('URL').fill(proxy.url)
    await page.getByLabel('Countries').fill('at, ch')
    await dashboard.checkAccess('the dialog of a way', 'dialog')
    await page.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row', { name: /vienna/ })
    await row.getByText('AT, CH').waitFor()
    await choose('vienna', 'Test')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('example.com answers through it with status 200.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await dashboard.checkAccess('the ways')
    await choose('vienna', 'Remove')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await until('the way is gone', async () => (await row.count()) === 0)
    assert.doesNotMatch(await page.content(), /hush/)
    dashboard.checkConduct()
  })
})
