import { AppError, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { type Database, inTransaction, type Sql } from '../../db/sql.ts'
import type { Vault } from '../../db/vault.ts'
import { auditStore } from '../audit-store.ts'
import type { FirstKeys } from '../first-run.ts'
import { store } from '../store.ts'
import { attemptStore } from './attempt-store.ts'
import { type Attempt, limited } from './attempts.ts'
import type { Auth } from './auth.ts'
import { newSessionToken } from './cookies.ts'
import { deviceCookie, knownDevice } from './device.ts'
import { normalEmail } from './email.ts'
import { isRefusal, tellingFaults } from './faults.ts'
import { makeFirstKeys, openFirstKeys } from './first-keys.ts'
import { findLink, takeLink } from './links.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './password.ts'
import { type LinkRow, type Membership, peopleStore } from './store.ts'

export type People = {
  sql: Database
  auth: () => Promise<Auth>
  vault: Vault
  /** Reached over https: cookies are for nothing else. */
  isSecure: boolean
}

/** However busy it is, a session ends then. */
const maxSessionDays = 30

export const openPeople = (deps: { sql: Database; vault: Vault; publicUrl: string }): People => {
  const secret = deps.vault.secretFor('sessions')
  const isSecure = deps.publicUrl.startsWith('https:')
  let opened: Promise<Auth> | undefined
  // Loading better-auth is a sixth of our start, and nobody signs in that early.
  const load = async () => (await import('./auth.ts')).createAuth({ ...deps, secret, isSecure })
  const auth = () => {
    opened ??= load()
    return opened
  }
  return { sql: deps.sql, auth, vault: deps.vault, isSecure }
}

/** Who is signed in, and on whose behalf. `cookies` are to be sent with the answer. */
export type SignedIn = {
  personId: string
  email: string
  /** Whether signing in takes two steps. */
  twoStep: boolean
  sessionId: string
  account: Membership
  accounts: Membership[]
  cookies: string[]
}

export const readSession = async (
  { sql, auth }: People,
  headers: Headers,
): Promise<SignedIn | undefined> => {
  const { api } = await auth()
  const { response, headers: answer } = await tellingFaults(() =>
    api.getSession({ headers, returnHeaders: true }),
  )
  if (!response) return undefined
  const { session, user } = response
  if (Date.now() - session.createdAt.getTime() > maxSessionDays * 86_400_000) return undefined
  const accounts = await peopleStore.memberships(sql, user.id, session.id)
  const [account] = accounts
  if (!account) return undefined
  return {
    personId: user.id,
    email: user.email,
    twoStep: user.twoFactorEnabled === true,
    sessionId: session.id,
    account,
    accounts,
    cookies: answer.getSetCookie(),
  }
}

type Credentials = { email: string; password: string }

/** Where a request came from, with its cookies and its browser's name. */
export type Caller = { address: string; headers: Headers }
/** The cookies of a new session, or of somebody who still owes the code of the second step. */
export type Entry = { cookies: string[]; needsCode: boolean }

export const signIn = async (
  people: People,
  { password, ...typed }: Credentials,
  caller: Caller,
): Promise<Entry> => {
  const { sql, auth } = people
  const email = normalEmail(typed.email)
  const person = await peopleStore.findPerson(sql, email)
  const device = knownDevice(people, person, caller.headers)
  return limited(sql, { kind: 'password', email, address: caller.address, device }, async () => {
    // For an unknown address better-auth hashes the password all the same: equal timing.
    const headers = new Headers({ 'user-agent': caller.headers.get('user-agent') ?? '' })
    const { api } = await auth()
    const answer = await tellingFaults(() =>
      api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    ).catch((error: unknown) => {
      throw isRefusal(error)
        ? new AppError('not_signed_in', 'The e-mail address or the password is wrong.')
        : error
    })
    const cookies = answer.headers.getSetCookie()
    const needsCode = 'twoFactorRedirect' in answer.response
    if (person && !needsCode) cookies.push(deviceCookie(people, person, device))
    return { cookies, needsCode }
  })
}

/** How the tries of somebody who is signed in are counted. */
export const attemptOf = async (
  people: People,
  { email }: SignedIn,
  { address, headers }: Caller,
): Promise<Attempt> => {
  const person = await peopleStore.findPerson(people.sql, email)
  return { email, address, device: knownDevice(people, person, headers) }
}

export const signOut = async ({ auth }: People, headers: Headers): Promise<string[]> => {
  const { api } = await auth()
  const answer = await tellingFaults(() => api.signOut({ headers, returnHeaders: true }))
  return answer.headers.getSetCookie()
}

export const signOutEverywhere = async ({ auth }: People, headers: Headers): Promise<void> => {
  const { api } = await auth()
  await tellingFaults(() => api.revokeSessions({ headers }))
}

/** All other sessions end; the cookies are those of the new one. */
export const changePassword = async (
  people: People,
  change: { by: SignedIn; caller: Caller; currentPassword: string; newPassword: string },
): Promise<string[]> => {
  const { by, caller, currentPassword, newPassword } = change
  const { sql, auth } = people
  checkNewPassword(newPassword)
  const attempt = await attemptOf(people, by, caller)
  return limited(sql, { ...attempt, kind: 'password' }, async () => {
    const { api } = await auth()
    const body = { currentPassword, newPassword, revokeOtherSessions: true }
    const { headers } = caller
    const answer = await tellingFaults(() =>
      api.changePassword({ body, headers, returnHeaders: true }),
    ).catch((error: unknown) => {
      throw isRefusal(error) ? invalidRequest('The current password is wrong.') : error
    })
    const { personId } = by
    await peopleStore.endOpenDoors(sql, personId)
    const cookies = answer.headers.getSetCookie()
    await keepOnly(people, by, cookies)
    await auditStore.notePerson(sql, { personId, actor: personId, action: 'person.password' })
    const person = await peopleStore.findPersonById(sql, personId)
    const device = person ? [deviceCookie(people, person, undefined)] : []
    return [...cookies, ...device]
  })
}

/** The session that an answer begins takes the place of all the person had. */
export const keepOnly = (
  { sql, isSecure }: People,
  { personId, account }: SignedIn,
  cookies: readonly string[],
): Promise<void> => {
  const token = newSessionToken(isSecure, cookies)
  return peopleStore.keepSession(sql, { personId, token, accountId: account.accountId })
}

/**
 * Uses a set-up link or an invitation. A set-up link comes from the operator and may also give a
 * known person a new password; an invitation to a known person asks for the password they have.
 * Returns the keys to begin with, for the first owner only.
 */
export const join = async (
  { sql, vault }: People,
  request: Credentials & { token: string; address: string },
): Promise<FirstKeys | undefined> => {
  const email = normalEmail(request.email)
  const { kind, accountId } = await findLink(sql, request.token)
  const known = await peopleStore.findPerson(sql, email)
  if (known && kind === 'invitation')
    await limited(sql, { kind: 'password', email, address: request.address }, async () => {
      if (!(await verifyPassword(known.password ?? '', request.password)))
        throw invalidRequest('You have an account here: use the password you sign in with.')
    })
  else checkNewPassword(request.password)
  const passwordHash = await hashPassword(request.password)
  return inTransaction(sql, async sql => {
    await peopleStore.lockMembers(sql, accountId)
    const link = await takeLink(sql, request.token)
    const personId = known?.id ?? newId('person')
    if (link.barred.includes(personId))
      throw new AppError(
        'not_allowed',
        'You were removed from this account after this link was made. Ask an owner for a new one.',
      )
    if (!known) await insertPerson(sql, { id: personId, email, passwordHash })
    else if (link.kind === 'setup') await peopleStore.setPassword(sql, personId, passwordHash)
    // The operator's link is proof enough: nobody locks its holder out by guessing beforehand.
    if (link.kind === 'setup') await attemptStore.forgetPerson(sql, email)
    const isFirst = link.kind === 'setup' && !(await peopleStore.hasOwner(sql, link.accountId))
    await peopleStore.join(sql, { ...link, personId, actor: personId })
    return isFirst ? firstKeysOf(sql, vault, link, personId) : undefined
  })
}

const firstKeysOf = (sql: Sql, vault: Vault, link: LinkRow, actor: string): Promise<FirstKeys> => {
  const { id, accountId, sealedKeys } = link
  if (!sealedKeys) return makeFirstKeys(sql, { accountId, actor, vault })
  return Promise.resolve(openFirstKeys(vault, id, sealedKeys))
}

/** `ADMIN_EMAIL` and `ADMIN_PASSWORD`: only where there is no owner yet. */
export const ensureOwner = async (
  sql: Sql,
  accountId: string,
  admin: Credentials | undefined,
): Promise<boolean> => {
  if (await peopleStore.hasOwner(sql, accountId)) return true
  if (!admin) return false
  const email = normalEmail(admin.email)
  const passwordHash = await hashPassword(admin.password)
  return store.alone(sql, 'first owner', async sql => {
    const known = await peopleStore.findPerson(sql, email)
    const personId = known?.id ?? newId('person')
    if (!known) await insertPerson(sql, { id: personId, email, passwordHash })
    await peopleStore.join(sql, { accountId, personId, role: 'owner', actor: 'start' })
    return true
  })
}

const insertPerson = (sql: Sql, person: { id: string; email: string; passwordHash: string }) =>
  peopleStore.insertPerson(sql, { ...person, credentialId: newId('credential') })
