import { reserve } from '../../accounts/credits.ts'
import type { VerifiedKey } from '../../accounts/keyring.ts'
import type { Plans } from '../../accounts/plans.ts'
import { type Database, inTransaction, type Sql } from '../../db/sql.ts'
import { AppError } from '../../errors.ts'
import { newId, sha256 } from '../../ids.ts'
import type { Queue } from '../../queue/queue.ts'
import { readJob } from '../scrape/job.ts'
import { batchItemJobName, type ItemPayload } from './item.ts'
import type { BatchCreated, BatchOptions, BatchRequest } from './request.ts'
import { batchStore, refOf } from './store.ts'
import { priorityOf, turnOf } from './turns.ts'

export type CreateDeps = {
  sql: Database
  plans: Plans
  queue: () => Pick<Queue, 'enqueueMany'>
  parseTarget: (text: string) => URL
  /** Where the status of a batch is. */
  statusUrl: (id: string) => string
}

/**
 * Accepts a batch in one transaction: credits, batch, items and jobs are all there or none is. With
 * an Idempotency-Key the first answer is kept in the same transaction and replayed as it was.
 */
export const createBatch = async (
  deps: CreateDeps,
  caller: VerifiedKey,
  request: BatchRequest,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const { valid, invalid } = sortUrls(deps, request)
  return inTransaction(deps.sql, async sql => {
    const asked = idempotencyKey && {
      accountId: caller.accountId,
      key: idempotencyKey,
      hash: hashOf(request),
    }
    const earlier = asked && (await batchStore.claimIdempotencyKey(sql, asked))
    if (earlier) {
      if (earlier.hash.equals(hashOf(request))) return earlier.answer
      throw new AppError('conflict', 'This Idempotency-Key was used for another request.')
    }
    const id = await insert(deps, sql, caller, request, valid)
    const created: BatchCreated = {
      id,
      url: deps.statusUrl(id),
      ...(invalid.length > 0 ? { invalidURLs: invalid } : {}),
    }
    const answer = JSON.stringify(created)
    if (asked) await batchStore.keepAnswer(sql, asked, answer)
    return answer
  })
}

type Target = { url: string; host: string }

/** Bad options or URLs are told before anything is written. */
const sortUrls = (
  deps: CreateDeps,
  request: BatchRequest,
): { valid: Target[]; invalid: string[] } => {
  readJob(deps.parseTarget, { ...optionsOf(request), url: 'https://example.com/' })
  const valid: Target[] = []
  const invalid: string[] = []
  for (const url of request.urls) {
    try {
      valid.push({ url, host: deps.parseTarget(url).hostname })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (!request.ignoreInvalidURLs)
        throw new AppError(error.code, `«${url.slice(0, 200)}» cannot be used: ${error.message}`)
      invalid.push(url)
    }
  }
  if (valid.length === 0) throw new AppError('invalid_url', 'None of the URLs can be used.')
  return { valid, invalid }
}

const insert = async (
  deps: CreateDeps,
  sql: Sql,
  caller: VerifiedKey,
  request: BatchRequest,
  targets: readonly Target[],
): Promise<string> => {
  const id = newId('batch')
  await reserve(sql, deps.plans, {
    accountId: caller.accountId,
    keyId: caller.id,
    plan: caller.plan,
    operation: 'batch',
    ref: id,
    refs: targets.map((_, position) => refOf(id, position)),
  })
  const start = await batchStore.turnsNow(sql, caller.accountId)
  const items = targets.map((target, position) => ({
    ...target,
    position,
    turn: turnOf(position, start),
  }))
  await batchStore.insert(sql, {
    id,
    accountId: caller.accountId,
    keyId: caller.id,
    options: optionsOf(request),
    items,
  })
  await deps.queue().enqueueMany<ItemPayload>(
    sql,
    { name: batchItemJobName },
    items.map(({ position, host, turn }) => ({
      payload: { batchId: id, position },
      group: host,
      priority: priorityOf(turn),
    })),
  )
  return id
}

const optionsOf = ({ urls: _, ignoreInvalidURLs: __, ...options }: BatchRequest): BatchOptions =>
  options

const hashOf = (request: BatchRequest): Buffer => sha256(JSON.stringify(request))
