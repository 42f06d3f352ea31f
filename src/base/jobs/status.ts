import { AppError } from '../../kit/errors.ts'
import type { Sql } from '../db/sql.ts'
import { bytesOf, type Objects } from '../objects/objects.ts'
import type { JobState } from './answers.ts'
import type { JobKind, StatusUrl } from './kinds.ts'
import type { JobOverview } from './overview-store.ts'
import { unpackResult } from './results.ts'
import { jobStore, type StoredItem } from './store.ts'

/** Of the line of those who ask: fewer at a time than the database has connections for calls. */
export const statusLimits = { places: 4, calls: 1_000, usualMs: 20 }

export type Wanted = { id: string; accountId: string; offset: number; limit: number }

export type ResultDeps = { sql: Sql; objects: Pick<Objects, 'get'> }

export const readStatus = async (
  deps: ResultDeps & { statusUrl: StatusUrl },
  kind: JobKind,
  wanted: Wanted,
): Promise<JobState> => {
  const found = await jobStore.read(deps.sql, { ...wanted, kind: kind.name })
  if (!found) throw noJob(kind, wanted.id)
  const { job, items } = found
  const data = await Promise.all(items.map(item => showItem(deps, item)))
  const end = wanted.offset + data.length
  // Only what is there now: whoever follows a link to rows that will come would ask in circles.
  const last = job.completed + job.failed
  return {
    id: job.id,
    status: job.status,
    total: job.total,
    completed: job.completed,
    failed: job.failed,
    ...(job.failed > 0 ? { failures: job.failures } : {}),
    creditsUsed: job.creditsUsed,
    expiresAt: job.expiresAt.toISOString(),
    ...(await kind.show?.(deps.sql, job)),
    data,
    ...(end < last ? { next: `${deps.statusUrl(job)}?offset=${end}&limit=${wanted.limit}` } : {}),
  }
}

export const showItem = async (
  { objects }: Pick<ResultDeps, 'objects'>,
  item: StoredItem,
): Promise<JobState['data'][number]> => {
  const packed = await bytesOf(objects, item)
  return {
    url: item.url,
    ...(item.depth === null ? {} : { depth: item.depth, foundOn: item.foundOn }),
    ...(item.change === null ? {} : { change: item.change }),
    ...(packed ? await unpackResult(packed) : lost),
    ...(item.code === null ? {} : { code: item.code }),
  }
}

/** Whoever deleted it there: the other results can be read. */
const lost = { error: 'What was read is not in the store of large objects.', code: 'internal' }

export const noJob = ({ name }: JobKind, id: string): AppError =>
  new AppError('not_found', `There is no ${name} ${id}, or it has expired.`)

export const summaryOf = ({ statusUrl }: { statusUrl: StatusUrl }, job: JobOverview) => {
  const { id, kind, firstUrl, status, total, completed, failed, creditsUsed } = job
  return {
    ...{ id, url: statusUrl({ id, kind }) },
    ...{ firstUrl, status, total, completed, failed, creditsUsed },
    createdAt: job.createdAt.toISOString(),
    expiresAt: job.expiresAt.toISOString(),
  }
}
