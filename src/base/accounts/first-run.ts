import { newId, sha256 } from '../../ids.ts'
import type { Sql } from '../db/sql.ts'
import { createKey } from './keys.ts'
import { unlimitedPlan } from './plans.ts'
import { type AccountRow, type KeyKind, store } from './store.ts'

/** A pair to begin with, in clear. */
export type FirstKeys = { secretKey: string; publishableKey: string }

export type FirstRun = {
  /** Keys that were made just now; they are never shown again. */
  made: { secretKey?: string; publishableKey?: string }
  /** A pair known in clear, made now or named by `BOOTSTRAP_*`: what set-up shows. */
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

/**
 * The first keys. Those named by `BOOTSTRAP_*` are added whenever they are not known yet (a deleted
 * one stays deleted); otherwise a kind of key that never existed is made and shown this once.
 */
export const prepareFirstRun = async (
  sql: Sql,
  bootstrap: { secretKey: string | undefined; publishableKey: string | undefined },
): Promise<FirstRun> => {
  const account = await ensureFirstAccount(sql)
  return store.alone(sql, 'first keys', async sql => {
    const provide = async (kind: KeyKind, chosen: string | undefined) => {
      const known = chosen
        ? await store.knowsHash(sql, sha256(chosen))
        : await store.everHadKey(sql, kind)
      if (known) return undefined
      const name = chosen ? 'bootstrap key' : 'first key'
      const wanted = { accountId: account.id, kind, name, actor: 'start' }
      const created = await createKey(sql, chosen ? { ...wanted, key: chosen } : wanted)
      return chosen ? undefined : created.key
    }
    const secretKey = await provide('secret', bootstrap.secretKey)
    const publishableKey = await provide('publishable', bootstrap.publishableKey)
    return {
      made: {
        ...(secretKey === undefined ? {} : { secretKey }),
        ...(publishableKey === undefined ? {} : { publishableKey }),
      },
      pair: await workingPair(
        sql,
        secretKey ?? bootstrap.secretKey,
        publishableKey ?? bootstrap.publishableKey,
      ),
    }
  })
}

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
