import { AppError } from '../../kit/errors.ts'
import { Type } from '../../kit/schema.ts'
import { callerOf, IdParams, ownedParams } from '../accounts/guard.ts'
import { deletedAnswers, errorAnswers, named } from '../http/answers.ts'
import { whileConnected } from '../http/client-disconnect.ts'
import type { HttpServer } from '../http/server.ts'
import {
  type ChangeDeps,
  changeSession,
  createSession,
  putSecret,
  showSession,
} from './operations.ts'
import {
  Secret,
  SecretList,
  SecretRequest,
  Session,
  SessionChange,
  SessionList,
  SessionRequest,
  secretName,
} from './request.ts'
import { findSession, gone, type Sessions } from './sessions.ts'
import { secretStore, sessionStore } from './store.ts'

type Deps = ChangeDeps & { sessions: Sessions }

const SecretParams = Type.Object({ name: secretName })
const tags = ['sessions']

export const sessionRoutes = (server: HttpServer, deps: Deps): void => {
  lookRoutes(server, deps)
  changeRoutes(server, deps)
  secretRoutes(server, deps)
}

const lookRoutes = (server: HttpServer, deps: Deps): void => {
  server.get(
    '/sessions',
    {
      schema: {
        ...{ tags, operationId: 'listSessions', summary: 'The account’s sessions, newest first' },
        response: { 200: SessionList, ...errorAnswers(401, 429, 503) },
      },
    },
    async request => {
      const rows = await sessionStore.list(deps.sql, callerOf(request).accountId)
      return { data: rows.map(showSession) }
    },
  )

  server.get(
    '/sessions/:id',
    {
      schema: {
        ...{ tags, operationId: 'getSession', summary: 'One session: its state and last use' },
        params: IdParams,
        response: { 200: Session, ...errorAnswers(401, 404, 429, 503) },
      },
    },
    async request => showSession(await findSession(deps.sql, ownedParams(request))),
  )
}

const changeRoutes = (server: HttpServer, deps: Deps): void => {
  server.post(
    '/sessions',
    {
      schema: {
        ...{ tags, operationId: 'createSession', summary: 'Sign in once, read many pages' },
        description:
          'From steps that sign in (`login`), from a state that you have already (`state`, `cookieFile`), or from both. Use its id as `session` in scrapes, batches, crawls and extractions. Cookies, steps and secrets are kept encrypted and never shown again. Costs nothing.',
        body: SessionRequest,
        response: { 201: Session, ...errorAnswers(400, 401, 403, 413, 429, 503) },
      },
    },
    async (request, reply) => {
      const answer = await createSession(deps, callerOf(request).accountId, request.body)
      reply.code(201)
      return answer
    },
  )

  server.patch(
    '/sessions/:id',
    {
      schema: {
        ...{ tags, operationId: 'changeSession', summary: 'Change a session' },
        description: 'What is left out stays. A new state takes the place of the old one.',
        params: IdParams,
        body: SessionChange,
        response: { 200: Session, ...errorAnswers(400, 401, 404, 413, 429, 503) },
      },
    },
    request => changeSession(deps, ownedParams(request), request.body),
  )

  server.post(
    '/sessions/:id/sign-in',
    {
      schema: {
        ...{ tags, operationId: 'signInSession', summary: 'Sign in now' },
        description:
          'Takes the steps of `login` and keeps what they lead to. Siteray does so itself when a page asks to sign in; use this to test the steps. Costs nothing.',
        params: IdParams,
        response: { 200: Session, ...errorAnswers(401, 404, 409, 429, 502, 503) },
      },
    },
    async (request, reply) => {
      const ref = ownedParams(request)
      await deps.sessions.renew(ref, whileConnected(reply))
      return showSession(await findSession(deps.sql, ref))
    },
  )

  server.delete(
    '/sessions/:id',
    {
      schema: {
        ...{ tags, operationId: 'deleteSession', summary: 'Delete a session' },
        params: IdParams,
        response: deletedAnswers('SessionDeleted'),
      },
    },
    async request => {
      const ref = ownedParams(request)
      if (!(await sessionStore.remove(deps.sql, ref))) throw gone(ref.id)
      return { id: ref.id, deleted: true }
    },
  )
}

const secretRoutes = (server: HttpServer, deps: Deps): void => {
  server.get(
    '/secrets',
    {
      schema: {
        ...{ tags, operationId: 'listSecrets', summary: 'Names of the account’s secrets' },
        response: { 200: SecretList, ...errorAnswers(401, 429, 503) },
      },
    },
    async request => {
      const rows = await secretStore.list(deps.sql, callerOf(request).accountId)
      return {
        data: rows.map(({ updatedAt, ...row }) => ({ ...row, updatedAt: updatedAt.toISOString() })),
      }
    },
  )

  server.put(
    '/secrets/:name',
    {
      schema: {
        ...{ tags, operationId: 'putSecret', summary: 'Keep a secret for sign-ins' },
        description:
          'A password, or the key of one-time codes, for steps of a sign-in to name. It can be replaced and deleted, and never read again.',
        params: SecretParams,
        body: SecretRequest,
        response: { 200: Secret, ...errorAnswers(400, 401, 403, 413, 429, 503) },
      },
    },
    async request => {
      const { name, accountId } = ownedParams(request)
      const { value, totp = false } = request.body
      await putSecret(deps, { accountId, name, value, totp })
      return { name, totp, updatedAt: new Date().toISOString() }
    },
  )

  server.delete(
    '/secrets/:name',
    {
      schema: {
        ...{ tags, operationId: 'deleteSecret', summary: 'Delete a secret' },
        params: SecretParams,
        response: {
          200: named('SecretDeleted', { name: Type.String(), deleted: Type.Boolean() }),
          ...errorAnswers(401, 404, 429, 503),
        },
      },
    },
    async request => {
      const { name, accountId } = ownedParams(request)
      if (!(await secretStore.remove(deps.sql, accountId, name)))
        throw new AppError('not_found', `There is no secret "${name}".`)
      return { name, deleted: true }
    },
  )
}
