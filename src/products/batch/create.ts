import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import { type CreateDeps, createHarvest } from '../../base/harvest/create.ts'
import { askedBefore, labelsBefore } from '../../base/harvest/failures.ts'
import { openHeaders } from '../../base/harvest/headers.ts'
import { onceOnly } from '../../base/harvest/idempotency.ts'
import { readWebhook } from '../../base/harvest/read-asked.ts'
import { readPageRequest, wantsBrowser } from '../../base/reader/page-request.ts'
import { AppError } from '../../errors.ts'
import { urlKey } from '../../page/links/key.ts'
import { batchKind } from './kind.ts'
import type { BatchCreated, BatchRequest } from './request.ts'

/** Accepts a batch in one transaction; with an Idempotency-Key the first answer is replayed. */
export const createBatch = (
  deps: CreateDeps,
  caller: VerifiedKey,
  request: BatchRequest,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const { valid, invalid, duplicates, webhook, labels, ...checked } = checkBatch(deps, request)
  const { options, headers, actions, needsBrowser } = checked
  const once = { accountId: caller.accountId, key: idempotencyKey, request }
  return onceOnly(deps.sql, once, async sql => {
    const id = await createHarvest(deps, sql, caller, {
      ...{ kind: 'batch', seeds: valid, options, headers, actions, webhook, labels },
      ...{ webhookHeaders: request.webhook?.headers ?? {}, needsBrowser },
    })
    const created: BatchCreated = {
      id,
      url: deps.statusUrl({ id, kind: 'batch' }),
      ...(invalid.length > 0 ? { invalidURLs: invalid } : {}),
      ...(duplicates.length > 0 ? { duplicateURLs: duplicates } : {}),
    }
    return created
  })
}

/** What cannot work is told before anything is written. */
export const checkBatch = (
  deps: Pick<CreateDeps, 'parseTarget' | 'allowed'>,
  request: BatchRequest,
) => {
  const { urls: _, webhook: asked, headers = {}, actions = [], name, tags, ...more } = request
  const { ignoreInvalidURLs: __, deduplicate: ___, ...options } = more
  const labels = { ...(name && { name }), ...(tags && { tags }) }
  const sample = { ...options, headers, actions, url: 'https://example.com/' }
  const read = readPageRequest(deps.parseTarget, sample, batchKind.defaults, deps.allowed)
  const needsBrowser = wantsBrowser(read)
  const webhook = readWebhook(deps.parseTarget, 'batch', asked)
  return { ...sortUrls(deps, request), webhook, options, headers, actions, labels, needsBrowser }
}

/**
 * A new batch of the URLs that failed, with the options, headers and webhook of the first one. It is
 * a batch like any other: paid for by whoever asks, and the first one stays as it is.
 */
export const retryBatch = async (
  deps: CreateDeps,
  caller: VerifiedKey,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const asked = await askedBefore(deps, batchKind, { id, accountId: caller.accountId })
  const { page = {}, webhook = {}, actions } = openHeaders(deps.vault, id, asked.sealedHeaders)
  const request = {
    ...(asked.options as Omit<BatchRequest, 'urls'>),
    urls: asked.failedUrls,
    ...labelsBefore(asked),
    headers: page,
    ...(actions ? { actions } : {}),
    ...(asked.webhook
      ? { webhook: { ...asked.webhook, events: [...asked.webhook.events], headers: webhook } }
      : {}),
  } as BatchRequest
  return createBatch(deps, caller, request, idempotencyKey)
}

type Target = { url: string; host: string }
type Sorted = { valid: Target[]; invalid: string[]; duplicates: string[] }

const sortUrls = (deps: Pick<CreateDeps, 'parseTarget'>, request: BatchRequest): Sorted => {
  const sorted: Sorted = { valid: [], invalid: [], duplicates: [] }
  const refusals: { at: number; error: AppError }[] = []
  const seen = new Set<string>()
  for (const [at, url] of request.urls.entries()) {
    try {
      const target = deps.parseTarget(url)
      const key = request.deduplicate ? (urlKey(target) ?? target.href) : `${at}`
      if (seen.has(key)) sorted.duplicates.push(url)
      else sorted.valid.push({ url, host: target.hostname })
      seen.add(key)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.push({ at, error })
      sorted.invalid.push(url)
    }
  }
  if (refusals.length > 0 && !request.ignoreInvalidURLs) throw refuseAll(request.urls, refusals)
  if (sorted.valid.length === 0) throw new AppError('invalid_url', 'None of the URLs can be used.')
  return sorted
}

/** More than these make no sentence. */
const shownRefusals = 10

/** All of them at once: who mends a list wants to mend it once. */
const refuseAll = (
  urls: readonly string[],
  refusals: readonly { at: number; error: AppError }[],
): AppError => {
  const [first] = refusals
  const told = refusals.slice(0, shownRefusals).map(({ at, error }) => {
    const shown = (urls[at] ?? '').slice(0, 100)
    const named = error.message.includes(shown) ? '' : ` "${shown}"`
    return `urls[${at}]${named}: ${error.message}`
  })
  const more = refusals.length - told.length
  if (more > 0) told.push(`And ${more} more.`)
  const count = refusals.length === 1 ? 'One of the URLs' : `${refusals.length} of the URLs`
  return new AppError(
    first?.error.code ?? 'invalid_url',
    `${count} cannot be used ("ignoreInvalidURLs": true leaves such out). ${told.join(' ')}`,
  )
}
