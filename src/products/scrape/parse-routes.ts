import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import { type FollowedAnswer, PageAnswer } from '../../base/reader/answer.ts'
import { type FileAllowance, takeForBody } from '../../base/reader/large-files.ts'
import { type PageRequest, wantsModel } from '../../base/reader/page-request.ts'
import type { ReadUpload } from '../../base/reader/read-upload.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { admitModelCall, type ModelDeps, readWithModel } from './model-formats.ts'
import { parseBodies, readParseRequest } from './parse-request.ts'
import type { Tell } from './summary.ts'

type ParseRouteDeps = ChargeDeps &
  ModelDeps & {
    parseTarget: (text: string) => URL
    files: FileAllowance
    readUpload: ReadUpload<FollowedAnswer>
    readUploadToJson: ReadUpload<Uint8Array>
    lines: { pages: AdmissionQueue; rendered: AdmissionQueue; extract: AdmissionQueue }
  }

/** For what stands around a file in a form. */
const formBytes = 64 * 1024

export const parseRoutes = (server: HttpServer, deps: ParseRouteDeps): void => {
  // A scope of its own: here JSON is a file like any other.
  server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    // Behind the key and before the body: what is large waits for its share of the memory elsewhere.
    scope.addHook('preParsing', async (request, reply) => {
      const giveBack = takeForBody(deps.files, request.headers['content-length'])
      if (giveBack) reply.raw.once('finish', giveBack).once('close', giveBack)
    })
    scope.post(
      '/parse',
      {
        bodyLimit: deps.files.maxBytes + formBytes,
        validatorCompiler: () => value => ({ value }),
        schema: {
          tags: ['extraction'],
          operationId: 'parse',
          summary: 'Read a file',
          description:
            'A file instead of a URL, read as a scrape reads a page: as a form with `file` and `options`, or as the body itself. Costs 1 credit when it succeeds; 5, as an extraction does, with `summary` or `json` among its formats.',
          body: parseBodies,
          response: { 200: PageAnswer, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
        },
      },
      async (request, reply) => {
        const contentType = request.headers['content-type'] ?? ''
        const body = request.body as Buffer | undefined
        const { page, upload } = readParseRequest(deps.parseTarget, body, contentType)
        const { accountId } = callerOf(request)
        const timed = { ...page, arrivedMs: arrivalOf(reply) }
        if (wantsModel(page))
          return admitModelCall(deps, accountId, page, () =>
            charged(deps, request, reply, 'extract', (signal, onExtra) => {
              const tell: Tell = note => {
                request.logFields = { ...request.logFields, ...note }
              }
              const read = (asked: PageRequest) =>
                deps.readUpload({ ...asked, onExtra }, upload, signal)
              return readWithModel(deps, timed, read, { accountId, tell, signal })
            }),
          )
        const json = await deps.lines.pages.admit(accountId, () =>
          charged(deps, request, reply, 'parse', async (signal, onExtra) => ({
            answer: await deps.readUploadToJson({ ...timed, onExtra }, upload, signal),
          })),
        )
        return reply.header('content-type', 'application/json; charset=utf-8').send(json as never)
      },
    )
  })
}
