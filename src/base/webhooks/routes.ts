import { newId } from '../../kit/ids.ts'
import { callerOf } from '../accounts/guard.ts'
import { checkMaySeeSecret } from '../accounts/people/key-rights.ts'
import { errorAnswers } from '../http/answers.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import type { HttpServer } from '../http/server.ts'
import { AttemptAnswer, SecretAnswer, TestEvent } from './answers.ts'
import { attemptDelivery, type DeliveryDeps } from './deliver.ts'
import { readWebhookUrl } from './request.ts'
import { secretsOf } from './secret.ts'
import { type Attempt, showAttempt } from './send.ts'

export const webhookRoutes = (server: HttpServer, deps: DeliveryDeps): void => {
  server.get(
    '/webhooks/secret',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'getWebhookSecret',
        summary: 'The secret that signs your webhooks',
        description:
          'One for each account; see docs/webhooks.md for how to check a signature. A key that a member made, who is no owner of the account, does not see it.',
        response: {
          200: SecretAnswer,
          ...errorAnswers(401, 403, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await checkMaySeeSecret(deps.sql, caller)
      const [secret] = await secretsOf(deps, caller.accountId)
      reply.header('cache-control', 'no-store')
      return { secret }
    },
  )

  server.post(
    '/webhooks/test',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'sendTestEvent',
        summary: 'Send a test event to a webhook',
        description:
          'One event `webhook.test`, signed like any other. The status is 200 whatever the receiver answers: `ok` says whether it accepted. Costs nothing.',
        body: TestEvent,
        response: { 200: AttemptAnswer, ...errorAnswers(400, 401, 413, 429, 503) },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { id, ...attempt } = await sendTestEvent(
        deps,
        { ...request.body, accountId },
        whileConnected(reply),
      )
      return showAttempt(id, attempt)
    },
  )
}

/** An event that tells of nothing, signed like any other: does the receiver take it? */
const sendTestEvent = async (
  deps: DeliveryDeps,
  { accountId, url }: { accountId: string; url: string },
  signal: AbortSignal,
): Promise<Attempt & { id: string }> => {
  const id = newId('msg')
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date().toISOString(),
    data: { message: 'Siteray can reach this address.' },
  })
  const { parseTarget } = deps.egress
  const message = { id, accountId, url: readWebhookUrl(parseTarget, url), body, headers: {} }
  return { id, ...(await attemptDelivery(deps, message, signal)) }
}
