import { type ChargeDeps, charged } from '../../base/accounts/charge.ts'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { type CopyDeps, copyOf, keepCopyOf } from '../../base/reader/copies.ts'
import type { Ways } from '../../base/ways/ways.ts'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import type { ReadMap } from './map.ts'
import { MapAnswer, MapRequest, readMapRequest } from './map-request.ts'

type MapRouteDeps = ChargeDeps &
  CopyDeps & {
    parseTarget: (text: string) => URL
    ways: Pick<Ways, 'check'>
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
        response: { 200: MapAnswer, ...errorAnswers(400, 401, 402, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const options = readMapRequest(deps.parseTarget, request.body)
      const { accountId } = callerOf(request)
      deps.ways.check(options.exit, accountId)
      request.note = { ...request.note, target: options.url.hostname }
      return deps.lines.maps.admit(accountId, () =>
        charged(deps, request, reply, 'map', async signal => {
          const { identity, maxAgeMs } = options
          const copy = await copyOf<MapAnswer>(deps, accountId, identity, maxAgeMs)
          if (copy) return { answer: copy }
          const answer = await deps.readMap(options, signal)
          return {
            answer,
            keep: await keepCopyOf(deps, accountId, identity, JSON.stringify(answer)),
          }
        }),
      )
    },
  )
}
