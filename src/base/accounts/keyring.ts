import { sha256 } from '../../ids.ts'
import type { Notifications } from '../db/notify.ts'
import type { Sql } from '../db/sql.ts'
import { hasKeyShape } from './keys.ts'
import { accountsChannel, type KeyKind, keysChannel, store, type VerifiedKeyRow } from './store.ts'

export type VerifiedKey = VerifiedKeyRow

export type Keyring = {
  /** The key if it is valid and of this kind. Known keys cost a look into a map. */
  verify(token: string, kind: KeyKind): VerifiedKey | undefined | Promise<VerifiedKey | undefined>
}

/**
 * Verified keys live in memory for as long as this process hears of deletions: a notification
 * drops the key at once, and while the notification connection is down every check asks the
 * database, so a deleted key stops working everywhere within a second.
 */
export const createKeyring = async (deps: {
  sql: Sql
  notifications: Notifications
}): Promise<Keyring> => {
  const known = new Map<string, VerifiedKey | undefined>()
  const asking = new Map<string, Promise<VerifiedKey | undefined>>()
  // A row read before a notification must not be remembered after it.
  let generation = 0
  const forget = () => {
    generation++
    known.clear()
    asking.clear()
  }
  await deps.notifications.subscribe(keysChannel, forget)
  await deps.notifications.subscribe(accountsChannel, forget)
  deps.notifications.onReconnect(forget)

  const ask = async (token: string, kind: KeyKind): Promise<VerifiedKey | undefined> => {
    const before = generation
    const found = await store.findKeyByHash(deps.sql, sha256(token))
    const key = found?.kind === kind ? found : undefined
    if (generation === before && deps.notifications.isLive()) {
      if (known.size >= maxKnown) known.clear()
      known.set(token, key)
    }
    return key
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

  return {
    verify(token, kind) {
      if (!hasKeyShape(token, kind)) return undefined
      if (!deps.notifications.isLive()) return ask(token, kind)
      const key = known.get(token)
      if (key === undefined && !known.has(token)) return askOnce(token, kind)
      if (key?.expiresAt && key.expiresAt.getTime() <= Date.now()) return undefined
      return key
    },
  }
}

/** Unknown tokens are remembered too, so that a guesser costs no SQL twice; the map stays small. */
const maxKnown = 50_000
