import { createInvitation } from '../../base/accounts/people/links.ts'
import {
  checkOwner,
  listMembers,
  madeByMember,
  removeMember,
  setMemberKeys,
  showAccount,
  withdrawInvitation,
} from '../../base/accounts/people/members.ts'
import {
  changePassword,
  type People,
  signOut,
  signOutEverywhere,
} from '../../base/accounts/people/people.ts'
import type { HttpServer } from '../../base/http/server.ts'
import { answer } from './answer.ts'
import { headersOf, sendCookies, signedInOf } from './guard.ts'
import { presentKey } from './key-routes.ts'
import { callerOf } from './sign-in-routes.ts'

export const peopleRoutes = (
  server: HttpServer,
  { people, reach }: { people: People; reach: { publicUrl: string } },
): void => {
  answer(server, 'POST /sign-out', async (request, reply) => {
    sendCookies(reply, await signOut(people, headersOf(request)))
    return {}
  })

  answer(server, 'POST /sign-out-everywhere', async request => {
    await signOutEverywhere(people, headersOf(request))
    return {}
  })

  answer(server, 'POST /password', async (request, reply) => {
    const change = { ...request.body, by: signedInOf(request), caller: callerOf(request) }
    sendCookies(reply, await changePassword(people, change))
    return {}
  })

  answer(server, 'POST /account', async request => {
    await showAccount(people.sql, signedInOf(request), request.body.id)
    return {}
  })

  answer(server, 'GET /members', async request => {
    const { accountId, memberKeys } = signedInOf(request).account
    const { members, invitations } = await listMembers(people.sql, accountId)
    return {
      memberKeys,
      members: members.map(member => ({ ...member, joinedAt: member.joinedAt.toISOString() })),
      invitations: invitations.map(({ id, role, expiresAt }) => ({
        id,
        role,
        expiresAt: expiresAt.toISOString(),
      })),
    }
  })

  answer(server, 'PUT /members/keys', async request => {
    await setMemberKeys(people.sql, signedInOf(request), request.body.memberKeys)
    return {}
  })

  answer(server, 'GET /members/:id/keys', async request => {
    const by = signedInOf(request)
    const { keys, invitations } = await madeByMember(people.sql, by, request.params.id)
    return { keys: keys.map(key => presentKey(by, key)), invitations }
  })

  /** Answers with the keys of theirs that still work, and what ended. */
  answer(server, 'POST /members/:id/remove', async request => {
    const by = signedInOf(request)
    const { deleteKeys } = request.body
    const wanted = { personId: request.params.id, deleteKeys }
    const { keysLeft, ended } = await removeMember(people.sql, by, wanted)
    return { keys: keysLeft.map(key => presentKey(by, key)), ended }
  })

  answer(server, 'POST /invitations', async request => {
    const by = signedInOf(request)
    checkOwner(by)
    const { accountId } = by.account
    const wanted = { accountId, role: request.body.role, actor: by.personId }
    return { url: await createInvitation(people.sql, { ...wanted, publicUrl: reach.publicUrl }) }
  })

  answer(server, 'DELETE /invitations/:id', async request => {
    await withdrawInvitation(people.sql, signedInOf(request), request.params.id)
    return {}
  })
}
