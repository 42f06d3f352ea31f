import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../base/accounts/guard.ts'
import { prices } from '../../base/accounts/prices.ts'
import type { UsageReport } from '../../base/accounts/report.ts'
import { type CopyDeps, copyOf, keepCopyOf } from '../../base/reader/copies.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { uuidOfId } from '../../kit/ids.ts'
import { isObject } from '../../kit/is-object.ts'
import {
  type FirecrawlCall,
  type FirecrawlOptions,
  type Handler,
  present,
  wholeOf,
} from './call.ts'
import { idempotencyOf } from './jobs.ts'
import { type JobState, type PageRead, toExtraction } from './merge.ts'
import { noActions, readPageOptions } from './page-options.ts'

type Deps = CopyDeps & {
  /** The key's check, as before the API's own routes: what is kept is the account's. */
  guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

/** One of our jobs, by its path below `/v1`. */
type Started = { id: string; path: string }

/** What an extraction consists of, kept for whoever asks for it by its id. */
type Kept = { urls: string[]; jobs: Started[]; warnings: string[] }

/** As long as copies are kept; the jobs themselves expire earlier. */
const keptMs = 7 * 24 * 3_600_000
const maxUrls = 10
/** Of a site that is named by `https://site/*`. */
const usualSitePages = 20
const maxSitePages = 100
/** Most are done by then, and a client's first question has its answer. */
const promptSeconds = 2

/**
 * Pages that are named are one batch extraction, and each `site/*` is a crawl below that address with
 * the format json. Both survive a restart and charge each page with its own result.
 */
export const createExtract = (deps: Deps): { begin: Handler; read: Handler } => ({
  async begin(call) {
    await deps.guard(call.request, call.reply)
    const { accountId } = callerOf(call.request)
    const urls = urlsOf(call.input)
    const { jobs, warnings, ...more } = await start(call, urls)
    const id = uuidOfId(jobs[0]?.id ?? '') ?? ''
    const kept: Kept = { urls, jobs, warnings }
    try {
      const keep = await keepCopyOf(deps, accountId, identityOf(id), JSON.stringify(kept))
      await keep?.(deps.sql)
    } catch (error) {
      await cancelAll(call, jobs)
      throw error
    }
    return { success: true, id, urlTrace: [], ...more }
  },

  async read(call) {
    await deps.guard(call.request, call.reply)
    const { accountId } = callerOf(call.request)
    const kept = await copyOf<Kept>(deps, accountId, identityOf(call.id), keptMs)
    if (!kept) throw new AppError('not_found', `There is no extraction ${call.id.slice(0, 100)}.`)
    const states = await Promise.all(kept.jobs.map(job => readAll(call, job)))
    return toExtraction(kept, states)
  },
})

const identityOf = (id: string) => ['firecrawl extraction', id]

const urlsOf = ({ urls }: FirecrawlOptions): string[] => {
  if (!Array.isArray(urls) || urls.length === 0 || urls.some(url => typeof url !== 'string'))
    throw invalidRequest('"urls" must name the pages: nothing is searched for.')
  if (urls.length > maxUrls)
    throw invalidRequest(`"urls" may name ${maxUrls} pages or sites at most.`)
  return urls
}

const isSite = (url: string) => url.endsWith('/*')

/** All of its jobs or none. */
const start = async (call: FirecrawlCall, urls: readonly string[]) => {
  const { input, version } = call
  const { schema, prompt, scrapeOptions } = input
  const read = readPageOptions(isObject(scrapeOptions) ? scrapeOptions : {}, call.ways())
  const [sites, pages] = [urls.filter(isSite), urls.filter(url => !isSite(url))]
  if (sites.length > 0 && urls.length > 1) await assertAffordable(call, urls.length)
  const jobs: Started[] = []
  const create = async (path: string, body: FirecrawlOptions) => {
    const headers = idempotencyOf(call.request, `:${jobs.length}`)
    const made = await call.ask<{ id: string; invalidURLs?: string[] }>({
      ...{ method: 'POST', path, body: present({ ...read.options, ...body }), headers },
    })
    jobs.push({ id: made.id, path })
    return made
  }
  try {
    for (const url of sites)
      await create('/crawl', {
        url: url.slice(0, -1),
        formats: [{ type: 'json', ...present({ schema, prompt }) }],
        limit: wholeOf(input.limit, 1, maxSitePages) ?? usualSitePages,
        scope: 'path',
      })
    const { invalidURLs } =
      pages.length > 0
        ? await create('/batch/extract', {
            ...{ urls: pages, schema, prompt, respectRobots: false },
            ...(read.actions.length > 0 ? { actions: read.actions } : {}),
            ignoreInvalidURLs: input.ignoreInvalidURLs ?? version === 'v2',
          })
        : {}
    if (sites.length === 0) await awaitLast(call, jobs, pages.length - (invalidURLs?.length ?? 0))
    const noSteps = sites.length > 0 && read.actions.length > 0 ? [noActions] : []
    const warnings = [...read.refused, ...noSteps, ...refusedOf(input)]
    return { jobs, warnings, ...(invalidURLs ? { invalidURLs } : {}) }
  } catch (error) {
    await cancelAll(call, jobs)
    throw error
  }
}

/** Several jobs are paid for one by one: none begins where the last could not. */
const assertAffordable = async (call: FirecrawlCall, count: number): Promise<void> => {
  const { credits } = await call.ask<UsageReport>({ method: 'GET', path: '/usage' })
  const needed = count * prices.batchExtract
  if (credits.remaining !== null && credits.remaining < needed)
    throw new AppError(
      'insufficient_credits',
      `This call needs at least ${needed} credits and the account has ${credits.remaining} left this month.`,
    )
}

/** Until the last of so many pages has ended, or for a moment. */
const awaitLast = async (
  call: FirecrawlCall,
  jobs: readonly Started[],
  count: number,
): Promise<void> => {
  for (const { path, id } of jobs) {
    const query = `?offset=${count - 1}&limit=1&wait=${promptSeconds}`
    await call.ask({ method: 'GET', path: `${path}/${id}${query}` }).catch(() => undefined)
  }
}

const cancelAll = async (call: FirecrawlCall, jobs: readonly Started[]): Promise<void> => {
  for (const { path, id } of jobs)
    await call.ask({ method: 'DELETE', path: `${path}/${id}` }).catch(() => undefined)
}

const refusedOf = (input: FirecrawlOptions): string[] => [
  ...(input.enableWebSearch ? ['Nothing is searched for.'] : []),
  ...(input.allowExternalLinks ? ['Links to other sites are not followed.'] : []),
  ...(input.systemPrompt ? ['The system prompt is our own.'] : []),
  ...(input.showSources ? ['Sources are not listed.'] : []),
  ...(input.agent ? ['There is no agent.'] : []),
  ...(input.webhook ? ['An extraction sends no webhooks.'] : []),
]

/** Results are few, but an answer ends at ten megabytes. */
const readAll = async (call: FirecrawlCall, { path, id }: Started): Promise<JobState> => {
  const data: PageRead[] = []
  for (;;) {
    const query = `?offset=${data.length}&limit=100`
    const state = await call.ask<JobState & { next?: string }>({
      ...{ method: 'GET', path: `${path}/${id}${query}` },
    })
    data.push(...state.data)
    if (!state.next) return { ...state, data }
  }
}
