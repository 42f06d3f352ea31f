import { reserve } from '../../base/accounts/credits.ts'
import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import type { Plans } from '../../base/accounts/plans.ts'
import { type Database, inTransaction, largeWork, type Sql } from '../../base/db/sql.ts'
import type { Vault } from '../../base/db/vault.ts'
import type { Queue } from '../../base/queue/queue.ts'
import { checkedHeaders, readPageRequest } from '../../base/reader/page-request.ts'
import { AppError } from '../../errors.ts'
import { newId, sha256 } from '../../ids.ts'
import { announce } from './courier.ts'
import { sealHeaders } from './headers.ts'
import { laneStore } from './lane-store.ts'
import {
  type BatchCreated,
  type BatchOptions,
  type BatchRequest,
  batchDefaults,
  eventTypes,
} from './request.ts'
import { batchStore, type NewItem, refOf, type StoredWebhook } from './store.ts'
import { enqueueTickets } from './tickets.ts'
import { turnsOf } from './turns.ts'

export type CreateDeps = {
  sql: Database
  plans: Plans
  vault: Vault
  queue: () => Pick<Queue, 'enqueue' | 'enqueueMany'>
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
  const webhook = readWebhook(deps, request)
  const accept = async (sql: Sql): Promise<string> => {
    const asked = idempotencyKey && {
      accountId: caller.accountId,
      key: idempotencyKey,
      hash: hashOf(request),
    }
    const earlier = asked && (await batchStore.claimIdempotencyKey(sql, asked))
    if (earlier) {
      if (earlier.hash.equals(asked.hash)) return earlier.answer
      throw new AppError('conflict', 'This Idempotency-Key was used for another request.')
    }
    const id = await insert(deps, sql, caller, request, valid, webhook)
    const created: BatchCreated = {
      id,
      url: deps.statusUrl(id),
      ...(invalid.length > 0 ? { invalidURLs: invalid } : {}),
    }
    const answer = JSON.stringify(created)
    if (asked) await batchStore.keepAnswer(sql, asked, answer)
    return answer
  }
  return inTransaction(deps.sql, accept, largeWork)
}

/** Throws what `createBatch` would throw before it writes anything. */
export const checkBatch = (deps: CreateDeps, request: BatchRequest): void => {
  sortUrls(deps, request)
  readWebhook(deps, request)
}

type Target = { url: string; host: string }

/** Bad options or URLs are told before anything is written. */
const sortUrls = (
  deps: CreateDeps,
  request: BatchRequest,
): { valid: Target[]; invalid: string[] } => {
  const options = { ...optionsOf(request), headers: request.headers ?? {} }
  readPageRequest(deps.parseTarget, { ...options, url: 'https://example.com/' }, batchDefaults)
  const valid: Target[] = []
  const invalid: string[] = []
  for (const url of request.urls) {
    try {
      valid.push({ url, host: deps.parseTarget(url).hostname })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (!request.ignoreInvalidURLs)
        throw new AppError(error.code, `"${url.slice(0, 200)}" cannot be used: ${error.message}`)
      invalid.push(url)
    }
  }
  if (valid.length === 0) throw new AppError('invalid_url', 'None of the URLs can be used.')
  return { valid, invalid }
}

const readWebhook = (deps: CreateDeps, { webhook }: BatchRequest): StoredWebhook | undefined => {
  if (!webhook) return undefined
  checkedHeaders(webhook.headers ?? {})
  try {
    return { url: deps.parseTarget(webhook.url).href, events: webhook.events ?? eventTypes }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, `The webhook’s URL cannot be used: ${error.message}`)
  }
}

const insert = async (
  deps: CreateDeps,
  sql: Sql,
  caller: VerifiedKey,
  request: BatchRequest,
  targets: readonly Target[],
  webhook: StoredWebhook | undefined,
): Promise<string> => {
  const id = newId('batch')
  const { accountId } = caller
  await reserve(sql, deps.plans, {
    accountId,
    keyId: caller.id,
    plan: caller.plan,
    operation: 'batch',
    ref: id,
    refs: targets.map((_, position) => refOf(id, position)),
  })
  const hosts = targets.map(({ host }) => host)
  const now = await batchStore.turnsNow(sql, accountId)
  const lanes = await laneStore.open(sql, hosts)
  const servedTurnOf = (host: string) => lanes.get(host)?.servedTurn ?? 0
  const turns = turnsOf(hosts, { ...now, servedTurnOf })
  const items = targets.map((target, position): NewItem => {
    const lane = lanes.get(target.host)
    const state = lane && lane.ticketsLeft-- > 0 ? 'queued' : 'waiting'
    return { ...target, position, turn: 0, laneTurn: 0, ...turns[position], state }
  })
  const sealedHeaders = sealHeaders(deps.vault, id, {
    page: request.headers ?? {},
    webhook: webhook ? checkedHeaders(request.webhook?.headers ?? {}) : {},
  })
  const options = optionsOf(request)
  await batchStore.insert(sql, {
    ...{ id, accountId, keyId: caller.id, options, webhook, sealedHeaders, items },
  })
  const queued = items.filter(({ state }) => state === 'queued')
  await laneStore.give(
    sql,
    queued.map(({ host }) => host),
  )
  await enqueueTickets(
    deps.queue(),
    sql,
    queued.map(item => ({ ...item, batchId: id, startAfterSeconds: 0 })),
  )
  if (webhook) await announce(deps.queue(), sql, { id, accountId, webhook })
  return id
}

const optionsOf = (request: BatchRequest): BatchOptions => {
  const { urls: _, ignoreInvalidURLs: __, webhook: ___, headers: ____, ...options } = request
  return options
}

/** The same whatever order a client writes the members in. */
const hashOf = (request: BatchRequest): Buffer =>
  sha256(
    JSON.stringify(request, (_name, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  )
