import { callerOf, IdParams, ownedParams } from '../../base/accounts/guard.ts'
import { inTransaction } from '../../base/db/sql.ts'
import { deletedAnswers, errorAnswers } from '../../base/http/answers.ts'
import { PageQuery } from '../../base/http/cursor.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { IdempotencyHeaders } from '../../base/jobs/job-options.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { closed, optional, Type } from '../../kit/schema.ts'
import { activityOf } from './activity.ts'
import { Reader, ReaderList, ReaderVersions, TryAnswer } from './answers.ts'
import { sealReaderWebhook, teachMore, teachNew, tryPages } from './calls.ts'
import type { ReaderDeps } from './deps.ts'
import { draftRoutes } from './drafts.ts'
import { ReaderFile } from './file.ts'
import { examplesOf } from './file-examples.ts'
import { readHost } from './host.ts'
import { readMatch } from './match.ts'
import { describeReader, exported, findOwned, findVersion, gone, readReader } from './operations.ts'
import { MoreExamples, ReaderChange, ReaderRequest, ReaderTry } from './request.ts'
import { readerStore, versionStore } from './store.ts'
import { ReaderActivity } from './teaching-answers.ts'

const VersionParams = Type.Object({
  ...IdParams.properties,
  number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
})
/** Five pages of HTML. */
const bodyLimitBytes = 20 * 1024 * 1024
const optionsBytes = 64 * 1024
const tags = ['readers']

export const readerRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  draftRoutes(server, deps)
  teachRoutes(server, deps)
  lookRoutes(server, deps)
  versionRoutes(server, deps)
  proposalRoutes(server, deps)
  changeRoutes(server, deps)
}

const teachRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  server.post(
    '/readers',
    {
      bodyLimit: bodyLimitBytes,
      schema: {
        ...{ tags, operationId: 'createReader', summary: 'Teach a reader from example pages' },
        description:
          'It learns from one to five pages whose values you know, and then reads all pages of that template without a model: use its id as `reader` in an extraction. Costs 1 credit for each page that is read for it; HTML that you send costs nothing. With `file` it imports an exported reader.',
        headers: IdempotencyHeaders,
        body: ReaderRequest,
        response: { 201: Reader, ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const answer = await teachNew(deps, request, reply, request.body)
      reply.code(201)
      return answer
    },
  )

  server.post(
    '/readers/:id/examples',
    {
      bodyLimit: bodyLimitBytes,
      schema: {
        ...{ tags, operationId: 'addReaderExamples', summary: 'Teach it more, or correct it' },
        description:
          'Learns anew from all examples and makes a new version. A page that is given again replaces its older values.',
        params: IdParams,
        body: MoreExamples,
        response: { 200: Reader, ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 502, 503) },
      },
    },
    (request, reply) => teachMore(deps, request, reply, ownedParams(request), request.body),
  )

  server.post(
    '/readers/:id/try',
    {
      bodyLimit: bodyLimitBytes,
      schema: {
        ...{ tags, operationId: 'tryReader', summary: 'See what it finds on pages' },
        description:
          'Up to ten URLs, or the HTML of one page. No model is asked and nothing is saved. Costs 1 credit for each page that is read; one that cannot be read has an `error` instead.',
        params: IdParams,
        body: ReaderTry,
        response: { 200: TryAnswer, ...errorAnswers(400, 401, 402, 404, 409, 413, 429, 502, 503) },
      },
    },
    (request, reply) => tryPages(deps, request, reply, ownedParams(request), request.body),
  )
}

const lookRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  server.get(
    '/readers',
    {
      schema: {
        ...{ tags, operationId: 'listReaders', summary: 'The account’s readers, the newest first' },
        querystring: closed({ ...PageQuery.properties, host: optional.String({ maxLength: 300 }) }),
        response: { 200: ReaderList, ...errorAnswers(400, 401, 429, 503) },
      },
    },
    async request => {
      const { accountId } = callerOf(request)
      const { host: asked, ...page } = request.query
      const host = asked === undefined ? undefined : (readHost(asked) ?? asked)
      const { total, rows } = await readerStore.list(deps.sql, { accountId, host, ...page })
      const data = await Promise.all(rows.map(row => describeReader(deps.sql, row)))
      return { total, data }
    },
  )

  server.get(
    '/readers/:id',
    {
      schema: {
        ...{ tags, operationId: 'getReader', summary: 'One reader: its fields and questions' },
        params: IdParams,
        response: { 200: Reader, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    request => readReader(deps.sql, ownedParams(request)),
  )

  server.get(
    '/readers/:id/activity',
    {
      schema: {
        ...{ tags, operationId: 'getReaderActivity', summary: 'What became of its pages' },
        description: 'Counts by field and day, the last flagged pages, and the last good one.',
        params: IdParams,
        response: { 200: ReaderActivity, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async request => {
      const { id } = await findOwned(deps.sql, ownedParams(request))
      return activityOf(deps.sql, id)
    },
  )

  server.get(
    '/readers/:id/export',
    {
      schema: {
        ...{ tags, operationId: 'exportReader', summary: 'The reader as a file' },
        description:
          'Plain data for a repository or another server. It has no values of the example pages; `examples=true` adds the pages with their values, and an import keeps them.',
        params: IdParams,
        querystring: closed({ examples: optional.Boolean({ default: false }) }),
        response: { 200: ReaderFile, ...errorAnswers(400, 401, 404, 409, 429, 503) },
      },
    },
    async request => {
      const row = await findOwned(deps.sql, ownedParams(request))
      const file = exported(row, await findVersion(deps.sql, row, row.version))
      if (!request.query.examples) return file
      const whole = { ...file, examples: await examplesOf(deps.sql, row.id) }
      // What is given here can be given back: as JSON it is the larger part of an import.
      if (Buffer.byteLength(JSON.stringify(whole)) > bodyLimitBytes - optionsBytes)
        throw new AppError(
          'conflict',
          'With its example pages the file is larger than the 20 MB of an import. `siteray readers pull` writes them one by one.',
        )
      return whole
    },
  )
}

const versionRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  server.get(
    '/readers/:id/versions',
    {
      schema: {
        ...{ tags, operationId: 'listReaderVersions', summary: 'What it learned, and when' },
        description: 'The last fifty, the newest first.',
        params: IdParams,
        response: { 200: ReaderVersions, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async request => {
      const row = await findOwned(deps.sql, ownedParams(request))
      const versions = await versionStore.list(deps.sql, row.id)
      return {
        data: versions.map(({ number, cause, isProposed, gate, createdAt }) => ({
          ...{ version: number, cause, inUse: number === row.version, isProposed },
          ...(gate && { gate }),
          createdAt: createdAt.toISOString(),
        })),
      }
    },
  )

  server.post(
    '/readers/:id/versions/:number/use',
    {
      schema: {
        ...{ tags, operationId: 'useReaderVersion', summary: 'Go back to a version, or forth' },
        params: VersionParams,
        response: { 200: Reader, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async request => {
      const owned = ownedParams(request)
      await inTransaction(deps.sql, async sql => {
        const row = await findOwned(sql, owned)
        await findVersion(sql, row, request.params.number)
        await readerStore.use(sql, row.id, request.params.number)
      })
      return readReader(deps.sql, owned)
    },
  )
}

const proposalRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  server.delete(
    '/readers/:id/versions/:number',
    {
      schema: {
        ...{ tags, operationId: 'deleteReaderVersion', summary: 'Discard a version' },
        description: 'A proposed repair, or an old version; not the one in use.',
        params: VersionParams,
        response: { 200: Reader, ...errorAnswers(401, 404, 409, 429, 503) },
      },
    },
    async request => {
      const owned = ownedParams(request)
      const { number } = request.params
      const row = await findOwned(deps.sql, owned)
      await findVersion(deps.sql, row, number)
      if (!(await versionStore.remove(deps.sql, row.id, number)))
        throw new AppError('conflict', `Version ${number} is in use.`)
      return readReader(deps.sql, owned)
    },
  )
}

const changeRoutes = (server: HttpServer, deps: ReaderDeps): void => {
  server.patch(
    '/readers/:id',
    {
      schema: {
        ...{
          tags,
          operationId: 'changeReader',
          summary: 'Change its name, pages, fallback, checks or events',
        },
        params: IdParams,
        body: ReaderChange,
        response: { 200: Reader, ...errorAnswers(400, 401, 404, 413, 429, 503) },
      },
    },
    async request => {
      const owned = ownedParams(request)
      const { mail: mails, webhook, match, ...asked } = request.body
      const change = { ...asked, ...(asked.name !== undefined && { name: asked.name.trim() }) }
      if (change.name === '') throw invalidRequest('"name" is empty.')
      const { host } = await findOwned(deps.sql, owned)
      const sealed = webhook && sealReaderWebhook(deps, owned.id, webhook)
      const changes = {
        ...{ ...change, ...(mails !== undefined && { mails }) },
        ...(webhook !== undefined && { webhook: sealed ?? null }),
        ...(match !== undefined && { paths: match && readMatch(match, host) }),
      }
      if (!(await readerStore.change(deps.sql, owned, changes))) throw gone(owned.id)
      return readReader(deps.sql, owned)
    },
  )

  server.delete(
    '/readers/:id',
    {
      schema: {
        ...{ tags, operationId: 'deleteReader', summary: 'Delete a reader' },
        description: 'With its examples and versions.',
        params: IdParams,
        response: deletedAnswers('ReaderDeleted'),
      },
    },
    async request => {
      const owned = ownedParams(request)
      if (!(await readerStore.remove(deps.sql, owned))) throw gone(owned.id)
      return { id: owned.id, deleted: true }
    },
  )
}
