import { fetchPage, type Reading } from '../../base/reader/fetch-page.ts'
import { leftMs } from '../../base/reader/page-request.ts'
import { checkSignedIn, type PageSession } from '../../base/reader/page-session.ts'
import { pageRefusal } from '../../base/reader/refusal.ts'
import type { Run } from '../../base/threads/task.ts'
import type { Egress } from '../../base/web/egress.ts'
import type { Robots } from '../../base/web/robots.ts'
import { fetchDrawing, fetchSprites } from './fetch-sprites.ts'
import type { BrandingProfile } from './profile/profile.ts'
import type { CheckedRequest, ReadBranding } from './request.ts'
import { fetchSheets, fetchText } from './sheets.ts'
import type { BrandSurvey } from './survey-page.ts'
import type { brandingTasks } from './tasks.ts'

type HeuristicDeps = {
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  robots: Robots
  run: Run<Pick<typeof brandingTasks, 'surveyPage' | 'sketchProfile'>>
  session?: PageSession | undefined
}

/** A redirect may also be written into the page itself. */
const maxRefreshes = 3

/**
 * Colors and images from what the site's files say: its HTML, its CSS, its manifest and its logo.
 * No browser and no model; whatever thinks about those files does so in a thread.
 */
export const createHeuristic = (deps: HeuristicDeps): ReadBranding => {
  const read = createSketch(deps)
  return async (request, life) => (await read(request, life)).profile
}

/** A profile, and what the page says of the company behind it. */
export type ReadSketch = (
  request: CheckedRequest,
  life: AbortSignal,
) => Promise<Pick<BrandSurvey, 'facts' | 'company'> & { profile: BrandingProfile }>

export const createSketch =
  (deps: HeuristicDeps): ReadSketch =>
  async (request, life) => {
    let { url } = request
    for (let refreshes = 0; ; refreshes++) {
      const reading = await fetchPage(deps, request, url, life)
      const origin = originOf(request.url, reading)
      const survey = await deps.run('surveyPage', { bytes: reading.bytes, origin }, life)
      if (survey.is === 'redirect' && refreshes < maxRefreshes) {
        url = deps.egress.parseTarget(survey.to)
        continue
      }
      checkSignedIn(deps.session, request.url, reading, survey)
      if (survey.is !== 'survey') throw pageRefusal(survey, reading)
      const { facts, company, packed } = survey
      const files = await fetchFiles(deps, survey, life, leftMs(request))
      const page = { facts, packed, url: origin.finalUrl }
      const task = { ...page, ...files, include: request.include }
      const profile = await deps.run('sketchProfile', task, life)
      return { profile, facts, company }
    }
  }

const originOf = (requested: URL, { url, status, headers }: Reading) => ({
  requestedUrl: requested.href,
  finalUrl: url.href,
  status,
  headers,
})

const fetchFiles = async (
  deps: HeuristicDeps,
  survey: BrandSurvey,
  life: AbortSignal,
  timeLeftMs: number,
) => {
  const [sheets, manifest, logo, sprites] = await Promise.all([
    fetchSheets(deps, survey.sheets, life, timeLeftMs),
    survey.manifestUrl ? fetchManifest(deps, survey.manifestUrl, life) : undefined,
    survey.logoUrl ? fetchDrawing(deps, survey.logoUrl, life, aLogo) : undefined,
    fetchSprites(deps, survey.spriteUrls, life),
  ])
  return { ...sheets, manifest, logo, sprites }
}

const fetchManifest = async (deps: HeuristicDeps, url: string, life: AbortSignal) => {
  const text = await fetchText(deps, url, life)
  return text === undefined ? undefined : { url, text }
}

/** Its colors are worth a look, and nothing more. */
const aLogo = {
  maxBytes: 2_000_000,
  accept: 'image/svg+xml,image/webp,image/png,image/*;q=0.8,*/*;q=0.5',
}
