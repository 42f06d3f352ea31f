import { execFileSync } from 'node:child_process'
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
 * year, each in light, in dark and on a phone, for the eye, in .cache/gallery.
 */
const folder = join(import.meta.dirname, '../.cache/gallery')
const pages =
  'overview playground/scrape playground/icon playground/extract playground/branding playground/batch playground/crawl usage requests jobs schedules keys keys/key_00003 jobs/batch_00004 connect corrections people audit settings nowhere'
const wanted = process.argv.length > 2 ? process.argv.slice(2) : pages.split(' ')

const main = async (): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  execFileSync(process.execPath, ['scripts/build-ui.ts', '--strict'], { stdio: 'inherit' })
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
    for (const { name, scheme, width } of looks) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height })
      await page.goto(`${origin}/${path === 'overview' ? '' : path}`)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      const whole = await page.evaluate(() => document.documentElement.scrollHeight)
      // As wide as the window: what sticks out of it is cut off, as it is for whoever looks.
      const image = await page.screenshot({
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), maxHeight) },
      })
      await sharp(image)
        .png({ palette: true })
        .toFile(join(folder, `${path.replaceAll('/', '-')}-${size}-${name}.png`))
    }
    process.stdout.write(`${path} ${size}\n`)
  }
}

const height = 860
const maxHeight = 1_720
const looks = [
  { name: 'light', scheme: 'light', width: 1280 },
  { name: 'dark', scheme: 'dark', width: 1280 },
  { name: 'phone', scheme: 'light', width: 390 },
] as const

// As a test, so that all that it opens is closed as a test's is.
void it('every page is drawn', main)
