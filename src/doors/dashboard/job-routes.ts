import type { Sql } from '../../base/db/sql.ts'
import { readAfter } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { type JobOverview, overviewStore } from '../../base/jobs/overview-store.ts'
import { AppError } from '../../kit/errors.ts'
import { areaAround } from '../../page/links/scope.ts'
import { checkTimetable, nextTimes } from '../../products/schedules/timetable.ts'
import { answer } from './answer.ts'
import { signedInOf } from './guard.ts'
import type { JobSummary } from './job-answers.ts'

/** Batches and crawls as people look at them; what a scope and a timetable mean, while they are typed. */
export const jobRoutes = (server: HttpServer, { sql }: { sql: Sql }): void => {
  answer(server, 'GET /jobs', async request => {
    const { accountId } = signedInOf(request).account
    const { after, ...query } = request.query
    const { total, next, rows } = await readAfter(after, after =>
      overviewStore.list(sql, { ...query, accountId, after }),
    )
    return { total, next, jobs: rows.map(show) }
  })

  answer(server, 'GET /jobs/:id', async request => {
    const { accountId } = signedInOf(request).account
    const found = await overviewStore.find(sql, { ...request.params, accountId })
    if (!found) throw gone()
    const { failures, ...job } = found
    return { ...show(job), failures }
  })

  answer(server, 'PUT /jobs/:id/labels', async request => {
    const { accountId } = signedInOf(request).account
    const change = { ...request.params, ...request.body, accountId }
    if (!(await overviewStore.label(sql, change))) throw gone()
    return {}
  })

  answer(server, 'GET /jobs/:id/pages', async request => {
    const { accountId } = signedInOf(request).account
    const wanted = { ...request.params, ...request.query, accountId }
    const found = await overviewStore.pages(sql, wanted)
    if (!found) throw gone()
    return found
  })

  answer(server, 'GET /scope', async request => {
    const { url } = request.query
    const [site, domain] = [areaAround('path', url), areaAround('domain', url)]
    return site && domain ? { host: site.host, folder: site.folder, domain: domain.host } : null
  })

  answer(server, 'GET /timetable', async request => {
    try {
      checkTimetable(request.query, new Date())
      const times = nextTimes(request.query, new Date(), shownTimes)
      return { problem: null, next: times.map(time => time.toISOString()) }
    } catch (error) {
      if (error instanceof AppError) return { problem: error.message, next: [] }
      throw error
    }
  })
}

const shownTimes = 3

const gone = () => new AppError('not_found', 'There is no such job, or its results have expired.')

const show = ({ createdAt, endedAt, expiresAt, ...job }: JobOverview): JobSummary => ({
  ...job,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
})
