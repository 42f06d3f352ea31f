import { callerOf } from '../accounts/guard.ts'
import type { Sql } from '../db/sql.ts'
import { errorAnswers } from '../http/answers.ts'
import type { HttpServer } from '../http/server.ts'
import { WayList } from './answers.ts'
import { showWay, usesByWay } from './show.ts'
import type { Ways } from './ways.ts'

export const wayRoutes = (
  server: HttpServer,
  deps: { sql: Sql; ways: Pick<Ways, 'list'> & { flushUses(): Promise<void> } },
): void => {
  server.get(
    '/ways',
    {
      schema: {
        tags: ['account'],
        operationId: 'listWays',
        summary: 'The ways out that requests may choose',
        description: 'Names, countries and health; no addresses. Costs nothing.',
        response: { 200: WayList, ...errorAnswers(401, 429, 503) },
      },
    },
    async request => {
      await deps.ways.flushUses()
      const uses = await usesByWay(deps.sql)
      const ways = deps.ways.list(callerOf(request).accountId)
      return { ways: ways.map(way => showWay(way, uses.get(way.name))) }
    },
  )
}
