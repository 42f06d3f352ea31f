import type { WayOut } from '../ways/ways.ts'
import type { CookieJar } from '../web/cookie-jar.ts'
import type { Outlet } from '../web/egress.ts'
import type { StorageState } from '../web/lend-page.ts'
import type { SessionRef } from './session-ref.ts'

/** A session while one page is read with it. */
export type PageSession = {
  jar: CookieJar
  /** For a browser: all that the session holds. */
  storageState: StorageState
  /** A browser may know more than the cookies say: some sites keep who is signed in in there. */
  hasLocalStorage(url: URL): boolean
  /** What a browser holds in the end. */
  keepState(state: StorageState): void
  /** Whether this is the form that its sign-in begins with. */
  isSignInPage(url: URL): boolean
}

export type SessionTrip = {
  url: URL
  /** Of the way that was chosen for the page: a sign-in goes by it too. */
  outlet?: Outlet | undefined
  life: AbortSignal
}

/** Reads pages as somebody who is signed in. */
export type PageSessions = {
  /** `read` is called again after the session was renewed, where it throws `SignedOut`. */
  use<T>(ref: SessionRef, trip: SessionTrip, read: (session: PageSession) => Promise<T>): Promise<T>
}

type SignedInTrip = { session?: SessionRef | undefined; url: URL; out: WayOut; life: AbortSignal }

/**
 * Reads by a way as whoever the request says. All that is fetched by the way that `read` gets
 * carries the session, and only to its hosts.
 */
export const asSignedIn = <T>(
  sessions: PageSessions,
  { session: ref, url, out, life }: SignedInTrip,
  read: (out: WayOut, session?: PageSession) => Promise<T>,
): Promise<T> => {
  if (!ref) return read(out)
  // Where a way was chosen, a sign-in takes no other.
  const trip = { url, outlet: out.chosen && out.egress, life }
  return sessions.use(ref, trip, session =>
    read({ ...out, egress: { ...out.egress, jar: session.jar } }, session),
  )
}

type Seen = { url: URL; status: number }

/** Throws where the site asks a signed-in reader to sign in. */
export const checkSignedIn = (
  session: PageSession | undefined,
  asked: URL,
  seen: Seen,
  outcome: { is: string; kind?: string },
): void => {
  if (session && isSignedOut(session, asked, seen, outcome)) throw new SignedOut()
}

export const isSignedOut = (
  session: PageSession,
  asked: URL,
  { url, status }: Seen,
  outcome: { is: string; kind?: string },
): boolean => {
  if (status === 401 || (outcome.is === 'wall' && outcome.kind === 'login')) return true
  return session.isSignInPage(url) && !session.isSignInPage(asked)
}

/** The site asked to sign in instead of showing the page. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}
