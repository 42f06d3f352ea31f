import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import { PageAnswer } from '../../base/reader/answer.ts'
import { findJson, prepareCopy } from '../../base/reader/copies.ts'
import { readPageRequest, wantsBrowser, wantsModel } from '../../base/reader/page-request.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'
import type { Line } from '../../line.ts'
import { admitModelCall, type ModelDeps } from './model-formats.ts'
import { ScrapeRequest, scrapeDefaults } from './request.ts'
import type { Scrape } from './scrape.ts'
import type { Tell } from './summary.ts'

type ScrapeRouteDeps = ChargeDeps &
  ModelDeps & {
    parseTarget: (text: string) => URL
    scrape: Scrape
    readPageToJson: ReadPage<Uint8Array>
    lines: { pages: Line; rendered: Line; extract: Line }
  }

export const scrapeRoutes = (server: HttpServer, deps: ScrapeRouteDeps): void => {
  server.post(
    '/scrape',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'scrape',
        summary: 'Read one page',
        description:
          'Costs 1 credit when it succeeds; 5, as an extraction does, with `summary` or `json` among its formats.',
        body: ScrapeRequest,
        response: { 200: PageAnswer, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const asked = readPageRequest(deps.parseTarget, request.body, scrapeDefaults)
      const page = { ...asked, arrivedMs: arrivalOf(reply) }
      const { accountId } = callerOf(request)
      const tell: Tell = note => {
        request.note = { ...request.note, ...note }
      }
      tell({ target: page.url.hostname })
      if (wantsModel(page))
        return admitModelCall(deps, accountId, page, () =>
          charged(deps, request, reply, 'extract', signal =>
            deps.scrape(page, { accountId, tell, signal }),
          ),
        )
      const line = wantsBrowser(page) ? deps.lines.rendered : deps.lines.pages
      const json = await line.admit(accountId, () =>
        charged(deps, request, reply, 'scrape', async signal => {
          const copy = await findJson(deps.sql, accountId, page)
          if (copy) return { answer: copy }
          const answer = await deps.readPageToJson(page, signal)
          return { answer, keep: await prepareCopy(accountId, page, answer) }
        }),
      )
      // Written down already, in the thread that read the page.
      return reply.header('content-type', 'application/json; charset=utf-8').send(json as never)
    },
  )
}
