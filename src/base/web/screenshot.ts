/// <reference lib="dom" />
import type { Page } from 'playwright-core'

/** Chromium cannot paint much taller pages in one piece. */
const maxHeightPx = 16_000

type Screenshot = { image: Buffer; warning: string | undefined }

export const screenshotOfPage = async (page: Page): Promise<Screenshot> => {
  await showLazyImages(page)
  const heightPx = await page.evaluate(() => document.documentElement.scrollHeight)
  const tall = heightPx > maxHeightPx
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const image = await page.screenshot({
    ...look,
    fullPage: true,
    ...(tall ? { clip: { x: 0, y: 0, width: size.width, height: maxHeightPx } } : {}),
  })
  const warning = tall
    ? `The screenshot shows the first ${maxHeightPx} of ${heightPx} pixels of the page.`
    : undefined
  return { image, warning }
}

export const screenshotOfView = (page: Page): Promise<Buffer> => page.screenshot(look)

const look = { type: 'png', animations: 'disabled' } as const

/** Images that load when they come into view are brought into view once. */
const showLazyImages = async (page: Page): Promise<void> => {
  await page.evaluate(async limit => {
    const pause = () => new Promise(resolve => setTimeout(resolve, 40))
    const [x, before] = [scrollX, scrollY]
    for (let y = 0; y < Math.min(document.documentElement.scrollHeight, limit); y += innerHeight) {
      scrollTo(0, y)
      await pause()
    }
    scrollTo(x, before)
    await pause()
  }, maxHeightPx)
}
