import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, inTransaction, isDatabaseAway, repeating, type Sql } from '../db/sql.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import type { HttpServer } from '../http/server.ts'
import { creditStore } from './credit-store.ts'
import { chargeExtras, costsMore, createExtras, reserve, settle } from './credits.ts'
import { giveBack, reserving, settleLater } from './give-back.ts'
import { callerOf } from './guard.ts'
import { type Plans, planNamed } from './plans.ts'
import { type OnExtra, type Operation, prices } from './prices.ts'

export type ChargeDeps = { sql: Database; plans: Plans }

type Done<T> = {
  answer: T
  /** What it costs, where it turned out cheaper than what was reserved. */
  credits?: number | undefined
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
  /** `onExtra` is told of what costs more than the operation itself. */
  work: (signal: AbortSignal, onExtra: OnExtra) => Promise<Done<T>>,
): Promise<T> => {
  const ref = request.id
  const { accountId, id: keyId, plan } = callerOf(request)
  const remaining = await reserving(deps.sql, [ref], () =>
    reserve(deps.sql, deps.plans, { accountId, keyId, plan, operation, ref }),
  )
  const limited = remaining !== null
  try {
    const signal = whileConnected(reply)
    signal.throwIfAborted()
    const extras = createExtras()
    const done = await work(signal, extras.add)
    signal.throwIfAborted()
    const end = async (transaction: Sql) => {
      await done.keep?.(transaction)
      const ended = await settle(transaction, ref, done.credits)
      if (!ended || !costsMore(extras.counts)) return ended
      const more = { accountId, keyId, plan, ref }
      const credits = await chargeExtras(transaction, deps.plans, more, extras.counts)
      return {
        credits: ended.credits + credits,
        balance: await creditStore.balance(transaction, accountId),
      }
    }
    const ended = await repeating(() => inTransaction(deps.sql, end)).catch(error => {
      if (!isDatabaseAway(error)) throw error
      // Whether it was settled is unknown, but the answer is there: it is given, and charged once.
      void settleLater(deps.sql, ref, done.credits)
      return { credits: done.credits ?? prices[operation], balance: remaining ?? 0 }
    })
    tell(reply, ended?.credits ?? 0, limited ? (ended?.balance ?? remaining) : null)
    request.logFields = { ...request.logFields, credits: ended?.credits ?? 0 }
    return done.answer
  } catch (error) {
    const ended = await giveBack(deps.sql, [ref])
    tell(reply, 0, limited ? (ended?.balance ?? remaining) : null)
    throw error
  }
}

/** On routes that can cost credits, answers that ended before any charge tell the balance too. */
export const setCreditHeaders = (server: HttpServer, deps: ChargeDeps): void => {
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
