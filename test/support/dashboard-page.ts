import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { thriftFlags } from '../../src/base/web/browser-flags.ts'
import { findBrowser } from '../../src/base/web/find-browser.ts'
import type { TestApp } from './app.ts'
import { atEnd, atLast } from './at-end.ts'
import { owner } from './dashboard.ts'
import { until } from './until.ts'

export type DashboardPage = {
  page: Page
  /** Leads to a page by the navigation. */
  open(name: string): Promise<void>
  signIn(): Promise<void>
  /** Until nothing of the page is on its way any more. */
  loaded(): Promise<void>
  /** Opens the menu of a row, or of whoever is signed in, and chooses from it. */
  choose(menu: string | RegExp, item: string): Promise<void>
  signOut(): Promise<void>
  /** Fails when axe-core finds a serious or critical fault in what is shown (or a part of it), light or dark. */
  checkAccess(name: string, part?: string): Promise<void>
  /** Fails when anything was asked of another host, or went wrong in the page. */
  checkConduct(): void
}

/** The dashboard of a running app in a real browser, watched for what it must never do. */
export const openDashboard = async ({
  apiUrl,
}: Pick<TestApp, 'apiUrl'>): Promise<DashboardPage> => {
  const page = await (await browserOf()).newPage()
  atEnd(() => page.close())
  page.setDefaultTimeout(20_000)
  const asked: string[] = []
  const mishaps: string[] = []
  page.on('request', request => void asked.push(request.url()))
  page.on('pageerror', error => void mishaps.push(error.message))
  page.on('console', message => {
    if (/Content.Security.Policy/i.test(message.text()))
      mishaps.push(`${message.text()} ${JSON.stringify(message.location())}`)
  })
  page.on('dialog', dialog => {
    mishaps.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const choose = async (menu: string | RegExp, item: string) => {
    const name = typeof menu === 'string' ? `Actions for ${menu}` : menu
    await page.getByRole('button', { name }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  return {
    page,
    async open(name) {
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
    },
    async signIn() {
      await page.goto(`${apiUrl}/sign-in`)
      await page.getByLabel('E-mail').fill(owner.email)
      await page.getByLabel('Password').fill(owner.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    },
    async loaded() {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await until('all is there', async () => (await page.getByText('One moment…').count()) === 0)
    },
    choose,
    signOut: () => choose(/^\S+@\S+/, 'Sign out'),
    checkAccess: (name, part = 'html') => checkAccess(page, name, part),
    checkConduct() {
      const host = new URL(apiUrl).hostname
      const others = asked.filter(
        url => !/^(data|blob):/.test(url) && new URL(url).hostname !== host,
      )
      assert.deepEqual({ others, mishaps }, { others: [], mishaps: [] })
    },
  }
}

let browser: Promise<Browser> | undefined
const browserOf = (): Promise<Browser> => {
  const executablePath = findBrowser({ chromiumPath: process.env.CHROMIUM_PATH })
  browser ??= chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Half of the work otherwise: windows that nobody sees.
    args: ['--no-sandbox', ...thriftFlags],
  })
  return browser
}
atLast(async () => (await browser)?.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Fault = { id: string; impact: string; nodes: { html: string; any: { message: string }[] }[] }

const checkAccess = async (page: Page, name: string, part: string): Promise<void> => {
  // Evaluated by the debugger, so the pages' Content-Security-Policy stays as it is.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${axe}; undefined`)
  const found = await page.evaluate(async part => {
    const { axe } = Object(window)
    const { classList } = document.documentElement
    const first = await axe.run(part, { resultTypes: ['violations'] })
    // Only colors change with the theme: the other one costs a tenth.
    classList.toggle('dark')
    const rules = { runOnly: ['color-contrast'], resultTypes: ['violations'] }
    const other = await axe.run(part, rules)
    classList.toggle('dark')
    return [...first.violations, ...other.violations] as unknown
  }, part)
  const serious = (found as Fault[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      where: nodes.map(node => `${node.html} ${node.any[0]?.message}`),
    }))
  assert.deepEqual(serious, [], name)
}
