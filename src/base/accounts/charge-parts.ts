import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction, isDatabaseAway, repeating, type Sql } from '../db/sql.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import { type ChargeDeps, tell } from './charge.ts'
import { creditStore } from './credit-store.ts'
import { releaseMany, reserve, type Spent, settleEach } from './credits.ts'
import { giveBack, reserving, settleLater } from './give-back.ts'
import { callerOf } from './guard.ts'
import { planNamed } from './plans.ts'
import { type Operation, prices } from './prices.ts'

type Part = { operation: Operation; ref: string }

type PartsDone<T> = {
  answer: T
  /** What succeeded: only that is charged. */
  done: readonly Spent[]
  /** Stored in the same transaction as the charge. */
  keep: (sql: Sql) => Promise<void>
}

/**
 * As `charged`, for a call of several pieces of work: all of them are reserved before it begins, and
 * each is settled or released by what became of it.
 */
export const chargedParts = async <T>(
  deps: ChargeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: readonly Part[],
  work: (signal: AbortSignal) => Promise<PartsDone<T>>,
): Promise<T> => {
  const { accountId, id: keyId, plan } = callerOf(request)
  const isLimited = planNamed(deps.plans, plan).creditsPerMonth !== null
  const refs = parts.map(({ ref }) => ref)
  const reserveAll = async (sql: Sql) => {
    for (const [operation, group] of Map.groupBy(parts, part => part.operation))
      await reserve(sql, deps.plans, {
        ...{ accountId, keyId, plan, operation, ref: request.id },
        refs: group.map(({ ref }) => ref),
      })
  }
  await reserving(deps.sql, refs, () => inTransaction(deps.sql, reserveAll))
  const balance = (sql: Sql) =>
    isLimited ? creditStore.balance(sql, accountId) : Promise.resolve(null)
  try {
    const signal = whileConnected(reply)
    signal.throwIfAborted()
    const { answer, done, keep } = await work(signal)
    signal.throwIfAborted()
    const end = async (sql: Sql) => {
      await keep(sql)
      const charged = await settleEach(sql, done)
      await releaseMany(
        sql,
        refs.filter(ref => !done.some(one => one.ref === ref)),
      )
      return { used: sum(charged.values()), left: await balance(sql) }
    }
    const ended = await repeating(() => inTransaction(deps.sql, end)).catch(error => {
      if (!isDatabaseAway(error)) throw error
      // As for `charged`; what did not succeed is found and released by the sweep.
      for (const { ref, credits } of done) void settleLater(deps.sql, ref, credits)
      const costs = new Map(parts.map(({ ref, operation }) => [ref, prices[operation]]))
      const used = done.map(({ ref, credits }) => credits ?? costs.get(ref) ?? 0)
      return { used: sum(used), left: undefined }
    })
    tell(reply, ended.used, ended.left)
    request.logFields = { ...request.logFields, credits: ended.used }
    return answer
  } catch (error) {
    const ended = await giveBack(deps.sql, refs)
    tell(reply, 0, isLimited ? ended?.balance : null)
    throw error
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)
