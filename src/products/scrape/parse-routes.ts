import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { arrivalOf, type HttpServer } from '../../base/http/server.ts'
import { PageAnswer } from '../../base/reader/answer.ts'
import type { ReadUpload } from '../../base/reader/read-upload.ts'
import type { Line } from '../../line.ts'
import { parseBodies, readParseRequest } from './parse-request.ts'

type ParseRouteDeps = ChargeDeps & {
  parseTarget: (text: string) => URL
  readUploadToJson: ReadUpload<Uint8Array>
  lines: { pages: Line }
}

/** As much as of a page, and some room for what stands around it in a form. */
const bodyLimitBytes = 10_000_000 + 64 * 1024

export const parseRoutes = (server: HttpServer, deps: ParseRouteDeps): void => {
  // A scope of its own: here JSON is a file like any other.
  server.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      '/parse',
      {
        bodyLimit: bodyLimitBytes,
        validatorCompiler: () => value => ({ value }),
        schema: {
          tags: ['extraction'],
          operationId: 'parse',
          summary: 'Read a file',
          description:
            'A file instead of a URL, read as a scrape reads a page: as a form with `file` and `options`, or as the body itself. Costs 1 credit when it succeeds.',
          body: parseBodies,
          response: { 200: PageAnswer, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
        },
      },
      async (request, reply) => {
        const contentType = request.headers['content-type'] ?? ''
        const body = request.body as Buffer | undefined
        const { page, upload } = await readParseRequest(deps.parseTarget, body, contentType)
        const { accountId } = callerOf(request)
        const timed = { ...page, arrivedMs: arrivalOf(reply) }
        const json = await deps.lines.pages.admit(accountId, () =>
          charged(deps, request, reply, 'parse', async signal => ({
            answer: await deps.readUploadToJson(timed, upload, signal),
          })),
        )
        return reply.header('content-type', 'application/json; charset=utf-8').send(json as never)
      },
    )
  })
}
