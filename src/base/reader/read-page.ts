import { inTime } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import type { WayOut, Ways } from '../ways/ways.ts'
import { type CookieJar, openJar } from '../web/cookie-jar.ts'
import type { Picture } from './actions/run.ts'
import type { FollowedAnswer } from './answer.ts'
import { type FileReaders, readTask } from './convert-file.ts'
import { fetchPage, type Reading } from './fetch-page.ts'
import { type FileAllowance, type FileLease, openFileLease } from './large-files.ts'
import { leftMs, type PageRequest, wantsBrowser } from './page-request.ts'
import {
  asSignedIn,
  checkSignedIn,
  isSignedOut,
  type PageSession,
  type PageSessions,
  SignedOut,
} from './page-session.ts'
import { type PageOutcome, type PageTask, taskOf } from './page-task.ts'
import { lateRefusal, pageRefusal } from './refusal.ts'
import type { Render } from './render.ts'
import { createTurns, type Turns } from './turns.ts'
import type { VerdictMetrics } from './verdict-metrics.ts'

/** Reads one page. The same function serves scrape (as JSON), batch and extract. */
export type ReadPage<Answer = FollowedAnswer> = (
  request: PageRequest,
  signal: AbortSignal,
) => Promise<Answer>

/** What it takes to get at a page. */
export type ReaderDeps = FileReaders & {
  ways: Pick<Ways, 'use'>
  render: Render
  verdicts: VerdictMetrics
  files: FileAllowance
  sessions: PageSessions
  /** Where a picture can be had for as long as results are kept. */
  showPicture: (png: Uint8Array) => Promise<string>
}

type ReadPageDeps<Answer> = ReaderDeps & {
  /** In a thread: see tasks.ts. A product may have a task of its own that reads on. */
  readBytes: (task: PageTask, signal: AbortSignal) => Promise<PageOutcome<Answer>>
}

type LeasedDeps<Answer> = ReadPageDeps<Answer> & { lease: FileLease }
type OutDeps<Answer> = LeasedDeps<Answer> & { out: WayOut; session?: PageSession | undefined }

export const createReadPage =
  <Answer>(given: ReadPageDeps<Answer>): ReadPage<Answer> =>
  (request, signal) => {
    const lease = openFileLease(given.files)
    const deps = { ...given, lease }
    const turns = createTurns(request)
    return readInTime(deps, request, turns, signal).finally(lease.release)
  }

const readInTime = <Answer>(
  deps: LeasedDeps<Answer>,
  request: PageRequest,
  turns: Turns,
  signal: AbortSignal,
): Promise<Answer> => {
  // Where nobody waits, the time is the site's alone, and each part has an end of its own: a page
  // that came is read, however busy we are, and its site is not asked again for our delay.
  if (request.arrivedMs === undefined) return readByWay(deps, request, turns, signal)
  // The site has its time from the fetch and the browser. Unless the caller said how long all of it
  // may take, a page that came within that time is then read, although we are busy.
  const timeoutMs = leftMs(request) + (request.isTimed ? 0 : ownMs)
  const limit = { timeoutMs, signal, late: lateRefusal(request) }
  return inTime(limit, life => readByWay(deps, request, turns, life)).catch(error => {
    throw turns.explain(error)
  })
}

const ownMs = 30_000

const readByWay = <Answer>(
  deps: LeasedDeps<Answer>,
  request: PageRequest,
  turns: Turns,
  life: AbortSignal,
): Promise<Answer> => {
  const { exit, url, jobId, session: ref } = request
  return deps.ways.use({ exit, url, jobId, signal: life }, async way => {
    const trip = { session: ref, url, out: way, life }
    const answer = await asSignedIn(deps.sessions, trip, (out, session) =>
      readFirst({ ...deps, out, session }, request, turns, life),
    )
    if (way.chosen) request.onExtra?.('wayPage', way.chosen.creditsPerPage)
    return answer
  })
}

/** A redirect may also be written into the page itself (`<meta http-equiv="refresh">`). */
const maxRefreshes = 3

const readFirst = async <Answer>(
  deps: OutDeps<Answer>,
  request: PageRequest,
  turns: Turns,
  life: AbortSignal,
): Promise<Answer> => {
  if (wantsBrowser(request)) return readRendered(deps, request, turns, life)
  let { url } = request
  // As of redirects: some pages set a cookie and send on until it comes back.
  const cookies = openJar([], () => true)
  for (let refreshes = 0; ; refreshes++) {
    const reading = await fetchStatic(deps, request, url, turns, life, cookies)
    const outcome = await read(deps, request, reading, life)
    if (outcome.is !== 'redirect') return conclude(deps, request, reading, outcome, turns, life)
    if (refreshes === maxRefreshes)
      throw new AppError('page_unreachable', `${url.hostname} redirects in circles.`)
    url = deps.out.egress.parseTarget(outcome.to)
  }
}

const conclude = async <Answer>(
  deps: OutDeps<Answer>,
  request: PageRequest,
  reading: Reading,
  outcome: Exclude<PageOutcome<Answer>, { is: 'redirect' }>,
  turns: Turns,
  life: AbortSignal,
): Promise<Answer> => {
  const { session } = deps
  if (session && isSignedOut(session, request.url, reading, outcome)) {
    // Some sites keep in their local storage who is signed in, and only a browser has one.
    const canTry = request.render === 'auto' && canRender(deps.render)
    if (!canTry || !session.hasLocalStorage(reading.url)) throw new SignedOut()
    return readRendered(deps, request, turns, life)
  }
  if (outcome.is === 'answer') return outcome.answer
  // A browser sees more than an empty shell, and passes checks that only want to see one.
  const worthIt = outcome.is === 'shell' || outcome.is === 'wall'
  if (worthIt && request.render === 'auto' && canRender(deps.render))
    return readRendered(deps, request, turns, life)
  if (outcome.is !== 'shell') throw pageRefusal(outcome, reading)
  // Without a browser the little that came is all there is, and the answer says so.
  const reason = request.render === 'never' ? '"render" is never' : 'no browser is installed'
  const shell = `The page seems to need a browser (${outcome.why}), and ${reason}: content may be missing.`
  const warning = [reading.warning, shell].filter(Boolean).join(' ')
  return finish(deps, request, { ...reading, warning }, life).catch((error: unknown) => {
    throw request.render === 'auto' ? missingBrowser(error, reading, outcome.why) : error
  })
}

/** That the shell holds nothing is no fault of the site where we have nothing to open it with. */
const missingBrowser = (error: unknown, { url }: Reading, why: string): unknown =>
  error instanceof AppError && error.code === 'page_empty'
    ? new AppError(
        'browser_unavailable',
        `${url.hostname} sent a page that needs a browser (${why}), and none is installed. \`npm run siteray -- doctor\` says how.`,
      )
    : error

/** To be read by a process that has a browser; only where `Render.isElsewhere` may say so. */
export class NeedsBrowser extends Error {}

const canRender = (render: Render): boolean =>
  render.isAvailable() || render.isElsewhere?.() === true

const readRendered = async <Answer>(
  deps: OutDeps<Answer>,
  request: PageRequest,
  turns: Turns,
  life: AbortSignal,
): Promise<Answer> => {
  if (deps.render.isElsewhere?.()) throw new NeedsBrowser('Another process has a browser.')
  const rendered = await deps.render
    .page(request, deps.out, turns, life, deps.session)
    .catch(deps.verdicts.failed('rendered', life))
  turns.ofUs()
  const reading = rendered
    ? await withPictures(deps, request, rendered)
    : await fetchStatic(deps, request, request.url, turns, life)
  return finish(deps, request, reading, life)
}

/** By URL where the caller wants that: the pictures go no further than here. */
const withPictures = async (
  { showPicture }: Pick<ReaderDeps, 'showPicture'>,
  { picturesByUrl }: PageRequest,
  reading: Reading,
): Promise<Reading> => {
  const { screenshot, performed } = reading
  if (!picturesByUrl) return reading
  const show = async (png: Picture) => (typeof png === 'string' ? png : showPicture(png))
  return {
    ...reading,
    ...(screenshot && { screenshot: await show(screenshot) }),
    ...(performed && {
      performed: { ...performed, screenshots: await Promise.all(performed.screenshots.map(show)) },
    }),
  }
}

const fetchStatic = async (
  deps: ReaderDeps & Pick<OutDeps<never>, 'lease' | 'out'>,
  request: PageRequest,
  url: URL,
  turns: Turns,
  life: AbortSignal,
  cookies?: CookieJar,
): Promise<Reading> => {
  turns.ofSite()
  const reading = await fetchPage(deps.out, request, url, life, deps.lease, cookies).catch(
    deps.verdicts.failed('static', life),
  )
  turns.ofUs()
  return reading
}

/** The last try: a shell is read for what it holds. */
const finish = async <Answer>(
  deps: OutDeps<Answer>,
  request: PageRequest,
  reading: Reading,
  life: AbortSignal,
): Promise<Answer> => {
  const outcome = await read(deps, request, reading, life, true)
  checkSignedIn(deps.session, request.url, reading, outcome)
  if (outcome.is === 'answer') return outcome.answer
  throw pageRefusal(outcome, reading)
}

const read = async <Answer>(
  deps: OutDeps<Answer>,
  request: PageRequest,
  reading: Reading,
  life: AbortSignal,
  isLast = false,
): Promise<PageOutcome<Answer>> => {
  const { chosen, robots } = deps.out
  const robotsLines = await robots.usage(reading.url, request.respectPreferences ?? false)
  const plain = { ...taskOf(request, reading, isLast), robotsLines }
  const outcome = await readTask(deps, request, chosen ? { ...plain, chosen } : plain, life)
  deps.verdicts.note(reading, outcome.is)
  return outcome
}
