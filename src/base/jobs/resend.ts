import { AppError } from '../../kit/errors.ts'
import type { Vault } from '../db/vault.ts'
import type { Egress } from '../web/egress.ts'
import { type Attempt, sendMessage } from '../webhooks/send.ts'
import { type EventContext, messageOf } from './event-body.ts'
import { eventStore } from './event-store.ts'
import type { JobKind, StatusUrl } from './kinds.ts'
import { noJob, type ResultDeps } from './status.ts'

export type ResendDeps = ResultDeps & {
  vault: Vault
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  statusUrl: StatusUrl
  firecrawlEvent: (telling: EventContext) => object
}

/**
 * One more attempt at an event that has ended, now and while somebody waits: the delivery job and the
 * order of what is still to come are left alone. The same id and the same bytes as before.
 */
export const resend = async (
  deps: ResendDeps,
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
  const attempt = await sendMessage(deps.egress, await messageOf(deps, job, event), signal)
  const next = { state: attempt.ok ? ('delivered' as const) : state }
  await eventStore.recordAttempt(deps.sql, event, attempt, next)
  return attempt
}
