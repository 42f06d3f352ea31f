import { AppError } from '../../../errors.ts'
import { newId } from '../../../ids.ts'
import { type Database, inTransaction, type Sql } from '../../db/sql.ts'
import type { Vault } from '../../db/vault.ts'
import type { FirstKeys } from '../first-run.ts'
import { store } from '../store.ts'
import { attemptStore } from './attempt-store.ts'
import { type Attempt, limited } from './attempts.ts'
import type { Auth } from './auth.ts'
import { tellingFaults } from './faults.ts'
import { makeFirstKeys, openFirstKeys } from './first-keys.ts'
import { findLink, takeLink } from './links.ts'
import { checkNewPassword, hashPassword, verifyPassword } from './password.ts'
import { type LinkRow, type Membership, peopleStore } from './store.ts'

export type People = { sql: Database; auth: () => Promise<Auth>; vault: Vault }

/** However busy it is, a session ends then. */
const maxSessionDays = 30

export const openPeople = (deps: { sql: Database; vault: Vault; publicUrl: string }): People => {
  const secret = deps.vault.secretFor('sessions')
  let opened: Promise<Auth> | undefined
  // Loading better-auth is a sixth of our start, and nobody signs in that early.
  const load = async () => (await import('./auth.ts')).createAuth({ ...deps, secret })
  const auth = () => {
    opened ??= load()
    return opened
  }
  return { sql: deps.sql, auth, vault: deps.vault }
}

/** Who is signed in, and on whose behalf. `cookies` are to be sent with the answer. */
export type SignedIn = {
  personId: string
  email: string
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
    sessionId: session.id,
    account,
    accounts,
    cookies: answer.getSetCookie(),
  }
}

type Credentials = { email: string; password: string }

/** The cookies of a new session. */
export const signIn = async (
  { sql, auth }: People,
  { password, ...typed }: Credentials,
  caller: { address: string; userAgent: string },
): Promise<string[]> => {
  const email = normalEmail(typed.email)
  return limited(sql, { email, address: caller.address }, async () => {
    // For an unknown address better-auth hashes the password all the same: equal timing.
    const headers = new Headers({ 'user-agent': caller.userAgent })
    const { api } = await auth()
    const answer = await tellingFaults(() =>
      api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    ).catch((error: unknown) => {
      throw isRefusal(error)
        ? new AppError('not_signed_in', 'The e-mail address or the password is wrong.')
        : error
    })
    return answer.headers.getSetCookie()
  })
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
  { sql, auth }: People,
  change: { headers: Headers; attempt: Attempt; currentPassword: string; newPassword: string },
): Promise<string[]> => {
  const { headers, currentPassword, newPassword } = change
  checkNewPassword(newPassword)
  return limited(sql, change.attempt, async () => {
    const { api } = await auth()
    const body = { currentPassword, newPassword, revokeOtherSessions: true }
    const answer = await tellingFaults(() =>
      api.changePassword({ body, headers, returnHeaders: true }),
    ).catch((error: unknown) => {
      throw isRefusal(error)
        ? new AppError('invalid_request', 'The current password is wrong.')
        : error
    })
    return answer.headers.getSetCookie()
  })
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
  const { kind } = await findLink(sql, request.token)
  const known = await peopleStore.findPerson(sql, email)
  if (known && kind === 'invitation')
    await limited(sql, { email, address: request.address }, async () => {
      if (!(await verifyPassword(known.password ?? '', request.password)))
        throw new AppError(
          'invalid_request',
          'You have an account here: use the password you sign in with.',
        )
    })
  else checkNewPassword(request.password)
  const passwordHash = await hashPassword(request.password)
  return inTransaction(sql, async sql => {
    const link = await takeLink(sql, request.token)
    const personId = known?.id ?? newId('person')
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
  if (!sealedKeys) return makeFirstKeys(sql, { accountId, actor })
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

const normalEmail = (typed: string): string => {
  const email = typed.trim().toLowerCase()
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new AppError('invalid_request', `"${email.slice(0, 100)}" is not an e-mail address.`)
  return email
}

/** better-auth's own answers have a status; anything else (a lost database) is not the person's. */
const isRefusal = (error: unknown): boolean => {
  const status = Number(Object(error).statusCode)
  return status >= 400 && status < 500
}
