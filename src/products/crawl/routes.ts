import { IdParams, ownedParams } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { PageQuery } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { Created } from '../../base/jobs/answers.ts'
import type { JobRouteDeps } from '../../base/jobs/route-parts.ts'
import { mountJobKind } from '../../base/jobs/routes.ts'
import { noJob } from '../../base/jobs/status.ts'
import { createCrawl, retryCrawl } from './create.ts'
import { crawlKind } from './kind.ts'
import { CrawlList, CrawlRequest, CrawlState, Skipped } from './request.ts'
import { crawlStore } from './store.ts'

/** URLs that were skipped and can be looked at. */
const maxSkipped = 10_000

export const crawlRoutes = (server: HttpServer, deps: JobRouteDeps): void =>
  mountJobKind(server, deps, {
    kind: crawlKind,
    names: { one: 'Crawl', many: 'Crawls' },
    create: {
      summary: 'Read a whole site',
      description:
        'From page to page and by the site’s sitemaps. Costs 1 credit for each page that is read; 5 with `summary` or `json` among its formats. Send an `Idempotency-Key` to be safe from sending it twice.',
      body: CrawlRequest,
      start: (...asked) => createCrawl(deps, ...asked),
    },
    list: { summary: 'The account’s crawls', answer: CrawlList },
    retry: {
      summary: 'Read the failed pages of a crawl again',
      description:
        'Makes a new crawl of these pages alone, with the options, headers and webhook of the first one, which must have ended.',
      start: (...asked) => retryCrawl(deps, ...asked),
    },
    mountOwn: () => skippedRoute(server, deps),
    created: Created,
    state: CrawlState,
  })

const skippedRoute = (server: HttpServer, deps: JobRouteDeps): void => {
  server.get(
    '/crawl/:id/skipped',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'listCrawlSkipped',
        summary: 'The URLs that a crawl did not read, and why',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Skipped, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const { id, accountId } = ownedParams(request)
      const { offset } = request.query
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
}
