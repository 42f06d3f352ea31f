import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../base/db/sql.ts'
import type { Vault } from '../../base/db/vault.ts'
import { defineJob, type Job, type JobContext } from '../../base/queue/job.ts'
import type { PageAnswer } from '../../base/reader/answer.ts'
import { findCopy, prepareCopy } from '../../base/reader/copies.ts'
import { type PageRequest, readPageRequest } from '../../base/reader/page-request.ts'
import type { ReadPage } from '../../base/reader/read-page.ts'
import type { Robots } from '../../base/web/robots.ts'
import { AppError } from '../../errors.ts'
import { createLine, type Line } from '../../line.ts'
import type { Outcome, Retry } from './finish-store.ts'
import type { Finisher } from './finisher.ts'
import { openHeaders } from './headers.ts'
import { laneStore } from './lane-store.ts'
import { createLoader } from './loader.ts'
import { batchDefaults } from './request.ts'
import { packResult } from './results.ts'
import type { LoadedItem } from './store.ts'
import { batchItemJobName, type ItemPayload } from './tickets.ts'

type ItemDeps = {
  sql: Sql
  vault: Vault
  readPage: ReadPage
  robots: Robots
  parseTarget: (text: string) => URL
  finisher: Finisher
  /** Pages that are read at once. */
  concurrency: number
}

/** Transient faults of a target are tried this often in all. */
const maxTries = 3
/** A pause shorter than this is waited for; for a longer one the item gets back in line. */
const waitInPlaceMs = 1_000
/** For one of the pages that are read at once. */
const patienceMs = 60_000
/** What a site may ask for with Retry-After. */
const maxPauseMs = 3_600_000

/** One page of a batch: read like any scrape, finished in one transaction with its charge. */
export const batchItemJob = (deps: ItemDeps): Job<ItemPayload> => {
  // No call is let in here: items wait, and those that wait for too long come again.
  const line = createLine({ places: deps.concurrency, calls: 0, usualMs: 0 }, patienceMs)
  const reading: Reading = { ...deps, line }
  const load = createLoader(deps.sql)
  return defineJob<ItemPayload>({
    name: batchItemJobName,
    // Twice as many: while some are being written and others loaded, all places read.
    concurrency: 2 * deps.concurrency,
    timeoutSeconds: 180,
    // Only for processes that die: faults of the target are counted by ourselves.
    retry: { limit: 8, delaySeconds: 1, maxDelaySeconds: 5 },
    async work(payload, context) {
      const { batchId, position, host } = payload
      const item = await load({ batchId, position })
      const ended = item ? await endingOf(reading, payload, item, context) : {}
      await deps.finisher.finish({ claim: context.claim, host, ...ended })
    },
    async failed({ batchId, position, host }, { claim }) {
      const error = 'The page could not be read: reading it failed again and again.'
      const packed = await packResult({ error })
      const outcome = { batchId, position, turn: 0, ...packed, errorCode: 'internal' }
      await deps.finisher.finish({ claim, host, outcome })
    },
  })
}

type Reading = ItemDeps & { line: Line }

type Ended = { outcome: Outcome } | { retry: Retry }

const endingOf = async (
  deps: Reading,
  payload: ItemPayload,
  item: LoadedItem,
  context: JobContext,
): Promise<Ended> => {
  const { batchId, position, host } = payload
  const outcome = async (shown: object, errorCode?: string): Promise<Ended> => {
    const packed = await packResult(shown)
    return { outcome: { batchId, position, turn: item.turn, ...packed, errorCode } }
  }
  const retry = (tries: number, pauseMs: number): Ended => ({
    retry: { batchId, position, tries, pauseMs },
  })
  try {
    const request = requestOf(deps, payload, item)
    const pauseMs = await takeTurn(deps, host, item, request, context.signal)
    if (pauseMs > 0) return retry(item.tries, 0)
    const { url: _final, ...shown } = await read(deps, item, request, context.signal)
    return await outcome(shown)
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error
    if (error.code === 'overloaded') return retry(item.tries, 1_000)
    const askedMs = Math.min((error.retryAfterSeconds ?? 0) * 1_000, maxPauseMs)
    if (askedMs > 0) await laneStore.pause(deps.sql, host, askedMs)
    const again = error.isTransient && item.tries + 1 < maxTries
    if (again) return retry(item.tries + 1, backoffMs(item.tries))
    return outcome({ error: error.message }, error.code)
  }
}

const requestOf = (deps: ItemDeps, { batchId }: ItemPayload, item: LoadedItem): PageRequest => {
  const { page = {} } = openHeaders(deps.vault, batchId, item.sealedHeaders)
  const asked = { ...item.options, headers: page, url: item.url }
  return readPageRequest(deps.parseTarget, asked, batchDefaults)
}

/**
 * Waits until the host may be asked, or says how long that will be if it is too long to wait here.
 * Its robots.txt is read first: it may ask for a pace.
 */
const takeTurn = async (
  deps: ItemDeps,
  host: string,
  item: LoadedItem,
  request: PageRequest,
  signal: AbortSignal,
): Promise<number> => {
  if (item.hostPauseMs > waitInPlaceMs) return item.hostPauseMs
  if (item.hostPauseMs > 0) await wait(item.hostPauseMs, undefined, { signal })
  if (!request.respectRobots) return 0
  await deps.robots.check(request.url)
  const delayMs = deps.robots.crawlDelayMs(request.url)
  if (!delayMs) return 0
  for (;;) {
    const pauseMs = await laneStore.takeTurn(deps.sql, host, delayMs)
    if (pauseMs === 0 || pauseMs > waitInPlaceMs) return pauseMs
    await wait(pauseMs, undefined, { signal })
  }
}

const read = async (
  deps: Reading,
  { accountId }: LoadedItem,
  request: PageRequest,
  signal: AbortSignal,
): Promise<PageAnswer> => {
  const readNow = () => deps.line.hold(() => deps.readPage(request, signal), signal)
  if (request.maxAgeMs === 0) return readNow()
  const copy = await findCopy(deps.sql, accountId, request)
  if (copy) return copy
  const answer = await readNow()
  const keep = await prepareCopy(accountId, request, JSON.stringify(answer))
  await keep?.(deps.sql)
  return answer
}

/** 1 s, then 4 s, with some chance in it: pages that failed together do not come back together. */
const backoffMs = (tries: number): number => 1_000 * 4 ** tries * (0.75 + Math.random() / 2)
