import { createHmac } from 'node:crypto'
import type { Sql } from '../db/sql.ts'
import type { VerifiedKey } from './keyring.ts'
import { createKey } from './keys.ts'
import { store } from './store.ts'

type Account = { accountId: string; plan: string }

/**
 * The key under which a signed-in person's calls from the dashboard are counted and charged. Nobody
 * ever sees it, so it can be used in no other way.
 */
export const playgroundKey = async (sql: Sql, account: Account): Promise<VerifiedKey> => {
  const { accountId, plan } = account
  const key =
    (await store.findInternalKey(sql, accountId, 'secret')) ??
    (await makeOnce(sql, accountId, 'secret'))
  return { id: key.id, accountId, plan, kind: 'secret', origins: [], expiresAt: null }
}

/**
 * The token with which the dashboard shows images. Derived, so that it needs no storing and is the
 * same in every process; only the account's members get to see it.
 */
export const playgroundToken = async (
  sql: Sql,
  accountId: string,
  secret: string,
): Promise<string> => {
  const digest = createHmac('sha256', secret).update(`playground ${accountId}`).digest('hex')
  const token = `pk_${digest.slice(0, 40)}`
  if (!(await store.findInternalKey(sql, accountId, 'publishable')))
    await makeOnce(sql, accountId, 'publishable', token)
  return token
}

const makeOnce = (sql: Sql, accountId: string, kind: 'secret' | 'publishable', key?: string) =>
  store.alone(sql, `playground ${accountId}`, async sql => {
    const known = await store.findInternalKey(sql, accountId, kind)
    const wanted = { accountId, kind, name: 'Playground', actor: 'dashboard' }
    return (
      known ?? createKey(sql, { ...wanted, internal: true, ...(key === undefined ? {} : { key }) })
    )
  })
