import { AppError } from '../../kit/errors.ts'
import { type Recorder, redeliver } from '../webhooks/deliver.ts'
import type { Attempt } from '../webhooks/send.ts'
import { type EventDeps, messageOf } from './event-body.ts'
import { eventStore } from './event-store.ts'
import type { JobKind } from './kinds.ts'
import { noJob } from './status.ts'

/** An event that has ended once more: the same id and the same bytes as before. */
export const resend = async (
  deps: EventDeps,
  kind: JobKind,
  wanted: { id: string; eventId: string; accountId: string },
  signal: AbortSignal,
): Promise<Attempt> => {
  const job = await eventStore.job(deps.sql, wanted.id)
  if (job?.accountId !== wanted.accountId || job.kind !== kind.name) throw noJob(kind, wanted.id)
  const event = await eventStore.find(deps.sql, { id: wanted.eventId, jobId: job.id })
  if (!event) throw new AppError('not_found', `There is no event ${wanted.eventId}.`)
  const { state } = event
  if (state === 'waiting')
    throw new AppError('conflict', 'This event is still being sent. Wait until that has ended.')
  const message = await messageOf(deps, job, event)
  const record: Recorder = (sql, ...outcome) => eventStore.recordAttempt(sql, event, ...outcome)
  return redeliver(deps, { state, message, record }, signal)
}
