import type { VerifiedKey } from '../../../base/accounts/keyring.ts'
import { acceptUrls } from '../../../base/jobs/accept-urls.ts'
import type { CreateDeps } from '../../../base/jobs/create.ts'
import { failedBefore, optionsOfEarlierJob } from '../../../base/jobs/failures.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import { readWebhook } from '../../../base/jobs/parse-job-options.ts'
import { sortUrls } from '../../../base/jobs/sort-urls.ts'
import type { Sessions } from '../../../base/sessions/sessions.ts'
import type { Ways } from '../../../base/ways/ways.ts'
import { checkRequest, isHeuristic } from '../request.ts'
import type { Own } from './kind.ts'
import type { BatchBrandingRequest } from './request.ts'

export type BatchBrandingDeps = CreateDeps & {
  ways: Pick<Ways, 'check'>
  sessions: Pick<Sessions, 'check'>
}

export const createBatchBranding = async (
  deps: BatchBrandingDeps,
  caller: VerifiedKey,
  request: BatchBrandingRequest,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const { urls: _, include, evidence, webhook, headers = {}, name, tags, ...more } = request
  const { ignoreInvalidURLs: __, deduplicate: ___, ...reading } = more
  const one = { ...request, url: 'https://example.com/' }
  const sample = checkRequest(deps.parseTarget, one, caller.accountId)
  deps.ways.check(sample.exit, caller.accountId)
  if (sample.session) await deps.sessions.check(sample.session)
  const isCheap = isHeuristic(sample)
  const own: Own = { ...(include && { include }), ...(evidence && { evidence }) }
  const spec = {
    kind: 'branding',
    options: {
      ...{ ...reading, own },
      ...(isCheap && { operation: 'batchBrandingHeuristic' as const }),
    },
    headers,
    webhook: readWebhook(deps.parseTarget, 'branding', webhook),
    labels: { ...(name && { name }), ...(tags && { tags }) },
    needsBrowser: !isCheap,
  } as const
  const sorted = sortUrls(deps, request)
  return acceptUrls(deps, caller, { request, idempotencyKey, sorted, spec })
}

/** A new job of the sites that failed, with the options of the first one. */
export const retryBatchBranding = async (
  deps: BatchBrandingDeps,
  kind: JobKind,
  caller: VerifiedKey,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const asked = await optionsOfEarlierJob(deps, kind, { id, accountId: caller.accountId })
  const { own, operation: _, ...options } = asked.options
  const { actions: __, ...failed } = failedBefore(deps.vault, id, asked)
  const request = { ...options, ...own, ...failed } as BatchBrandingRequest
  return createBatchBranding(deps, caller, request, idempotencyKey)
}
