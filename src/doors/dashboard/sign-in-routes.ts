import type { FastifyRequest } from 'fastify'
import { findLink } from '../../base/accounts/people/links.ts'
import { type Caller, join, type People, signIn } from '../../base/accounts/people/people.ts'
import {
  findReset,
  type ResetPayload,
  requestReset,
  resetPassword,
} from '../../base/accounts/people/reset.ts'
import { enterCode } from '../../base/accounts/people/two-step.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { AppError } from '../../kit/errors.ts'
import { answer } from './answer.ts'
import { headersOf, sendCookies } from './guard.ts'

export type DoorRouteDeps = {
  people: People
  /** Sends somebody the link to a new password; nothing where there is no mail server. */
  sendReset: ((payload: ResetPayload) => Promise<unknown>) | undefined
}

/** An address, a password and a token, with room: whoever sends more has shown nothing yet. */
const bodyLimit = 16 * 1024

/** For people who are not signed in yet. */
export const doorRoutes = (server: HttpServer, { people, sendReset }: DoorRouteDeps): void => {
  const { sql } = people
  server.addHook('onRoute', route => {
    route.bodyLimit = bodyLimit
  })

  answer(server, 'POST /sign-in', async (request, reply) => {
    const { cookies, needsCode } = await signIn(people, request.body, callerOf(request))
    sendCookies(reply, cookies)
    return { needsCode }
  })

  answer(server, 'POST /code', async (request, reply) => {
    sendCookies(reply, await enterCode(people, request.body.code, callerOf(request)))
    return {}
  })

  answer(server, 'POST /link', async request => {
    const link = await findLink(sql, request.body.token)
    return { kind: link.kind, account: link.accountName, role: link.role }
  })

  answer(server, 'POST /join', async (request, reply) => {
    const caller = callerOf(request)
    const keys = await join(people, { ...request.body, address: caller.address })
    const { cookies, needsCode } = await signIn(people, request.body, caller)
    sendCookies(reply, cookies)
    return { keys: keys ?? null, needsCode }
  })

  answer(server, 'GET /forgot', async () => ({
    sendsMail: sendReset !== undefined,
  }))

  answer(server, 'POST /forgot', async request => {
    if (!sendReset)
      throw new AppError('conflict', 'This server sends no mail. Ask whoever runs it for a link.')
    await requestReset(sql, { ...request.body, address: request.ip }, sendReset)
    return {}
  })

  answer(server, 'POST /reset-link', async request => ({
    email: await findReset(sql, request.body.token),
  }))

  answer(server, 'POST /reset', async (request, reply) => {
    const { password } = request.body
    const email = await resetPassword(sql, request.body)
    const { cookies, needsCode } = await signIn(people, { email, password }, callerOf(request))
    sendCookies(reply, cookies)
    return { needsCode }
  })
}

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  headers: headersOf(request),
})
