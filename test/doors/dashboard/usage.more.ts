import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../../support/app.ts'
import { firstAccountId, owner, ownerEnv } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { urlOf } from '../../support/database-server.ts'
import { startServer } from '../../support/server.ts'
import { createSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts'
import { until } from '../../support/until.ts'

let sink: SmtpSink
let app: TestApp
let dashboard: DashboardPage
let page: Page
before(async () => {
  sink = await createSmtpSink()
  app = await startApp({ ...ownerEnv, SMTP_URL: sink.url })
  dashboard = await openDashboard(app)
  page = dashboard.page
  await dashboard.signIn()
})
after(() => sink.close())

const today = new Date().toISOString().slice(0, 10)
const totals = () => page.getByRole('table', { name: 'Totals' }).innerText()
/** As if this many images had been served under the first publishable key. */
const serve = async (requests: number, outcome = 'ok') => {
  await app.database.sql`
    insert into usage as known (key_id, account_id, day, endpoint, outcome, requests)
    select id, account_id, ${today}::date, 'og', ${outcome}, ${requests}
    from keys where kind = 'publishable' and not internal limit 1
    on conflict (key_id, day, endpoint, outcome)
    do update set requests = known.requests + excluded.requests`
}

describe('usage', () => {
  it('is counted under the key and shown', async () => {
    for (const host of ['github.com', 'gitlab.com'])
      await fetch(`${app.imageUrl}/${host}?token=${app.publishableKey}`)
    await serve(3)
    await serve(5, 'none')
    await dashboard.open('Usage')
    await page.getByRole('cell', { name: /^bootstrap key/ }).waitFor()
    // The overview may have shown an icon with it, too.
    assert.match(await totals(), /bootstrap key \(pk_…blic\)\s+1[01]\s+\d+ %/)
  })

  it('is divided by endpoint and outcome, and the CSV holds exactly what is shown', async () => {
    await page.locator('label', { hasText: 'By endpoint' }).click()
    assert.match(await totals(), /og\s+8\s+\d+ %\s+–\s+icon\s+\d/)
    await page.getByRole('checkbox', { name: 'none' }).uncheck()
    await page.getByRole('checkbox', { name: 'icon' }).uncheck()
    assert.match(await totals(), /og\s+3\s+100 %\s+–$/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const csv = readFileSync(await download.path(), 'utf8').split('\r\n')
    assert.equal(csv[0], 'day,og')
    assert.equal(
      csv.find(line => line.startsWith(today)),
      `${today},3`,
    )
    await page.getByRole('checkbox', { name: 'none' }).check()
    await page.getByRole('checkbox', { name: 'icon' }).check()
  })

  it('of a day shows its rows when its bar is chosen', async () => {
    await page.getByRole('button', { name: `${today}: ` }).press('Enter')
    const rows = await page.getByRole('table', { name: `Rows of ${today}` }).innerText()
    assert.match(rows, /og\s+none\s+5/)
    assert.match(rows, /og\s+ok\s+3/)
  })
})

describe('the allowance', () => {
  const plan = (name: string) =>
    firstAccountId(app).then(
      id => app.database.sql`update accounts set plan = ${name} where id = ${id}`,
    )

  it('nearly used up is said on every page until it is put away', async () => {
    await plan('free')
    await serve(80_000)
    await dashboard.open('Keys')
    await page.getByText('80 % of this month’s image requests').waitFor()
    await page.getByText('Most of it by the key “bootstrap key”').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await dashboard.open('Jobs')
    assert.equal(await page.getByText('of this month’s image requests').count(), 0)
  })

  it('used up is said on every page, and cannot be put away', async () => {
    await serve(30_000)
    for (const name of ['Keys', 'Jobs', 'Settings', 'Overview', 'Playground', 'Usage']) {
      await dashboard.open(name)
      await page.getByText('are over the plan’s allowance').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Dismiss' }).count(), 0)
    }
    await page.getByText(/110,0\d\d of 100,000 in the plan “free”\./).waitFor()
  })

  it('blocks no image', async () => {
    const answer = await fetch(`${app.imageUrl}/github.com?token=${app.publishableKey}`)
    assert.equal(answer.status, 200)
  })

  it('has a mail to look at, and the owner gets exactly that one from two processes', async () => {
    await page.getByText(`None this month so far. It would go to ${owner.email}.`).waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    const shown = await page.getByRole('dialog').innerText()
    await page.getByRole('button', { name: 'Close' }).click()

    const other = await startServer({
      DATABASE_URL: urlOf(app.database.target),
      SMTP_URL: sink.url,
    })
    await other.ready()
    // Beside the timetable, so that both processes find out at once.
    const { sql } = app.database
    const job = 'accounts.tell-over-allowance'
    await sql`insert into queue_jobs (queue, payload) select ${job}, '{}' from generate_series(1, 8)`
    const mail = await sink.waitForMail()
    await until('nobody is looking any more', async () => {
      const [open] = await sql`
        select count(*)::int as count from queue_jobs
        where queue in (${job}, 'mail')`
      return open?.count === 0
    })
    assert.deepEqual(mail.to, [owner.email])
    assert.ok(shown.includes(mail.subject))
    const words = (text: string) => text.replace(/\d/g, '0').replace(/\s+/g, ' ')
    assert.ok(words(shown).includes(words(mail.text.trim().split(' http', 1)[0] ?? '?')), mail.text)
    await dashboard.open('Overview')
    await dashboard.open('Usage')
    await page.getByText('It was sent').waitFor()
    assert.deepEqual([...(await sql`select status from mail_outbox`)], [{ status: 'sent' }])
    assert.equal(sink.mails.length, 1)
  })
})

describe('every page', () => {
  const names = [
    'Overview',
    'Keys',
    'Usage',
    'Requests',
    'Jobs',
    'Schedules',
    'People',
    'Audit',
    'Settings',
    'Playground',
  ]
  const panes = ['Icon', 'Extract', 'Branding', 'Batch', 'Crawl']

  it('has no serious fault that axe-core finds, light or dark, and fits a phone', async () => {
    const check = async (name: string) => {
      await dashboard.loaded()
      await dashboard.checkAccess(name)
      await page.setViewportSize({ width: 360, height: 740 })
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    for (const name of names) {
      await dashboard.open(name)
      await check(name)
    }
    for (const name of panes) {
      await page.getByRole('link', { name }).click()
      await check(name)
    }
    await dashboard.open('Keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    await dashboard.checkAccess('Create key')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('is left by signing out, and the door has no fault either', async () => {
    await dashboard.signOut()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await dashboard.checkAccess('Sign in')
    dashboard.checkConduct()
  })
})
