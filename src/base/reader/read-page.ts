import { STATUS_CODES } from 'node:http'
import { AppError } from '../../errors.ts'
import type { Egress } from '../web/egress.ts'
import { guardedFetch } from '../web/fetch.ts'
import { createLife } from '../web/life.ts'
import { retryAfterSeconds } from '../web/retry-after.ts'
import type { Robots } from '../web/robots.ts'
import type { ScrapeAnswer } from './answer.ts'
import { type ScrapeJob, wantsBrowser } from './job.ts'
import type { PageOutcome, PageTask } from './page-task.ts'
import type { Render } from './render.ts'

/** Reads one page. The same function serves scrape (as JSON), batch and extract. */
export type Scrape<Answer = ScrapeAnswer> = (job: ScrapeJob, signal: AbortSignal) => Promise<Answer>

/** What it takes to get at a page. */
export type ReaderDeps = {
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  robots: Robots
  render: Render
}
type ScrapeDeps<Answer> = ReaderDeps & {
  /** In a thread: see tasks.ts. A product may have a task of its own that reads on. */
  readBytes: (task: PageTask, signal: AbortSignal) => Promise<PageOutcome<Answer>>
}

/** A page as it came, by the client or the browser. */
export type Reading = {
  url: URL
  status: number
  headers: Readonly<Record<string, string>>
  bytes: Uint8Array
  rendered: boolean
  screenshot?: Buffer
  warning?: string
}

export const createScrape =
  <Answer>(deps: ScrapeDeps<Answer>): Scrape<Answer> =>
  async (job, signal) => {
    const { timeoutMs } = job
    const life = createLife({ signal, timeoutMs, whenLate: () => late })
    try {
      return await readPage(deps, job, life.signal)
    } catch (error) {
      const ours = error instanceof AppError && error.code !== 'page_timeout'
      if (life.signal.reason !== late || ours) throw error
      throw new AppError(
        'page_timeout',
        `${job.url.hostname} could not be read within ${timeoutMs / 1_000} s.`,
        { cause: error },
      )
    } finally {
      life.end()
    }
  }

const late = new Error('The time of the call is up.')

/** A redirect may also be written into the page itself (`<meta http-equiv="refresh">`). */
const maxRefreshes = 3

const readPage = async <Answer>(
  deps: ScrapeDeps<Answer>,
  job: ScrapeJob,
  life: AbortSignal,
): Promise<Answer> => {
  if (wantsBrowser(job)) return readRendered(deps, job, life)
  let { url } = job
  for (let refreshes = 0; ; refreshes++) {
    const reading = await fetchPage(deps, job, url, life)
    const result = await work(deps, job, reading, life)
    if (result.is !== 'redirect') return conclude(deps, job, reading, result, life)
    if (refreshes === maxRefreshes)
      throw new AppError('page_unreachable', `${url.hostname} redirects in circles.`)
    url = deps.egress.parseTarget(result.to)
  }
}

export const fetchPage = (
  deps: Pick<ScrapeDeps<unknown>, 'egress' | 'robots'>,
  job: Pick<ScrapeJob, 'headers' | 'mobile' | 'timeoutMs' | 'respectRobots'>,
  url: URL,
  life: AbortSignal,
): Promise<Reading> =>
  guardedFetch(deps.egress, {
    url,
    headers: { ...(job.mobile ? { 'user-agent': phoneAgent } : {}), ...job.headers },
    timeoutMs: job.timeoutMs,
    signal: life,
    ...(job.respectRobots ? { checkHop: hop => deps.robots.check(hop) } : {}),
  }).then(answer => ({ ...answer, rendered: false }))

/** Sites that look at the client for their mobile page need one that names a phone. */
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

const conclude = async <Answer>(
  deps: ScrapeDeps<Answer>,
  job: ScrapeJob,
  reading: Reading,
  result: Exclude<PageOutcome<Answer>, { is: 'redirect' }>,
  life: AbortSignal,
): Promise<Answer> => {
  if (result.is === 'answer') return result.answer
  // A browser sees more than an empty shell, and passes checks that only want to see one.
  const worthIt = result.is === 'shell' || result.is === 'wall'
  if (worthIt && job.render === 'auto' && deps.render.isAvailable())
    return readRendered(deps, job, life)
  if (result.is !== 'shell') throw refusalOf(result, reading)
  // Without a browser the little that came is all there is, and the answer says so.
  const reason = job.render === 'never' ? '«render» is never' : 'no browser is installed'
  const warning = `The page seems to need a browser (${result.why}), and ${reason}: content may be missing.`
  return finish(deps, job, { ...reading, warning }, life)
}

const readRendered = async <Answer>(
  deps: ScrapeDeps<Answer>,
  job: ScrapeJob,
  life: AbortSignal,
): Promise<Answer> => {
  if (job.respectRobots) await deps.robots.check(job.url)
  const reading = await deps.render.page(job, life)
  return finish(deps, job, reading ?? (await fetchPage(deps, job, job.url, life)), life)
}

/** The last try: a shell is read for what it holds. */
const finish = async <Answer>(
  deps: ScrapeDeps<Answer>,
  job: ScrapeJob,
  reading: Reading,
  life: AbortSignal,
): Promise<Answer> => {
  const result = await work(deps, job, reading, life, true)
  if (result.is === 'answer') return result.answer
  throw refusalOf(result, reading)
}

const work = <Answer>(
  deps: ScrapeDeps<Answer>,
  job: ScrapeJob,
  reading: Reading,
  life: AbortSignal,
  isLast = false,
): Promise<PageOutcome<Answer>> =>
  deps.readBytes(
    {
      bytes: reading.bytes,
      requestedUrl: job.url.href,
      finalUrl: reading.url.href,
      status: reading.status,
      headers: reading.headers,
      rendered: reading.rendered,
      screenshot: reading.screenshot,
      warning: reading.warning,
      isLast,
      formats: job.formats,
      onlyMainContent: job.onlyMainContent,
      includeTags: job.includeTags,
      excludeTags: job.excludeTags,
      trace: job.trace,
    },
    life,
  )

/** What a caller is told of a page that is none. */
export const refusalOf = (
  result: Exclude<PageOutcome, { is: 'answer' }>,
  reading: Pick<Reading, 'url' | 'status' | 'headers'>,
): AppError => {
  const host = reading.url.hostname
  switch (result.is) {
    case 'wall':
      return result.kind === 'denial' && reading.status >= 400
        ? statusRefusal(reading)
        : new AppError('page_blocked', result.sentence)
    case 'nothing':
      return new AppError('page_empty', result.sentence)
    case 'shell':
      return new AppError('page_empty', `${host} sent a page without content (${result.why}).`)
    case 'redirect':
      return new AppError('page_unreachable', `${host} redirects in circles.`)
    case 'status':
      return statusRefusal(reading)
  }
}

const statusRefusal = ({
  url,
  status,
  headers,
}: Pick<Reading, 'url' | 'status' | 'headers'>): AppError => {
  const meaning = STATUS_CODES[status]
  const said = meaning ? `${status} (${meaning})` : `${status}`
  return new AppError('page_unreachable', `${url.hostname} answered with status ${said}.`, {
    targetStatus: status,
    retryAfterSeconds: retryAfterSeconds(headers['retry-after']),
  })
}
