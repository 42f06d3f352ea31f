import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { callerOf } from '../accounts/guard.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { errorAnswers } from '../http/answers.ts'
import { PageQuery } from '../http/paging.ts'
import type { HttpServer } from '../http/server.ts'
import { deliveryStore } from './delivery-store.ts'
import { secretsOf } from './secret.ts'

const time = () => Type.String({ description: 'ISO 8601, UTC' })

const Deliveries = Type.Object({
  total: Type.Number({ description: 'Events of the batch so far' }),
  data: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The `webhook-id` it is sent with' }),
      type: Type.String(),
      url: Type.String({ description: 'Where it goes' }),
      state: Type.Enum(['waiting', 'delivered', 'failed']),
      createdAt: time(),
      endedAt: Type.Union([time(), Type.Null()]),
      nextAttemptAt: Type.Union([time(), Type.Null()]),
      attempts: Type.Array(
        Type.Object({
          at: time(),
          status: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The receiver’s answer',
          }),
          error: Type.Union([Type.String(), Type.Null()], { description: 'Why it did not arrive' }),
          durationMs: Type.Integer(),
        }),
      ),
    }),
    { description: 'The newest first' },
  ),
})

export const webhookRoutes = (server: HttpServer, deps: { sql: Sql; vault: Vault }): void => {
  server.get(
    '/webhooks/secret',
    {
      schema: {
        tags: ['extraction'],
        summary: 'The secret that signs your webhooks',
        description: 'One for each account; see docs/webhooks.md for how to check a signature.',
        response: {
          200: Type.Object({ secret: Type.String({ description: '`whsec_` and base64' }) }),
          ...errorAnswers(401, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const [secret] = await secretsOf(deps, callerOf(request).accountId)
      reply.header('cache-control', 'no-store')
      return { secret }
    },
  )

  server.get(
    '/batch/scrape/:id/deliveries',
    {
      schema: {
        tags: ['extraction'],
        summary: 'What became of a batch’s webhook events',
        description: 'Every event and every attempt to deliver it, for 30 days.',
        params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
        querystring: PageQuery,
        response: { 200: Deliveries, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const { id } = request.params
      const { accountId } = callerOf(request)
      const found = await deliveryStore.page(deps.sql, { batchId: id, accountId, ...request.query })
      if (!found) throw new AppError('not_found', `There is no batch ${id}, or it was long ago.`)
      return { total: found.total, data: found.deliveries }
    },
  )
}
