import type { JobFailures, JobState } from '../../base/jobs/answers.ts'
import type { ErrorCode } from '../../kit/errors.ts'
import { type FirecrawlCall, type Handler, wholeOf } from './call.ts'
import { type Document, toDocuments } from './document.ts'
import { errorBodyOf } from './errors.ts'
import { type Job, jobOf, pathOf, shownId } from './jobs.ts'

/** A job's state as these clients know it. */
export type ShownJob = {
  status: JobState['status']
  /** All that were tried: what failed is told under `errors`. */
  completed: number
  total: number
  creditsUsed: number
  expiresAt: string
  warning?: string
  data: Document[]
}

/** `offset`: of the first of its results that the state holds. */
export const toShown = (state: JobState & { warning?: string }, offset: number): ShownJob => {
  const { status, total, completed, failed, creditsUsed, expiresAt, warning } = state
  return {
    ...{ status, total, completed: completed + failed, creditsUsed, expiresAt },
    ...(warning ? { warning } : {}),
    data: toDocuments(state, state.data, offset),
  }
}

/** Failures in a row that are passed over in one answer. */
const maxSteps = 20

export const readState: Handler = async call => {
  const job = jobOf(call.id)
  const limit = wholeOf(call.query.limit, 1, 100) ?? 100
  let offset = wholeOf(call.query.skip, 0, 1_000_000) ?? 0
  let state = await readAt(call, job, offset, limit)
  let shown = toShown(state, offset)
  // To a client an empty page is the last one.
  for (let step = 1; shown.data.length === 0 && state.next && step < maxSteps; step++) {
    offset += state.data.length
    state = await readAt(call, job, offset, limit)
    shown = toShown(state, offset)
  }
  const next = offset + state.data.length
  return {
    success: true,
    ...shown,
    // Only where rows are there now: clients follow it without a pause.
    ...(state.next
      ? { next: `${call.base}${pathOf[job.kind]}/${call.id}?skip=${next}&limit=${limit}` }
      : {}),
  }
}

const readAt = (
  call: FirecrawlCall,
  { kind, id }: Job,
  offset: number,
  limit: number,
): Promise<JobState> => {
  const path = `${pathOf[kind]}/${id}?offset=${offset}&limit=${limit}`
  return call.ask<JobState>({ method: 'GET', path })
}

export const cancel: Handler = async call => {
  const { kind, id } = jobOf(call.id)
  await call.ask({ method: 'DELETE', path: `${pathOf[kind]}/${id}` })
  return { success: true, status: 'cancelled' }
}

/** Pages of a list that one answer is put together from. */
const maxLists = 10
const perList = 100

export const readErrors: Handler = async call => {
  const job = jobOf(call.id)
  const errors = await readAll<JobFailures['data'][number]>(call, job, '/failures')
  const byRobots = errors.filter(isByRobots).map(({ url }) => url)
  return {
    errors: errors.map(({ url, code, error }, at) => ({
      id: `${call.id}-${at}`,
      url,
      code: errorBodyOf(code as ErrorCode).code,
      error,
    })),
    robotsBlocked: job.kind === 'crawl' ? await readBlocked(call, job) : byRobots,
  }
}

const isByRobots = ({ code, error }: JobFailures['data'][number]) =>
  code === 'page_blocked' && error.startsWith('The robots.txt of ')

/** What a crawl was kept from is no failure there: it was skipped. */
const readBlocked = async (call: FirecrawlCall, job: Job): Promise<string[]> => {
  const { skipped } = (await readAt(call, job, 0, 1)) as JobState & {
    skipped?: { robots?: number }
  }
  if (!skipped?.robots) return []
  const all = await readAll<{ url: string; reason: string }>(call, job, '/skipped')
  return all.filter(({ reason }) => reason === 'robots').map(({ url }) => url)
}

const readAll = async <T>(call: FirecrawlCall, { kind, id }: Job, list: string): Promise<T[]> => {
  const all: T[] = []
  for (let page = 0; page < maxLists; page++) {
    const query = `?offset=${page * perList}&limit=${perList}`
    const path = `${pathOf[kind]}/${id}${list}${query}`
    const { data, next } = await call.ask<{ data: T[]; next?: string }>({ method: 'GET', path })
    all.push(...data)
    if (!next) break
  }
  return all
}

export const listActive: Handler = async call => {
  const path = '/crawl?status=scraping&offset=0&limit=100'
  const { data } = await call.ask<{ data: { id: string; firstUrl: string }[] }>({
    method: 'GET',
    path,
  })
  const crawls = data.map(({ id, firstUrl }) => ({
    id: shownId({ kind: 'crawl', id }),
    teamId: '',
    url: firstUrl,
    options: {},
  }))
  return { success: true, crawls }
}
