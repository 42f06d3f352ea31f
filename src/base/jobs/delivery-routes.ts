import { Type } from 'typebox'
import { AppError } from '../../kit/errors.ts'
import { ownedParams } from '../accounts/guard.ts'
import { errorAnswers } from '../http/answers.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import { PageQuery } from '../http/paging.ts'
import { AttemptAnswer, DeliveriesAnswer } from '../webhooks/answers.ts'
import { deliveryStore } from '../webhooks/delivery-store.ts'
import { showAttempt } from '../webhooks/send.ts'
import { oneOf } from './names.ts'
import { resend } from './resend.ts'
import { type Mount, Params } from './route-parts.ts'

/** What became of a job's webhook events, and one of them again. */
export const deliveryRoutes = ({ server, deps, kind, names }: Mount): void => {
  server.get(
    `${kind.path}/:id/deliveries`,
    {
      schema: {
        tags: ['extraction'],
        operationId: `list${names.one}Deliveries`,
        summary: `What became of ${oneOf(kind.name)}’s webhook events`,
        description: 'Every event and every attempt to deliver it, for 30 days.',
        params: Params,
        querystring: PageQuery,
        response: { 200: DeliveriesAnswer, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const { id, accountId } = ownedParams(request)
      const wanted = { batchId: id, accountId, ...request.query }
      // The log outlives the job: only its id still says of which kind it was.
      const isOurs = id.startsWith(`${kind.name}_`)
      const found = isOurs ? await deliveryStore.page(deps.sql, wanted) : undefined
      if (!found)
        throw new AppError('not_found', `There is no ${kind.name} ${id}, or it was long ago.`)
      return { total: found.total, data: found.deliveries }
    },
  )

  server.post(
    `${kind.path}/:id/deliveries/:eventId/resend`,
    {
      schema: {
        tags: ['extraction'],
        operationId: `resend${names.one}Delivery`,
        summary: `Send ${oneOf(kind.name)}’s webhook event again`,
        description:
          'One attempt more at an event that was delivered or given up, with the same id and the same bytes. The answer is 200 whatever the receiver said: `ok` tells whether it took it.',
        params: Type.Object({ ...Params.properties, eventId: Params.properties.id }),
        response: { 200: AttemptAnswer, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const wanted = ownedParams(request)
      return showAttempt(wanted.eventId, await resend(deps, kind, wanted, whileConnected(reply)))
    },
  )
}
