import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import { acceptUrls } from '../../base/jobs/accept-urls.ts'
import type { CreateDeps } from '../../base/jobs/create.ts'
import { failedBefore, optionsOfEarlierJob } from '../../base/jobs/failures.ts'
import { readWebhook } from '../../base/jobs/parse-job-options.ts'
import { sortUrls } from '../../base/jobs/sort-urls.ts'
import { readPageRequest, wantsBrowser } from '../../base/reader/page-request.ts'
import { sessionRef } from '../../base/reader/session-ref.ts'
import { batchKind } from './kind.ts'
import type { BatchRequest } from './request.ts'

export const createBatch = async (
  deps: CreateDeps,
  caller: VerifiedKey,
  request: BatchRequest,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const checked = await checkBatch(deps, caller.accountId, request)
  return acceptUrls(deps, caller, { request, idempotencyKey, ...checked })
}

/** What cannot work is told before anything is written. */
export const checkBatch = async (
  deps: Pick<CreateDeps, 'parseTarget' | 'allowed' | 'checkPage'>,
  accountId: string,
  request: BatchRequest,
) => {
  const { urls: _, webhook: asked, headers = {}, actions = [], name, tags, ...more } = request
  const { ignoreInvalidURLs: __, deduplicate: ___, ...options } = more
  const labels = { ...(name && { name }), ...(tags && { tags }) }
  const session = sessionRef(options, accountId)
  const sample = { ...options, headers, actions, session, url: 'https://example.com/' }
  const read = readPageRequest(deps.parseTarget, sample, batchKind.defaults, deps.allowed)
  await deps.checkPage(read, accountId)
  const needsBrowser = wantsBrowser(read)
  const webhook = readWebhook(deps.parseTarget, 'batch', asked)
  const spec = { options, headers, actions, webhook, labels, needsBrowser }
  return { sorted: sortUrls(deps, request), spec: { ...spec, kind: 'batch' as const } }
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
  const asked = await optionsOfEarlierJob(deps, batchKind, { id, accountId: caller.accountId })
  const request = {
    ...(asked.options as Omit<BatchRequest, 'urls'>),
    ...failedBefore(deps.vault, id, asked),
  } as BatchRequest
  return createBatch(deps, caller, request, idempotencyKey)
}
