import type { Sql } from '../../db/sql.ts'
import type { Vault } from '../../db/vault.ts'
import type { FirstKeys } from '../first-run.ts'
import { createKey } from '../keys.ts'

/** The keys printed beside a set-up link travel with it, so that set-up shows these and no others. */
export const sealFirstKeys = (vault: Vault, linkId: string, keys: FirstKeys): Buffer =>
  vault.seal(JSON.stringify(keys), purposeOf(linkId))

export const openFirstKeys = (vault: Vault, linkId: string, sealed: Buffer): FirstKeys =>
  JSON.parse(vault.open(sealed, purposeOf(linkId)))

const purposeOf = (linkId: string) => `first keys of ${linkId}`

/** For a link that brings none (the printed ones may be lost by now): the first owner needs some. */
export const makeFirstKeys = async (
  sql: Sql,
  { accountId, actor, vault }: { accountId: string; actor: string; vault: Vault },
): Promise<FirstKeys> => {
  const make = (kind: 'secret' | 'publishable') =>
    createKey(sql, { accountId, kind, name: `set-up, ${kind} key`, actor, vault })
  return { secretKey: (await make('secret')).key, publishableKey: (await make('publishable')).key }
}
