import { setTimeout as pause } from 'node:timers/promises'
import { createLife } from '../../kit/deadline.ts'
import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { type Database, inTransaction, type Sql } from '../db/sql.ts'
import {
  type PageSession,
  type PageSessions,
  type SessionTrip,
  SignedOut,
} from '../reader/page-session.ts'
import type { SessionRef } from '../reader/session-ref.ts'
import { openJar } from '../web/cookie-jar.ts'
import type { StorageState } from '../web/lend-page.ts'
import { leaseSeconds, whileLeased } from './lease.ts'
import type { Login } from './request.ts'
import { openContent, type SessionContent, sealContent } from './sealed-content.ts'
import { isOurFault, type SignInDeps, signIn } from './sign-in.ts'
import { changesBetween, hostIn, isTooLarge, stateWithin, tooLarge, withChanges } from './state.ts'
import { type SessionRow, sessionStore } from './store.ts'

export type SessionDeps = SignInDeps & { sql: Database }

export type Sessions = PageSessions & {
  /** Throws where no page can be read with it. */
  check(ref: SessionRef): Promise<void>
  /** Signs in now, whatever it holds. */
  renew(ref: SessionRef, life: AbortSignal): Promise<void>
}

/** Sign-ins in a row after which no page could be read: a site must not take us for an attack. */
const maxFailures = 5
/** With the wait for a browser and for the next one-time code. */
const signInMs = 150_000
const lookAgainMs = 200
/** Somebody who signs in by hand may take longer. */
const patienceMs = 100_000
/** A page that is sent to the form this often is not for whoever signed in. */
const maxReadings = 3
const useNotedMs = 60_000

export const createSessions = (deps: SessionDeps): Sessions => ({
  async check(ref) {
    const row = await findSession(deps.sql, ref)
    if (!isReady(row) && !row.hasLogin) throw expired(row)
  },

  async use(ref, trip, read) {
    for (let readings = 1; ; readings++) {
      const row = await openReady(deps, ref, trip)
      const opened = openSession(openContent(deps.vault, row), row)
      try {
        const answer = await read(opened.session)
        await keepChanges(deps, row, opened.changes())
        return answer
      } catch (error) {
        if (!(error instanceof SignedOut)) throw error
        if (!row.hasLogin || readings === maxReadings) {
          await sessionStore.noteExpiry(deps.sql, ref, row.generation)
          throw expired(row)
        }
        await renewOnce(deps, ref, row, trip)
      }
    }
  },

  async renew(ref, life) {
    const row = await findSession(deps.sql, ref)
    if (row.isLeased) throw new AppError('session_busy', undefined, { retryAfterSeconds: 5 })
    await renewOnce(deps, ref, { ...row, failures: 0 }, { life })
  },
})

export const findSession = async (sql: Sql, ref: SessionRef): Promise<SessionRow> => {
  const row = await sessionStore.find(sql, ref)
  if (!row) throw gone(ref.id)
  return row
}

export const gone = (id: string) =>
  new AppError('session_not_found', `There is no session ${id.slice(0, 100)}.`)

const checkHost = ({ id, hosts }: SessionRow, url: URL): void => {
  if (!hostIn(hosts)(url.hostname))
    throw invalidRequest(`The session ${id} is for ${hosts.join(', ')}, not for ${url.hostname}.`)
}

const isReady = ({ status, isOver }: SessionRow): boolean => status === 'ready' && !isOver

const expired = ({ id, hasLogin, failure }: SessionRow): AppError => {
  const how = hasLogin
    ? `It was signed in again, and the page still asks for it.${failure ? ` ${failure}` : ''}`
    : 'It has no steps to sign in again: sign in by hand in the dashboard, or give it a new "state" (PATCH /v1/sessions/{id}).'
  return new AppError('session_expired', `The session ${id} is over. ${how}`)
}

/** The session as it is now, signed in first where it is not. */
const openReady = async (
  deps: SessionDeps,
  ref: SessionRef,
  trip: SessionTrip,
): Promise<SessionRow> => {
  const row = await findSession(deps.sql, ref)
  checkHost(row, trip.url)
  if (isReady(row)) return row
  if (!row.hasLogin) throw expired(row)
  await renewOnce(deps, ref, row, trip)
  return findSession(deps.sql, ref)
}

/**
 * One sign-in for an end of the session, whoever notices it first and in whichever process: those
 * who come later find another generation than the one they read with, and go on with that.
 */
const renewOnce = async (
  deps: SessionDeps,
  ref: SessionRef,
  seen: SessionRow,
  { life, outlet }: Omit<SessionTrip, 'url'>,
): Promise<void> => {
  const before = openContent(deps.vault, seen)
  const { login } = before
  if (!login || !seen.hasLogin) throw expired(seen)
  if (seen.failures >= maxFailures) throw tooOften(seen)
  const lease = newId('lease')
  const asked = { generation: seen.generation, lease, seconds: leaseSeconds }
  const untilMs = performance.now() + patienceMs
  for (;;) {
    if (await sessionStore.lease(deps.sql, ref, asked)) break
    const row = await findSession(deps.sql, ref)
    if (row.generation !== seen.generation) return
    // Whoever signed in for all of us could not: the same again would fail as well.
    if (row.failure && row.failedAt?.getTime() !== seen.failedAt?.getTime())
      throw new AppError('login_failed', row.failure)
    if (performance.now() > untilMs)
      throw new AppError('session_busy', undefined, { retryAfterSeconds: 60 })
    await pause(lookAgainMs, undefined, { signal: life })
  }
  const signing = signInFor(deps, ref, { seen, before, login, lease, outlet })
  signing.catch(() => undefined)
  const waiting = createLife({ signal: life, timeoutMs: 2 * signInMs, whenLate: tookTooLong })
  await waiting.within(signing).finally(waiting.end)
}

type Leased = {
  seen: SessionRow
  before: SessionContent
  login: Login
  lease: string
  outlet: SessionTrip['outlet']
}

/** For everybody who waits for it: it goes on when the call that began it hangs up. */
const signInFor = async (
  deps: SessionDeps,
  ref: SessionRef,
  { seen, before, login, lease, outlet }: Leased,
): Promise<void> => {
  const own = createLife({ timeoutMs: signInMs, whenLate: tookTooLong })
  try {
    const trip = { outlet, life: own.signal }
    const state = await whileLeased(deps.sql, ref, lease, () =>
      signIn(deps, ref.accountId, login, trip),
    )
    const content = { ...before, state: stateWithin(state, seen.hosts, Date.now()) }
    if (isTooLarge(content.state)) throw new AppError('login_failed', tooLarge)
    const sealed = sealContent(deps.vault, ref.id, content)
    await sessionStore.signedIn(deps.sql, ref, { lease, sealed })
  } catch (thrown) {
    const error = own.signal.aborted ? own.signal.reason : thrown
    if (isOurFault(error)) {
      await sessionStore.release(deps.sql, ref, lease)
      throw error
    }
    const isTheirs = error instanceof AppError && error.code === 'login_failed'
    const failure = isTheirs ? error.message : 'The sign-in was cut off.'
    await sessionStore.signInFailed(deps.sql, ref, { lease, failure })
    throw error
  } finally {
    own.end()
  }
}

const tookTooLong = () => new AppError('login_failed', 'The sign-in took too long.')

const tooOften = ({ id, failure }: SessionRow): AppError =>
  new AppError(
    'session_expired',
    `The session ${id} was signed in ${maxFailures} times, and no page could be read.${failure ? ` ${failure}` : ''} Mend its steps, then sign in (POST /v1/sessions/{id}/sign-in).`,
  )

/** While one page is read: what it sends, and what came back. */
const openSession = ({ state, login, headers }: SessionContent, { hosts }: SessionRow) => {
  const covers = hostIn(hosts)
  const jar = openJar(state.cookies, covers, headers)
  const form = login && URL.parse(login.url)
  let after: StorageState | undefined
  const session: PageSession = {
    jar,
    get storageState() {
      const now = withChanges(state, { cookies: jar.changes() })
      return stateWithin(now, hosts, Date.now())
    },
    hasLocalStorage: ({ origin }) => state.origins.some(kept => kept.origin === origin),
    keepState(held) {
      after = stateWithin(held, hosts, Date.now())
    },
    isSignInPage: url => url.origin === form?.origin && url.pathname === form.pathname,
  }
  return { session, changes: () => changesBetween(state, jar, after, Date.now()) }
}

/** What the site changed is kept, unless somebody signed in anew meanwhile: that is newer. */
const keepChanges = async (
  { sql, vault }: SessionDeps,
  row: SessionRow,
  changes: Partial<StorageState> | undefined,
): Promise<void> => {
  const isNew = Date.now() - (row.usedAt?.getTime() ?? 0) > useNotedMs
  if (isNew || row.failures > 0) await sessionStore.noteUse(sql, row, row.generation)
  if (!changes || !row.savesChanges) return
  await inTransaction(sql, async transaction => {
    const now = await sessionStore.lock(transaction, row)
    if (now?.generation !== row.generation) return
    const content = openContent(vault, now)
    const state = stateWithin(withChanges(content.state, changes), now.hosts, Date.now())
    if (JSON.stringify(state) === JSON.stringify(content.state) || isTooLarge(state)) return
    await sessionStore.save(transaction, row, sealContent(vault, row.id, { ...content, state }))
  })
}
