import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import type { Operation } from '../../base/accounts/prices.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import { wantsBrowser } from '../../base/reader/page-request.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { ExtractAnswer } from './answer.ts'
import { type CheckDeps, type CheckedRequest, checkRequest, mayAskModel } from './check-request.ts'
import type { Extract, Tell } from './extract.ts'
import { ExtractRequest } from './request.ts'

type ExtractRouteDeps = ChargeDeps &
  CheckDeps & { extract: Extract; lines: { extract: AdmissionQueue; rendered: AdmissionQueue } }

export const extractRoutes = (server: HttpServer, deps: ExtractRouteDeps): void => {
  server.post(
    '/extract',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'extract',
        summary: 'Extract structured data from a page',
        description:
          'Every value comes from the page and can be shown there (`evidence`); what is not on the page is null or absent. The header `X-Extractor` says who answered: `model`, `embedded`, `reader`, or a reader and what it left open to (`reader+model`, `reader+embedded`). Costs 5 credits when it succeeds; 1 with a `reader` where no model was asked, and nothing where the page has nothing of what is asked for.',
        body: ExtractRequest,
        // Exactly these five are the contract; what any route may answer (413, 503) stands in the
        // list of errors.
        response: { 200: ExtractAnswer, ...errorAnswers(400, 401, 402, 429, 502) },
      },
    },
    (request, reply) => {
      const { accountId } = callerOf(request)
      const tell: Tell = note => {
        request.logFields = { ...request.logFields, ...note }
        // Who answered, `embedded` or `model`: the one told last.
        if (note.extractor) reply.header('x-extractor', note.extractor)
      }
      return deps.lines.extract.admit(accountId, async () => {
        const checked = await checkRequest(deps, request.body, accountId)
        tell({ target: checked.reading.url.hostname })
        const arrivedMs = arrivalOf(reply)
        const work = () =>
          charged(deps, request, reply, operationOf(deps, checked), (signal, onExtra) => {
            const reading = { ...checked.reading, arrivedMs, onExtra }
            return deps.extract({ ...checked, reading }, tell, signal)
          })
        return wantsBrowser(checked.reading) ? deps.lines.rendered.join(work) : work()
      })
    },
  )
}

/** What is certain not to ask a model is not reserved for one. */
const operationOf = ({ model }: CheckDeps, request: CheckedRequest): Operation =>
  request.readers?.named && !mayAskModel(model, request) ? 'reader' : 'extract'
