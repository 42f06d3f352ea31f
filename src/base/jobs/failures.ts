import { AppError } from '../../kit/errors.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import type { JobFailures } from './answers.ts'
import { type EarlierOptions, failureStore } from './failure-store.ts'
import { openHeaders } from './headers.ts'
import type { Labels } from './job-options.ts'
import type { JobKind, StatusUrl } from './kinds.ts'
import { unpackResult } from './results.ts'
import { noJob } from './status.ts'

/** The URLs of a job that could not be read, with the reasons, a page at a time. */
export const readFailures = async (
  deps: { sql: Sql; statusUrl: StatusUrl },
  kind: JobKind,
  wanted: { id: string; accountId: string; offset: number; limit: number },
): Promise<JobFailures> => {
  const found = await failureStore.page(deps.sql, { ...wanted, kind: kind.name })
  if (!found) throw noJob(kind, wanted.id)
  const data = await Promise.all(
    found.failures.map(async ({ url, code, result }) => {
      const { error = '' } = (await unpackResult(result)) as { error?: string }
      return { url, code, error }
    }),
  )
  const end = wanted.offset + data.length
  const here = deps.statusUrl({ id: wanted.id, kind: kind.name })
  return {
    failed: found.failed,
    data,
    ...(end < found.failed ? { next: `${here}/failures?offset=${end}&limit=${wanted.limit}` } : {}),
  }
}

/** A retry is known by what the first one was called. */
export const labelsBefore = ({ name, tags }: EarlierOptions): Labels => ({
  ...(name === null ? {} : { name }),
  tags,
})

/** The URLs that failed, with the name, headers, steps and webhook that they were asked with. */
export const failedBefore = (vault: Vault, id: string, asked: EarlierOptions) => {
  const { page = {}, webhook = {}, actions } = openHeaders(vault, id, asked.sealedHeaders)
  return {
    urls: asked.failedUrls,
    ...labelsBefore(asked),
    headers: page,
    ...(actions ? { actions } : {}),
    ...(asked.webhook
      ? { webhook: { ...asked.webhook, events: [...asked.webhook.events], headers: webhook } }
      : {}),
  }
}

/** What a job was asked for, if it has ended and some of its pages have failed. */
export const optionsOfEarlierJob = async (
  deps: { sql: Sql },
  kind: JobKind,
  { id, accountId }: { id: string; accountId: string },
): Promise<EarlierOptions> => {
  const asked = await failureStore.asked(deps.sql, { id, kind: kind.name, accountId })
  if (!asked) throw noJob(kind, id)
  if (asked.status === 'scraping')
    throw new AppError('conflict', `The ${kind.name} ${id} has not ended.`)
  if (asked.failedUrls.length === 0)
    throw new AppError('conflict', `No URL of the ${kind.name} ${id} has failed.`)
  return asked
}
