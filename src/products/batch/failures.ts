import type { VerifiedKey } from '../../base/accounts/keyring.ts'
import type { Sql } from '../../base/db/sql.ts'
import { AppError } from '../../errors.ts'
import { type CreateDeps, createBatch } from './create.ts'
import { failureStore } from './failure-store.ts'
import { openHeaders } from './headers.ts'
import type { BatchFailures, BatchRequest } from './request.ts'
import { unpackResult } from './results.ts'

/** The URLs of a batch that could not be read, with the reasons, a page at a time. */
export const readFailures = async (
  deps: { sql: Sql; statusUrl: (id: string) => string },
  wanted: { id: string; accountId: string; offset: number; limit: number },
): Promise<BatchFailures> => {
  const found = await failureStore.page(deps.sql, wanted)
  if (!found) throw noBatch(wanted.id)
  const data = await Promise.all(
    found.failures.map(async ({ url, code, result }) => {
      const { error = '' } = (await unpackResult(result)) as { error?: string }
      return { url, code, error }
    }),
  )
  const end = wanted.offset + data.length
  return {
    failed: found.failed,
    data,
    ...(end < found.failed
      ? { next: `${deps.statusUrl(wanted.id)}/failures?offset=${end}&limit=${wanted.limit}` }
      : {}),
  }
}

/**
 * A new batch of the URLs that failed, with the options, headers and webhook of the first one. It is
 * a batch like any other: paid for by whoever asks, and the first one stays as it is.
 */
export const retryFailures = async (
  deps: CreateDeps,
  caller: VerifiedKey,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> => {
  const asked = await failureStore.asked(deps.sql, { id, accountId: caller.accountId })
  if (!asked) throw noBatch(id)
  if (asked.status === 'scraping') throw new AppError('conflict', `The batch ${id} has not ended.`)
  if (asked.failedUrls.length === 0)
    throw new AppError('conflict', `No URL of the batch ${id} has failed.`)
  const { page = {}, webhook = {} } = openHeaders(deps.vault, id, asked.sealedHeaders)
  const request: BatchRequest = {
    ...asked.options,
    urls: asked.failedUrls,
    headers: page,
    ...(asked.webhook
      ? { webhook: { ...asked.webhook, events: [...asked.webhook.events], headers: webhook } }
      : {}),
  }
  return createBatch(deps, caller, request, idempotencyKey)
}

const noBatch = (id: string) =>
  new AppError('not_found', `There is no batch ${id}, or it has expired.`)
