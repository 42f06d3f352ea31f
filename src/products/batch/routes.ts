import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '../../base/accounts/guard.ts'
import { inTransaction, largeWork, type Sql } from '../../base/db/sql.ts'
import { errorAnswers } from '../../base/http/answers.ts'
import { PageQuery } from '../../base/http/paging.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError } from '../../errors.ts'
import { wakeCourier } from './courier.ts'
import { type CreateDeps, createBatch } from './create.ts'
import { readFailures, retryFailures } from './failures.ts'
import { cancelBatch } from './finish-store.ts'
import { BatchCancelled, BatchCreated, BatchFailures, BatchRequest, BatchState } from './request.ts'
import { readStatus } from './status.ts'

/** 10,000 URLs of a thousand characters. */
const batchBodyLimitBytes = 10 * 1024 * 1024

const Params = Type.Object({ id: Type.String({ maxLength: 100 }) })
const Headers = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
})

export const batchRoutes = (server: HttpServer, deps: CreateDeps): void => {
  server.post(
    '/batch/scrape',
    {
      bodyLimit: batchBodyLimitBytes,
      schema: {
        tags: ['extraction'],
        summary: 'Read many pages',
        description:
          'Costs 1 credit for each page that is read. Send an `Idempotency-Key` to be safe from sending it twice.',
        body: BatchRequest,
        headers: Headers,
        response: { 200: BatchCreated, ...errorAnswers(400, 401, 402, 409, 413, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const answer = await createBatch(deps, callerOf(request), request.body, key)
      return replay(reply, answer)
    },
  )

  server.get(
    '/batch/scrape/:id',
    {
      schema: {
        tags: ['extraction'],
        summary: 'Status and results of a batch',
        params: Params,
        querystring: PageQuery,
        response: { 200: BatchState, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const wanted = { ...request.params, ...request.query, accountId: callerOf(request).accountId }
      return readStatus(deps, wanted)
    },
  )

  server.delete(
    '/batch/scrape/:id',
    {
      schema: {
        tags: ['extraction'],
        summary: 'Cancel a batch',
        description:
          'Waiting pages never run, running ones are discarded and cost nothing, finished ones stay readable.',
        params: Params,
        response: {
          200: BatchCancelled,
          ...errorAnswers(401, 404, 409, 429, 503),
        },
      },
    },
    async request => {
      const { id } = request.params
      const { accountId } = callerOf(request)
      const cancel = async (sql: Sql) => {
        const outcome = await cancelBatch(sql, { id, accountId })
        if (outcome?.is === 'cancelled' && outcome.hasWebhook)
          await wakeCourier(deps.queue(), sql, id, 'now')
        return outcome?.is
      }
      const outcome = await inTransaction(deps.sql, cancel, largeWork)
      if (outcome === undefined)
        throw new AppError('not_found', `There is no batch ${id}, or it has expired.`)
      if (outcome === 'ended') throw new AppError('conflict', `The batch ${id} has already ended.`)
      return { id, status: outcome }
    },
  )

  server.get(
    '/batch/scrape/:id/failures',
    {
      schema: {
        tags: ['extraction'],
        summary: 'The URLs of a batch that failed, and why',
        params: Params,
        querystring: PageQuery,
        response: { 200: BatchFailures, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const wanted = { ...request.params, ...request.query, accountId: callerOf(request).accountId }
      return readFailures(deps, wanted)
    },
  )

  server.post(
    '/batch/scrape/:id/retry',
    {
      schema: {
        tags: ['extraction'],
        summary: 'Read the failed URLs of a batch again',
        description:
          'Makes a new batch of them, with the options, headers and webhook of the first one, which must have ended and stays as it is.',
        params: Params,
        headers: Headers,
        response: { 200: BatchCreated, ...errorAnswers(400, 401, 402, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      return replay(reply, await retryFailures(deps, callerOf(request), request.params.id, key))
    },
  )
}

/** The very bytes of the first answer, also when it is a replay. */
const replay = (reply: FastifyReply, answer: string) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(answer as never)
