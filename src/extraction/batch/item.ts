import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { Sql } from '../../db/sql.ts'
import { AppError, catalogue } from '../../errors.ts'
import { defineJob, type Job, type JobContext } from '../../queue/job.ts'
import type { Queue } from '../../queue/queue.ts'
import type { Robots } from '../../web/robots.ts'
import { readJob } from '../scrape/job.ts'
import type { Scrape } from '../scrape/scrape.ts'
import type { Finisher } from './finisher.ts'
import { hostStore } from './host-store.ts'
import { batchStore, type LoadedItem } from './store.ts'
import { priorityOf } from './turns.ts'

export const batchItemJobName = 'batch.item'
export type ItemPayload = { batchId: string; position: number }

export type ItemDeps = {
  sql: Sql
  queue: () => Pick<Queue, 'enqueue'>
  scrape: Scrape
  robots: Pick<Robots, 'crawlDelayMs'>
  parseTarget: (text: string) => URL
  finisher: Finisher
  concurrency: number
}

/** Transient faults of a target are tried this often in all. */
const maxTries = 3
/** Requests to one host at once, in all processes together. */
const perHost = 2
/** A pause shorter than this is waited for; for a longer one the item gets back in line. */
const waitInPlaceMs = 1_000
/** What a site may ask for with Retry-After. */
const maxPauseMs = 3_600_000

/** One page of a batch: read like any scrape, finished in one transaction with its charge. */
export const batchItemJob = (deps: ItemDeps): Job<ItemPayload> =>
  defineJob<ItemPayload>({
    name: batchItemJobName,
    concurrency: deps.concurrency,
    groupConcurrency: perHost,
    timeoutSeconds: 180,
    // Only for processes that die: faults of the target are counted by ourselves.
    retry: { limit: 5, delaySeconds: 1, maxDelaySeconds: 10 },
    async work(payload, context) {
      const item = await batchStore.load(deps.sql, payload.batchId, payload.position)
      if (!item) return
      await workOnItem(deps, payload, item, context)
    },
    async failed(payload, context) {
      const error = new AppError(
        'internal',
        'The page could not be read: reading it failed again and again.',
      )
      await finish(deps, payload, { error: error.message }, error.code, context)
    },
  })

const workOnItem = async (
  deps: ItemDeps,
  payload: ItemPayload,
  item: LoadedItem,
  context: JobContext,
): Promise<void> => {
  const url = deps.parseTarget(item.url)
  const pauseMs = Math.max(
    item.hostPauseMs,
    await hostStore.takeTurn(deps.sql, item.host, deps.robots.crawlDelayMs(url)),
  )
  if (pauseMs > waitInPlaceMs) return backInLine(deps, payload, item, context, pauseMs, item.tries)
  if (pauseMs > 0) await new Promise(resolve => setTimeout(resolve, pauseMs))
  const job = readJob(deps.parseTarget, { ...item.options, url: item.url }, batchDefaults)
  try {
    const { url: _final, ...shown } = await deps.scrape(job, context.signal)
    await finish(deps, payload, shown, undefined, context)
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error
    if (error.code === 'overloaded')
      return backInLine(deps, payload, item, context, 1_000, item.tries)
    const again = catalogue[error.code].retry && isTransient(error) && item.tries + 1 < maxTries
    if (!again) return finish(deps, payload, { error: error.message }, error.code, context)
    const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
    if (askedMs > 0) await hostStore.pause(deps.sql, item.host, Math.min(askedMs, maxPauseMs))
    const backoffMs = 1_000 * 4 ** item.tries
    await backInLine(
      deps,
      payload,
      item,
      context,
      Math.max(backoffMs, Math.min(askedMs, maxPauseMs)),
      item.tries + 1,
    )
  }
}

export const batchDefaults = {
  formats: ['markdown', 'html', 'links'],
  respectRobots: true,
} as const

/** A page that does not exist will not exist in a second either. */
const isTransient = (error: AppError): boolean =>
  error.targetStatus === undefined || error.targetStatus === 429 || error.targetStatus >= 500

const backInLine = (
  deps: ItemDeps,
  payload: ItemPayload,
  item: LoadedItem,
  context: JobContext,
  pauseMs: number,
  tries: number,
): Promise<void> =>
  batchStore.together(deps.sql, async sql => {
    await batchStore.setTries(sql, payload.batchId, payload.position, tries)
    await deps.queue().enqueue(sql, { name: batchItemJobName }, payload, {
      group: item.host,
      priority: priorityOf(item.turn),
      startAfterSeconds: Math.ceil(pauseMs / 1_000),
    })
    await context.complete(sql)
  })

const finish = async (
  deps: ItemDeps,
  { batchId, position }: ItemPayload,
  shown: object,
  errorCode: string | undefined,
  context: JobContext,
): Promise<void> => {
  const result = await packResult(shown)
  await deps.finisher.finish({ batchId, position, result, errorCode, complete: context.complete })
}

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

const packResult = (shown: object): Promise<Buffer> =>
  compress(JSON.stringify(shown), { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })

export const unpackResult = async (packed: Buffer): Promise<object> =>
  JSON.parse((await decompress(packed)).toString()) as object
