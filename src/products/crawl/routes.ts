import { Type } from 'typebox'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { PageQuery } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { Created } from '../../base/jobs/answers.ts'
import { IdempotencyHeaders } from '../../base/jobs/job-options.ts'
import { statuses } from '../../base/jobs/names.ts'
import { overviewStore } from '../../base/jobs/overview-store.ts'
import { type JobRouteDeps, jobRoutes, Params, replay } from '../../base/jobs/routes.ts'
import { noJob, summaryOf } from '../../base/jobs/status.ts'
import { createCrawl, retryCrawl } from './create.ts'
import { crawlKind } from './kind.ts'
import { CrawlList, CrawlRequest, CrawlState, Skipped } from './request.ts'
import { crawlStore } from './store.ts'

/** URLs that were skipped and can be looked at. */
const maxSkipped = 10_000

const ListQuery = Type.Object(
  { ...PageQuery.properties, status: Type.Optional(Type.Enum([...statuses])) },
  { additionalProperties: false },
)

export const crawlRoutes = (server: HttpServer, deps: JobRouteDeps): void => {
  server.post(
    '/crawl',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'createCrawl',
        summary: 'Read a whole site',
        description:
          'From page to page and by the site’s sitemaps. Costs 1 credit for each page that is read; 5 with `summary` or `json` among its formats. Send an `Idempotency-Key` to be safe from sending it twice.',
        body: CrawlRequest,
        headers: IdempotencyHeaders,
        response: { 200: Created, ...errorAnswers(400, 401, 402, 409, 413, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return replay(reply, await createCrawl(deps, callerOf(request), request.body, key))
    },
  )

  server.get(
    '/crawl',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'listCrawls',
        summary: 'The account’s crawls',
        querystring: ListQuery,
        response: { 200: CrawlList, ...errorAnswers(400, 401, 429, 503) },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const newest = { sort: 'created', order: 'desc', after: undefined } as const
      const wanted = { ...request.query, ...newest, accountId, kind: 'crawl' } as const
      const { total, rows } = await overviewStore.list(deps.sql, wanted)
      return { total, data: rows.map(job => summaryOf(deps, job)) }
    },
  )

  jobRoutes(server, deps, crawlKind, CrawlState)

  server.get(
    '/crawl/:id/skipped',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'listCrawlSkipped',
        summary: 'The URLs that a crawl did not read, and why',
        params: Params,
        querystring: PageQuery,
        response: { 200: Skipped, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const { id } = request.params
      const { offset } = request.query
      const { accountId } = callerOf(request)
      const limit = Math.min(request.query.limit, Math.max(0, maxSkipped - offset))
      const data = await crawlStore.skipped(deps.sql, { id, accountId, offset, limit })
      if (!data) throw noJob(crawlKind, id)
      const end = offset + data.length
      const here = deps.statusUrl({ id, kind: 'crawl' })
      const hasMore = data.length === request.query.limit && end < maxSkipped
      return {
        data,
        ...(hasMore ? { next: `${here}/skipped?offset=${end}&limit=${limit}` } : {}),
      }
    },
  )

  server.post(
    '/crawl/:id/retry',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'retryCrawl',
        summary: 'Read the failed pages of a crawl again',
        description:
          'Makes a new crawl of these pages alone, with the options, headers and webhook of the first one, which must have ended and stays as it is.',
        params: Params,
        headers: IdempotencyHeaders,
        response: { 200: Created, ...errorAnswers(400, 401, 402, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return replay(reply, await retryCrawl(deps, callerOf(request), request.params.id, key))
    },
  )
}
