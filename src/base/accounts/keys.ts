import { AppError, invalidRequest } from '../../kit/errors.ts'
import { newId, randomToken, sha256 } from '../../kit/ids.ts'
import { inTransaction, isDatabaseAway, type Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { type KeysWanted, keyListStore } from './key-list-store.ts'
import { prefixes } from './key-shape.ts'
import { parseOriginEntry } from './origins.ts'
import { sealKey } from './shown-keys.ts'
import { type KeyKind, type KeyRow, store, type VerifiedKeyRow } from './store.ts'

/** A key as people see it; the key itself is in the answer to its creation, and see shown-keys.ts. */
export type Key = Omit<KeyRow, 'hash'> & { shown: string }
type CreatedKey = Key & { key: string }

type NewKey = {
  accountId: string
  kind: KeyKind
  name: string
  origins?: readonly string[]
  actor: string
  /** A key chosen by the operator (`BOOTSTRAP_*`); otherwise a random one. */
  key?: string
  internal?: boolean
  /** What a publishable key is kept with, to be shown again; without it, it is shown this once. */
  vault?: Vault
}

export const createKey = async (sql: Sql, wanted: NewKey): Promise<CreatedKey> => {
  if (wanted.kind === 'secret' && wanted.origins?.length)
    throw invalidRequest('Only publishable keys have allowed origins.')
  const key = wanted.key ?? prefixes[wanted.kind] + randomToken(32)
  const id = newId('key')
  const isShown = wanted.kind === 'publishable' && !wanted.internal
  const row = await store.insertKey(sql, {
    id,
    accountId: wanted.accountId,
    kind: wanted.kind,
    name: checkedName(wanted.name),
    hash: sha256(key),
    lastFour: key.slice(-4),
    origins: checkedOrigins(wanted.origins ?? []),
    actor: wanted.actor,
    internal: wanted.internal ?? false,
    sealed: isShown && wanted.vault ? sealKey(wanted.vault, id, key) : null,
  })
  return { ...present(row), key }
}

/** For the keyring: one question, whose answer may be remembered. */
export const askDatabase = (sql: Sql) => ({
  find: (token: string): Promise<VerifiedKeyRow | undefined> =>
    store.findKeyByHash(sql, sha256(token)),
  isAway: isDatabaseAway,
})

export const listKeys = async (sql: Sql, accountId?: string): Promise<Key[]> =>
  (await store.listKeys(sql, accountId)).map(present)

/** A part of them, searched and sorted. */
export const pageKeys = async (
  sql: Sql,
  wanted: KeysWanted,
): Promise<{ keys: Key[]; next: string | null; total: number }> => {
  const { rows, ...part } = await keyListStore.page(sql, wanted)
  return { keys: rows.map(present), ...part }
}

export const findKey = async (sql: Sql, id: string, accountId: string): Promise<Key> => {
  const row = await store.findKey(sql, id, accountId)
  if (!row) throw new AppError('not_found', `There is no key ${id}.`)
  return present(row)
}

/** Of a deleted or internal one too: logs outlive them. */
export const nameOfKey = async (
  sql: Sql,
  id: string,
  accountId: string,
): Promise<string | null> => {
  const [key] = await store.listKeyNames(sql, accountId, [id])
  return key?.name ?? null
}

export const renameKey = async (
  sql: Sql,
  request: { id: string; accountId: string; actor: string; name: string },
): Promise<Key> => {
  const row = await keyListStore.rename(sql, { ...request, name: checkedName(request.name) })
  if (!row) throw new AppError('not_found', `There is no key ${request.id}.`)
  return present(row)
}

export const deleteKey = async (sql: Sql, request: KeyRequest): Promise<void> => {
  if (!(await store.deleteKey(sql, request)))
    throw new AppError('not_found', `There is no key ${request.id}.`)
}

export const setOrigins = async (
  sql: Sql,
  request: KeyRequest & { origins: readonly string[] },
): Promise<Key> => {
  const row = await store.setOrigins(sql, { ...request, origins: checkedOrigins(request.origins) })
  if (!row) throw new AppError('not_found', `There is no publishable key ${request.id}.`)
  return present(row)
}

/**
 * A new key in place of another, which goes on working for the overlap: zero ends it at once. What
 * runs by a timetable in its name goes on with the new one.
 */
export const rollKey = (
  sql: Sql,
  request: { id: string; accountId: string; actor: string; overlapHours: number; vault: Vault },
): Promise<CreatedKey> =>
  inTransaction(sql, async sql => {
    const { id, accountId, actor, vault } = request
    const old = await store.findKey(sql, id, accountId)
    if (!old) throw new AppError('not_found', `There is no key ${id}.`)
    const { kind, name, origins } = old
    const created = await createKey(sql, { accountId, kind, name, origins, actor, vault })
    await store.replaceKey(sql, { id, by: created.id })
    if (request.overlapHours === 0) await store.deleteKey(sql, { id, accountId, actor })
    else await store.expireKey(sql, { id, accountId, actor, hours: request.overlapHours })
    return created
  })

/** `accountId` limits the request to one account's keys; the operator's command leaves it out. */
type KeyRequest = { id: string; accountId?: string; actor: string }

const present = ({ hash: _, ...row }: KeyRow): Key => ({
  ...row,
  shown: `${prefixes[row.kind]}…${row.lastFour}`,
})

const checkedName = (name: string): string => {
  const trimmed = name.trim()
  if (trimmed.length < 1 || trimmed.length > 80)
    throw invalidRequest('A key’s name has 1 to 80 characters.')
  return trimmed
}

const checkedOrigins = (typed: readonly string[]): string[] => {
  if (typed.length > 200) throw invalidRequest('At most 200 allowed origins.')
  const entries = typed.map(parseOriginEntry)
  const problems = entries.flatMap(entry => (entry.ok ? [] : [entry.problem]))
  if (problems.length > 0) throw invalidRequest(problems.join(' '))
  return [...new Set(entries.flatMap(entry => (entry.ok ? [entry.entry] : [])))]
}
