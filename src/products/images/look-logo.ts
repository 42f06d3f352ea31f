import { createLife } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import type { Theme } from '../../page/css/media.ts'
import type { Domain } from './domain.ts'
import { bothThemes, type FileDeps, fetchIcon, type IconFile } from './files.ts'
import { isNeighbour } from './home.ts'
import { markFor, markSources } from './mark-sources.ts'
import type { Look } from './sources.ts'
import type { SourceRow } from './store.ts'

/** A picture of a site's page that may be its logo, as branding ranks them. */
type LogoCandidate = {
  /** http(s), or a data URL for one that is drawn in the page. */
  url: string
  kind: 'svg' | 'img' | 'icon'
  /** Where it stood. */
  source: string
  score: number
  reasons: string[]
}

export type LogoDeps = FileDeps & {
  /** A page's pictures, the likeliest logo first; throws where there is no page to read. */
  readLogos: (url: string, life: AbortSignal) => Promise<{ url: string; logos: LogoCandidate[] }>
}

type Tried = { logo: LogoCandidate; fetched: Omit<IconFile, 'icon'>; ratio: number | undefined }
type LogoKind = 'logo' | 'symbol'

const timeoutMs = 10_000
const mostTried = 6
/** Below this a picture is a guess, and no logo beats a wrong one. */
const leastScore = 5
/** Width to height of what is seen: a logo has its name beside it, a symbol has none. */
const shapes: Record<LogoKind, (ratio: number) => boolean> = {
  logo: ratio => ratio >= 1.5,
  symbol: ratio => ratio >= 0.6 && ratio < 1.5,
}

/**
 * The logo or the symbol that a site shows in its header, by its real shape; for each surface the
 * one that is seen there as it is. Of a logo that was found nowhere, the curated wordmark.
 */
export const lookForLogo = async (
  deps: LogoDeps,
  domain: Domain,
  kind: LogoKind,
): Promise<Look> => {
  const late = new AppError('page_timeout', `There was no time left to look at ${domain.host}.`)
  const life = createLife({ timeoutMs, whenLate: () => late })
  try {
    const page = await openPage(deps, domain.host, life.signal)
    const likely = page.logos.filter(logo => logo.kind !== 'icon' && logo.score >= leastScore)
    const tried = await Promise.all(
      likely.slice(0, mostTried).map(logo => tryLogo(deps, logo, life.signal)),
    )
    const fitting = tried.filter(({ ratio }) => ratio !== undefined && shapes[kind](ratio))
    const own = bothThemes.flatMap(theme => toSource(theme, bestOn(theme, fitting)) ?? [])
    const mark = own.length === 0 && kind === 'logo' ? markFor(domain) : undefined
    const wordmark = mark?.isWordmark ? markSources(mark) : []
    return {
      sources: own.length > 0 ? own : wordmark,
      report: {
        home: { state: page.state, url: page.url, ...(page.detail && { detail: page.detail }) },
        logos: tried.map(shown(kind)),
        ...(wordmark.length > 0 && { mark: true }),
      },
      conclusive: page.state === 'read',
      missed: tried.flatMap(({ logo, fetched }) => (fetched.isPassing ? [logo.url] : [])),
    }
  } finally {
    life.end()
    life.abort(late)
  }
}

type Page = { state: 'read' | 'unread'; url: string; detail?: string; logos: LogoCandidate[] }

/** As for icons: under `www.` where the bare name does not answer. */
const openPage = async (deps: LogoDeps, host: string, signal: AbortSignal): Promise<Page> => {
  let unread: Page | undefined
  for (const url of [`https://${host}/`, `https://www.${host}/`, `http://${host}/`]) {
    if (signal.aborted) break
    try {
      const page = await deps.readLogos(url, signal)
      const { hostname } = new URL(page.url)
      if (!isNeighbour(host, hostname)) return { ...page, state: 'read' }
      unread ??= { state: 'unread', url: page.url, detail: `leads to ${hostname}`, logos: [] }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'overloaded') throw error
      unread ??= { state: 'unread', url, detail: error.message, logos: [] }
    }
  }
  return unread ?? { state: 'unread', url: `https://${host}/`, logos: [] }
}

const tryLogo = async (
  deps: FileDeps,
  logo: LogoCandidate,
  signal: AbortSignal,
): Promise<Tried> => {
  const fetched = await fetchIcon(deps, logo.url, signal)
  const { facts } = fetched
  const ratio = facts && !facts.isBlank && facts.ratio > 0 ? facts.ratio : undefined
  return { logo, fetched, ratio }
}

/** What needs no tint is worth more than a somewhat better place on the page. */
const asItIs = 1.5

const bestOn = (theme: Theme, tried: readonly Tried[]): Tried | undefined => {
  const worth = ({ logo, fetched: { facts } }: Tried) =>
    logo.score + (facts?.fit[theme] === 'plain' ? asItIs : 0)
  return tried.toSorted((a, b) => worth(b) - worth(a))[0]
}

const toSource = (theme: Theme, best: Tried | undefined): SourceRow | undefined => {
  if (!best?.fetched.bytes) return undefined
  const { logo, fetched } = best
  return {
    theme,
    source: logo.source,
    url: shownUrl(logo.url),
    bytes: Buffer.from(fetched.bytes ?? []),
    maskColor: null,
  }
}

const shown =
  (kind: LogoKind) =>
  ({ logo, fetched, ratio }: Tried) => ({
    source: logo.source,
    url: shownUrl(logo.url),
    score: logo.score,
    reasons: [
      ...logo.reasons,
      ratio === undefined
        ? `not: ${fetched.problem ?? 'nothing to see in it'}`
        : `${shapes[kind](ratio) ? '' : 'not: '}${Math.round(ratio * 100) / 100} times as wide as high`,
    ],
  })

export const shownUrl = (url: string): string => (url.length > 300 ? `${url.slice(0, 300)}…` : url)
