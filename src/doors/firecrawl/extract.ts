import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../base/accounts/guard.ts'
import { type CopyDeps, copyOf, keepCopyOf } from '../../base/reader/copies.ts'
import { AppError } from '../../errors.ts'
import type { Ask, Asker } from '../ask.ts'
import { type Call, type Handler, isObject, present, type Wishes } from './call.ts'
import { mergeData } from './merge.ts'
import { readPageWishes } from './page-wishes.ts'

type Deps = CopyDeps & {
  ask: Ask
  /** The key's check, as before the API's own routes: what is kept is the account's. */
  guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Fires when the server stops. */
  closing: AbortSignal
}

/** What a later question is answered from, in whatever process it is asked. */
type Kept = {
  status: 'processing' | 'completed' | 'failed'
  untilMs: number
  data?: unknown
  warning?: string
  error?: string
}

const keptMs = 24 * 3_600_000
/** For all pages together. */
const maxMs = 10 * 60_000
const maxUrls = 10
/** Most are done by then, and the first question after it has its answer. */
const promptMs = 2_000

/**
 * These clients get an id and ask for the result by it. The work goes on in this process; the answer
 * is kept where every process finds it. Work that a dead process took along ends as failed when its
 * time is up, and costs nothing.
 */
export const createExtract = (
  deps: Deps,
): { begin: Handler; read: Handler; ended(): Promise<void> } => {
  const running = new Set<Promise<void>>()
  return {
    async begin(call) {
      await deps.guard(call.request, call.reply)
      const { accountId } = callerOf(call.request)
      const urls = urlsOf(call.wishes)
      const id = randomUUID()
      const keep = (kept: Omit<Kept, 'untilMs'>) => keepAnswer(deps, accountId, id, kept)
      const work = extractAll(deps, call, urls)
      const prompt = await Promise.race([work, pause(promptMs, undefined, { ref: false })])
      if (prompt) await keep({ status: 'completed', ...prompt })
      else {
        await keep({ status: 'processing' })
        const ending = work
          .then(
            done => keep({ status: 'completed', ...done }),
            error => keep({ status: 'failed', error: sentenceOf(error) }),
          )
          .catch(() => undefined)
          .finally(() => running.delete(ending))
        running.add(ending)
      }
      return { success: true, id, urlTrace: [] }
    },

    async read(call) {
      await deps.guard(call.request, call.reply)
      const { accountId } = callerOf(call.request)
      const kept = await copyOf<Kept>(deps, accountId, identityOf(call.id), keptMs)
      if (!kept) throw new AppError('not_found', `There is no extraction ${call.id.slice(0, 100)}.`)
      const { untilMs, ...told } = isLost(kept) ? lost(kept) : kept
      const expiresAt = new Date(untilMs).toISOString()
      return { success: told.status !== 'failed', data: {}, ...told, expiresAt }
    },

    async ended() {
      await Promise.all(running)
    },
  }
}

const identityOf = (id: string) => ['firecrawl extract', id]

const keepAnswer = async (
  deps: Deps,
  accountId: string,
  id: string,
  kept: Omit<Kept, 'untilMs'>,
): Promise<void> => {
  const untilMs = Date.now() + keptMs
  const write = (answer: object) =>
    keepCopyOf(deps, accountId, identityOf(id), JSON.stringify({ ...answer, untilMs }))
  const keep =
    (await write(kept)) ?? (await write({ status: 'failed', error: 'The answer is too large.' }))
  await keep?.(deps.sql)
}

const isLost = ({ status, untilMs }: Kept): boolean =>
  status === 'processing' && Date.now() > untilMs - keptMs + maxMs + promptMs

const lost = (kept: Kept): Kept => ({
  ...kept,
  status: 'failed',
  error: 'The extraction was cut off and cost nothing. Ask for it again.',
})

const sentenceOf = (error: unknown): string =>
  error instanceof AppError ? error.message : 'The extraction was cut off.'

/** One page after the other, as one caller should. */
const extractAll = async (deps: Deps, { wishes, request }: Call, urls: readonly string[]) => {
  const { schema, prompt, scrapeOptions } = wishes
  const { options } = readPageWishes(isObject(scrapeOptions) ? scrapeOptions : {})
  const asker: Asker = {
    headers: request.headers,
    signal: AbortSignal.any([AbortSignal.timeout(maxMs), deps.closing]),
  }
  const found: unknown[] = []
  const warnings = refusedOf(wishes)
  for (const url of urls) {
    const body = present({ url, ...options, schema, prompt })
    const answer = await deps.ask(asker, { method: 'POST', path: '/extract', body })
    const { data, warning } = answer.body as { data: unknown; warning?: string }
    found.push(data)
    if (warning) warnings.push(warning)
  }
  return {
    data: mergeData(found),
    ...(warnings.length > 0 ? { warning: warnings.join(' ') } : {}),
  }
}

const urlsOf = ({ urls }: Wishes): string[] => {
  if (!Array.isArray(urls) || urls.length === 0 || urls.some(url => typeof url !== 'string'))
    throw new AppError('invalid_request', '"urls" must name the pages: nothing is searched for.')
  if (urls.length > maxUrls)
    throw new AppError('invalid_request', `"urls" may name ${maxUrls} pages at most.`)
  return urls.map((url: string) => url.replace(/\/\*$/, '/'))
}

const refusedOf = (wishes: Wishes): string[] => [
  ...((wishes.urls as string[]).some(url => url.endsWith('/*'))
    ? ['Of an address that ends in /* its own page is read, and no other.']
    : []),
  ...(wishes.enableWebSearch ? ['Nothing is searched for.'] : []),
  ...(wishes.allowExternalLinks ? ['Links are not followed.'] : []),
  ...(wishes.systemPrompt ? ['The system prompt is our own.'] : []),
  ...(wishes.showSources ? ['Sources are not listed.'] : []),
  ...(wishes.agent ? ['There is no agent.'] : []),
  ...(wishes.webhook ? ['An extraction sends no webhooks.'] : []),
]
