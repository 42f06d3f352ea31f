import { setTimeout as wait } from 'node:timers/promises'
import { type AdmissionQueue, asWorkOf, createAdmissionQueue } from '../../kit/admission-queue.ts'
import { inSeconds, inTime } from '../../kit/deadline.ts'
import { AppError } from '../../kit/errors.ts'
import { createExtras } from '../accounts/credits.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { defineJob, type Job, type JobContext } from '../queue/job.ts'
import type { Allowed } from '../reader/actions/check.ts'
import type { FollowedAnswer, PackedAnswer } from '../reader/answer.ts'
import { type CopyDeps, findCopy, prepareCopy } from '../reader/copies.ts'
import { type PageRequest, readPageRequest, wantsModel } from '../reader/page-request.ts'
import { NeedsBrowser, type ReadPage } from '../reader/read-page.ts'
import { sessionRef } from '../reader/session-ref.ts'
import { isWayBusy } from '../ways/gate.ts'
import type { Ways } from '../ways/ways.ts'
import { coalesced } from './coalesce.ts'
import type { ItemOutcome, Retry } from './finish-store.ts'
import type { GroupCommit } from './group-commit.ts'
import { openHeaders } from './headers.ts'
import { hostPaceStore, waitInPlaceMs } from './host-pace-store.ts'
import { type ItemPayload, itemJobName, renderedJobName } from './host-slots.ts'
import type { JobKinds } from './kinds.ts'
import type { Rendering } from './rendering.ts'
import { packError, packResult } from './results.ts'
import { type ItemKey, jobStore, type LoadedItem, refOf } from './store.ts'

type ItemDeps = CopyDeps & {
  vault: Vault
  kinds: JobKinds
  readPage: ReadPage
  /** The same where nobody looks into the answer. */
  readPacked: ReadPage<PackedAnswer>
  /** A page with what a model makes of it, from what `read` gets. */
  readWithModel: (
    page: PageRequest,
    read: (page: PageRequest) => Promise<FollowedAnswer>,
    call: { accountId: string; tell: () => void; signal: AbortSignal },
  ) => Promise<{
    answer: FollowedAnswer
    credits?: number | undefined
    keep: ((sql: Sql) => Promise<void>) | undefined
  }>
  ways: Pick<Ways, 'use'>
  parseTarget: (text: string) => URL
  allowed: Allowed
  finisher: GroupCommit
  /** Between two requests to one host, where a job says nothing of it. */
  hostDelayMs: number
  /** Pages that are read at once; rendered ones are taken as a browser gets on with them. */
  concurrency: number
  renderedConcurrency: number
  rendering: Pick<Rendering, 'isOurs' | 'isElsewhere'>
}

/** Transient faults of a target are tried this often in all. */
const maxTries = 3
/** For one of the pages that are read at once. */
const patienceMs = 60_000
/** What a site may ask for with Retry-After. */
const maxPauseMs = 3_600_000

/**
 * One page of a job: read like any scrape, finished in one transaction with its charge. Of the
 * same job there are two queues, since not every process has a browser.
 */
export const itemJobs = (
  deps: ItemDeps,
): { plain: Job<ItemPayload>; rendered: Job<ItemPayload> } => {
  // No call is let in here: items wait, and those that wait for too long come again.
  const line = createAdmissionQueue({ places: deps.concurrency, calls: 0, usualMs: 0 }, patienceMs)
  const takeTurn = coalesced((asked: readonly Turn[]) => hostPaceStore.takeTurns(deps.sql, asked))
  const reading: Reading = { ...deps, line, takeTurn }
  // Jobs are taken many at a time: what they need comes in one statement for all of them.
  const load = coalesced(async (items: readonly ItemKey[]) => {
    const found = await jobStore.load(deps.sql, items)
    return items.map(item => found.get(refOf(item)))
  })
  const plain = defineJob<ItemPayload>({
    name: itemJobName,
    // Twice as many: while some are being written and others loaded, all places read.
    concurrency: 2 * deps.concurrency,
    timeoutSeconds: 180,
    // Only for processes that die: faults of the target are counted by ourselves.
    retry: { limit: 8, delaySeconds: 1, maxDelaySeconds: 5 },
    async work(payload, context) {
      const { harvestId: jobId, position, host } = payload
      const item = await load({ jobId, position })
      const end = (of: LoadedItem) => endingOf(reading, payload, of, context)
      const ended = item ? await asWorkOf(item.accountId, () => end(item)) : {}
      await deps.finisher.finish({ claim: context.claim, host, ...ended })
    },
    async failed({ harvestId: jobId, position, host }, { claim }) {
      const error = 'The page could not be read: reading it failed again and again.'
      const errorCode = 'internal'
      const outcome = { jobId, position, turn: 0, ...(await packError(error)), errorCode }
      await deps.finisher.finish({ claim, host, outcome })
    },
  })
  const rendered = defineJob<ItemPayload>({
    ...plain,
    name: renderedJobName,
    concurrency: deps.renderedConcurrency,
    isReady: deps.rendering.isOurs,
  })
  return { plain, rendered }
}

type Turn = { host: string; delayMs: number }
type Reading = ItemDeps & {
  line: AdmissionQueue
  /** 0 where the host's moment is ours now, else how long it is away. */
  takeTurn: (turn: Turn) => Promise<number>
}

type Ended = { outcome: ItemOutcome } | { retry: Retry }

const endingOf = async (
  deps: Reading,
  payload: ItemPayload,
  item: LoadedItem,
  context: JobContext,
): Promise<Ended> => {
  const { harvestId: jobId, position, host } = payload
  const { growth } = deps.kinds[item.kind]
  const outcome = async (
    { result: packed, resultBytes }: Pick<PackedAnswer, 'result' | 'resultBytes'>,
    more: Partial<ItemOutcome>,
  ): Promise<Ended> => {
    const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength)
    const result = await deps.objects.put(bytes)
    return {
      outcome: {
        ...{ jobId, position, turn: item.turn, result, resultBytes, errorCode: undefined },
        ...more,
      },
    }
  }
  const retry = (tries: number, pauseMs: number, paced = item.paced): { retry: Retry } => ({
    retry: { jobId, position, tries, pauseMs, paced },
  })
  // What is refused before the site was asked costs no try.
  let isAsked = false
  let page: FollowedAnswer | undefined
  const extras = createExtras()
  try {
    const request: PageRequest = {
      ...requestOf(deps, payload, item),
      onExtra: extras.add,
    }
    const momentMs = await awaitMoment(deps, host, item, context.signal)
    if (momentMs > 0) return retry(item.tries, momentMs, true)
    const pauseMs = await awaitTurn(deps, host, item, request, context.signal)
    if (pauseMs > 0) return retry(item.tries, 0, true)
    const { read: readItem } = deps.kinds[item.kind]
    if (readItem) {
      const reading = () => readItem(item, request, context.signal)
      const { answer, credits } = await deps.line.hold(reading, context.signal)
      return await outcome(await packResult(answer), { credits, extras: extras.counts })
    }
    let credits: number | undefined
    const readWithModel: ItemDeps['readWithModel'] = async (...given) => {
      const made = await deps.readWithModel(...given)
      credits = made.credits
      return made
    }
    const readPage: ReadPage = async (...given) => {
      isAsked = true
      page = await deps.readPage(...given)
      return page
    }
    const readPacked: Reading['readPacked'] = (...given) => {
      isAsked = true
      return deps.readPacked(...given)
    }
    const reading = { ...deps, readPage, readPacked, readWithModel }
    const answer = await read(reading, item, request, context.signal)
    const followed = growth?.follow(item, answer)
    const empty = answer.follow?.empty
    return empty
      ? await outcome(await packResult({ error: empty }), { errorCode: 'page_empty', followed })
      : await outcome(answer, { followed, credits, extras: extras.counts })
  } catch (error) {
    if (isForAnother(deps, error))
      return { retry: { ...retry(item.tries, 0).retry, needsBrowser: true } }
    if (!(error instanceof AppError) || context.signal.aborted) throw error
    if (isWayBusy(error)) return retry(item.tries, 1_000 + 4_000 * Math.random())
    if (error.code === 'overloaded' && !isAsked) return retry(item.tries, 1_000)
    const { code: errorCode, byRobots, targetStatus } = error
    const pauses = pausesFor(error, item.tries)
    if (pauses.hostMs > 0) await hostPaceStore.pause(deps.sql, host, pauses.hostMs)
    const again = error.isTransient && item.tries + 1 < maxTries
    if (again) return retry(item.tries + 1, pauses.itemMs)
    const isMissing = targetStatus === 404 || targetStatus === 410
    // A page of which no model can make anything still leads to others.
    const followed = page && growth?.follow(item, page)
    const told = await packResult({ error: error.message })
    return outcome(told, { errorCode, byRobots, isMissing, followed })
  }
}

/** It needs a browser, which we do not have, or which just failed: no fault of the page. */
const isForAnother = ({ rendering }: ItemDeps, error: unknown): boolean =>
  error instanceof NeedsBrowser ||
  (Object(error).code === 'browser_unavailable' && rendering.isElsewhere())

const requestOf = (
  deps: ItemDeps,
  { harvestId: jobId }: ItemPayload,
  item: LoadedItem,
): PageRequest => {
  const { page = {}, actions = [] } = openHeaders(deps.vault, jobId, item.sealedHeaders)
  const asked = {
    ...item.options,
    // Where only its links are wanted, its content is not made ready for anybody.
    ...(item.wanted ? {} : { formats: ['links'] as const }),
    headers: page,
    actions,
    url: item.url,
    session: sessionRef(item.options, item.accountId),
    jobId,
    follow: deps.kinds[item.kind].growth !== undefined,
  }
  return readPageRequest(deps.parseTarget, asked, deps.kinds[item.kind].defaults, deps.allowed)
}

/**
 * The same for the caller's own pauses, where they are longer than the server's. Each item gets a
 * moment once, so that those far back in line do not come and ask again and again.
 */
const awaitMoment = async (
  deps: Reading,
  host: string,
  { jobId, paced, options }: LoadedItem,
  signal: AbortSignal,
): Promise<number> => {
  const delayMs = options.delay ?? 0
  if (delayMs <= deps.hostDelayMs) return 0
  const moment = { jobId, host, delayMs }
  let pauseMs = paced ? 0 : await hostPaceStore.reserveMoment(deps.sql, moment)
  for (;;) {
    if (pauseMs > waitInPlaceMs) return pauseMs
    await wait(pauseMs, undefined, { signal })
    pauseMs = await hostPaceStore.startMoment(deps.sql, moment)
    if (pauseMs === 0) return 0
  }
}

/**
 * Waits until the host may be asked, or says how long that will be if it is too long to wait here.
 * Its robots.txt is read first: it may ask for a slower pace than ours.
 */
const awaitTurn = async (
  deps: Reading,
  host: string,
  item: LoadedItem,
  request: PageRequest,
  signal: AbortSignal,
): Promise<number> => {
  if (item.hostPauseMs > waitInPlaceMs) return item.hostPauseMs
  if (item.hostPauseMs > 0) await wait(item.hostPauseMs, undefined, { signal })
  const askedMs = request.respectRobots ? await checkRobots(deps, request, signal) : 0
  const delayMs = Math.max(
    Math.min(item.options.delay ?? deps.hostDelayMs, deps.hostDelayMs),
    askedMs,
  )
  if (delayMs === 0) return 0
  for (;;) {
    const pauseMs = await deps.takeTurn({ host, delayMs })
    if (pauseMs === 0 || pauseMs > waitInPlaceMs) return pauseMs
    await wait(pauseMs, undefined, { signal })
  }
}

/**
 * As the site tells it to whoever comes by the page's own way; the pause that it asks for. The file
 * has as long as the page.
 */
const checkRobots = (
  { ways }: Reading,
  { exit, url, jobId, timeoutMs }: PageRequest,
  signal: AbortSignal,
): Promise<number> => {
  const sentence = `The robots.txt of ${url.hostname} could not be read within ${inSeconds(timeoutMs)} s.`
  const late = (cause: unknown) => new AppError('page_timeout', sentence, { cause })
  return inTime({ timeoutMs, signal, late }, life =>
    ways.use({ exit, url, jobId, signal: life, isPage: false }, async ({ robots }) => {
      await robots.check(url)
      return robots.crawlDelayMs(url) ?? 0
    }),
  )
}

const read = async (
  deps: Reading,
  { accountId }: LoadedItem,
  request: PageRequest,
  signal: AbortSignal,
): Promise<PackedAnswer> => {
  if (request.maxAgeMs === 0 && !wantsModel(request))
    return deps.line.hold(() => deps.readPacked(request, signal), signal)
  const { url, follow, ...shown } = await readWhole(deps, accountId, request, signal)
  return { url, ...(follow && { follow }), ...(await packResult(shown)) }
}

/** Where it is looked into: by a model, or to keep a copy for whoever asks next. */
const readWhole = async (
  deps: Reading,
  accountId: string,
  request: PageRequest,
  signal: AbortSignal,
): Promise<FollowedAnswer> => {
  const readWeb = (page: PageRequest) => deps.readPage(page, signal)
  const readNow = () =>
    deps.line.hold(async () => {
      if (!wantsModel(request)) return readWeb(request)
      const call = { accountId, tell: () => undefined, signal }
      const { answer, keep } = await deps.readWithModel(request, readWeb, call)
      await keep?.(deps.sql)
      return answer
    }, signal)
  if (request.maxAgeMs === 0) return readNow()
  const copy = await findCopy(deps, accountId, request)
  if (copy) return copy
  const answer = await readNow()
  const keep = await prepareCopy(deps, accountId, request, JSON.stringify(answer))
  await keep?.(deps.sql)
  return answer
}

/** A model or a session that asks for a pause says nothing of the site, which others read too. */
const pausesFor = ({ retryAfterSeconds = 0, targetStatus }: AppError, tries: number) => {
  const askedMs = Math.min(retryAfterSeconds * 1_000, maxPauseMs)
  return targetStatus === undefined
    ? { hostMs: 0, itemMs: Math.max(backoffMs(tries), askedMs) }
    : { hostMs: askedMs, itemMs: backoffMs(tries) }
}

/** 1 s, then 4 s, with some chance in it: pages that failed together do not come back together. */
const backoffMs = (tries: number): number => 1_000 * 4 ** tries * (0.75 + Math.random() / 2)
