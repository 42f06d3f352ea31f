import { callerOf, IdParams, ownedParams } from '../../base/accounts/guard.ts'
import { deletedAnswers, errorAnswers, named } from '../../base/http/answers.ts'
import { PageQuery } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { manyUrlsBytes } from '../../base/jobs/route-parts.ts'
import { Type } from '../../kit/schema.ts'
import { changeStore } from './change-store.ts'
import type { ScheduleDeps } from './deps.ts'
import {
  changeSchedule,
  createSchedule,
  findRun,
  findSchedule,
  gone,
  removeSchedule,
  runNow,
} from './operations.ts'
import { Change, Schedule, ScheduleChange, ScheduleRequest, ScheduleRun } from './request.ts'
import { runStore } from './run-store.ts'
import { showRun, showSchedule } from './show.ts'
import { scheduleStore } from './store.ts'

const RunParams = Type.Object({ ...IdParams.properties, runId: IdParams.properties.id })
const tags = ['schedules']

export const scheduleRoutes = (server: HttpServer, deps: ScheduleDeps): void => {
  createAndList(server, deps)
  readAndChange(server, deps)
  runAndDelete(server, deps)
  listRuns(server, deps)
}

const createAndList = (server: HttpServer, deps: ScheduleDeps): void => {
  server.post(
    '/schedules',
    {
      bodyLimit: manyUrlsBytes,
      schema: {
        ...{ tags, operationId: 'createSchedule', summary: 'Repeat an operation by a timetable' },
        description:
          'A crawl, batch, map or branding profile by cron expression and time zone. With `compareTo: previous` a webhook and a mail say what is new, changed or gone. Each run costs what the operation costs.',
        body: ScheduleRequest,
        response: { 200: Schedule, ...errorAnswers(400, 401, 404, 409, 413, 429, 503) },
      },
    },
    async request => {
      const caller = callerOf(request)
      const id = await createSchedule(deps, caller, request.body)
      return findSchedule(deps, { id, accountId: caller.accountId })
    },
  )

  server.get(
    '/schedules',
    {
      schema: {
        tags,
        operationId: 'listSchedules',
        summary: 'The account’s schedules, the newest first',
        querystring: PageQuery,
        response: {
          200: named('ScheduleList', { total: Type.Integer(), data: Type.Array(Schedule) }),
          ...errorAnswers(400, 401, 429, 503),
        },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const { total, rows } = await scheduleStore.list(deps.sql, { accountId, ...request.query })
      return { total, data: rows.map(row => showSchedule(deps, row)) }
    },
  )
}

const readAndChange = (server: HttpServer, deps: ScheduleDeps): void => {
  server.get(
    '/schedules/:id',
    {
      schema: {
        ...{ tags, operationId: 'getSchedule', summary: 'One schedule with its last run' },
        params: IdParams,
        response: { 200: Schedule, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    request => findSchedule(deps, ownedParams(request)),
  )

  server.patch(
    '/schedules/:id',
    {
      schema: {
        tags,
        operationId: 'changeSchedule',
        summary: 'Pause it, let it go on, or change its timetable',
        params: IdParams,
        body: ScheduleChange,
        response: { 200: Schedule, ...errorAnswers(400, 401, 404, 413, 429, 503) },
      },
    },
    request => changeSchedule(deps, ownedParams(request), request.body),
  )
}

const runAndDelete = (server: HttpServer, deps: ScheduleDeps): void => {
  server.post(
    '/schedules/:id/run',
    {
      schema: {
        ...{ tags, operationId: 'runSchedule', summary: 'Run it now' },
        description: 'In addition to its timetable.',
        params: IdParams,
        response: { 200: ScheduleRun, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    request => runNow(deps, ownedParams(request)),
  )

  server.delete(
    '/schedules/:id',
    {
      schema: {
        ...{ tags, operationId: 'deleteSchedule', summary: 'Delete a schedule' },
        description: 'With its runs and what they found. A running batch or crawl continues.',
        params: IdParams,
        response: deletedAnswers('ScheduleDeleted'),
      },
    },
    async request => {
      await removeSchedule(deps, ownedParams(request))
      return { id: request.params.id, deleted: true }
    },
  )
}

const listRuns = (server: HttpServer, deps: ScheduleDeps): void => {
  server.get(
    '/schedules/:id/runs',
    {
      schema: {
        tags,
        operationId: 'listScheduleRuns',
        summary: 'The runs of a schedule, the newest first',
        description: 'The last hundred are kept.',
        params: IdParams,
        querystring: PageQuery,
        response: {
          200: named('ScheduleRunList', { total: Type.Integer(), data: Type.Array(ScheduleRun) }),
          ...errorAnswers(400, 401, 404, 429, 503),
        },
      },
    },
    async request => {
      const schedule = await scheduleStore.find(deps.sql, ownedParams(request))
      if (!schedule) throw gone(request.params.id)
      const wanted = { scheduleId: schedule.id, ...request.query }
      const { total, rows } = await runStore.page(deps.sql, wanted)
      return { total, data: rows.map(showRun) }
    },
  )

  server.get(
    '/schedules/:id/runs/:runId',
    {
      schema: {
        tags,
        operationId: 'getScheduleRun',
        summary: 'What a run found to be new, changed or gone',
        description: 'The first thousand changes are kept; the counts are of all.',
        params: RunParams,
        querystring: PageQuery,
        response: {
          200: named('ScheduleRunChanges', { run: ScheduleRun, data: Type.Array(Change) }),
          ...errorAnswers(400, 401, 404, 429, 503),
        },
      },
    },
    async request => {
      const { id: scheduleId, runId, accountId } = ownedParams(request)
      const run = await findRun(deps, { id: runId, scheduleId, accountId })
      return { run, data: await changeStore.page(deps.sql, { runId, ...request.query }) }
    },
  )
}
