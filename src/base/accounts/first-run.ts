import { newId, sha256 } from '../../kit/ids.ts'
import type { Sql } from '../db/sql.ts'
import type { Vault } from '../db/vault.ts'
import { firstKeyStore } from './first-key-store.ts'
import { createKey } from './keys.ts'
import { unlimitedPlan } from './plans.ts'
import { keepNamedKey } from './shown-keys.ts'
import { type AccountRow, type KeyKind, store } from './store.ts'

/** A pair to begin with, in clear. */
export type FirstKeys = { secretKey: string; publishableKey: string }

export type FirstRun = {
  /** Keys that were made now, or at an earlier start and no call with them has succeeded since. */
  made: Partial<FirstKeys>
  /** A pair known in clear, made or named by `BOOTSTRAP_*`: what set-up shows. */
  pair: FirstKeys | undefined
}

/** The first account: made once for a database, however many processes and commands start. */
export const ensureFirstAccount = (sql: Sql): Promise<AccountRow> =>
  store.alone(sql, 'first account', async sql => {
    const [existing] = await store.listAccounts(sql)
    return (
      existing ??
      store.insertAccount(sql, {
        id: newId('acc'),
        name: 'main',
        plan: unlimitedPlan.name,
        actor: 'start',
      })
    )
  })

type Bootstrap = { [K in keyof FirstKeys]: string | undefined }

/**
 * Keys named by `BOOTSTRAP_*` are added whenever they are not known yet (a deleted one stays
 * deleted). Before the first request can come: whoever named them may call at once.
 */
export const ensureNamedKeys = async (
  { sql, vault }: { sql: Sql; vault: Vault },
  bootstrap: Bootstrap,
): Promise<void> => {
  const { id: accountId } = await ensureFirstAccount(sql)
  await store.alone(sql, 'first keys', async sql => {
    for (const [kind, key] of [
      ['secret', bootstrap.secretKey],
      ['publishable', bootstrap.publishableKey],
    ] as const)
      if (key && !(await store.knowsHash(sql, sha256(key))))
        await createKey(sql, { accountId, kind, name: 'bootstrap key', actor: 'start', key, vault })
    if (bootstrap.publishableKey) await keepNamedKey({ sql, vault }, bootstrap.publishableKey)
  })
}

/**
 * The first keys: a kind that never existed and is not named by `BOOTSTRAP_*` is made. Every start
 * shows such a key until a call with it succeeds. Setting up the dashboard proves nothing: whoever
 * closed its first page too early, or set it up by `ADMIN_EMAIL`, never had the key. Until then the
 * key is kept sealed; deleting or rolling it ends that too.
 */
export const prepareFirstRun = async (
  { sql, vault }: { sql: Sql; vault: Vault },
  bootstrap: Bootstrap,
): Promise<FirstRun> => {
  const account = await ensureFirstAccount(sql)
  return store.alone(sql, 'first keys', async sql => {
    await firstKeyStore.purge(sql)
    const provide = async (kind: KeyKind, chosen: string | undefined): Promise<void> => {
      if (chosen || (await store.everHadKey(sql, kind))) return
      const wanted = {
        accountId: account.id,
        kind,
        name: `first ${kind} key`,
        actor: 'start',
        vault,
      }
      const { id, key } = await createKey(sql, wanted)
      await firstKeyStore.insert(sql, id, vault.seal(key, purposeOf(id)))
    }
    await provide('secret', bootstrap.secretKey)
    await provide('publishable', bootstrap.publishableKey)
    const made: Partial<FirstKeys> = {}
    for (const { keyId, kind, sealed } of await firstKeyStore.list(sql))
      made[kind === 'secret' ? 'secretKey' : 'publishableKey'] = vault.open(
        sealed,
        purposeOf(keyId),
      )
    const { secretKey, publishableKey } = { ...onlyGiven(bootstrap), ...made }
    return { made, pair: await workingPair(sql, secretKey, publishableKey) }
  })
}

const purposeOf = (keyId: string) => `first key ${keyId}`

const onlyGiven = (keys: Bootstrap): Partial<FirstKeys> => ({
  ...(keys.secretKey ? { secretKey: keys.secretKey } : {}),
  ...(keys.publishableKey ? { publishableKey: keys.publishableKey } : {}),
})

const workingPair = async (
  sql: Sql,
  secretKey: string | undefined,
  publishableKey: string | undefined,
): Promise<FirstKeys | undefined> => {
  if (!secretKey || !publishableKey) return undefined
  const works = await Promise.all(
    [secretKey, publishableKey].map(key => store.findKeyByHash(sql, sha256(key))),
  )
  return works.every(key => key !== undefined) ? { secretKey, publishableKey } : undefined
}
