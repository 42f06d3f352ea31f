import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { type CopyDeps, copyOf, keepCopyOf } from '../../base/reader/copies.ts'
import type { Sessions } from '../../base/sessions/sessions.ts'
import type { Ways } from '../../base/ways/ways.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import type { ReadMap } from './map.ts'
import { MapAnswer, MapRequest, readMapRequest } from './map-request.ts'

type MapRouteDeps = ChargeDeps &
  CopyDeps & {
    parseTarget: (text: string) => URL
    ways: Pick<Ways, 'check'>
    sessions: Pick<Sessions, 'check'>
    readMap: ReadMap
    lines: { maps: AdmissionQueue }
  }

export const mapRoutes = (server: HttpServer, deps: MapRouteDeps): void => {
  server.post(
    '/map',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'map',
        summary: 'List the URLs of a site',
        description:
          'From its sitemaps, the page’s own links and, where there is no sitemap, a walk from page to page in the time given. Costs 1 credit when it succeeds.',
        body: MapRequest,
        response: { 200: MapAnswer, ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const options = readMapRequest(deps.parseTarget, request.body, accountId)
      deps.ways.check(options.exit, accountId)
      if (options.session) await deps.sessions.check(options.session)
      request.logFields = { ...request.logFields, target: options.url.hostname }
      return deps.lines.maps.admit(accountId, () =>
        charged(deps, request, reply, 'map', async (signal, onExtra) => {
          const read = () => deps.readMap({ ...options, onExtra }, signal)
          const { identity, maxAgeMs } = options
          // What somebody saw who was signed in is not kept.
          if (options.session) return { answer: await read() }
          const copy = await copyOf<MapAnswer>(deps, accountId, identity, maxAgeMs)
          if (copy) return { answer: copy }
          const answer = await read()
          return {
            answer,
            keep: await keepCopyOf(deps, accountId, identity, JSON.stringify(answer)),
          }
        }),
      )
    },
  )
}
