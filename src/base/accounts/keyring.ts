import { within } from '../../kit/deadline.ts'
import type { Notifications } from '../db/notify.ts'
import { accountsChannel, hasKeyShape, keysChannel } from './key-shape.ts'
import type { KeyKind, VerifiedKeyRow } from './store.ts'

export type VerifiedKey = VerifiedKeyRow & {
  /** Of the person who calls from the dashboard; a key has none. */
  role?: 'owner' | 'member'
}

export type Keyring = {
  /** The key if it is valid and of this kind. Known keys cost a look into a map. */
  verify(token: string, kind: KeyKind): VerifiedKey | undefined | Promise<VerifiedKey | undefined>
}

type Known = {
  key: VerifiedKey
  verifiedMs: number
  /** The time without a gap in the notifications in which it was verified. */
  round: number
}

type KeyringDeps = {
  /** Whoever knows; see `askDatabase` in keys.ts. */
  find: (token: string, kind: KeyKind) => Promise<VerifiedKey | undefined>
  /** Whether an error of `find` says that nobody could be asked. */
  isAway: (error: unknown) => boolean
  notifications: Pick<Notifications, 'isLive' | 'provenMs' | 'subscribe' | 'onReconnect'>
}

/** While the database is away, images go on for keys verified no longer ago: see ADR 0013. */
const graceMs = 5 * 60_000
/** Who can go on without the database does not wait longer for it. */
const patienceMs = 1_000
/** Unknown tokens are remembered too, so that a guesser costs no SQL twice; the maps stay small. */
const maxKnown = 50_000

/**
 * Verified keys live in memory for as long as this process hears of changes: a notification drops
 * that key at once, and without proof that notifications arrive every check asks the database, so
 * a deleted key stops working everywhere within a second.
 */
export const createKeyring = async (deps: KeyringDeps): Promise<Keyring> => {
  const { notifications } = deps
  const known = new Map<string, Known>()
  const unknown = new Set<string>()
  const asking = new Map<string, Promise<VerifiedKey | undefined>>()
  // A row read before a notification must not be remembered after it.
  let changes = 0
  let round = 0
  let away = false

  const change = () => {
    changes++
    asking.clear()
    // What was unknown may be the very key that was made.
    unknown.clear()
  }
  const drop = (isMeant: (key: VerifiedKey) => boolean) => {
    change()
    for (const [token, { key }] of known) if (isMeant(key)) known.delete(token)
  }
  await notifications.subscribe(keysChannel, id => drop(key => key.id === id))
  await notifications.subscribe(accountsChannel, id => drop(key => key.accountId === id))
  notifications.onReconnect(() => {
    for (const entry of known.values()) entry.verifiedMs = verifiedMs(entry)
    round++
    change()
  })

  /** A key is as good as verified until the last word that nothing had changed. */
  const verifiedMs = (entry: Known): number =>
    entry.round === round ? Math.max(entry.verifiedMs, notifications.provenMs()) : entry.verifiedMs

  const ask = async (token: string, kind: KeyKind): Promise<VerifiedKey | undefined> => {
    const before = changes
    const found = await deps.find(token, kind)
    away = false
    const key = found?.kind === kind ? found : undefined
    if (changes === before) remember(token, key)
    return key
  }
  const remember = (token: string, key: VerifiedKey | undefined) => {
    known.delete(token)
    if (known.size >= maxKnown) known.clear()
    if (unknown.size >= maxKnown) unknown.clear()
    if (key) known.set(token, { key, round, verifiedMs: performance.now() })
    else unknown.add(token)
  }

  /** A thousand requests with one key that was just dropped are one question. */
  const askOnce = (token: string, kind: KeyKind) => {
    const running = asking.get(token)
    if (running) return running
    const answer = ask(token, kind).finally(() => {
      if (asking.get(token) === answer) asking.delete(token)
    })
    asking.set(token, answer)
    return answer
  }

  const askOrGoOn = (token: string, kind: KeyKind, entry: Known) => {
    const goOn = () => usable(entry)
    const asked = askOnce(token, kind)
    if (away) {
      asked.catch(() => undefined)
      return goOn()
    }
    return within(patienceMs, asked, () => new Late()).catch(error => {
      if (!(error instanceof Late) && !deps.isAway(error)) throw error
      away = true
      return goOn()
    })
  }

  return {
    verify(token, kind) {
      if (!hasKeyShape(token, kind)) return undefined
      const entry = known.get(token)
      if (notifications.isLive()) {
        if (entry?.round === round) return usable(entry)
        if (unknown.has(token)) return undefined
      }
      const mayGoOn =
        entry && kind === 'publishable' && performance.now() - verifiedMs(entry) < graceMs
      return mayGoOn ? askOrGoOn(token, kind, entry) : askOnce(token, kind)
    },
  }
}

class Late extends Error {}

const usable = ({ key }: Known): VerifiedKey | undefined =>
  key.expiresAt && key.expiresAt.getTime() <= Date.now() ? undefined : key
