import { callerOf } from '../accounts/guard.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { errorAnswers } from '../http/answers.ts'
import type { HttpServer } from '../http/server.ts'
import { SecretAnswer } from './answers.ts'
import { secretsOf } from './secret.ts'

export const webhookRoutes = (server: HttpServer, deps: { sql: Sql; vault: Vault }): void => {
  server.get(
    '/webhooks/secret',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'getWebhookSecret',
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
}
