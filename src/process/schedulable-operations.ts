import type { CreateDeps } from '../base/jobs/create.ts'
import type { JobKind } from '../base/jobs/kinds.ts'
import { type ResultDeps, readStatus, showItem } from '../base/jobs/status.ts'
import { jobStore } from '../base/jobs/store.ts'
import type { SessionRef } from '../base/reader/session-ref.ts'
import type { Sessions } from '../base/sessions/sessions.ts'
import type { Exit } from '../base/ways/request.ts'
import type { Ways } from '../base/ways/ways.ts'
import { urlKey } from '../page/links/url-key.ts'
import { checkBatch, createBatch } from '../products/batch/create.ts'
import { batchKind } from '../products/batch/kind.ts'
import { BatchRequest } from '../products/batch/request.ts'
import { withoutEvidence } from '../products/branding/profile/value.ts'
import { type BrandingReaders, readInTime } from '../products/branding/read-in-time.ts'
import { BrandingRequest, checkRequest, isHeuristic } from '../products/branding/request.ts'
import { checkBaseline, checkCrawl, createCrawl } from '../products/crawl/create.ts'
import { crawlKind } from '../products/crawl/kind.ts'
import type { ReadMap } from '../products/crawl/map.ts'
import { type MapAnswer, MapRequest, readMapRequest } from '../products/crawl/map-request.ts'
import { CrawlRequest } from '../products/crawl/request.ts'
import { withoutTraps } from '../products/crawl/trap-warning.ts'
import type { AnswerKind, ScheduledJobKind, ScheduleKinds } from '../products/schedules/kinds.ts'

type MapAsked = Parameters<typeof readMapRequest>[1]

type Deps = CreateDeps &
  Pick<ResultDeps, 'objects'> &
  BrandingReaders & {
    readMap: ReadMap
    ways: Pick<Ways, 'check'>
    sessions: Pick<Sessions, 'check'>
  }

/** The products' operations as a schedule repeats them. */
export const repeatable = (deps: Deps): ScheduleKinds => ({
  batch: {
    ...jobKind(deps, batchKind),
    request: BatchRequest,
    check: async (request, accountId) =>
      void (await checkBatch(deps, accountId, request as BatchRequest)),
    start: (caller, request, idempotencyKey) =>
      createBatch(deps, caller, request as BatchRequest, idempotencyKey).then(idIn),
    keyOf: url => url,
  },
  crawl: {
    ...jobKind(deps, crawlKind),
    request: CrawlRequest,
    async check(request, accountId) {
      const asked = request as CrawlRequest
      await checkCrawl(deps, accountId, asked)
      await checkBaseline(deps.sql, accountId, asked.compareTo)
    },
    start: (caller, request, idempotencyKey) =>
      createCrawl(deps, caller, request as CrawlRequest, idempotencyKey).then(idIn),
    // Where no browser reads them, no address of a crawl has a hash.
    keyOf: (url, request) => {
      const { ignoreQuery = false } = request as CrawlRequest
      return urlKey(url, { ignoreQuery, hashRoutes: true }) ?? url
    },
  },
  map: mapKind(deps),
  branding: brandingKind(deps),
})

/** How many results one page has. */
const resultsAtOnce = 100

const idIn = (answer: string) => (JSON.parse(answer) as { id: string }).id

/** Where a job is and what it read is told the same way by every kind. */
const jobKind = (
  deps: Deps,
  kind: JobKind,
): Pick<ScheduledJobKind, 'way' | 'look' | 'results'> => ({
  way: 'job',
  async look(accountId, id) {
    const wanted = { id, accountId, offset: 0, limit: 1 }
    const found = await readStatus(deps, kind, wanted).catch(ifGone)
    if (!found) return undefined
    const { status, creditsUsed } = found
    // A crawl that was cut off, by credits or by its limit: then nothing that is missing is gone.
    const { warning, skipped } = found as { warning?: string; skipped?: { limit?: number } }
    const isWhole = withoutTraps(warning) === '' && !skipped?.limit
    return { state: status === 'scraping' ? 'running' : status, creditsUsed, isWhole }
  },
  async results(accountId, id, offset) {
    const wanted = { id, accountId, kind: kind.name, offset, limit: resultsAtOnce }
    const found = await jobStore.read(deps.sql, wanted)
    return Promise.all(
      (found?.items ?? []).map(async item => {
        const { url, markdown, error } = await showItem(deps, item)
        return error === undefined
          ? { url, text: markdown ?? '' }
          : { url, text: undefined, error, isMissing: item.isMissing }
      }),
    )
  },
})

const ifGone = (error: unknown): undefined => {
  if (Object(error).code !== 'not_found') throw error
}

type Reached = { exit?: Exit | undefined; session?: SessionRef | undefined }

const checkReach = async (deps: Deps, { exit, session }: Reached, accountId: string) => {
  deps.ways.check(exit, accountId)
  if (session) await deps.sessions.check(session)
}

const mapKind = (deps: Deps): AnswerKind => {
  const checked = (request: object, accountId: string) =>
    readMapRequest(deps.parseTarget, request as MapAsked, accountId)
  return {
    way: 'answer',
    request: MapRequest,
    check: (request, accountId) => checkReach(deps, checked(request, accountId), accountId),
    operation: () => 'map',
    perform: (request, { accountId, onExtra }, signal) =>
      deps.readMap({ ...checked(request, accountId), onExtra }, signal),
    facts: answer => new Map((answer as MapAnswer).links.map(({ url }) => [url, ''])),
    // It warns of what was cut: by time, by its limit, by a sitemap that could not be read.
    isWhole: answer => (answer as MapAnswer).warning === undefined,
  }
}

const brandingKind = (deps: Deps): AnswerKind => {
  const checked = (request: object, accountId: string) =>
    checkRequest(deps.parseTarget, request as BrandingRequest, accountId)
  return {
    way: 'answer',
    request: BrandingRequest,
    check: (request, accountId) => checkReach(deps, checked(request, accountId), accountId),
    operation: request =>
      isHeuristic(checked(request, '')) ? 'brandingHeuristic' : 'brandingFull',
    async perform(request, { accountId, onExtra }, signal) {
      const asked = { ...checked(request, accountId), onExtra }
      return withoutEvidence(await readInTime(deps, asked, signal))
    },
    facts: answer => factsOf(answer),
    isWhole: () => true,
  }
}

/** How sure a value is changes from day to day; what it is should not. */
const notFacts = new Set(['confidence', 'evidence', 'warning', 'warnings', 'url'])

const factsOf = (value: unknown, path = '', facts = new Map<string, string>()) => {
  if (typeof value !== 'object' || value === null) {
    if (value !== undefined && value !== null) facts.set(path, String(value))
    return facts
  }
  if ('value' in value) return factsOf(value.value, path, facts)
  for (const [name, part] of Object.entries(value))
    if (!notFacts.has(name)) factsOf(part, path ? `${path}.${name}` : name, facts)
  return facts
}
