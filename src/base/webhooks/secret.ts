import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { secretStore } from './secret-store.ts'
import { newSecret } from './sign.ts'

type Deps = { sql: Sql; vault: Vault }

/** How long the old secret signs beside the new one, so that receivers can change in their time. */
export const overlapHours = 24

/** The account's secret, made when it is first asked for; then the one before it, while it signs. */
export const secretsOf = async (deps: Deps, accountId: string): Promise<[string, ...string[]]> => {
  const purpose = purposeOf(accountId)
  const stored =
    (await secretStore.find(deps.sql, accountId)) ?? (await makeFirst(deps, accountId, purpose))
  const previous = stored.previous ? [deps.vault.open(stored.previous, purpose)] : []
  return [deps.vault.open(stored.secret, purpose), ...previous]
}

export const rollSecret = async (deps: Deps, accountId: string): Promise<string> => {
  const secret = newSecret()
  const sealed = deps.vault.seal(secret, purposeOf(accountId))
  await secretStore.roll(deps.sql, accountId, sealed, overlapHours)
  return secret
}

const makeFirst = async (deps: Deps, accountId: string, purpose: string) => {
  await secretStore.insert(deps.sql, accountId, deps.vault.seal(newSecret(), purpose))
  const stored = await secretStore.find(deps.sql, accountId)
  if (!stored) throw new Error('the secret that was just made is gone')
  return stored
}

const purposeOf = (accountId: string) => `webhook secret of ${accountId}`
