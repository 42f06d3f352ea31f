import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openMemberSite } from '../test/support/member-site.ts'
import type { SimulatedWeb } from '../test/support/simulated-web.ts'
import { createWayProxy } from '../test/support/way-proxy.ts'

/* The pages Ways out and Sessions, with proxies that work, one that does not, and a site for members. */

export const openReach = async (web: SimulatedWeb, folder: string) => {
  const site = openMemberSite(web, 'members.example', { password: 'correct horse' })
  const proxies = [
    await createWayProxy({ kind: 'http', from: '127.0.0.71' }),
    await createWayProxy({ kind: 'socks5', from: '127.0.0.72' }),
    await createWayProxy({ kind: 'http', from: '127.0.0.73', fault: { status: 407 } }),
  ]
  const [berlin, paris, lagos] = proxies.map(({ url }) => url)
  const file = join(folder, 'ways.json')
  writeFileSync(
    file,
    JSON.stringify([
      { name: 'berlin-1', url: berlin, countries: ['DE'], sticky: 'host' },
      { name: 'paris-1', url: paris, countries: ['FR', 'BE'], kind: 'residential' },
      { name: 'lagos', url: lagos, countries: ['NG'], kind: 'mobile' },
      { name: 'here', kind: 'direct', countries: ['AT'] },
    ]),
  )
  return {
    file,
    begin: site.begin,
    async close() {
      await Promise.all(proxies.map(proxy => proxy.close()))
    },
  }
}

type Camera = {
  page: Page
  scheme: string
  open: (name: string) => Promise<void>
  shot: (name: string) => Promise<void>
}

export const takeReach =
  ({ begin }: { begin: () => string }) =>
  async ({ page, scheme, open, shot }: Camera): Promise<void> => {
    await open('Ways out')
    for (const [name, says] of [
      ['paris-1', 'Works'],
      ['berlin-1', 'Works'],
      ['lagos', 'Fails'],
    ] as const) {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Test' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Test' }).click()
      await dialog.getByText(says, { exact: true }).waitFor()
      if (says === 'Fails') await shot('test-way')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('row', { name: /lagos/ }).getByText('Fails').first().waitFor()
    await shot('ways')
    await open('Sessions')
    if (scheme === 'light') await addSessions(page, begin())
    await page
      .getByRole('row', { name: /members\.example/ })
      .first()
      .waitFor()
    await shot('sessions')
    await page.getByRole('button', { name: 'New session' }).click()
    await page.getByRole('dialog').waitFor()
    await shot('session')
    await page.keyboard.press('Escape')
    const wide = page.viewportSize() ?? { width: 1280, height: 840 }
    await page.setViewportSize({ width: 390, height: 780 })
    await shot('sessions-phone')
    await page.goto(new URL('/ways', page.url()).href)
    await page.getByText('berlin-1', { exact: true }).first().waitFor()
    await shot('ways-phone')
    await page.setViewportSize(wide)
  }

const addSessions = async (page: Page, sid: string) => {
  const make = async (name: string, how: string, fill: () => Promise<void>) => {
    await page.getByRole('button', { name: 'New session' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Hosts').fill('members.example')
    await page.getByLabel('How to sign in').selectOption(how)
    await fill()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await make('Library card', 'state', () => {
    const cookies = [{ name: 'sid', value: sid, domain: 'members.example', path: '/' }]
    return page.getByLabel(/^storageState/).fill(JSON.stringify({ cookies, origins: [] }))
  })
  await make('Members', 'steps', async () => {
    await page.getByLabel('Address of the sign-in page').fill('https://members.example/login')
    const wrong = [
      { type: 'write', selector: '#password', text: 'battery staple' },
      { type: 'click', selector: 'button' },
    ]
    await page.getByLabel('Steps').fill(JSON.stringify(wrong))
  })
  await page.getByRole('button', { name: 'Actions for Members' }).click()
  await page.getByRole('menuitem', { name: 'Sign in now' }).click()
  await page.getByRole('row', { name: /failed/ }).waitFor()
}
