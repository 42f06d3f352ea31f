import type { FastifyReply, FastifyRequest } from 'fastify'
import { type People, readSession, type SignedIn } from '../../base/accounts/people/people.ts'
import { isOwnPage } from '../../base/http/own-hosts.ts'
import { AppError } from '../../kit/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; set by the session guard. */
    signedIn: SignedIn | undefined
  }
}

/**
 * Only our own pages may ask. A browser names the page that sends a request in headers which no
 * page can forge; SameSite cookies alone would still trust other hosts of the same site.
 */
export const createSiteGuard =
  (reach: { publicUrl: string }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin')
    const { origin, host, 'sec-fetch-site': site } = request.headers
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const isOurs = origin === undefined ? reads : isOwnPage(origin, host, reach.publicUrl)
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none'
    if (isForeign || !isOurs)
      throw new AppError('not_allowed', 'Only the dashboard’s own pages may ask for this.')
  }

/** The session cookie → `request.signedIn`, or a 401. */
export const createSessionGuard =
  (people: People) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const signedIn = await readSession(people, headersOf(request))
    if (!signedIn) throw new AppError('not_signed_in')
    request.signedIn = signedIn
    request.logFields = { person: signedIn.personId, account: signedIn.account.accountId }
    sendCookies(reply, signedIn.cookies)
  }

export const signedInOf = (request: FastifyRequest): SignedIn => {
  if (!request.signedIn) throw new Error('the route is not behind the session guard')
  return request.signedIn
}

/** As whom a change is made. */
export const byOf = ({ account, personId }: SignedIn) => ({
  accountId: account.accountId,
  actor: personId,
})

export const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const name of ['cookie', 'user-agent']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return headers
}

export const sendCookies = (reply: FastifyReply, cookies: readonly string[]): void => {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}
