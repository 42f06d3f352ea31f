import type { Sql } from '../db/sql.ts'
import { errorAnswers } from '../http/answers.ts'
import type { HttpServer } from '../http/server.ts'
import { callerOf } from './guard.ts'
import type { Plans } from './plans.ts'
import { reportUsage, UsageReport } from './report.ts'
import type { UsageCounter } from './usage.ts'

export const usageRoutes = (
  server: HttpServer,
  deps: { sql: Sql; plans: Plans; usage: UsageCounter },
): void => {
  server.get(
    '/usage',
    {
      schema: {
        tags: ['account'],
        operationId: 'getUsage',
        summary: 'Credits and image requests of this month, by key and day',
        response: { 200: UsageReport, ...errorAnswers(401, 429, 503) },
      },
    },
    async request => {
      // What this process counted in the last second belongs into the answer.
      await deps.usage.flush()
      return reportUsage(deps, callerOf(request), new Date())
    },
  )
}
