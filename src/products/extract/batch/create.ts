import type { VerifiedKey } from '../../../base/accounts/keyring.ts'
import { acceptUrls } from '../../../base/jobs/accept-urls.ts'
import type { CreateDeps } from '../../../base/jobs/create.ts'
import { failedBefore, optionsOfEarlierJob } from '../../../base/jobs/failures.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import { readWebhook } from '../../../base/jobs/parse-job-options.ts'
import { sortUrls } from '../../../base/jobs/sort-urls.ts'
import { jobStore } from '../../../base/jobs/store.ts'
import { wantsBrowser } from '../../../base/reader/page-request.ts'
import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { type CheckDeps, checkRequest, mayAskModel } from '../check-request.ts'
import type { Own } from './kind.ts'
import type { BatchExtractRequest } from './request.ts'

export type BatchExtractDeps = CreateDeps &
  Pick<CheckDeps, 'run' | 'model' | 'findReaders' | 'ways' | 'sessions'>

export const createBatchExtract = async (
  deps: BatchExtractDeps,
  caller: VerifiedKey,
  request: BatchExtractRequest,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const { accountId } = caller
  const checked = await check(deps, accountId, request)
  const urls = await urlsOf(deps, accountId, request)
  const sorted = sortUrls(deps, { ...request, urls })
  const spec = { kind: 'extract', ...checked } as const
  return acceptUrls(deps, caller, { request, idempotencyKey, sorted, spec })
}

/** What cannot work for any page is told before anything is written. */
const check = async (deps: BatchExtractDeps, accountId: string, request: BatchExtractRequest) => {
  const { urls: _, from: __, webhook: asked, name, tags, delay, ...more } = request
  const { ignoreInvalidURLs: ___, deduplicate: ____, ...one } = more
  const sample = { ...one, url: 'https://example.com/' }
  const sampled = await checkRequest(deps, sample, accountId, true)
  const {
    schema,
    prompt,
    reader,
    evidence,
    onlyMainContent,
    headers = {},
    actions = [],
    ...reading
  } = one
  const own: Own = {
    schema,
    prompt,
    reader,
    evidence,
    onlyMainContent,
    isTimed: one.timeout !== undefined,
  }
  return {
    options: {
      ...{ ...reading, onlyMainContent: false, own },
      ...(delay !== undefined && { delay }),
      ...(sampled.readers?.named &&
        !mayAskModel(deps.model, sampled) && { operation: 'batchReader' as const }),
    },
    ...{ headers, actions },
    webhook: readWebhook(deps.parseTarget, 'extract', asked),
    labels: { ...(name && { name }), ...(tags && { tags }) },
    needsBrowser: wantsBrowser(sampled.reading),
  }
}

const urlsOf = async (
  deps: BatchExtractDeps,
  accountId: string,
  { urls, from }: BatchExtractRequest,
): Promise<readonly string[]> => {
  if ((urls === undefined) === (from === undefined))
    throw invalidRequest('Send either "urls", or "from": the id of a job.')
  if (urls) return urls
  const found = await jobStore.readUrls(deps.sql, { id: from ?? '', accountId })
  if (!found) throw new AppError('not_found', `There is no job ${from}, or it has expired.`)
  if (!found.ended) throw new AppError('conflict', `The job ${from} has not ended.`)
  if (found.urls.length === 0)
    throw new AppError('conflict', `The job ${from} has read no page: there is nothing to extract.`)
  return found.urls
}

/** A new one of the URLs that failed, asked as the first was. */
export const retryBatchExtract = async (
  deps: BatchExtractDeps,
  kind: JobKind,
  caller: VerifiedKey,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const asked = await optionsOfEarlierJob(deps, kind, { id, accountId: caller.accountId })
  const { own, operation: __, ...options } = asked.options
  const { isTimed: _, ...spec } = (own ?? {}) as Own
  const request = {
    ...options,
    ...spec,
    ...failedBefore(deps.vault, id, asked),
  } as BatchExtractRequest
  return createBatchExtract(deps, caller, request, idempotencyKey)
}
