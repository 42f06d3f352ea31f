import { Type } from 'typebox'
import { callerOf } from '../../base/accounts/guard.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { PageQuery } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { JobState } from '../../base/jobs/answers.ts'
import { IdempotencyHeaders } from '../../base/jobs/job-options.ts'
import { statuses } from '../../base/jobs/names.ts'
import { overviewStore } from '../../base/jobs/overview-store.ts'
import { type JobRouteDeps, jobRoutes, Params, replay } from '../../base/jobs/routes.ts'
import { summaryOf } from '../../base/jobs/status.ts'
import { createBatch, retryBatch } from './create.ts'
import { batchKind } from './kind.ts'
import { BatchCreated, BatchList, BatchRequest } from './request.ts'

/** 10,000 URLs of a thousand characters. */
export const batchBodyLimitBytes = 10 * 1024 * 1024

const ListQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum([...statuses])),
})

export const batchRoutes = (server: HttpServer, deps: JobRouteDeps): void => {
  server.post(
    '/batch/scrape',
    {
      bodyLimit: batchBodyLimitBytes,
      schema: {
        tags: ['extraction'],
        operationId: 'createBatch',
        summary: 'Read many pages',
        description:
          'Costs 1 credit for each page that is read; 5 with `summary` or `json` among its formats. Send an `Idempotency-Key` to be safe from sending it twice.',
        body: BatchRequest,
        headers: IdempotencyHeaders,
        response: { 200: BatchCreated, ...errorAnswers(400, 401, 402, 409, 413, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return replay(reply, await createBatch(deps, callerOf(request), request.body, key))
    },
  )

  server.get(
    '/batch/scrape',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'listBatches',
        summary: 'The account’s batches',
        querystring: ListQuery,
        response: { 200: BatchList, ...errorAnswers(400, 401, 429, 503) },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const newest = { sort: 'created', order: 'desc', after: undefined } as const
      const wanted = { ...request.query, ...newest, accountId, kind: 'batch' } as const
      const { total, rows } = await overviewStore.list(deps.sql, wanted)
      return { total, data: rows.map(job => summaryOf(deps, job)) }
    },
  )

  jobRoutes(server, deps, batchKind, JobState)

  server.post(
    '/batch/scrape/:id/retry',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'retryBatch',
        summary: 'Read the failed URLs of a batch again',
        description:
          'Makes a new batch of them, with the options, headers and webhook of the first one, which must have ended and stays as it is.',
        params: Params,
        headers: IdempotencyHeaders,
        response: { 200: BatchCreated, ...errorAnswers(400, 401, 402, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return replay(reply, await retryBatch(deps, callerOf(request), request.params.id, key))
    },
  )
}
