import type { Static, TSchema } from 'typebox'
import { invalidRequest } from '../../kit/errors.ts'
import { closed, optional } from '../../kit/schema.ts'
import { callerOf, IdParams } from '../accounts/guard.ts'
import { errorAnswers, sendJson } from '../http/answers.ts'
import { PageQuery } from '../http/cursor.ts'
import { bodyLimitBytes, type HttpServer } from '../http/server.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { IdempotencyHeaders } from './job-options.ts'
import { statuses } from './kinds-and-states.ts'
import { overviewStore } from './overview-store.ts'
import { resultRoutes } from './result-routes.ts'
import { type JobRouteDeps, type JobRoutes, tags } from './route-parts.ts'
import { summaryOf } from './status.ts'

const ListQuery = closed({ ...PageQuery.properties, status: optional.Enum([...statuses]) })

/** Every kind of job is created, listed, read and retried in the same way. */
export const mountJobKind = <Body extends TSchema>(
  server: HttpServer,
  deps: JobRouteDeps,
  routes: JobRoutes<Body>,
): void => {
  createRoute(server, routes)
  listRoute(server, deps, routes)
  resultRoutes({ server, deps, ...routes })
  deliveryRoutes({ server, deps, ...routes })
  routes.mountOwn?.()
  retryRoute(server, routes)
}

const createRoute = <Body extends TSchema>(
  server: HttpServer,
  { kind, names, create, created }: JobRoutes<Body>,
): void => {
  const { summary, description, body, bodyLimit = bodyLimitBytes } = create
  server.post(
    kind.path,
    {
      bodyLimit,
      schema: {
        ...{ tags, operationId: `create${names.one}`, summary, description },
        ...{ body: body as TSchema, headers: IdempotencyHeaders },
        response: {
          200: created,
          ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const input = request.body as Static<Body>
      return sendJson(reply, await create.start(callerOf(request), input, key))
    },
  )
}

const listRoute = (
  server: HttpServer,
  deps: Pick<JobRouteDeps, 'sql' | 'statusUrl'>,
  { kind, names, list }: Pick<JobRoutes<TSchema>, 'kind' | 'names' | 'list'>,
): void => {
  server.get(
    kind.path,
    {
      schema: {
        ...{ tags, operationId: `list${names.many}`, summary: list.summary },
        querystring: ListQuery,
        response: { 200: list.answer, ...errorAnswers(400, 401, 429, 503) },
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
}

const retryRoute = (
  server: HttpServer,
  { kind, names, retry, created }: Pick<JobRoutes<TSchema>, 'kind' | 'names' | 'retry' | 'created'>,
): void => {
  const { summary, description } = retry
  server.post(
    `${kind.path}/:id/retry`,
    {
      schema: {
        ...{ tags, operationId: `retry${names.one}`, summary, description },
        ...{ params: IdParams, headers: IdempotencyHeaders },
        response: { 200: created, ...errorAnswers(400, 401, 402, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const [field] = Object.keys(Object(request.body))
      if (field !== undefined)
        throw invalidRequest(`"${field.slice(0, 100)}" is not a known field: a retry has none.`)
      const key = request.headers['idempotency-key']
      return sendJson(reply, await retry.start(callerOf(request), request.params.id, key))
    },
  )
}
