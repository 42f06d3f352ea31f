import type { ChargeDeps } from '../../base/accounts/charge.ts'
import { chargedParts } from '../../base/accounts/charge-parts.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { type PageRequest, wantsModel } from '../../base/reader/page-request.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import type { Engine } from './engine.ts'
import { readSearchRequest, SearchAnswer, SearchRequest } from './request.ts'
import { type ReadHit, search } from './search.ts'

type SearchRouteDeps = ChargeDeps & {
  parseTarget: (text: string) => URL
  /** None: SEARCH_URL is not set. */
  engine: Engine | undefined
  readHit: ReadHit
  /** Throws where a page cannot be read as it is asked for. */
  checkPage: (page: PageRequest, accountId: string) => Promise<void>
  lines: { pages: AdmissionQueue; extract: AdmissionQueue }
}

const noEngine =
  'This server has no search engine: whoever runs it must set SEARCH_URL to the address of a SearXNG.'

export const searchRoutes = (server: HttpServer, deps: SearchRouteDeps): void => {
  server.post(
    '/search',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'search',
        summary: 'Search the web',
        description:
          'Asks the server’s own search engine (`SEARCH_URL`) and, with `scrape`, reads the pages that it finds. Costs 1 credit, and for each page that is read what a scrape costs.',
        body: SearchRequest,
        response: { 200: SearchAnswer, ...errorAnswers(400, 401, 402, 413, 429, 501, 502, 503) },
      },
    },
    async (request, reply) => {
      const asked = readSearchRequest(deps.parseTarget, request.body)
      const { engine, readHit } = deps
      if (!engine) throw new AppError('not_configured', noEngine)
      const { accountId } = callerOf(request)
      const { sample } = asked
      const asksModel = sample !== undefined && wantsModel(sample)
      const pages = sample ? asked.limit : 0
      const parts = [
        { operation: 'search', ref: request.id },
        ...Array.from({ length: pages }, (_, at) => ({
          operation: asksModel ? ('extract' as const) : ('scrape' as const),
          ref: `${request.id}.${at + 1}`,
        })),
      ] as const
      const work = () =>
        chargedParts(deps, request, reply, parts, async signal => {
          const tell = (note: Record<string, unknown>) => {
            request.logFields = { ...request.logFields, ...note }
          }
          const call = { accountId, tell, signal }
          const { answer, costs, keep } = await search({ engine, readHit }, asked, call)
          tell({ hits: answer.results.length, read: costs.length })
          // The first part is the search itself.
          const done = parts
            .slice(0, 1 + costs.length)
            .map(({ ref }, at) => ({ ref, credits: costs[at - 1] }))
          return { answer, keep, done }
        })
      // A call that reads no page takes nothing that there is a line for.
      if (pages === 0) return work()
      const { pages: line, extract } = deps.lines
      return line.admit(accountId, async () => {
        if (!asksModel) return work()
        await deps.checkPage(sample, accountId)
        return extract.join(work)
      })
    },
  )
}
