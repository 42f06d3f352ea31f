import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { AppError } from '../../errors.ts'
import { callerOf } from '../accounts/guard.ts'
import { type Database, inTransaction } from '../db/sql.ts'
import { errorAnswers } from '../http/answers.ts'
import { PageQuery } from '../http/paging.ts'
import type { HttpServer } from '../http/server.ts'
import type { Queue } from '../queue/queue.ts'
import { DeliveriesAnswer } from '../webhooks/answers.ts'
import { deliveryStore } from '../webhooks/delivery-store.ts'
import { Cancelled, Failures } from './answers.ts'
import { wakeCourier } from './courier.ts'
import { readFailures } from './failures.ts'
import { finishStore } from './finish-store.ts'
import type { Kind, StatusUrl } from './kinds.ts'
import { noHarvest, readStatus } from './status.ts'

export const Params = Type.Object({ id: Type.String({ maxLength: 100 }) })

type Deps = { sql: Database; queue: () => Pick<Queue, 'enqueue'>; statusUrl: StatusUrl }

/** What every kind of harvest can be asked. */
export const harvestRoutes = (server: HttpServer, deps: Deps, kind: Kind, State: TSchema): void => {
  const { name, path } = kind
  server.get(
    `${path}/:id`,
    {
      schema: {
        tags: ['extraction'],
        summary: `Status and results of a ${name}`,
        params: Params,
        querystring: PageQuery,
        response: { 200: State, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const wanted = { ...request.params, ...request.query, accountId: callerOf(request).accountId }
      return readStatus(deps, kind, wanted)
    },
  )

  server.delete(
    `${path}/:id`,
    {
      schema: {
        tags: ['extraction'],
        summary: `Cancel a ${name}`,
        description:
          'Waiting pages never run, running ones are discarded and cost nothing, finished ones stay readable.',
        params: Params,
        response: { 200: Cancelled, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async request => {
      const { id } = request.params
      const { accountId } = callerOf(request)
      const outcome = await inTransaction(deps.sql, async sql => {
        const outcome = await finishStore.cancel(sql, { id, accountId, kind: name })
        if (outcome?.is === 'cancelled' && outcome.hasWebhook)
          await wakeCourier(deps.queue(), sql, id, 'now')
        return outcome?.is
      })
      if (outcome === undefined) throw noHarvest(kind, id)
      if (outcome === 'ended')
        throw new AppError('conflict', `The ${name} ${id} has already ended.`)
      return { id, status: outcome }
    },
  )

  server.get(
    `${path}/:id/failures`,
    {
      schema: {
        tags: ['extraction'],
        summary: `The URLs of a ${name} that failed, and why`,
        params: Params,
        querystring: PageQuery,
        response: { 200: Failures, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const wanted = { ...request.params, ...request.query, accountId: callerOf(request).accountId }
      return readFailures(deps, kind, wanted)
    },
  )

  server.get(
    `${path}/:id/deliveries`,
    {
      schema: {
        tags: ['extraction'],
        summary: `What became of a ${name}’s webhook events`,
        description: 'Every event and every attempt to deliver it, for 30 days.',
        params: Params,
        querystring: PageQuery,
        response: { 200: DeliveriesAnswer, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const { id } = request.params
      const { accountId } = callerOf(request)
      const wanted = { batchId: id, accountId, ...request.query }
      // The log outlives the harvest: only its id still says of which kind it was.
      const isOurs = id.startsWith(`${name}_`)
      const found = isOurs ? await deliveryStore.page(deps.sql, wanted) : undefined
      if (!found) throw new AppError('not_found', `There is no ${name} ${id}, or it was long ago.`)
      return { total: found.total, data: found.deliveries }
    },
  )
}

/** The very bytes of the first answer, also when it is a replay. */
export const replay = (reply: FastifyReply, answer: string) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(answer as never)
