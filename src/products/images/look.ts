import { AppError } from '../../kit/errors.ts'
import type { Theme } from '../../page/css/media.ts'
import { declare } from '../../page/icons/declared.ts'
import { bestPossible, maskColorOf, type Ranked, rankIcons } from '../../page/icons/score.ts'
import type { Domain } from './domain.ts'
import { bothThemes, type FileDeps, fetchIcon, type IconFile } from './files.ts'
import { type FindDeps, findIcons } from './find.ts'
import { homeOf } from './home.ts'
import { type LogoDeps, lookForLogo, shownUrl } from './look-logo.ts'
import { lookForOpenGraph } from './look-og.ts'
import { markFor, markSources } from './mark-sources.ts'
import type { IconReport } from './report.ts'
import type { ImageKind } from './request.ts'
import type { Look } from './sources.ts'
import type { SourceRow } from './store.ts'

type LookDeps = FindDeps &
  LogoDeps & {
    faviconServices: readonly string[]
    /** What is known of a parent domain, looked for if need be. */
    findParent: (host: string, theme: Theme) => Promise<SourceRow | undefined>
  }

/** Nobody waits longer for a first answer than these together. */
const siteTimeoutMs = 5_500
const restTimeoutMs = 3_000

/** One look at a site: its own files, its parent's, the services; with the reasons for the choice. */
export const createLook =
  (deps: LookDeps) =>
  (domain: Domain, kind: ImageKind): Promise<Look> =>
    kind === 'og'
      ? lookForOpenGraph(deps, domain)
      : kind === 'icon'
        ? lookForIcon(deps, domain)
        : lookForLogo(deps, domain, kind)

const lookForIcon = async (
  deps: LookDeps,
  domain: Domain,
): Promise<Look & { report: IconReport }> => {
  const { home, files } = await findIcons(deps, domain.host, siteTimeoutMs)
  const ranked = bothThemes.map(theme => ({ theme, ranking: rankIcons(files, theme) }))
  const own = ranked.flatMap(({ theme, ranking }) => toSource(theme, ranking[0]) ?? [])
  const look = {
    conclusive: home.state === 'read' || home.state === 'no-html',
    missed: missedOf(ranked),
  }
  const report = {
    home: homeOf(home),
    light: shown(ranked[0]?.ranking),
    dark: shown(ranked[1]?.ranking),
  }
  const mark = markFor(domain)
  const isLarge = ranked.every(({ ranking }) => isLargeIcon(ranking[0]?.considered.facts))
  const isOwn = own.length === bothThemes.length && (isLarge || !mark)
  if (isOwn) return { sources: own, report, ...look }

  const rest = new AbortController()
  const late = new AppError('page_timeout', 'There was no time left.')
  const timer = setTimeout(() => rest.abort(late), restTimeoutMs)
  try {
    const parent = await lookUp(deps, domain, rest.signal)
    if (parent) return { sources: parent.sources, report: { ...report, ...parent.report }, ...look }
    if (mark) return { sources: markSources(mark), report: { ...report, mark: true }, ...look }
    const { found, answers } = await askServices(deps, domain.host, rest.signal)
    const services = answers.map(({ file, reasons }) => ({ url: shownUrl(file.icon.url), reasons }))
    const sources = found?.bytes ? bothThemes.map(theme => serviceSource(theme, found)) : []
    return { sources, report: { ...report, services }, ...look }
  } finally {
    clearTimeout(timer)
  }
}

const leastPx = 64

/** What a wordmark yields to, which is hard to read in a square. */
const isLargeIcon = (facts: IconFile['facts']): boolean =>
  facts !== undefined &&
  (facts.isVector || Math.min(facts.width, facts.height) >= leastPx) &&
  facts.squareness >= 0.9

type ThemeRanking = { theme: Theme; ranking: Ranked<IconFile>[] }

/** Files that did not come this time, and might have won. */
const missedOf = (ranked: readonly ThemeRanking[]): string[] => {
  const urls = ranked.flatMap(({ theme, ranking }) => {
    const best = ranking[0]?.score ?? Number.NEGATIVE_INFINITY
    return ranking.flatMap(({ considered: { icon, isPassing } }) =>
      isPassing && bestPossible(icon, theme) > best ? [shownUrl(icon.url)] : [],
    )
  })
  return [...new Set(urls)]
}

const lookUp = async (deps: LookDeps, domain: Domain, signal: AbortSignal) => {
  for (const parent of domain.parents) {
    if (signal.aborted) return undefined
    const finding = Promise.all(bothThemes.map(theme => deps.findParent(parent, theme)))
    const found = await Promise.race([finding, aborted(signal)])
    const sources = (found ?? []).flatMap(source => source ?? [])
    if (sources.length > 0) return { sources, report: { parent } }
  }
  return undefined
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

const toSource = (theme: Theme, best: Ranked<IconFile> | undefined): SourceRow | undefined => {
  if (best?.score === undefined || !best.considered.bytes) return undefined
  const { icon, bytes } = best.considered
  return {
    theme,
    source: icon.origin,
    url: shownUrl(icon.url),
    bytes: Buffer.from(bytes),
    maskColor: maskColorOf(icon) ?? null,
  }
}

const serviceSource = (theme: Theme, { icon, bytes }: IconFile): SourceRow => ({
  theme,
  source: 'service',
  url: icon.url,
  bytes: Buffer.from(bytes ?? []),
  maskColor: null,
})

const shownCandidates = 20

const shown = (ranking: readonly Ranked<IconFile>[] | undefined) =>
  (ranking ?? []).slice(0, shownCandidates).map(({ considered: { icon }, score, reasons }) => ({
    source: icon.origin,
    url: shownUrl(icon.url),
    score: score === undefined ? null : Math.round(score * 10) / 10,
    reasons,
  }))

/** What services are asked for; they enlarge what they have, so a larger answer proves nothing. */
const askedPx = 128

/**
 * Both public services answer "no icon" with a globe or an arrow of 16 px (and with status 404). An
 * icon of that size would be enlarged eight times: the monogram is the better picture anyway.
 */
const placeholderPx = 16

type ServiceAnswer = { file: IconFile; reasons: string[] }

/** The favicon services in their order; the first real icon. For sites that yield nothing at all. */
const askServices = async (
  deps: FileDeps & { faviconServices: readonly string[] },
  host: string,
  signal: AbortSignal,
): Promise<{ found: IconFile | undefined; answers: ServiceAnswer[] }> => {
  const answers: ServiceAnswer[] = []
  for (const template of deps.faviconServices) {
    const url = template
      .replaceAll('{domain}', encodeURIComponent(host))
      .replaceAll('{size}', String(askedPx))
    const icon = declare('well-known', url)
    const file: IconFile = { icon, ...(await fetchIcon(deps, url, signal)) }
    const [ranked] = rankIcons([file], 'light')
    const reasons = isPlaceholder(file) ? ['the placeholder of a favicon service'] : ranked?.reasons
    answers.push({ file, reasons: reasons ?? [] })
    if (ranked?.score !== undefined && !isPlaceholder(file)) return { found: file, answers }
  }
  return { found: undefined, answers }
}

const isPlaceholder = ({ facts }: IconFile): boolean =>
  facts !== undefined && !facts.isVector && Math.max(facts.width, facts.height) <= placeholderPx
