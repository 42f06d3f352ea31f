import { Type } from 'typebox'
import { callerOf } from '../../../base/accounts/guard.ts'
import { errorAnswers } from '../../../base/http/answers.ts'
import { PageQuery } from '../../../base/http/cursor.ts'
import type { HttpServer } from '../../../base/http/server.ts'
import { IdempotencyHeaders } from '../../../base/jobs/job-options.ts'
import type { JobKind } from '../../../base/jobs/kinds.ts'
import { statuses } from '../../../base/jobs/names.ts'
import { overviewStore } from '../../../base/jobs/overview-store.ts'
import { type JobRouteDeps, jobRoutes, Params, replay } from '../../../base/jobs/routes.ts'
import { summaryOf } from '../../../base/jobs/status.ts'
import { type BatchExtractDeps, createBatchExtract, retryBatchExtract } from './create.ts'
import {
  BatchExtractCreated,
  BatchExtractList,
  BatchExtractRequest,
  BatchExtractState,
} from './request.ts'

/** 10,000 URLs of a thousand characters, and a schema. */
const bodyLimitBytes = 10 * 1024 * 1024

const ListQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(Type.Enum([...statuses])),
})

export const batchExtractRoutes = (
  server: HttpServer,
  deps: JobRouteDeps & BatchExtractDeps,
  kind: JobKind,
): void => {
  server.post(
    '/batch/extract',
    {
      bodyLimit: bodyLimitBytes,
      schema: {
        tags: ['extraction'],
        operationId: 'createBatchExtract',
        summary: 'Extract structured data from many pages',
        description:
          'One schema, one prompt or both, for many URLs or for the pages of a batch or crawl that has ended. Costs 5 credits for each page that answers. Send an `Idempotency-Key` to be safe from sending it twice.',
        body: BatchExtractRequest,
        headers: IdempotencyHeaders,
        response: {
          200: BatchExtractCreated,
          ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return replay(reply, await createBatchExtract(deps, callerOf(request), request.body, key))
    },
  )

  server.get(
    '/batch/extract',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'listBatchExtracts',
        summary: 'The account’s batch extractions',
        querystring: ListQuery,
        response: { 200: BatchExtractList, ...errorAnswers(400, 401, 429, 503) },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const newest = { sort: 'created', order: 'desc', after: undefined } as const
      const wanted = { ...request.query, ...newest, accountId, kind: kind.name }
      const { total, rows } = await overviewStore.list(deps.sql, wanted)
      return { total, data: rows.map(job => summaryOf(deps, job)) }
    },
  )

  jobRoutes(server, deps, kind, BatchExtractState)

  server.post(
    '/batch/extract/:id/retry',
    {
      schema: {
        tags: ['extraction'],
        operationId: 'retryBatchExtract',
        summary: 'Extract from the failed URLs again',
        description:
          'Makes a new batch extraction of them, asked as the first one was, which must have ended and stays as it is.',
        params: Params,
        headers: IdempotencyHeaders,
        response: { 200: BatchExtractCreated, ...errorAnswers(400, 401, 402, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const { id } = request.params
      return replay(reply, await retryBatchExtract(deps, kind, callerOf(request), id, key))
    },
  )
}
