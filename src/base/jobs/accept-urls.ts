import type { VerifiedKey } from '../accounts/keyring.ts'
import { acceptJob } from './accept.ts'
import { type CreateDeps, createJob, type JobSpec } from './create.ts'
import type { WebhookOption } from './job-options.ts'
import type { SortedUrls } from './sort-urls.ts'

type Asked = {
  /** The caller’s own words: an `Idempotency-Key` belongs to them. */
  request: { webhook?: WebhookOption }
  idempotencyKey: string | undefined
  sorted: SortedUrls
  spec: Omit<JobSpec, 'seeds' | 'webhookHeaders'>
}

/** Starts a job whose items are the URLs that the caller sent. */
export const acceptUrls = (
  deps: CreateDeps,
  caller: VerifiedKey,
  { request, idempotencyKey, sorted, spec }: Asked,
): Promise<string> => {
  const { valid: seeds, invalid, duplicates } = sorted
  const { kind, options } = spec
  const asked = { kind, options, count: seeds.length, key: idempotencyKey, request }
  return acceptJob(deps, caller, asked, async (sql, id) => {
    const webhookHeaders = request.webhook?.headers ?? {}
    await createJob(deps, sql, caller, id, { ...spec, seeds, webhookHeaders })
    return {
      id,
      url: deps.statusUrl({ id, kind }),
      ...(invalid.length > 0 ? { invalidURLs: invalid } : {}),
      ...(duplicates.length > 0 ? { duplicateURLs: duplicates } : {}),
    }
  })
}
