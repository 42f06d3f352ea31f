import { inTransaction, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { Egress } from '../web/egress.ts'
import { type NextStep, nextStepAfter, type Tried } from './retry.ts'
import { secretsOf } from './secret.ts'
import { type Attempt, type Message, sendMessage } from './send.ts'

export type DeliveryDeps = {
  sql: Sql
  vault: Vault
  egress: Pick<Egress, 'dispatcher' | 'parseTarget' | 'userAgent'>
}

/** An event as it goes out, before its account's secrets sign it: they may change between attempts. */
export type AccountMessage = Omit<Message, 'secrets'> & { accountId: string }

/** Whoever keeps the event keeps its log: an attempt, and what it means for the event. */
export type Recorder = (sql: Sql, attempt: Attempt, next: NextStep) => Promise<void>

type Delivered = { message: AccountMessage; record: Recorder }

/** One attempt that nothing remembers. */
export const attemptDelivery = async (
  deps: DeliveryDeps,
  { accountId, ...message }: AccountMessage,
  signal: AbortSignal,
): Promise<Attempt> => {
  const secrets = await secretsOf(deps, accountId)
  return sendMessage(deps.egress, { ...message, secrets }, signal)
}

/** The attempt whose time has come, recorded in one transaction with what follows from it. */
export const deliver = async (
  deps: DeliveryDeps,
  event: Delivered & Tried,
  signal: AbortSignal,
): Promise<void> => {
  const attempt = await attemptDelivery(deps, event.message, signal)
  const next = nextStepAfter(event, attempt)
  await inTransaction(deps.sql, sql => event.record(sql, attempt, next))
}

/**
 * One more attempt at an event that has ended, now and while somebody waits: retries and the order
 * of what is still to come are left alone.
 */
export const redeliver = async (
  deps: DeliveryDeps,
  event: Delivered & { state: 'delivered' | 'failed' },
  signal: AbortSignal,
): Promise<Attempt> => {
  const attempt = await attemptDelivery(deps, event.message, signal)
  await event.record(deps.sql, attempt, { state: attempt.ok ? 'delivered' : event.state })
  return attempt
}
