import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { ScrapeAnswer } from '../../base/reader/answer.ts'
import { findJson, prepareCopy } from '../../base/reader/copies.ts'
import { readJob } from '../../base/reader/job.ts'
import type { Scrape } from '../../base/reader/read-page.ts'
import { ScrapeRequest } from '../../base/reader/request.ts'

type ScrapeRouteDeps = ChargeDeps & {
  parseTarget: (text: string) => URL
  scrapeToJson: Scrape<Uint8Array>
}

export const scrapeRoutes = (server: HttpServer, deps: ScrapeRouteDeps): void => {
  server.post(
    '/scrape',
    {
      schema: {
        tags: ['extraction'],
        summary: 'Read one page',
        description: 'Costs 1 credit when it succeeds.',
        body: ScrapeRequest,
        response: { 200: ScrapeAnswer, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const job = readJob(deps.parseTarget, request.body)
      const { accountId } = callerOf(request)
      request.note = { ...request.note, target: job.url.hostname }
      const json = await charged(deps, request, reply, 'scrape', async signal => {
        const copy = await findJson(deps.sql, accountId, job)
        if (copy) return { answer: copy }
        const answer = await deps.scrapeToJson(job, signal)
        return { answer, keep: await prepareCopy(accountId, job, answer) }
      })
      // Written down already, in the thread that read the page.
      return reply.header('content-type', 'application/json; charset=utf-8').send(json as never)
    },
  )
}
