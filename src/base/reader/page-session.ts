import type { CookieJar } from '../web/cookie-jar.ts'
import type { Outlet } from '../web/egress.ts'
import type { StorageState } from '../web/lease.ts'

/** Which session a page is read with, and whose it is: nobody else's is ever looked for. */
export type SessionRef = { id: string; accountId: string }

export const sessionRef = (
  { session: id }: { session?: string | undefined },
  accountId: string,
): SessionRef | undefined => (id === undefined ? undefined : { id, accountId })

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

/** The site asked to sign in instead of showing the page. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}
