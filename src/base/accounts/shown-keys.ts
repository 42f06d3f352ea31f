import { sha256 } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { shownKeyStore } from './shown-key-store.ts'
import { store } from './store.ts'

type Deps = { sql: Sql; vault: Vault }

/** Publishable keys are made to be seen: kept so that they can be shown again. */
export const sealKey = (vault: Vault, id: string, key: string): Buffer =>
  vault.seal(key, purposeOf(id))

/** Those of the keys that can be shown, by id: publishable, and not made before they were kept. */
export const shownKeys = async (
  { sql, vault }: Deps,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  const rows = ids.length === 0 ? [] : await shownKeyStore.list(sql, ids)
  return new Map(rows.map(({ id, sealed }) => [id, vault.open(sealed, purposeOf(id))]))
}

/** One to put into lines that people copy; one that every site may use before others. */
export const anyShownKey = async (
  { sql, vault }: Deps,
  accountId: string,
): Promise<string | undefined> => {
  const found = await shownKeyStore.first(sql, accountId)
  return found && vault.open(found.sealed, purposeOf(found.id))
}

/** A publishable key from before that the operator's settings name again can be shown from now on. */
export const keepNamedKey = async ({ sql, vault }: Deps, key: string): Promise<void> => {
  const known = await store.findKeyByHash(sql, sha256(key))
  if (known) await shownKeyStore.seal(sql, known.id, sealKey(vault, known.id, key))
}

const purposeOf = (id: string) => `publishable key ${id}`
