import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startApp, type TestApp } from '../../support/app.ts'
import { owner, ownerEnv, signedInVisitor, type Visitor, visit } from '../../support/dashboard.ts'
import { type DashboardPage, openDashboard } from '../../support/dashboard-page.ts'
import { createSmtpSink, type SmtpSink } from '../../support/smtp-sink.ts'
import { totp } from '../../support/totp.ts'

let app: TestApp
let sink: SmtpSink
let dashboard: DashboardPage
let page: Page
let guest: Visitor
const member = { email: 'guest@example.com', password: 'guest of the house' }
before(async () => {
  sink = await createSmtpSink()
  app = await startApp({ ...ownerEnv, SMTP_URL: sink.url })
  const chief = await signedInVisitor(app)
  const invitation = await chief.ask('/invitations', { body: { role: 'member' } })
  const token = Object(invitation.json).url.split('#')[1]
  guest = visit(app)
  await guest.ask('/join', { body: { token, ...member } })
  for (const name of ['Their server', 'Their shop'])
    await guest.ask('/keys', { body: { kind: 'secret', name } })
  dashboard = await openDashboard(app)
  page = dashboard.page
})
after(() => sink.close())

const button = (name: string) => page.getByRole('button', { name, exact: true })
const signedIn = () => page.getByRole('navigation', { name: 'Pages' }).waitFor()

describe('two-step sign-in in the dashboard', () => {
  let uri = ''
  let codes: string[] = []

  it('is turned on with a QR code, a key to type and a first code', async () => {
    await dashboard.signIn()
    await dashboard.open('Settings')
    await button('Turn on').click()
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await button('Continue').click()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await dashboard.checkAccess('Scan')
    const secret = (await page.getByTestId('secret').innerText()).replaceAll(' ', '')
    uri = `otpauth://totp/x?secret=${secret}`
    assert.equal(
      await page.getByRole('link', { name: 'this link' }).getAttribute('href'),
      await uriOf(secret),
    )
    await page.getByLabel('The code the app shows now').fill(totp(uri))
    await page.keyboard.press('Enter')
    const list = page.getByTestId('recovery-codes')
    await list.waitFor()
    codes = (await list.innerText()).split('\n')
    assert.equal(codes.length, 10)
    await button('I have saved them').click()
    await button('Turn off').waitFor()
  })
  const uriOf = async (secret: string) =>
    `otpauth://totp/Siteray:owner%40example.com?secret=${secret}&issuer=Siteray&digits=6&period=30`

  it('asks for the code after the password, or for a recovery code', async () => {
    const password = async () => {
      await dashboard.signOut()
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill(owner.password)
      await button('Sign in').click()
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
    }
    await password()
    const field = page.getByLabel('Code', { exact: true })
    assert.ok(await field.evaluate(element => element === document.activeElement))
    await dashboard.checkAccess('Enter the code')
    await field.fill('12345')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong.').waitFor()
    await field.fill(totp(uri, 1))
    await page.keyboard.press('Enter')
    await signedIn()
    await password()
    await button('Use a recovery code').click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await signedIn()
  })

  it('is turned off with the password', async () => {
    await dashboard.open('Settings')
    await button('Turn off').click()
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await button('Turn on').waitFor()
  })
})

describe('the page of people', () => {
  it('shows what members may do with keys, and the owner decides it', async () => {
    await dashboard.open('People')
    await page.getByText('Members can create keys and change the ones they made.').waitFor()
    await page.getByText('View only', { exact: true }).click()
    await page.getByText('Members see the keys. Only owners create and change them.').waitFor()
    assert.equal(Object((await guest.ask('/keys')).json).mayCreate, false)
  })

  it('lists the keys of whoever is removed, and deletes those that are chosen', async () => {
    await button(`Remove ${member.email}`).click()
    await page.getByText('They made these 2 keys').waitFor()
    await page.getByText('They are signed out everywhere at once').waitFor()
    await dashboard.checkAccess('Remove a member')
    await page.getByLabel('Their shop').check()
    await button('Remove and delete 1 key').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(`${member.email} is removed. Signed out, 1 key deleted.`).waitFor()
    await page.getByText(member.email, { exact: true }).waitFor({ state: 'detached' })
    await dashboard.open('Keys')
    await page.getByText('Their server').waitFor()
    assert.equal(await page.getByText('Their shop').count(), 0)
  })
})

describe('the page of the audit log', () => {
  it('says who did what, filters it, and saves it as CSV', async () => {
    await dashboard.open('Audit')
    await page.getByRole('cell', { name: 'Two-step sign-in turned on' }).waitFor()
    await page.getByLabel('Who').selectOption(member.email)
    await page
      .getByRole('cell', { name: 'Two-step sign-in turned on' })
      .waitFor({ state: 'detached' })
    await page.getByLabel('What').selectOption('Key created')
    await page.getByRole('status').getByText('2 entries').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = await (await saved).path()
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\r\n')
    assert.equal(lines.length, 3)
    assert.match(lines[1] ?? '', /guest@example\.com,key\.create,key_\w+,Their shop$/)
    await page.getByLabel('Until').fill('2020-01-01')
    await page.getByText('Nothing matches in this period.').waitFor()
  })
})

describe('a forgotten password in the dashboard', () => {
  it('comes back by the link in the mail', async () => {
    await dashboard.signOut()
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(owner.email)
    await dashboard.checkAccess('Forgot your password?')
    await button('Send me a link').click()
    await page.getByText('you will get a mail with a link').waitFor()
    const { text } = await sink.waitForMail()
    await page.goto(/http\S+#\w+/.exec(text)?.[0] ?? '')
    await page.getByText(`For ${owner.email}`).waitFor()
    await page.getByLabel('New password').fill('a password for good')
    await button('Change password and sign in').click()
    await signedIn()
    await page.goto(/http\S+#\w+/.exec(text)?.[0] ?? '')
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  })

  it('without a mail server leads to whoever runs it', async () => {
    const mute = await startApp({}, app.database)
    await page.goto(`${mute.apiUrl}/forgot`)
    await page.getByText('This server sends no mail.').waitFor()
    await page.getByText('people reset-link').waitFor()
  })

  it('nothing of all this went to another host, or wrong in the pages', () => {
    dashboard.checkConduct()
  })
})
