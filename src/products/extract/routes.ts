import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import { ExtractAnswer } from './answer.ts'
import { type CheckDeps, checkRequest } from './check-request.ts'
import type { Extract, Tell } from './extract.ts'
import { ExtractRequest } from './request.ts'

type ExtractRouteDeps = ChargeDeps & CheckDeps & { extract: Extract }

export const extractRoutes = (server: HttpServer, deps: ExtractRouteDeps): void => {
  server.post(
    '/extract',
    {
      schema: {
        tags: ['extraction'],
        summary: 'Extract structured data from a page',
        description:
          'Every value comes from the page and can be shown there (`evidence`); what the page does not say is null or absent. Costs 5 credits when it succeeds.',
        body: ExtractRequest,
        // Exactly these five are the contract; what any route may answer (413, 503) stands in the
        // list of errors.
        response: { 200: ExtractAnswer, ...errorAnswers(400, 401, 402, 429, 502) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const checked = await checkRequest(deps, request.body, accountId)
      request.note = { ...request.note, target: checked.reading.url.hostname }
      const tell: Tell = note => {
        request.note = { ...request.note, ...note }
      }
      const timed = { ...checked, reading: { ...checked.reading, arrivedMs: arrivalOf(reply) } }
      return charged(deps, request, reply, 'extract', signal => deps.extract(timed, tell, signal))
    },
  )
}
