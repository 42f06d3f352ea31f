import {
  type Cookie,
  expiryWithin,
  isExpired,
  isOfHost,
  isPublicSuffix,
  keyOf,
  lastSecond,
  type openJar,
} from '../web/cookie-jar.ts'
import type { StorageState } from '../web/lend-page.ts'

const maxStateBytes = 256 * 1_024

/** Whether a host is one of a session's: exactly, or below `*.`. */
export const hostIn =
  (hosts: readonly string[]) =>
  (hostname: string): boolean =>
    hosts.some(host =>
      host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
    )

/** Only what belongs to the session's hosts, and is not over. */
export const stateWithin = (
  { cookies, origins }: StorageState,
  hosts: readonly string[],
  nowMs: number,
): StorageState => {
  const covers = hostIn(hosts)
  const isOurs = (cookie: Cookie) =>
    covers(cookie.domain.replace(/^\./, '')) ||
    // A cookie of the domain above is sent to the hosts below it.
    hosts.some(host => isOfHost(cookie, host.replace(/^\*\./, '')))
  return {
    cookies: cookies
      .filter(cookie => isOurs(cookie) && !isExpired(cookie, nowMs) && isSendable(cookie))
      .map(asBrowsersTakeIt),
    origins: origins.filter(
      ({ origin, localStorage }) =>
        localStorage.length > 0 && covers(URL.parse(origin)?.hostname ?? ''),
    ),
  }
}

/** Browsers refuse all cookies for one that is wrong. */
const isSendable = ({ name, value, domain, path }: Cookie): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in one.
  !/[\x00-\x1f\x7f;]/.test(name + value + path) &&
  !name.includes('=') &&
  // A whole suffix such as .com is nobody's.
  !(domain.startsWith('.') && isPublicSuffix(domain.slice(1))) &&
  !(name.startsWith('__Host-') && (domain.startsWith('.') || path !== '/'))

const asBrowsersTakeIt = (cookie: Cookie): Cookie => {
  const secure = cookie.secure || /^__(?:Host|Secure)-/.test(cookie.name)
  const sameSite = cookie.sameSite === 'None' && !secure ? 'Lax' : cookie.sameSite
  const expires = cookie.expires === -1 ? -1 : expiryWithin(cookie.expires)
  return { ...cookie, secure, sameSite, expires }
}

/** What is new, in the place of what it replaces; a cookie that is over takes its place away. */
export const withChanges = (state: StorageState, changes: Partial<StorageState>): StorageState => {
  const cookies = new Map(state.cookies.map(cookie => [keyOf(cookie), cookie]))
  for (const cookie of changes.cookies ?? []) cookies.set(keyOf(cookie), cookie)
  const origins = new Map(state.origins.map(kept => [kept.origin, kept]))
  for (const kept of changes.origins ?? []) origins.set(kept.origin, kept)
  return { cookies: [...cookies.values()], origins: [...origins.values()] }
}

/** What a page changed: by the static reader in the jar, by the browser in its own state. */
export const changesBetween = (
  before: StorageState,
  jar: ReturnType<typeof openJar>,
  after: StorageState | undefined,
  nowMs: number,
): Partial<StorageState> | undefined => {
  const known = new Map(before.cookies.map(cookie => [keyOf(cookie), cookie]))
  const differs = (cookie: Cookie) => {
    const old = known.get(keyOf(cookie))
    return !old || old.value !== cookie.value || livesOn(old, cookie, nowMs)
  }
  const kept = new Set((after?.cookies ?? []).map(keyOf))
  const removed = after ? before.cookies.filter(cookie => !kept.has(keyOf(cookie))) : []
  const cookies = [
    ...jar.changes().filter(cookie => differs(cookie) || isExpired(cookie, nowMs)),
    ...(after?.cookies ?? []).filter(differs),
    ...removed.map(cookie => ({ ...cookie, expires: 0 })),
  ]
  const stored = new Map(before.origins.map(kept => [kept.origin, JSON.stringify(kept)]))
  const origins = (after?.origins ?? []).filter(
    kept =>
      stored.get(kept.origin) !== JSON.stringify(kept) &&
      (kept.localStorage.length > 0 || stored.has(kept.origin)),
  )
  return cookies.length + origins.length > 0 ? { cookies, origins } : undefined
}

/** Many sites move the end of a session with every page: told once a tenth of its time has gone by. */
const livesOn = (old: Cookie, cookie: Cookie, nowMs: number): boolean => {
  const [before, end] = [endOf(old), endOf(cookie)]
  return end - before > (end - nowMs / 1_000) / 10
}

const endOf = ({ expires }: Cookie): number => (expires === -1 ? lastSecond : expires)

export const isTooLarge = (state: StorageState): boolean =>
  JSON.stringify(state).length > maxStateBytes

export const tooLarge = 'The state of a session may have 256 kB.'
