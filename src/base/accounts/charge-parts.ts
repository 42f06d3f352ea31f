import type { FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../../deadline.ts'
import { inTransaction, isDatabaseAway, type Sql } from '../db/sql.ts'
import { type ChargeDeps, releaseMs, settleLater, tell, whileConnected } from './charge.ts'
import { creditStore } from './credit-store.ts'
import { releaseMany, reserve, settleMany } from './credits.ts'
import { callerOf } from './guard.ts'
import { planNamed } from './plans.ts'
import { type Operation, prices } from './prices.ts'

type Part = { operation: Operation; ref: string }

type PartsDone<T> = {
  answer: T
  /** The refs of what succeeded: only that is charged. */
  done: readonly string[]
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
  await inTransaction(deps.sql, async sql => {
    for (const [operation, group] of Map.groupBy(parts, part => part.operation))
      await reserve(sql, deps.plans, {
        ...{ accountId, keyId, plan, operation, ref: request.id },
        refs: group.map(({ ref }) => ref),
      })
  })
  const balance = (sql: Sql) =>
    isLimited ? creditStore.balance(sql, accountId) : Promise.resolve(null)
  try {
    const { answer, done, keep } = await work(whileConnected(reply))
    const ended = await inTransaction(deps.sql, async sql => {
      await keep(sql)
      const charged = await settleMany(sql, done)
      await releaseMany(
        sql,
        refs.filter(ref => !done.includes(ref)),
      )
      return { used: sum(charged.values()), left: await balance(sql) }
    }).catch(error => {
      if (!isDatabaseAway(error)) throw error
      // As for `charged`; what did not succeed is found and released by the sweep.
      for (const ref of done) void settleLater(deps.sql, ref)
      const used = parts.filter(({ ref }) => done.includes(ref))
      return { used: sum(used.map(({ operation }) => prices[operation])), left: undefined }
    })
    tell(reply, ended.used, ended.left)
    request.note = { ...request.note, credits: ended.used }
    return answer
  } catch (error) {
    const releasing = releaseMany(deps.sql, refs).then(() => balance(deps.sql))
    const left = await within(releaseMs, releasing).catch(() => undefined)
    tell(reply, 0, left)
    throw error
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0)
