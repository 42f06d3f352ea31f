import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { AppError } from '../../kit/errors.ts'
import { closed, Type } from '../../kit/schema.ts'
import { IdParams, ownedParams } from '../accounts/guard.ts'
import { inTransaction, largeWork, repeating, type Sql } from '../db/sql.ts'
import { errorAnswers, sendJson } from '../http/answers.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import { PageQuery } from '../http/cursor.ts'
import { Cancelled, JobFailures } from './answers.ts'
import { type FileType, fileFormats, fileTypes, writeFile } from './download.ts'
import { scheduleDelivery } from './events.ts'
import { readFailures } from './failures.ts'
import { finishStore } from './finish-store.ts'
import { oneOf } from './kinds-and-states.ts'
import { type Mount, tags } from './route-parts.ts'
import { noJob, readStatus } from './status.ts'
import { assertThere, streamItems } from './wait-for-rows.ts'

/** How far a job is, what it found, and its end before its time. */
export const resultRoutes = (mount: Mount): void => {
  statusRoute(mount)
  cancelRoute(mount)
  failuresRoute(mount)
  fileRoutes(mount)
}

const StatusQuery = closed({
  ...PageQuery.properties,
  wait: Type.Integer({
    minimum: 0,
    maximum: 25,
    default: 0,
    description: 'Seconds to wait for an item past `offset`, or the end.',
  }),
})

const lines = 'application/x-ndjson'

const fileWords: Record<FileType, string> = {
  jsonl: 'a line of JSON each',
  csv: 'a table of what is flat',
  zip: 'a Markdown file each, and a manifest',
}
const mimeOf = (type: FileType) => fileFormats[type].type.split(';')[0] ?? ''

const stateOrLines = (State: TSchema) => ({
  description: 'The status with a page of items, or all items line by line',
  headers: {
    'Retry-After': Type.Integer({ description: 'Seconds, while the job runs and has no new item' }),
  },
  content: {
    'application/json': { schema: State },
    [lines]: { schema: Type.String({ description: 'One item per line, as in `data`' }) },
  },
})

const statusRoute = ({ server, deps, kind, names, state }: Mount): void => {
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())
  server.get(
    `${kind.path}/:id`,
    {
      schema: {
        ...{ tags, operationId: `get${names.one}`, params: IdParams },
        summary: `Status and results of ${oneOf(kind.name)}`,
        description:
          'With `wait` the answer comes as soon as there is an item past `offset`, or the end. With `Accept: application/x-ndjson` items come as they end, a line each, until the last; if the connection is cut, go on with the number of lines you have as `offset`.',
        querystring: StatusQuery,
        response: { 200: stateOrLines(state), ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      const { wait, ...page } = request.query
      const wanted = { ...ownedParams(request), ...page }
      const connected = whileConnected(reply)
      const signal = AbortSignal.any([connected, closing.signal])
      if (request.headers.accept?.includes(lines)) {
        await assertThere(deps.sql, kind, wanted)
        const stream = Readable.from(streamItems(deps, kind, wanted, signal))
        return reply.type(lines).send(stream as never)
      }
      if (wait > 0) {
        const limits = { waitMs: wait * 1_000, signal }
        await deps.watch.awaitRows({ ...wanted, kind: kind.name }, limits)
      }
      const line = deps.lines.status
      return line.admit(wanted.accountId, () =>
        line.hold(async () => {
          const state = await readStatus(deps, kind, wanted)
          if (state.status === 'scraping' && !state.next) reply.header('retry-after', 1)
          return sendJson(reply, JSON.stringify(state))
        }, connected),
      )
    },
  )
}

const cancelRoute = ({ server, deps, kind, names }: Mount): void => {
  server.delete(
    `${kind.path}/:id`,
    {
      schema: {
        ...{ tags, operationId: `cancel${names.one}`, params: IdParams },
        summary: `Cancel ${oneOf(kind.name)}`,
        description:
          'Waiting pages never run, running ones are discarded and cost nothing, finished ones stay readable.',
        response: { 200: Cancelled, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async request => {
      const { id, accountId } = ownedParams(request)
      const cancel = async (sql: Sql) => {
        const outcome = await finishStore.cancel(sql, { id, accountId, kind: kind.name })
        if (outcome?.is === 'cancelled' && outcome.hasWebhook)
          await scheduleDelivery(deps.queue, sql, id, 'now')
        return outcome?.is
      }
      const outcome = await repeating(() => inTransaction(deps.sql, cancel, largeWork))
      if (outcome === undefined) throw noJob(kind, id)
      if (outcome === 'ended')
        throw new AppError('conflict', `The ${kind.name} ${id} has already ended.`)
      return { id, status: outcome }
    },
  )
}

const failuresRoute = ({ server, deps, kind, names }: Mount): void => {
  server.get(
    `${kind.path}/:id/failures`,
    {
      schema: {
        ...{ tags, operationId: `list${names.one}Failures`, params: IdParams },
        summary: `The URLs of ${oneOf(kind.name)} that failed, and why`,
        querystring: PageQuery,
        response: { 200: JobFailures, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const wanted = { ...ownedParams(request), ...request.query }
      return readFailures(deps, kind, wanted)
    },
  )
}

const fileRoutes = ({ server, deps, kind, names }: Mount): void => {
  for (const type of fileTypes.filter(type => type !== 'zip' || !kind.read))
    server.get(
      `${kind.path}/:id/results.${type}`,
      {
        schema: {
          tags,
          operationId: `download${names.one}${type.charAt(0).toUpperCase()}${type.slice(1)}`,
          summary: `The results of ${oneOf(kind.name)} as one file: ${fileWords[type]}`,
          description:
            'The items that have finished so far, in order of completion. It is streamed, and costs nothing.',
          params: IdParams,
          response: {
            200: { content: { [mimeOf(type)]: { schema: Type.Unsafe({ type: 'string' }) } } },
            ...errorAnswers(401, 404, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const wanted = ownedParams(request)
        await assertThere(deps.sql, kind, wanted)
        return reply
          .type(fileFormats[type].type)
          .header('content-disposition', `attachment; filename="${wanted.id}.${type}"`)
          .header('x-content-type-options', 'nosniff')
          .send(Readable.from(writeFile(deps, kind, wanted, type)) as never)
      },
    )
}
