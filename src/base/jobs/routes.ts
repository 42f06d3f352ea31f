import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { AdmissionQueue } from '../../kit/admission-queue.ts'
import { AppError } from '../../kit/errors.ts'
import { callerOf } from '../accounts/guard.ts'
import { inTransaction, largeWork, repeating, type Sql } from '../db/sql.ts'
import { errorAnswers } from '../http/answers.ts'
import { PageQuery } from '../http/cursor.ts'
import type { HttpServer } from '../http/server.ts'
import { AttemptAnswer, DeliveriesAnswer } from '../webhooks/answers.ts'
import { deliveryStore } from '../webhooks/delivery-store.ts'
import { showAttempt } from '../webhooks/send.ts'
import { Cancelled, JobFailures } from './answers.ts'
import type { CreateDeps } from './create.ts'
import { type FileType, fileFormats, fileTypes, writeFile } from './download.ts'
import { readFailures } from './failures.ts'
import { finishStore } from './finish-store.ts'
import type { JobKind } from './kinds.ts'
import { oneOf } from './names.ts'
import { type ResendDeps, resend } from './resend.ts'
import { noJob, readStatus } from './status.ts'
import { assertThere, streamItems } from './wait-for-rows.ts'
import type { Watch } from './watch.ts'
import { scheduleDelivery } from './webhook-delivery.ts'

export const Params = Type.Object({ id: Type.String({ maxLength: 100 }) })

const StatusQuery = Type.Object(
  {
    ...PageQuery.properties,
    wait: Type.Integer({
      minimum: 0,
      maximum: 25,
      default: 0,
      description: 'Seconds to wait for an item past `offset`, or the end.',
    }),
  },
  { additionalProperties: false },
)

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
    'Retry-After': Type.Integer({ description: 'Seconds, while it goes on and no item waits' }),
  },
  content: {
    'application/json': { schema: State },
    [lines]: { schema: Type.String({ description: 'One item per line, as in `data`' }) },
  },
})

export type JobRouteDeps = CreateDeps &
  Pick<ResendDeps, 'egress' | 'firecrawlEvent' | 'objects'> & {
    watch: Watch
    /** Who asks how far a job is: their answers may be megabytes, written in the main thread. */
    lines: { status: AdmissionQueue }
  }

/** What every kind of job can be asked. */
export const jobRoutes = (
  server: HttpServer,
  deps: JobRouteDeps,
  kind: JobKind,
  State: TSchema,
): void => {
  const { name, path } = kind
  const called = { batch: 'Batch', crawl: 'Crawl', extract: 'BatchExtract' }[name]
  const one = oneOf(name)
  const closing = new AbortController()
  server.addHook('preClose', async () => closing.abort())
  server.get(
    `${path}/:id`,
    {
      schema: {
        tags: ['extraction'],
        operationId: `get${called}`,
        summary: `Status and results of ${one}`,
        description:
          'With `wait` the answer comes as soon as there is an item past `offset`, or the end. With `Accept: application/x-ndjson` items come as they end, a line each, until the last; if the connection is cut, go on with the number of lines you have as `offset`.',
        params: Params,
        querystring: StatusQuery,
        response: { 200: stateOrLines(State), ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      const { wait, ...page } = request.query
      const wanted = { ...request.params, ...page, accountId: callerOf(request).accountId }
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const signal = AbortSignal.any([gone.signal, closing.signal])
      if (request.headers.accept?.includes(lines)) {
        await assertThere(deps.sql, kind, wanted)
        const stream = Readable.from(streamItems(deps, kind, wanted, signal))
        return reply.type(lines).send(stream as never)
      }
      if (wait > 0) {
        const limits = { waitMs: wait * 1_000, signal }
        await deps.watch.awaitRows({ ...wanted, kind: name }, limits)
      }
      const line = deps.lines.status
      return line.admit(wanted.accountId, () =>
        line.hold(async () => {
          const state = await readStatus(deps, kind, wanted)
          if (state.status === 'scraping' && !state.next) reply.header('retry-after', 1)
          return replay(reply, JSON.stringify(state))
        }, gone.signal),
      )
    },
  )

  server.delete(
    `${path}/:id`,
    {
      schema: {
        tags: ['extraction'],
        operationId: `cancel${called}`,
        summary: `Cancel ${one}`,
        description:
          'Waiting pages never run, running ones are discarded and cost nothing, finished ones stay readable.',
        params: Params,
        response: { 200: Cancelled, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async request => {
      const { id } = request.params
      const { accountId } = callerOf(request)
      const cancel = async (sql: Sql) => {
        const outcome = await finishStore.cancel(sql, { id, accountId, kind: name })
        if (outcome?.is === 'cancelled' && outcome.hasWebhook)
          await scheduleDelivery(deps.queue(), sql, id, 'now')
        return outcome?.is
      }
      const outcome = await repeating(() => inTransaction(deps.sql, cancel, largeWork))
      if (outcome === undefined) throw noJob(kind, id)
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
        operationId: `list${called}Failures`,
        summary: `The URLs of ${one} that failed, and why`,
        params: Params,
        querystring: PageQuery,
        response: { 200: JobFailures, ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async request => {
      const wanted = { ...request.params, ...request.query, accountId: callerOf(request).accountId }
      return readFailures(deps, kind, wanted)
    },
  )

  for (const type of fileTypes.filter(type => type !== 'zip' || !kind.read))
    server.get(
      `${path}/:id/results.${type}`,
      {
        schema: {
          tags: ['extraction'],
          operationId: `download${called}${type.charAt(0).toUpperCase()}${type.slice(1)}`,
          summary: `The results of ${one} as one file: ${fileWords[type]}`,
          description:
            'What has ended when it is asked for, in order of completion. It is written while it is read, and costs nothing.',
          params: Params,
          response: {
            200: { content: { [mimeOf(type)]: { schema: Type.Unsafe({ type: 'string' }) } } },
            ...errorAnswers(401, 404, 429, 503),
          },
        },
      },
      async (request, reply) => {
        const wanted = { ...request.params, accountId: callerOf(request).accountId }
        await assertThere(deps.sql, kind, wanted)
        return reply
          .type(fileFormats[type].type)
          .header('content-disposition', `attachment; filename="${wanted.id}.${type}"`)
          .header('x-content-type-options', 'nosniff')
          .send(Readable.from(writeFile(deps, kind, wanted, type)) as never)
      },
    )

  server.get(
    `${path}/:id/deliveries`,
    {
      schema: {
        tags: ['extraction'],
        operationId: `list${called}Deliveries`,
        summary: `What became of ${one}’s webhook events`,
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
      // The log outlives the job: only its id still says of which kind it was.
      const isOurs = id.startsWith(`${name}_`)
      const found = isOurs ? await deliveryStore.page(deps.sql, wanted) : undefined
      if (!found) throw new AppError('not_found', `There is no ${name} ${id}, or it was long ago.`)
      return { total: found.total, data: found.deliveries }
    },
  )

  server.post(
    `${path}/:id/deliveries/:eventId/resend`,
    {
      schema: {
        tags: ['extraction'],
        operationId: `resend${called}Delivery`,
        summary: `Send ${one}’s webhook event again`,
        description:
          'One attempt more at an event that was delivered or given up, with the same id and the same bytes. The answer is 200 whatever the receiver said: `ok` tells whether it took it.',
        params: Type.Object({ ...Params.properties, eventId: Params.properties.id }),
        response: { 200: AttemptAnswer, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const wanted = { ...request.params, accountId: callerOf(request).accountId }
      return showAttempt(wanted.eventId, await resend(deps, kind, wanted, gone.signal))
    },
  )
}

/** An answer that is written as JSON already: the very bytes of the first one, where it is a replay. */
export const replay = (reply: FastifyReply, answer: string) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(answer as never)
