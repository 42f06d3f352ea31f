import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf, IdParams } from '../../base/accounts/guard.ts'
import { errorAnswers, sendJson } from '../../base/http/answers.ts'
import { setPacked } from '../../base/http/compress.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import type { Allowed } from '../../base/reader/actions/check.ts'
import { PageAnswer } from '../../base/reader/answer.ts'
import { type CopyDeps, findJson, findKept, packCopy, pageIdOf } from '../../base/reader/copies.ts'
import { readPageRequest, wantsBrowser, wantsModel } from '../../base/reader/page-request.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'
import { sessionRef } from '../../base/reader/session-ref.ts'
import type { Ways } from '../../base/ways/ways.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { admitModelCall, type ModelDeps } from './model-formats.ts'
import { ScrapeRequest, scrapeDefaults } from './request.ts'
import type { Scrape } from './scrape.ts'
import type { Tell } from './summary.ts'

type ScrapeRouteDeps = ChargeDeps &
  CopyDeps &
  ModelDeps & {
    parseTarget: (text: string) => URL
    ways: Pick<Ways, 'check'>
    allowed: Allowed
    scrape: Scrape
    readPageToJson: ReadPage<Uint8Array>
    lines: { pages: AdmissionQueue; rendered: AdmissionQueue; extract: AdmissionQueue }
  }

/** As JSON, which may be there packed as br too. */
type Scraped = { json: Uint8Array; packed?: Uint8Array | undefined; isKept: boolean }

export const scrapeRoutes = (server: HttpServer, deps: ScrapeRouteDeps): void => {
  server.post(
    '/scrape',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'scrape',
        summary: 'Read one page',
        description:
          'Costs 1 credit when it succeeds; 5, as an extraction does, with `summary` or `json` among its formats. `X-Page-Id` names the answer while it is kept: see `GET /v1/scrape/{id}`.',
        body: ScrapeRequest,
        response: { 200: PageAnswer, ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const body = { ...request.body, session: sessionRef(request.body, accountId) }
      const asked = readPageRequest(deps.parseTarget, body, scrapeDefaults, deps.allowed)
      const page = { ...asked, arrivedMs: arrivalOf(reply) }
      deps.ways.check(page.exit, accountId)
      const tell: Tell = note => {
        request.logFields = { ...request.logFields, ...note }
        if (note.extractor) reply.header('x-extractor', note.extractor)
      }
      tell({ target: page.url.hostname })
      if (wantsModel(page))
        return admitModelCall(deps, accountId, page, () =>
          charged(deps, request, reply, 'extract', (signal, onExtra) =>
            deps.scrape({ ...page, onExtra }, { accountId, tell, signal }),
          ),
        )
      const line = wantsBrowser(page) ? deps.lines.rendered : deps.lines.pages
      const { json, packed, isKept } = await line.admit(accountId, () =>
        charged<Scraped>(deps, request, reply, 'scrape', async (signal, onExtra) => {
          const copy = await findJson(deps, accountId, page)
          if (copy) return { answer: { json: copy, isKept: true } }
          const json = await deps.readPageToJson({ ...page, onExtra }, signal)
          const { packed, keep } = (await packCopy(deps, accountId, page, json)) ?? {}
          return { answer: { json, packed, isKept: keep !== undefined }, keep }
        }),
      )
      if (isKept) reply.header('x-page-id', pageIdOf(page))
      if (packed) setPacked(reply, packed)
      return sendJson(reply, json)
    },
  )

  server.get(
    '/scrape/:id',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'getPage',
        summary: 'A page that was read, again',
        description:
          'The answer of a scrape as it is kept for `maxAge`, for up to 7 days, by its `X-Page-Id`. `Last-Modified` is when it was read. Costs nothing.',
        params: IdParams,
        response: { 200: PageAnswer, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const kept = await findKept(deps, callerOf(request).accountId, id)
      if (!kept) throw new AppError('not_found', `There is no page ${id}, or it has expired.`)
      reply.header('last-modified', kept.readAt.toUTCString())
      setPacked(reply, kept.packed)
      return sendJson(reply, kept.json)
    },
  )
}
