import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../../deadline.ts'
import { type Database, inTransaction, isDatabaseAway, type Sql } from '../db/sql.ts'
import type { HttpServer } from '../http/server.ts'
import { creditStore } from './credit-store.ts'
import { release, reserve, settle } from './credits.ts'
import { callerOf } from './guard.ts'
import { type Plans, planNamed } from './plans.ts'
import { type Operation, prices } from './prices.ts'

export type ChargeDeps = { sql: Database; plans: Plans }

type Done<T> = {
  answer: T
  /** Stored in the same transaction as the charge. */
  keep?: ((sql: Sql) => Promise<void>) | undefined
}

/**
 * A call that costs credits: reserved before the work, settled with its result, released when it
 * fails or when nobody waits for the answer any more. The signal ends with the caller's connection.
 */
export const charged = async <T>(
  deps: ChargeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  work: (signal: AbortSignal) => Promise<Done<T>>,
): Promise<T> => {
  const caller = callerOf(request)
  const ref = request.id
  const remaining = await reserve(deps.sql, deps.plans, {
    accountId: caller.accountId,
    keyId: caller.id,
    plan: caller.plan,
    operation,
    ref,
  })
  const limited = remaining !== null
  try {
    const signal = whileConnected(reply)
    const done = await work(signal)
    signal.throwIfAborted()
    const ended = await inTransaction(deps.sql, async transaction => {
      await done.keep?.(transaction)
      return settle(transaction, ref)
    }).catch(error => {
      if (!isDatabaseAway(error)) throw error
      // Whether it was settled is unknown, but the answer is there: it is given, and charged once.
      void settleLater(deps.sql, ref)
      return { credits: prices[operation], balance: remaining ?? 0 }
    })
    tell(reply, ended?.credits ?? 0, limited ? (ended?.balance ?? remaining) : null)
    request.note = { ...request.note, credits: ended?.credits ?? 0 }
    return done.answer
  } catch (error) {
    // Should this fail as well, the reservation is found and released by the sweep.
    const releasing = release(deps.sql, ref).catch(() => undefined)
    const ended = await within(releaseMs, releasing).catch(() => undefined)
    tell(reply, 0, limited ? (ended?.balance ?? remaining) : null)
    throw error
  }
}

/** A caller whose time is up does not wait for a slow database as well. */
export const releaseMs = 500

/** Before the sweep takes the reservation for abandoned. */
const settleWithinMs = 10 * 60_000

/** As often as it takes: what was settled before stays as it is. */
export const settleLater = async (sql: Database, ref: string): Promise<void> => {
  const endMs = performance.now() + settleWithinMs
  for (let pauseMs = 250; performance.now() < endMs; pauseMs = Math.min(2 * pauseMs, 10_000)) {
    await wait(pauseMs, undefined, { ref: false })
    const isDone = await settle(sql, ref).then(
      () => true,
      error => !isDatabaseAway(error),
    )
    if (isDone) return
  }
}

/** On routes that can cost credits, answers that ended before any charge tell the balance too. */
export const tellCredits = (server: HttpServer, deps: ChargeDeps): void => {
  server.addHook('onSend', async (request, reply) => {
    if (!request.caller || reply.hasHeader('x-credits-used')) return
    // Who is refused because we are busy, or the database is away, does not wait for the database.
    if (reply.statusCode === 503) {
      reply.header('x-credits-used', 0)
      return
    }
    const { accountId, plan } = request.caller
    const limited = planNamed(deps.plans, plan).creditsPerMonth !== null
    const balance = limited
      ? await creditStore.balance(deps.sql, accountId).catch(() => undefined)
      : null
    if (balance !== undefined) tell(reply, 0, balance)
  })
}

/** `remaining` is undefined where it is not known. */
export const tell = (
  reply: FastifyReply,
  used: number,
  remaining: number | null | undefined,
): void => {
  reply.header('x-credits-used', used)
  if (remaining !== undefined) reply.header('x-credits-remaining', remaining ?? 'unlimited')
}

/** Ends when the caller's connection does before the answer was sent. */
export const whileConnected = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'))
  })
  return controller.signal
}
