import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { startApp } from '../test/support/app.ts'
import { firstAccountId, ownerEnv } from '../test/support/dashboard.ts'
import { openDashboard } from '../test/support/dashboard-page.ts'
import { fillAccount } from '../test/support/large-account.ts'

/**
 * `node scripts/gallery.ts [page …]`: every page of the dashboard with nothing in it and after a
 * year, each in light, dark and on a phone side by side, for the eye, in .cache/gallery.
 */
const folder = join(import.meta.dirname, '../.cache/gallery')
const pages =
  'overview playground/scrape playground/icon playground/extract playground/branding playground/batch playground/crawl usage requests jobs schedules keys keys/key_00003 connect corrections people audit settings nowhere'
const wanted = process.argv.length > 2 ? process.argv.slice(2) : pages.split(' ')

const main = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const app = await startApp(ownerEnv)
  const { page, signIn } = await openDashboard(app)
  page.setDefaultTimeout(60_000)
  await signIn()
  await takeAll(page, 'small')
  await fillAccount(app.database.sql, await firstAccountId(app))
  await takeAll(page, 'large')
}

const takeAll = async (page: Page, size: string): Promise<void> => {
  const origin = new URL(page.url()).origin
  for (const path of wanted) {
    const views: Buffer[] = []
    for (const view of looks) {
      await page.emulateMedia({ colorScheme: view.scheme })
      await page.setViewportSize({ width: view.width, height })
      await page.goto(`${origin}/${path === 'overview' ? '' : path}`)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      views.push(await page.screenshot())
    }
    await sharp({ create: { width: 2966, height, channels: 3, background: '#888' } })
      .composite(views.map((input, at) => ({ input, left: looks[at]?.left ?? 0, top: 0 })))
      .png({ palette: true })
      .toFile(join(folder, `${path.replaceAll('/', '-')}-${size}.png`))
    process.stdout.write(`${path} ${size}\n`)
  }
}

const height = 860
const looks = [
  { scheme: 'light', width: 1280, left: 0 },
  { scheme: 'dark', width: 1280, left: 1288 },
  { scheme: 'light', width: 390, left: 2576 },
] as const

// As a test, so that all that it opens is closed as a test's is.
void it('every page is drawn', main)
