import { AppError } from '../../errors.ts'
import type { Vault } from '../db/vault.ts'
import type { Egress } from '../web/egress.ts'
import { type Attempt, sendMessage } from '../webhooks/send.ts'
import { messageOf, type Telling } from './event-body.ts'
import { eventStore } from './event-store.ts'
import type { Kind, StatusUrl } from './kinds.ts'
import { noHarvest, type ResultDeps } from './status.ts'

export type ResendDeps = ResultDeps & {
  vault: Vault
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
  statusUrl: StatusUrl
  firecrawlEvent: (telling: Telling) => object
}

/**
 * One more attempt at an event that has ended, now and while somebody waits: the courier and the
 * order of what is still to come are left alone. The same id and the same bytes as before.
 */
export const resend = async (
  deps: ResendDeps,
  kind: Kind,
  wanted: { id: string; eventId: string; accountId: string },
  signal: AbortSignal,
): Promise<Attempt> => {
  const harvest = await eventStore.harvest(deps.sql, wanted.id)
  if (harvest?.accountId !== wanted.accountId || harvest.kind !== kind.name)
    throw noHarvest(kind, wanted.id)
  const event = await eventStore.find(deps.sql, { id: wanted.eventId, harvestId: harvest.id })
  if (!event) throw new AppError('not_found', `There is no event ${wanted.eventId}.`)
  const { state } = event
  if (state === 'waiting')
    throw new AppError('conflict', 'This event is still being sent. Wait until that has ended.')
  const attempt = await sendMessage(deps.egress, await messageOf(deps, harvest, event), signal)
  const next = { state: attempt.ok ? ('delivered' as const) : state }
  await eventStore.recordAttempt(deps.sql, event, attempt, next)
  return attempt
}
