import type { Sql } from '../db/sql.ts'
import { newId, sha256 } from '../ids.ts'
import { createKey } from './keys.ts'
import { unlimitedPlan } from './plans.ts'
import { type KeyKind, store } from './store.ts'

export type FirstRun = {
  /** Keys that were made just now; they are never shown again. */
  made: { secretKey?: string; publishableKey?: string }
}

/**
 * The first account with its keys, once for a database however many processes start. Keys named by
 * `BOOTSTRAP_*` are added whenever they are not known yet; a deleted one stays deleted.
 */
export const prepareFirstAccount = (
  sql: Sql,
  bootstrap: { secretKey: string | undefined; publishableKey: string | undefined },
): Promise<FirstRun> =>
  store.alone(sql, 'first account', async sql => {
    const [existing] = await store.listAccounts(sql)
    const account =
      existing ??
      (await store.insertAccount(sql, {
        id: newId('acc'),
        name: 'main',
        plan: unlimitedPlan.name,
        actor: 'start',
      }))
    const provide = async (kind: KeyKind, chosen: string | undefined) => {
      if (chosen === undefined && existing) return undefined
      if (chosen !== undefined && (await store.knowsHash(sql, sha256(chosen)))) return undefined
      const created = await createKey(sql, {
        accountId: account.id,
        kind,
        name: chosen === undefined ? 'first key' : 'bootstrap key',
        actor: 'start',
        ...(chosen === undefined ? {} : { key: chosen }),
      })
      return chosen === undefined ? created.key : undefined
    }
    const secretKey = await provide('secret', bootstrap.secretKey)
    const publishableKey = await provide('publishable', bootstrap.publishableKey)
    return {
      made: {
        ...(secretKey === undefined ? {} : { secretKey }),
        ...(publishableKey === undefined ? {} : { publishableKey }),
      },
    }
  })
