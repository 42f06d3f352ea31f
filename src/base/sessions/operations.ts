import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type Database, inTransaction, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { checkActions } from '../reader/actions/check.ts'
import { checkedHeaders } from '../reader/page-request.ts'
import type { SessionRef } from '../reader/session-ref.ts'
import type { StorageState } from '../web/lend-page.ts'
import { readCookieFile } from './cookie-file.ts'
import { checkHosts } from './hosts.ts'
import type { Login, Session, SessionChange, SessionRequest } from './request.ts'
import { emptyState, openContent, sealContent, sealSecret } from './sealed-content.ts'
import { findSession, gone } from './sessions.ts'
import { secretsIn } from './sign-in.ts'
import { isTooLarge, stateWithin, tooLarge } from './state.ts'
import { type SessionRow, secretStore, sessionStore } from './store.ts'
import { readTotpKey } from './totp.ts'

export type ChangeDeps = { sql: Database; vault: Vault; parseTarget: (text: string) => URL }

const maxSessions = 100
const maxSecrets = 200
const signInMs = 60_000

export const createSession = async (
  deps: ChangeDeps,
  accountId: string,
  asked: SessionRequest,
): Promise<Session> => {
  const { login, saveChanges = true } = asked
  // Without steps nobody can sign in again: the site alone says when it is over.
  const { ttlHours = hasSteps(login) ? 24 : 720 } = asked
  const hosts = checkHosts(asked.hosts)
  const state = stateOf(asked, hosts)
  const headers = headersOf(asked)
  if (!state && !login && !headers)
    throw invalidRequest('Send "login", "state", "cookieFile" or "headers".')
  if (login) await checkLogin(deps, accountId, login)
  const id = newId('ses')
  const sealed = sealContent(deps.vault, id, { login, headers, state: state ?? emptyState })
  await inTransaction(deps.sql, async sql => {
    if ((await sessionStore.count(sql, accountId)) >= maxSessions)
      throw new AppError('not_allowed', `An account may have ${maxSessions} sessions.`)
    await sessionStore.insert(sql, {
      ...{ id, accountId, hosts, sealed, ttlHours, savesChanges: saveChanges },
      name: asked.name ?? hosts[0] ?? id,
      hasLogin: hasSteps(login),
      status: state || (headers && !hasSteps(login)) ? 'ready' : 'new',
    })
  })
  return showSession(await findSession(deps.sql, { id, accountId }))
}

export const changeSession = async (
  deps: ChangeDeps,
  ref: SessionRef,
  asked: SessionChange,
): Promise<Session> => {
  if (asked.login) await checkLogin(deps, ref.accountId, asked.login)
  await inTransaction(deps.sql, async sql => {
    const row = await sessionStore.lock(sql, ref)
    if (!row) throw gone(ref.id)
    const before = openContent(deps.vault, row)
    const hosts = asked.hosts ? checkHosts(asked.hosts) : row.hosts
    const given = stateOf(asked, hosts)
    const login = asked.login ?? before.login
    const headers = headersOf(asked) ?? before.headers
    const state = given ?? stateWithin(before.state, hosts, Date.now())
    await sessionStore.change(sql, ref, {
      name: asked.name ?? row.name,
      ...{ hosts, hasLogin: hasSteps(login), hasNewState: (given ?? asked.headers) !== undefined },
      sealed: sealContent(deps.vault, ref.id, { login, headers, state }),
      savesChanges: asked.saveChanges ?? row.savesChanges,
      ttlHours: asked.ttlHours ?? row.ttlHours,
    })
  })
  return showSession(await findSession(deps.sql, ref))
}

export const showSession = (row: SessionRow): Session => {
  const { signedInAt, usedAt, failure } = row
  return {
    ...{ id: row.id, name: row.name, hosts: row.hosts, hasLogin: row.hasLogin },
    status: row.status === 'ready' && row.isOver ? 'expired' : row.status,
    ...{ ttlHours: row.ttlHours, saveChanges: row.savesChanges, signIns: row.generation },
    ...(signedInAt && { signedInAt: signedInAt.toISOString() }),
    ...(usedAt && { usedAt: usedAt.toISOString() }),
    ...(failure && { failure }),
    createdAt: row.createdAt.toISOString(),
  }
}

export const putSecret = async (
  { sql, vault }: Pick<ChangeDeps, 'sql' | 'vault'>,
  secret: { accountId: string; name: string; value: string; totp: boolean },
): Promise<void> => {
  const { accountId, name, value, totp } = secret
  if (totp) readTotpKey(value)
  const known = await secretStore.list(sql, accountId)
  if (known.length >= maxSecrets && !known.some(row => row.name === name))
    throw new AppError('not_allowed', `An account may have ${maxSecrets} secrets.`)
  const sealed = sealSecret(vault, { accountId, name }, value)
  await secretStore.put(sql, { accountId, name, sealed, totp })
}

const hasSteps = (login: Login | undefined): boolean => (login?.actions.length ?? 0) > 0

const headersOf = ({ headers }: Pick<SessionChange, 'headers'>) =>
  headers && checkedHeaders(headers)

const stateOf = (
  { state, cookieFile }: Pick<SessionChange, 'state' | 'cookieFile'>,
  hosts: readonly string[],
): StorageState | undefined => {
  if (state && cookieFile) throw invalidRequest('Send "state" or "cookieFile", not both.')
  if (!state && !cookieFile) return undefined
  const whole: StorageState = cookieFile
    ? { cookies: readCookieFile(cookieFile), origins: [] }
    : { cookies: (state?.cookies ?? []).map(complete), origins: state?.origins ?? [] }
  if (isTooLarge(whole)) throw invalidRequest(tooLarge)
  const own = stateWithin(whole, hosts, Date.now())
  if (own.cookies.length + own.origins.length === 0)
    throw invalidRequest(`The state has nothing for ${hosts.join(', ')} that is still valid.`)
  return own
}

type Given = NonNullable<NonNullable<SessionRequest['state']>['cookies']>[number]
const complete = (cookie: Given) => ({
  ...{ name: cookie.name, value: cookie.value, domain: cookie.domain.toLowerCase() },
  path: cookie.path ?? '/',
  expires: cookie.expires !== undefined && cookie.expires > 0 ? cookie.expires : -1,
  httpOnly: cookie.httpOnly ?? false,
  secure: cookie.secure ?? false,
  sameSite: cookie.sameSite ?? 'Lax',
})

const checkLogin = async (
  { sql, parseTarget }: { sql: Sql; parseTarget: ChangeDeps['parseTarget'] },
  accountId: string,
  { url, actions }: Login,
): Promise<void> => {
  parseTarget(url)
  const taken = actions.map(step => (step.type === 'write' ? { ...step, text: '' } : step))
  checkActions({ actions: taken, timeoutMs: signInMs }, { pageScripts: false })
  for (const [index, step] of actions.entries())
    if (step.type === 'write' && (step.text === undefined) === (step.secret === undefined))
      throw invalidRequest(`Step ${index + 1} needs "text" or "secret".`)
  const names = secretsIn(actions)
  const known = new Set((await secretStore.list(sql, accountId)).map(({ name }) => name))
  const missing = names.find(name => !known.has(name))
  if (missing !== undefined)
    throw invalidRequest(
      `There is no secret "${missing}". Put it there first: PUT /v1/secrets/${missing}.`,
    )
}
