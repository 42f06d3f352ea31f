import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { createInvitation, findLink } from '../../base/accounts/people/links.ts'
import {
  checkOwner,
  listMembers,
  removeMember,
  showAccount,
  withdrawInvitation,
} from '../../base/accounts/people/members.ts'
import {
  changePassword,
  join,
  type People,
  signIn,
  signOut,
  signOutEverywhere,
} from '../../base/accounts/people/people.ts'
import type { HttpServer } from '../../base/http/server.ts'
import type { JoinAnswer, LinkAnswer, MembersAnswer } from './answers.ts'
import { headersOf, sendCookies, signedInOf } from './guard.ts'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Email = text(254)
const Password = text(1_000)
const Token = text(100)
const Id = Type.Object({ id: text(100) })
const body = <T extends Record<string, ReturnType<typeof text>>>(fields: T) =>
  Type.Object(fields, { additionalProperties: false })

/** For people who are not signed in yet. */
export const doorRoutes = (server: HttpServer, { people }: { people: People }): void => {
  server.post(
    '/sign-in',
    { schema: { body: body({ email: Email, password: Password }) } },
    async (request, reply) => {
      sendCookies(reply, await signIn(people, request.body, callerOf(request)))
      return {}
    },
  )

  server.post('/link', { schema: { body: body({ token: Token }) } }, async request => {
    const link = await findLink(people.sql, request.body.token)
    return { kind: link.kind, account: link.accountName, role: link.role } satisfies LinkAnswer
  })

  server.post(
    '/join',
    { schema: { body: body({ token: Token, email: Email, password: Password }) } },
    async (request, reply) => {
      const caller = callerOf(request)
      const keys = await join(people, { ...request.body, address: caller.address })
      sendCookies(reply, await signIn(people, request.body, caller))
      return { keys: keys ?? null } satisfies JoinAnswer
    },
  )
}

export const peopleRoutes = (
  server: HttpServer,
  { people, reach }: { people: People; reach: { publicUrl: string } },
): void => {
  server.post('/sign-out', async (request, reply) => {
    sendCookies(reply, await signOut(people, headersOf(request)))
    return {}
  })

  server.post('/sign-out-everywhere', async request => {
    await signOutEverywhere(people, headersOf(request))
    return {}
  })

  server.post(
    '/password',
    { schema: { body: body({ currentPassword: Password, newPassword: Password }) } },
    async (request, reply) => {
      const attempt = { email: signedInOf(request).email, address: request.ip }
      const change = { ...request.body, attempt, headers: headersOf(request) }
      sendCookies(reply, await changePassword(people, change))
      return {}
    },
  )

  server.post('/account', { schema: { body: body({ id: text(100) }) } }, async request => {
    await showAccount(people.sql, signedInOf(request), request.body.id)
    return {}
  })

  server.get('/members', async request => {
    const { accountId } = signedInOf(request).account
    const { members, invitations } = await listMembers(people.sql, accountId)
    return {
      members: members.map(member => ({ ...member, joinedAt: member.joinedAt.toISOString() })),
      invitations: invitations.map(({ id, role, expiresAt }) => ({
        id,
        role,
        expiresAt: expiresAt.toISOString(),
      })),
    } satisfies MembersAnswer
  })

  server.delete('/members/:id', { schema: { params: Id } }, async request => {
    await removeMember(people.sql, signedInOf(request), request.params.id)
    return {}
  })

  server.post(
    '/invitations',
    {
      schema: {
        body: Type.Object(
          { role: Type.Enum(['owner', 'member']) },
          { additionalProperties: false },
        ),
      },
    },
    async request => {
      const by = signedInOf(request)
      checkOwner(by)
      const { accountId } = by.account
      const wanted = { accountId, role: request.body.role, actor: by.personId }
      return { url: await createInvitation(people.sql, { ...wanted, publicUrl: reach.publicUrl }) }
    },
  )

  server.delete('/invitations/:id', { schema: { params: Id } }, async request => {
    await withdrawInvitation(people.sql, signedInOf(request), request.params.id)
    return {}
  })
}

const callerOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})
