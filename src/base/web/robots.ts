import { AppError } from '../../kit/errors.ts'
import type { Egress } from './egress.ts'
import { type FetchResponse, guardedFetch } from './fetch.ts'
import { noRobots, parseRobots, type RobotsRules, rulesFor } from './robots-file.ts'
import { createTdmrep } from './tdmrep.ts'
import { robotsToken } from './user-agent.ts'

export type Robots = {
  /**
   * Throws `page_blocked` where the site's robots.txt keeps us out, and what was wrong with the host
   * where it could not be reached at all. Asked for every hop.
   */
  check(url: URL): Promise<void>
  /** The pause the site asks for between requests, if it does. */
  crawlDelayMs(url: URL): number | undefined
  /**
   * Lines of its robots.txt on how a page may be used. Only a file that was read already is looked
   * at, unless `ask` is set: then its tdmrep.json is read as well.
   */
  usage(url: URL, ask: boolean): Promise<readonly string[]>
  /** The sitemaps its robots.txt names, absolute; none where it cannot be read. */
  sitemaps(url: URL): Promise<string[]>
}

/** An error: why the file could not be read, which means that nothing may be. */
type Answer = RobotsRules | AppError
/** `rules` once the question is answered; it is asked again after `untilMs`. */
type Known = { answer: Promise<Answer>; rules?: Answer; untilMs: number }

/** RFC 9309 §2.4: not longer than a day. What could not be read is asked again soon. */
const keptMs = 24 * 3_600_000
const unreachableKeptMs = 1_000
const maxHosts = 5_000

/** Whether we may read a page, as its site says it (RFC 9309); one question for each host a day. */
export const createRobots = (
  deps: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>,
): Robots => {
  const known = new Map<string, Known>()
  const reservationFor = createTdmrep(deps)

  const ask = (origin: string): Known => {
    const asked: Known = { answer: read(deps, origin), untilMs: Number.POSITIVE_INFINITY }
    if (known.size >= maxHosts) known.clear()
    known.set(origin, asked)
    asked.answer.then(
      rules => {
        asked.rules = rules
        asked.untilMs = Date.now() + (rules instanceof AppError ? unreachableKeptMs : keptMs)
      },
      () => known.delete(origin),
    )
    return asked
  }

  const rulesOf = (url: URL): Promise<Answer> => {
    const before = known.get(url.origin)
    return (before && before.untilMs > Date.now() ? before : ask(url.origin)).answer
  }

  return {
    async check(url) {
      const rules = await rulesOf(url)
      if (rules instanceof AppError) throw rules
      if (!rules.allows(url.pathname + url.search))
        throw new AppError(
          'page_blocked',
          `The robots.txt of ${url.hostname} does not allow this page.`,
          { byRobots: true },
        )
    },
    crawlDelayMs(url) {
      const rules = known.get(url.origin)?.rules
      return rules instanceof AppError ? undefined : rules?.crawlDelayMs
    },
    async usage(url, ask) {
      const rules = ask ? await rulesOf(url) : known.get(url.origin)?.rules
      const reservation = ask ? await reservationFor(url) : undefined
      const lines =
        rules === undefined || rules instanceof AppError
          ? []
          : rules.usageOf(url.pathname + url.search)
      return reservation === undefined ? lines : [...lines, reservation]
    },
    async sitemaps(url) {
      const rules = await rulesOf(url)
      if (rules instanceof AppError) return []
      return rules.sitemaps.flatMap(line => URL.parse(line, url.origin)?.href ?? [])
    },
  }
}

const read = async (deps: Parameters<typeof createRobots>[0], origin: string): Promise<Answer> => {
  const answer = await guardedFetch(deps, {
    url: `${origin}/robots.txt`,
    timeoutMs: 10_000,
    maxRedirects: 5,
    maxBytes: 512 * 1024,
    onLimit: 'truncate',
  }).catch((error: unknown) => (error instanceof AppError ? error : Promise.reject(error)))
  if (!(answer instanceof AppError)) return rulesIn(answer)
  if (isRedirect(answer)) return noRules()
  if (hostFaults.has(answer.code)) return answer
  const said = `The robots.txt of ${new URL(origin).hostname} could not be read. ${answer.message}`
  // It may keep only this file waiting.
  return answer.code === 'page_timeout'
    ? new AppError('page_timeout', said, { cause: answer })
    : new AppError('page_blocked', said, { cause: answer, byRobots: true })
}

/** Who asks for a page of a host, or by a way, that is away wants to hear that, not of its robots.txt. */
const hostFaults = new Set(['page_unreachable', 'overloaded', 'way_failed'])

/** RFC 9309 §2.3.1: no file means no rules, a server in trouble means stay away. */
const rulesIn = ({ url, status, bytes }: FetchResponse): Answer => {
  if (status >= 500 || status === 429)
    return new AppError(
      'page_blocked',
      `The robots.txt of ${url.hostname} could not be read (status ${status}), which means that robots must stay away for now.`,
      { transient: true, byRobots: true },
    )
  if (status >= 300) return noRules()
  return rulesFor(parseRobots(bytes.toString('utf8')), robotsToken.toLowerCase())
}

const noRules = (): RobotsRules => rulesFor(noRobots, robotsToken.toLowerCase())

/** One that leads nowhere, or too far: the file is not there (§2.3.1.2). */
const isRedirect = ({ targetStatus = 0 }: AppError): boolean =>
  targetStatus >= 300 && targetStatus < 400
