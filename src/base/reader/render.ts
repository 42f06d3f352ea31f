import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { AppError } from '../../errors.ts'
import type { Browsers } from '../web/browser.ts'
import { watchNetwork } from '../web/quiet.ts'
import type { Robots } from '../web/robots.ts'
import type { Visit } from '../web/visit.ts'
import { awaitContent } from './await-content.ts'
import { capturePage } from './capture.ts'
import type { Reading } from './fetch-page.ts'
import { leftMs, type PageRequest } from './page-request.ts'

export type Render = {
  isAvailable(): boolean
  /** The page as the browser has it; undefined when the address holds no web page. */
  page(request: PageRequest, life: AbortSignal): Promise<Reading | undefined>
}

type RenderDeps = { browsers: Browsers; robots: Pick<Robots, 'check'> }

export const createRender = ({ browsers, robots }: RenderDeps): Render => ({
  isAvailable: () => browsers.status().executable !== undefined,
  page: async (request, life) => {
    // Before it costs a page of the browser, which asks again at every hop.
    if (request.respectRobots) await robots.check(request.url)
    const screenshot = request.formats.includes('screenshot')
    const options = {
      timeoutMs: leftMs(request),
      mobile: request.mobile,
      skip: screenshot ? [] : (['image', 'media', 'font'] as const),
      ...(request.headers['user-agent'] ? { userAgent: request.headers['user-agent'] } : {}),
      ...(request.respectRobots ? { checkHop: robots.check } : {}),
    }
    return browsers.withPage(options, life, visit => readVisit(visit, request, screenshot))
  },
})

const readVisit = async (
  visit: Visit,
  request: PageRequest,
  screenshot: boolean,
): Promise<Reading | undefined> => {
  const deadlineMs = performance.now() + leftMs(request)
  const quiet = watchNetwork(visit.page)
  const opened = await visit
    .open(request.url, { timeoutMs: leftMs(request), headers: request.headers })
    .catch((error: unknown) => {
      // A download: the static reader knows what to do with files.
      if (error instanceof AppError && error.code === 'page_unsupported') return undefined
      throw error
    })
  if (!opened || !isPage(opened.headers['content-type'])) return undefined
  await quiet.wait(Math.min(maxQuietWaitMs, (deadlineMs - performance.now()) / 2))
  const awaited = await awaitContent(visit.page, (deadlineMs - performance.now()) / 2)
  if (awaited) await quiet.wait(Math.min(maxQuietWaitMs, (deadlineMs - performance.now()) / 2))
  if (request.waitForMs > 0) await pause(request.waitForMs)
  const shot = screenshot ? await takeScreenshot(visit.page) : undefined
  const html = await visit.read(capturePage)
  return {
    url: new URL(visit.page.url()),
    status: visit.status() ?? opened.status,
    // The captured text is UTF-8, whatever the page was sent as.
    headers: { ...opened.headers, 'content-type': 'text/html; charset=utf-8' },
    bytes: Buffer.from(html),
    rendered: true,
    ...(shot ? { screenshot: shot.image } : {}),
    ...(shot?.warning ? { warning: shot.warning } : {}),
  }
}

const isPage = (contentType = 'text/html') => /html|image\/svg/i.test(contentType)

/** Pages that poll are never quiet; what they showed by then is what there is. */
const maxQuietWaitMs = 8_000

/** Chromium cannot paint much taller pages in one piece. */
const maxScreenshotPx = 16_000

const takeScreenshot = async (
  page: Page,
): Promise<{ image: Buffer; warning: string | undefined }> => {
  await showLazyImages(page)
  const heightPx = await page.evaluate(() => document.documentElement.scrollHeight)
  const tall = heightPx > maxScreenshotPx
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const image = await page.screenshot({
    type: 'png',
    animations: 'disabled',
    ...(tall
      ? { fullPage: true, clip: { x: 0, y: 0, width: size.width, height: maxScreenshotPx } }
      : { fullPage: true }),
  })
  const warning = tall
    ? `The screenshot shows the first ${maxScreenshotPx} of ${heightPx} pixels of the page.`
    : undefined
  return { image, warning }
}

/** Images that load when they come into view are brought into view once. */
const showLazyImages = async (page: Page): Promise<void> => {
  await page.evaluate(async limit => {
    const pause = () => new Promise(resolve => setTimeout(resolve, 40))
    for (let y = 0; y < Math.min(document.documentElement.scrollHeight, limit); y += innerHeight) {
      scrollTo(0, y)
      await pause()
    }
    scrollTo(0, 0)
    await pause()
  }, maxScreenshotPx)
}
