import { Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { callerOf } from '../accounts/guard.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { errorAnswers } from '../http/answers.ts'
import { PageQuery } from '../http/paging.ts'
import type { HttpServer } from '../http/server.ts'
import { DeliveriesAnswer, SecretAnswer } from './answers.ts'
import { deliveryStore } from './delivery-store.ts'
import { secretsOf } from './secret.ts'

export const webhookRoutes = (server: HttpServer, deps: { sql: Sql; vault: Vault }): void => {
  server.get(
    '/webhooks/secret',
    {
      schema: {
        tags: ['extraction'],
        summary: 'The secret that signs your webhooks',
        description: 'One for each account; see docs/webhooks.md for how to check a signature.',
        response: {
          200: SecretAnswer,
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
        response: { 200: DeliveriesAnswer, ...errorAnswers(400, 401, 404, 429, 503) },
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
