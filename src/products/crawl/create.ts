import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import type { Sql } from '../../base/db/sql.ts'
import { acceptJob } from '../../base/jobs/accept.ts'
import type { Created } from '../../base/jobs/answers.ts'
import { type CreateDeps, createJob, type JobSpec } from '../../base/jobs/create.ts'
import { labelsBefore, optionsOfEarlierJob } from '../../base/jobs/failures.ts'
import { openHeaders } from '../../base/jobs/headers.ts'
import { readWebhook } from '../../base/jobs/parse-job-options.ts'
import { readPageRequest, wantsBrowser } from '../../base/reader/page-request.ts'
import { sessionRef } from '../../base/reader/session-ref.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { compilePatterns } from '../../page/links/patterns.ts'
import { areaAround } from '../../page/links/scope.ts'
import { crawlKind } from './kind.ts'
import { type CrawlPlan, digest, keyIn } from './plan.ts'
import type { CrawlRequest } from './request.ts'
import { crawlStore } from './store.ts'

/** Accepts a crawl with its first page. */
export const createCrawl = async (
  deps: CreateDeps,
  caller: VerifiedKey,
  request: CrawlRequest,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const { options, plan, limit, startUrl, webhook, labels, needsBrowser } = await checkCrawl(
    deps,
    caller.accountId,
    request,
  )
  const { webhook: asked, headers = {} } = request
  const spec = {
    ...{ options, headers, webhook, webhookHeaders: asked?.headers ?? {}, labels, needsBrowser },
    seeds: [seedOf(plan, startUrl)],
    growing: { startUrl, pageLimit: limit, discovering: plan.sitemap !== 'skip', crawl: plan },
  }
  return acceptCrawl(deps, caller, { spec, request, key: idempotencyKey })
}

type CrawlSpec = Omit<JobSpec, 'kind'> & { growing: { crawl: CrawlPlan } }

const acceptCrawl = (
  deps: CreateDeps,
  caller: VerifiedKey,
  { spec, ...asked }: { spec: CrawlSpec; request: object; key: string | undefined },
): Promise<string> => {
  const { accountId } = caller
  const { compareTo } = spec.growing.crawl
  const accepted = { kind: 'crawl', options: spec.options, count: spec.seeds.length } as const
  return acceptJob(deps, caller, { ...accepted, ...asked }, async (sql, id) => {
    await checkBaseline(sql, accountId, compareTo)
    await createJob(deps, sql, caller, id, { ...spec, kind: 'crawl' })
    if (compareTo) await crawlStore.copyBaseline(sql, id, compareTo)
    const created: Created = { id, url: deps.statusUrl({ id, kind: 'crawl' }) }
    return created
  })
}

/** Throws where the crawl to compare to has not ended, or is there no longer. */
export const checkBaseline = async (
  sql: Sql,
  accountId: string,
  id: string | undefined,
): Promise<void> => {
  if (id && !(await crawlStore.isEnded(sql, { id, accountId })))
    throw invalidRequest(`There is no ended crawl ${id} to compare to.`)
}

/**
 * A new crawl of the pages that failed, and of nothing else, with the options, headers and webhook of
 * the first one, which stays as it is.
 */
export const retryCrawl = async (
  deps: CreateDeps,
  caller: VerifiedKey,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const { accountId } = caller
  const asked = await optionsOfEarlierJob(deps, crawlKind, { id, accountId })
  const { page = {}, webhook = {} } = openHeaders(deps.vault, id, asked.sealedHeaders)
  const { compareTo: _, ...before } = asked.crawl as CrawlPlan
  const plan: CrawlPlan = { ...before, follow: false, sitemap: 'skip' }
  const session = sessionRef(asked.options, accountId)
  const sample = { ...asked.options, session, url: 'https://example.com/' }
  const read = readPageRequest(deps.parseTarget, sample, crawlKind.defaults)
  await deps.checkPage(read, accountId)
  const spec = {
    ...{ options: asked.options, headers: page, labels: labelsBefore(asked) },
    ...{ webhook: asked.webhook ?? undefined, webhookHeaders: webhook },
    needsBrowser: wantsBrowser(read),
    seeds: asked.failedUrls.map(url => seedOf(plan, url)),
    growing: {
      ...{ startUrl: asked.startUrl ?? '', pageLimit: asked.failedUrls.length },
      ...{ discovering: false, crawl: plan },
    },
  }
  return acceptCrawl(deps, caller, { spec, request: { retry: id }, key: idempotencyKey })
}

const seedOf = (plan: CrawlPlan, url: string) => ({
  url,
  host: new URL(url).hostname,
  key: Buffer.from(digest(keyIn(plan, url) ?? url), 'hex'),
  depth: 0,
})

/** What cannot work is told before anything is written. */
export const checkCrawl = async (
  deps: Pick<CreateDeps, 'parseTarget' | 'checkPage'>,
  accountId: string,
  request: CrawlRequest,
) => {
  const { url, limit, scope, maxDepth, include, exclude, sitemap, ...more } = request
  const {
    ignoreQuery,
    compareTo,
    webhook: asksWebhook,
    headers = {},
    name,
    tags,
    ...options
  } = more
  const labels = { ...(name && { name }), ...(tags && { tags }) }
  const asked = { ...options, headers, url, session: sessionRef(options, accountId) }
  const read = readPageRequest(deps.parseTarget, asked, crawlKind.defaults)
  await deps.checkPage(read, accountId)
  compilePatterns(include ?? [])
  compilePatterns(exclude ?? [])
  const startUrl = read.url.href
  const area = areaAround(scope ?? 'host', startUrl)
  if (!area) throw new AppError('invalid_url', 'The URL is invalid.')
  const plan: CrawlPlan = {
    area,
    home: startUrl,
    maxDepth: maxDepth ?? 20,
    include: include ?? [],
    exclude: exclude ?? [],
    sitemap: sitemap ?? 'include',
    ignoreQuery: ignoreQuery ?? false,
    hashRoutes: read.render === 'always',
    respectRobots: read.respectRobots,
    follow: true,
    ...(read.exit && { exit: read.exit }),
    ...(compareTo === undefined ? {} : { compareTo }),
  }
  const webhook = readWebhook(deps.parseTarget, 'crawl', asksWebhook)
  const needsBrowser = wantsBrowser(read)
  return { options, plan, limit: limit ?? 1_000, startUrl, webhook, labels, needsBrowser }
}
