import { optional, Type } from '../../kit/schema.ts'
import type { Sql } from '../db/sql.ts'
import { errorAnswers } from '../http/answers.ts'
import type { HttpServer } from '../http/server.ts'
import { callerOf } from './guard.ts'
import type { Plans } from './plans.ts'
import { reportUsage, UsageReport } from './report.ts'
import type { UsageCounter } from './usage.ts'

const Query = Type.Object({
  month: optional.String({
    pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
    description: '`YYYY-MM`, UTC; default: this month.',
  }),
})

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
        summary: 'Credits and image requests of a month, by key and day',
        querystring: Query,
        response: { 200: UsageReport, ...errorAnswers(400, 401, 429, 503) },
      },
    },
    async request => {
      // What this process counted in the last second belongs into the answer.
      await deps.usage.flush()
      const { month } = request.query
      return reportUsage(deps, callerOf(request), month ? new Date(`${month}-01`) : new Date())
    },
  )
}
