import type { FastifyRequest } from 'fastify'
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
import { headersOf, sendCookies, signedInOf } from './guard.ts'
import { questions } from './questions.ts'

/** For people who are not signed in yet. */
export const doorRoutes = (server: HttpServer, { people }: { people: People }): void => {
  server.post('/sign-in', { schema: questions['POST /sign-in'] }, async (request, reply) => {
    sendCookies(reply, await signIn(people, request.body, callerOf(request)))
    return {}
  })

  server.post('/link', { schema: questions['POST /link'] }, async request => {
    const link = await findLink(people.sql, request.body.token)
    return { kind: link.kind, account: link.accountName, role: link.role }
  })

  server.post('/join', { schema: questions['POST /join'] }, async (request, reply) => {
    const caller = callerOf(request)
    const keys = await join(people, { ...request.body, address: caller.address })
    sendCookies(reply, await signIn(people, request.body, caller))
    return { keys: keys ?? null }
  })
}

export const peopleRoutes = (
  server: HttpServer,
  { people, reach }: { people: People; reach: { publicUrl: string } },
): void => {
  server.post('/sign-out', { schema: questions['POST /sign-out'] }, async (request, reply) => {
    sendCookies(reply, await signOut(people, headersOf(request)))
    return {}
  })

  server.post(
    '/sign-out-everywhere',
    { schema: questions['POST /sign-out-everywhere'] },
    async request => {
      await signOutEverywhere(people, headersOf(request))
      return {}
    },
  )

  server.post('/password', { schema: questions['POST /password'] }, async (request, reply) => {
    const attempt = { email: signedInOf(request).email, address: request.ip }
    const change = { ...request.body, attempt, headers: headersOf(request) }
    sendCookies(reply, await changePassword(people, change))
    return {}
  })

  server.post('/account', { schema: questions['POST /account'] }, async request => {
    await showAccount(people.sql, signedInOf(request), request.body.id)
    return {}
  })

  server.get('/members', { schema: questions['GET /members'] }, async request => {
    const { accountId } = signedInOf(request).account
    const { members, invitations } = await listMembers(people.sql, accountId)
    return {
      members: members.map(member => ({ ...member, joinedAt: member.joinedAt.toISOString() })),
      invitations: invitations.map(({ id, role, expiresAt }) => ({
        id,
        role,
        expiresAt: expiresAt.toISOString(),
      })),
    }
  })

  server.delete('/members/:id', { schema: questions['DELETE /members/:id'] }, async request => {
    await removeMember(people.sql, signedInOf(request), request.params.id)
    return {}
  })

  server.post('/invitations', { schema: questions['POST /invitations'] }, async request => {
    const by = signedInOf(request)
    checkOwner(by)
    const { accountId } = by.account
    const wanted = { accountId, role: request.body.role, actor: by.personId }
    return { url: await createInvitation(people.sql, { ...wanted, publicUrl: reach.publicUrl }) }
  })

  server.delete(
    '/invitations/:id',
    { schema: questions['DELETE /invitations/:id'] },
    async request => {
      await withdrawInvitation(people.sql, signedInOf(request), request.params.id)
      return {}
    },
  )
}

const callerOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})
