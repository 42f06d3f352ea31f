import { AppError } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'
import { IdParams, ownedParams } from '../accounts/guard.ts'
import { errorAnswers } from '../http/answers.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import { PageQuery } from '../http/cursor.ts'
import { AttemptAnswer, DeliveriesAnswer } from '../webhooks/answers.ts'
import { type Recorder, redeliver } from '../webhooks/deliver.ts'
import { deliveryStore } from '../webhooks/delivery-store.ts'
import { type Attempt, showAttempt } from '../webhooks/send.ts'
import { type EventDeps, messageOf } from './event-body.ts'
import { eventStore, hasWebhook } from './event-store.ts'
import type { JobKind } from './kinds.ts'
import { oneOf } from './kinds-and-states.ts'
import { type Mount, tags } from './route-parts.ts'
import { noJob } from './status.ts'

/** What became of a job's webhook events, and one of them again. */
export const deliveryRoutes = ({ server, deps, kind, names }: Mount): void => {
  server.get(
    `${kind.path}/:id/deliveries`,
    {
      schema: {
        ...{ tags, operationId: `list${names.one}Deliveries`, params: IdParams },
        summary: `What became of ${oneOf(kind.name)}’s webhook events`,
        description: 'Every event and every attempt to deliver it, for 30 days.',
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
        throw new AppError('not_found', `There is no ${kind.name} ${id}, or it is too old.`)
      return { total: found.total, data: found.deliveries }
    },
  )

  server.post(
    `${kind.path}/:id/deliveries/:eventId/resend`,
    {
      schema: {
        ...{ tags, operationId: `resend${names.one}Delivery` },
        summary: `Send ${oneOf(kind.name)}’s webhook event again`,
        description:
          'One more attempt for an event that was delivered or given up, with the same id and the same bytes. The status is 200 whatever the receiver answers: `ok` says whether it accepted.',
        params: Type.Object({ ...IdParams.properties, eventId: IdParams.properties.id }),
        response: { 200: AttemptAnswer, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const wanted = ownedParams(request)
      return showAttempt(wanted.eventId, await resend(deps, kind, wanted, whileConnected(reply)))
    },
  )
}

/** An event that has ended once more: the same id and the same bytes as before. */
const resend = async (
  deps: EventDeps,
  kind: JobKind,
  wanted: { id: string; eventId: string; accountId: string },
  signal: AbortSignal,
): Promise<Attempt> => {
  const job = await eventStore.job(deps.sql, wanted.id)
  if (job?.accountId !== wanted.accountId || job.kind !== kind.name) throw noJob(kind, wanted.id)
  const noEvent = () => new AppError('not_found', `There is no event ${wanted.eventId}.`)
  if (!hasWebhook(job)) throw noEvent()
  const event = await eventStore.find(deps.sql, { id: wanted.eventId, jobId: job.id })
  if (!event) throw noEvent()
  const { state } = event
  if (state === 'waiting')
    throw new AppError('conflict', 'This event is still being sent. Wait until that has ended.')
  const message = await messageOf(deps, job, event)
  const record: Recorder = (sql, ...outcome) => eventStore.recordAttempt(sql, event, ...outcome)
  return redeliver(deps, { state, message, record }, signal)
}
